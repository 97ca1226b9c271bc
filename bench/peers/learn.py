"""Python's solvers on a case of bench/learn.

    python3 learn.py LOSS OBJECTIVE ROWS COLUMNS SHARE FILE

scikit-learn's LogisticRegression (each solver) and Ridge (each solver) for means, SciPy's L-BFGS-B with exact gradients
for all but CVaR without smoothing, which has no smooth form. Each runs with tolerances from loose to tight, and a line
is printed for each: loss, objective, rows, columns, solver, seconds, objective. Times run from the data in memory to the
coefficients, the better of two calls.
"""
import sys
import time
import warnings

import numpy as np

try:
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix
except ImportError:
    sys.exit(0)
try:
    from sklearn.linear_model import LogisticRegression, Ridge
except ImportError:
    LogisticRegression = None

LIMIT = 60  # a call that took longer is not repeated, nor tried with a smaller tolerance
TOLERANCES = [1e-3, 1e-5, 1e-7, 1e-9]
warnings.filterwarnings("ignore")


def read(n, d, share, file):
    raw = np.fromfile(file, "<f8")
    y, rest = raw[:n], raw[n:]
    if share == 1:
        return rest.reshape(n, d), y
    each = len(rest) // (2 * n)
    columns, values = rest[:n * each].astype(np.int32), rest[n * each:]
    return csr_matrix((values, columns, np.arange(0, n * each + 1, each, dtype=np.int32)), (n, d)), y


def losses(loss, s, y):
    if loss == "squared":
        return 0.5 * (s - y) ** 2, s - y
    m = np.where(y == 1, s, -s)
    return np.logaddexp(0, -m), np.where(y == 1, -1, 1) / (1 + np.exp(np.clip(m, -700, 700)))


def risk(kind, numbers, l, e):
    """The objective, its derivatives by the losses and by e."""
    n = len(l)
    if kind == "mean":
        return l.mean(), np.full(n, 1 / n), 0
    if kind == "kl":
        top = l.max()
        p = np.exp((l - top) / numbers[0])
        return top + numbers[0] * np.log(p.mean()), p / p.sum(), 0
    alpha, nu = numbers
    p = np.clip(1 + (l - e) / nu, 0, 1 / (1 - alpha))
    return e + np.mean(p * (l - e) - nu / 2 * (p - 1) ** 2), p / n, 1 - p.mean()


def least_risk(kind, numbers, l):
    """The same with the best e, by bisection."""
    if kind != "cvar":
        return risk(kind, numbers, l, 0)[0]
    low, high = l.min() - 2 * numbers[1], l.max() + numbers[1]
    for _ in range(100):
        e = (low + high) / 2
        low, high = (e, high) if risk(kind, numbers, l, e)[2] < 0 else (low, e)
    return risk(kind, numbers, l, e)[0]


def lbfgs(x, y, loss, kind, numbers, tolerance):
    n, d = x.shape

    def at(v):
        l, slope = losses(loss, x @ v[:d] + v[d], y)
        value, p, by_e = risk(kind, numbers, l, v[d + 1])
        c = p * slope
        return value + v[:d] @ v[:d] / (2 * n), np.r_[x.T @ c + v[:d] / n, c.sum(), by_e]

    options = {"maxiter": 100000, "maxfun": 100000, "ftol": tolerance ** 1.5, "gtol": tolerance * 0.1}
    return minimize(at, np.zeros(d + 2), jac=True, method="L-BFGS-B", options=options).x[:d + 1]


def fitted(model, x, y):
    model.fit(x, y)
    return np.r_[np.ravel(model.coef_), np.ravel(model.intercept_)]


def peers(loss, kind, numbers, x, y):
    dense = isinstance(x, np.ndarray)
    if kind == "mean" and LogisticRegression is not None:
        if loss == "logistic":
            for solver in ["lbfgs", "newton-cg", "newton-cholesky", "sag"]:
                if (solver == "newton-cholesky" and x.shape[1] > 1000) or (solver == "sag" and not dense):
                    continue
                yield "sklearn " + solver, lambda t, solver=solver: fitted(
                    LogisticRegression(C=1, tol=t, solver=solver, max_iter=10000, n_jobs=-1), x, y)
        else:
            for solver in ["cholesky", "sparse_cg"] if dense else ["sparse_cg"]:
                yield "sklearn " + solver, lambda t, solver=solver: fitted(Ridge(1, solver=solver, tol=t), x, y)
    if kind != "cvar" or len(numbers) == 2:
        yield "scipy l-bfgs-b", lambda t: lbfgs(x, y, loss, kind, numbers, t)


def main():
    loss, objective, n, d, share = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
    kind, _, rest = objective.partition(":")
    numbers = [float(v) for v in rest.split(",") if v]
    x, y = read(n, d, share, sys.argv[6])
    for name, solve in peers(loss, kind, numbers, x, y):
        for tolerance in TOLERANCES:
            seconds = []
            try:
                for _ in range(2):
                    start = time.perf_counter()
                    w = solve(tolerance)
                    seconds.append(time.perf_counter() - start)
                    if seconds[-1] > LIMIT / 3:
                        break
            except (RuntimeError, ValueError, ArithmeticError, MemoryError) as e:
                print(f"{' '.join(sys.argv[1:5])}: {name} FAILED: {e}", file=sys.stderr)
                break
            value = least_risk(kind, numbers, losses(loss, x @ w[:d] + w[d], y)[0]) + w[:d] @ w[:d] / (2 * n)
            print(f"{loss},{objective.replace(',', ';')},{n},{d},{name} {tolerance:.0e},{min(seconds):.4f},{value:.12g},,", flush=True)
            if min(seconds) > LIMIT:
                break


main()
