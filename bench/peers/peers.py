"""Python's solvers on a job of bench/clock, with the data that Fog reads.

    python3 peers.py JOB FOLDER [--have]

NumPy by linear algebra where the job has a closed form, SciPy's L-BFGS-B with exact gradients where it has no
constraints, cvxopt's QP where it has; those that are not installed are left out. The time of a solver is the best of
three calls, from the data in memory to the point. A solver with a tolerance runs with three of them: the judge takes
the fastest that is exact enough. Appends lines to FOLDER/times-JOB.csv, as Clock.java does; --have only says what is
installed.
"""
import re
import sys
import time

import numpy as np

try:
    import scipy
    from scipy.optimize import minimize
    from scipy.linalg import cho_factor, cho_solve
except ImportError:
    scipy = None
try:
    import cvxopt
    cvxopt.solvers.options["show_progress"] = False
except ImportError:
    cvxopt = None

LONG_SECONDS = 60  # a call that took longer is not repeated, nor tried with a smaller tolerance
TOLERANCES = [(1e-7, 1e-5), (1e-10, 1e-7), (1e-13, 1e-10)]  # ftol, gtol of L-BFGS-B
DISCOUNT, CAP = 0.95, 0.1  # as in Job.java; risk aversion, lambda and theta are 1


def solve(a, b):
    """Solves ax = b with a symmetric and positive definite."""
    return np.linalg.solve(a, b) if scipy is None else cho_solve(cho_factor(a, check_finite=False), b)


def covariance(r):
    mean = r.mean(0)
    c = r.T @ r
    c /= len(r)
    c -= np.outer(mean, mean)
    return mean, c


def portfolio(r):
    mean, c = covariance(r)
    return solve(2 * c, mean)


def portfolio_gradient(r):
    mean = r.mean(0)

    def at(x):
        z = r @ x
        gain = mean @ x
        z -= gain
        return z @ z / len(r) - gain, (2 / len(r)) * (z @ r) - mean

    return at


def sharpe(r):
    mean, c = covariance(r)
    return solve(c, mean)


def sharpe_gradient(r):
    mean = r.mean(0)

    def at(x):
        z = r @ x
        gain = mean @ x
        z -= gain
        deviation = np.sqrt(z @ z / len(r))
        return -gain / deviation, -mean / deviation + gain / deviation**3 * (z @ r) / len(r)

    return at


def log_mean_exp(l):
    """The value, and the weights of a mean."""
    top = l.max()
    p = np.exp(l - top)
    total = p.sum()
    p /= total
    return top + np.log(total / len(l)), p


def entropic_gradient(r):
    def at(x):
        value, p = log_mean_exp(-(r @ x))
        return value, -(p @ r)

    return at


def dro_gradient(a):
    def at(x):
        e = np.exp(-(a @ x))
        value, p = log_mean_exp(np.log1p(e))
        p *= e / (1 + e)
        return value, -(p @ a)

    return at


def capped(r, tolerance):
    mean, c = covariance(r)
    n = len(mean)
    one = cvxopt.spmatrix(1.0, range(n), range(n))
    limits = cvxopt.matrix(np.concatenate([np.zeros(n), np.full(n, CAP)]))
    options = {"show_progress": False, "abstol": tolerance, "reltol": tolerance, "feastol": tolerance}
    solution = cvxopt.solvers.qp(
        cvxopt.matrix(2 * c), cvxopt.matrix(-mean), cvxopt.sparse([-one, one]), limits,
        cvxopt.matrix(1.0, (1, n)), cvxopt.matrix(1.0), options=options)
    return np.array(solution["x"]).ravel()


def bellman(p, rewards, features):
    return features - DISCOUNT * (p @ features), (p * rewards).sum(1)


def linear(p, rewards, features):
    a, b = bellman(p, rewards, features)
    return solve(a.T @ a, a.T @ b)


def tabular(p, rewards, features):
    return np.linalg.solve(np.eye(len(p)) - DISCOUNT * p, (p * rewards).sum(1))


def linear_gradient(p, rewards, features):
    a, b = bellman(p, rewards, features)

    def at(x):
        e = a @ x - b
        return e @ e, 2 * (e @ a)

    return at


def tabular_gradient(p, rewards, features):
    b = (p * rewards).sum(1)

    def at(x):
        e = x - DISCOUNT * (p @ x) - b
        return e @ e, 2 * (e - DISCOUNT * (e @ p))

    return at


CLOSED = {"portfolio": portfolio, "sharpe": sharpe, "linear": linear, "tabular": tabular}
GRADIENTS = {
    "portfolio": portfolio_gradient, "sharpe": sharpe_gradient, "entropic": entropic_gradient, "dro": dro_gradient,
    "linear": linear_gradient, "tabular": tabular_gradient}


def main(job, folder):
    family, rows, columns = re.fullmatch(r"(\w+)-(\d+)x(\d+)", job).groups()
    rows, columns = int(rows), int(columns)

    def load(kind, width):
        return np.fromfile(f"{folder}/{kind}-{rows}x{width}.f64", "<f8").reshape(rows, width)

    if family in ("linear", "tabular"):
        data = load("transitions", rows), load("rewards", rows), load("features", columns)
    else:
        data = (load("labelled" if family == "dro" else "returns", columns),)

    def timed(who, setting, run):
        seconds = []
        while len(seconds) < 3 and sum(seconds) < LONG_SECONDS:
            begin = time.perf_counter()
            x = run()
            seconds.append(time.perf_counter() - begin)
        file = f"x-{job}-{who}-{setting}-{np.__version__}.f64".replace(" ", "-")
        np.asarray(x, "<f8").tofile(f"{folder}/{file}")
        with open(f"{folder}/times-{job}.csv", "a") as times:
            times.write(f"{who},{setting},0,{seconds[0]:.6f},{min(seconds):.6f},,,{file}\n")
        return min(seconds) < LONG_SECONDS

    if family in CLOSED:
        timed("numpy", "closed form", lambda: CLOSED[family](*data))
    if family in GRADIENTS and scipy is not None:
        x0 = np.full(columns, 1 / columns if family == "sharpe" else 0.0)
        for ftol, gtol in TOLERANCES:
            options = {"ftol": ftol, "gtol": gtol, "maxiter": 15000, "maxfun": 15000}
            if not timed("L-BFGS-B", f"ftol {ftol:g}", lambda: minimize(
                    GRADIENTS[family](*data), x0, jac=True, method="L-BFGS-B", options=options).x):
                break
    if family == "capped" and cvxopt is not None:
        for tolerance in (1e-5, 1e-7, 1e-9):
            if not timed("cvxopt", f"tol {tolerance:g}", lambda: capped(data[0], tolerance)):
                break


if __name__ == "__main__":
    if sys.argv[-1] == "--have":
        modules = [module for module in (np, scipy, cvxopt) if module is not None]
        print(" ".join(f"{module.__name__} {module.__version__}" for module in modules))
    else:
        main(sys.argv[1], sys.argv[2])
