"""Python's solvers on a case of bench/risk.

    python3 risk.py RISK PERIODS ASSETS FILE

CVaR and MAD as linear programs by SciPy's HiGHS, simplex and interior point, CVaR on the primal and the dual form, and
by cvxopt; the semivariance and the variance as quadratic programs by cvxopt. EVaR has no peer but SLSQP, at 100 assets at
the most. Prints a line for each: risk, periods, assets, solver, seconds, objective. Weights are made feasible before
they are judged by the definition of the risk. A solver that fails is said on stderr; one that takes longer than FOG_LIMIT
seconds is stopped; FOG_PEERS names those to run, separated by commas, if not all.
"""
import multiprocessing
import os
import queue
import sys
import time

import numpy as np
from scipy.optimize import linprog, minimize
from scipy.sparse import csr_matrix, eye, hstack

try:
    import cvxopt
    cvxopt.solvers.options["show_progress"] = False
except ImportError:
    cvxopt = None

LIMIT = float(os.environ.get("FOG_LIMIT", "30"))  # seconds


def cvar(z, level):
    """The mean of the worst returns, with a minus; the last one counts in part."""
    tail = (1 - level) * len(z)
    shares = np.clip(tail - np.arange(len(z)), 0, 1)
    return -np.sort(z) @ shares / tail


def evar(z, level):
    """The least over lambda, by a search in its logarithm (the function is convex in lambda)."""
    def at(log):
        s = -z / np.exp(log)
        return np.exp(log) * (s.max() + np.log(np.mean(np.exp(s - s.max()))) - np.log(1 - level))
    low, high = np.log(z.std()) - 5, np.log(z.std()) + 5
    for _ in range(200):
        a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
        low, high = (low, b) if at(a) < at(b) else (a, high)
    return at(low)


def value(kind, level, z):
    d = z - z.mean()
    return {"cvar": lambda: cvar(z, level), "evar": lambda: evar(z, level), "mad": lambda: np.abs(d).mean(),
            "semivariance": lambda: np.mean(np.minimum(d, 0) ** 2), "variance": lambda: np.mean(d ** 2)}[kind]()


def highs(method, c, **rest):
    found = linprog(c, method=method, **rest)
    if found.status != 0:
        raise RuntimeError(found.message)
    return found


def cvar_primal(r, level, method):
    """min e + c sum u over x, e, u: u + Rx + e >= 0."""
    t, n = r.shape
    c = np.r_[np.zeros(n), 1, np.full(t, 1 / ((1 - level) * t))]
    rows = hstack([csr_matrix(-r), csr_matrix(-np.ones((t, 1))), -eye(t)], format="csr")
    budget = np.r_[np.ones(n), np.zeros(t + 1)][None]
    bounds = [(0, None)] * n + [(None, None)] + [(0, None)] * t
    return highs(method, c, A_ub=rows, b_ub=np.zeros(t), A_eq=budget, b_eq=[1], bounds=bounds).x[:n]


def cvar_dual(r, level, method):
    """max theta over y, theta: R'y + theta <= 0, sum y = 1, 0 <= y <= c; the weights are the multipliers."""
    t, n = r.shape
    c = np.r_[np.zeros(t), -1]
    rows = np.c_[r.T, np.ones(n)]
    ones = np.r_[np.ones(t), 0][None]
    bounds = [(0, 1 / ((1 - level) * t))] * t + [(None, None)]
    return -highs(method, c, A_ub=rows, b_ub=np.zeros(n), A_eq=ones, b_eq=[1], bounds=bounds).ineqlin.marginals


def mad_primal(r, method):
    """min 2 mean u over x, u >= 0: u >= -Dx, D the deviations."""
    t, n = r.shape
    c = np.r_[np.zeros(n), np.full(t, 2 / t)]
    rows = hstack([csr_matrix(r.mean(0) - r), -eye(t)], format="csr")
    budget = np.r_[np.ones(n), np.zeros(t)][None]
    return highs(method, c, A_ub=rows, b_ub=np.zeros(t), A_eq=budget, b_eq=[1]).x[:n]


