"""The steps of the side-by-side table in NumPy, as one would write them there.

    python3 sarah.py portfolio 2000 200       an inner step, S = (5, 5, 1)
    python3 sarah.py floats 2000 200          the same, everything in single precision
    python3 sarah.py value 400 100
    python3 sarah.py sne-restart 2000 2       the exact gradient of an embedding

Prints nanoseconds a step, the best of some rounds.
"""
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402  after the number of threads is set


def best(step, seconds=2.0):
    least, steps, begin = float("inf"), 1, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        start = time.perf_counter_ns()
        for _ in range(steps):
            step()
        least = min(least, (time.perf_counter_ns() - start) / steps)
        steps = max(1, int(2e6 / least))
    return least


def portfolio(rows, n, kind=np.float64):
    rng = np.random.default_rng(1)
    r = rng.uniform(-0.9, 1.1, (rows, n)).astype(kind, copy=False)
    x, xp = np.ones(n, kind), np.ones(n, kind)
    mean = r.mean(0)
    s = mean @ x
    slope = 2 * (r @ x - s)
    f = ((slope - 1) @ r) / rows - slope.mean() * mean
    eta = kind(1e-7)

    def step():
        nonlocal x, xp, s, f
        d = x - xp
        j = rng.integers(0, rows, 5)
        i = rng.integers(0, rows, 1)
        ds = (r[j] @ d).mean()
        s += ds
        ri = r[i]
        u = 2 * (ri @ d - ds)
        f = f + (u @ ri) / len(i) - u.mean() * mean
        xp, x = x, x - eta * f

    return step


def floats(rows, n):
    return portfolio(rows, n, np.float32)


def value(n, d):
    rng = np.random.default_rng(1)
    p = rng.uniform(0, 1, (n, n)) + 1e-5
    p /= p.sum(1, keepdims=True)
    phi = rng.uniform(0, 1, (n, d))
    nxt = p @ phi
    x, xp = np.zeros(d), np.zeros(d)
    z = (p * rng.uniform(0, 1, (n, n))).sum(1)
    gamma, eta = 0.95, 1e-9
    f = 2 * (phi - gamma * nxt).T @ (phi @ x - z)

    def step():
        nonlocal x, xp, f
        dx = x - xp
        j = rng.integers(0, n, 5)
        i = rng.integers(0, n, 1)
        dz = (n * gamma / len(j)) * (p[np.ix_(i, j)] @ (phi[j] @ dx))
        dr = phi[i] @ dx - dz
        f = f + (2 * n / len(i)) * (dr @ (phi[i] - gamma * nxt[i]))
        xp, x = x, x - eta * f

    return step


def sne_restart(n, k):
    rng = np.random.default_rng(1)
    p = rng.uniform(0, 1, (n, n))
    np.fill_diagonal(p, 0)
    p /= p.sum(1, keepdims=True)
    x = 0.1 * rng.standard_normal((n, k))

    def step():
        squares = (x * x).sum(1)
        e = np.exp(-np.maximum(squares[:, None] + squares[None, :] - 2 * x @ x.T, 0))
        np.fill_diagonal(e, 0)
        q = e / e.sum(1, keepdims=True)
        w = p - q
        w = w + w.T
        return 2 * (w.sum(1)[:, None] * x - w @ x)

    return step


if __name__ == "__main__":
    kind, rows, columns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    make = {"portfolio": portfolio, "floats": floats, "value": value, "sne-restart": sne_restart}[kind]
    print("%.1f" % best(make(rows, columns)))