def cvxopt_program(r, kind, level):
    """The same programs; the semivariance has u squared, the variance no u."""
    t, n = r.shape
    if kind == "variance":
        h, c = 2 * np.cov(r.T, bias=True), np.zeros(n)
        g = cvxopt.spmatrix(-1.0, range(n), range(n))
        b = np.ones((1, n))
    else:
        free = 1 if kind == "cvar" else 0
        d = r if kind == "cvar" else r - r.mean(0)
        size = n + free + t
        weight = {"cvar": 1 / ((1 - level) * t), "mad": 2 / t, "semivariance": 0}[kind]
        c = np.r_[np.zeros(n), np.ones(free), np.full(t, weight)]
        rows = cvxopt.sparse([[cvxopt.matrix(np.c_[-d, -np.ones((t, free))])], [-cvxopt.spmatrix(1.0, range(t), range(t))]])
        signs = list(range(n)) + list(range(n + free, size))
        g = cvxopt.sparse([rows, cvxopt.spmatrix(-1.0, range(n + t), signs, (n + t, size))])
        b = np.r_[np.ones(n), np.zeros(size - n)][None]
        h = None
    zeros = cvxopt.matrix(0.0, (g.size[0], 1))
    one = cvxopt.matrix(1.0)
    if kind == "semivariance":
        last = range(n, n + t)
        h = cvxopt.spmatrix(2 / t, last, last, (n + t, n + t))
    if h is None:
        found = cvxopt.solvers.lp(cvxopt.matrix(c), g, zeros, cvxopt.matrix(b), one)
    else:
        h = h if kind == "semivariance" else cvxopt.matrix(h)
        found = cvxopt.solvers.qp(h, cvxopt.matrix(c), g, zeros, cvxopt.matrix(b), one)
    return np.array(found["x"]).ravel()[:n]


def evar_slsqp(r, level):
    """Over x and log lambda, in the log domain with its gradient."""
    t, n = r.shape

    def at(v):
        lam = np.exp(v[n])
        s = -r @ v[:n] / lam
        p = np.exp(s - s.max())
        total = s.max() + np.log(p.mean()) - np.log(1 - level)
        p /= p.sum()
        return lam * total, np.r_[-p @ r, lam * (total - p @ s)]

    start = np.r_[np.full(n, 1 / n), np.log(r.mean(1).std())]
    budget = {"type": "eq", "fun": lambda v: v[:n].sum() - 1, "jac": lambda v: np.r_[np.ones(n), 0]}
    bounds = [(0, 1)] * n + [(None, None)]
    options = {"ftol": 1e-12, "maxiter": 1000}
    return minimize(at, start, jac=True, method="SLSQP", bounds=bounds, constraints=[budget], options=options).x[:n]


def peers(kind, level, r):
    if kind == "cvar":
        for method in ["highs-ds", "highs-ipm"]:
            yield method + " primal", lambda method=method: cvar_primal(r, level, method)
            yield method + " dual", lambda method=method: cvar_dual(r, level, method)
    if kind == "mad":
        for method in ["highs-ds", "highs-ipm"]:
            yield method, lambda method=method: mad_primal(r, method)
    if kind == "evar" and r.shape[1] <= 100:
        yield "slsqp", lambda: evar_slsqp(r, level)
    if kind != "evar" and cvxopt is not None:
        yield "cvxopt", lambda: cvxopt_program(r, kind, level)


def timed(name, solve, answer):
    """In a process of its own, which can be stopped whatever it does."""
    try:
        start = time.perf_counter()
        x = solve()
        answer.put((time.perf_counter() - start, x))
    except (RuntimeError, ValueError, ArithmeticError, MemoryError) as e:
        answer.put((f"{name} FAILED: {e}", None))


def main():
    risk, t, n, file = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    kind, _, level = risk.partition(":")
    level = float(level or 0)
    r = np.fromfile(file, "<f8").reshape(t, n)
    fork = multiprocessing.get_context("fork")
    for name, solve in peers(kind, level, r):
        if os.environ.get("FOG_PEERS") and name not in os.environ["FOG_PEERS"].split(","):
            continue
        answer = fork.Queue()
        process = fork.Process(target=timed, args=(name, solve, answer))
        process.start()
        try:
            seconds, x = answer.get(timeout=LIMIT)
        except queue.Empty:
            process.kill()
            print(f"{risk},{t},{n},{name},> {LIMIT:g},,")
            continue
        finally:
            process.join()
        if x is None:
            print(f"{risk} {t} x {n}: {seconds}", file=sys.stderr)
            continue
        x = np.maximum(x, 0)
        x /= x.sum()
        print(f"{risk},{t},{n},{name},{seconds:.4f},{value(kind, level, r @ x):.12g},")


main()
