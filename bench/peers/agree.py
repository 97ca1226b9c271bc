"""Portfolios of random factor models with random constraints: fog portfolio beside SciPy's HiGHS and SLSQP.

    python3 agree.py MODELS FOLDER FOG

Each model has 5 to 20 assets, 60 to 200 periods, bounds for every asset, a group with a cap, a target return in half of
them, and costs from previous weights in half of them. Data go to fog as CSV, weights come back as JSON; both answers are
judged by the definition of the objective. Prints a table: for each objective the worst relative difference, and the worst
violation of a constraint by fog. Positive differences are where the peer is better.
"""
import csv
import json
import pathlib
import subprocess
import sys

import numpy as np
from scipy.optimize import linprog, minimize

LEVEL = 0.95
THETA = 2.0
OBJECTIVES = {
    "cvar:0.95": ["--risk", "cvar:0.95", "--objective", "min-risk"],
    "mad": ["--risk", "mad", "--objective", "min-risk"],
    "variance": ["--risk", "variance", "--objective", "min-risk"],
    "semivariance": ["--risk", "semivariance", "--objective", "min-risk"],
    "evar:0.95": ["--risk", "evar:0.95", "--objective", "min-risk"],
    "entropic:2": ["--risk", "entropic:2", "--objective", "min-risk"],
    "max-ratio": ["--objective", "max-ratio"],
    "log-growth": ["--objective", "log-growth"],
}


class Model:
    """Returns in percent, and constraints that a known point meets."""

    def __init__(self, seed):
        g = np.random.default_rng(seed)
        self.n, t = int(g.integers(5, 21)), int(g.integers(60, 201))
        beta = g.uniform(0.3, 1.7, self.n)
        other = g.uniform(-1, 1, self.n)
        factors = g.standard_t(5, (t, 2))
        self.r = 0.15 * beta + 0.8 * factors[:, :1] * beta + 0.5 * factors[:, 1:] * other + 0.6 * g.standard_normal((t, self.n))
        self.r += g.uniform(0.02, 0.3, self.n) - self.r.mean(0)  # so that there is a ratio
        known = g.dirichlet(np.ones(self.n))
        self.previous = g.dirichlet(np.ones(self.n))
        self.lower = known * g.uniform(0, 0.5, self.n)
        self.upper = known + g.uniform(0.05, 0.5, self.n)
        self.group = (g.random(self.n) < 0.4).astype(float)
        self.cap = self.group @ known + 0.05
        self.mean = self.r.mean(0)
        self.target = self.mean @ known - 0.01 if g.random() < 0.5 else None
        self.cost = g.uniform(0, 0.03) if g.random() < 0.5 else 0.0

    def write(self, folder):
        names = [f"a{k}" for k in range(self.n)]
        with open(folder / "returns.csv", "w", newline="") as f:
            csv.writer(f).writerows([names] + [[repr(float(v)) for v in row] for row in self.r])
        with open(folder / "bounds.csv", "w", newline="") as f:
            rows = zip(names, map(float, self.lower), map(float, self.upper))
            csv.writer(f).writerows([["asset", "least", "most"]] + [list(row) for row in rows])
        with open(folder / "rows.csv", "w", newline="") as f:
            csv.writer(f).writerows([["row", "least", "most"] + names, ["group", "", float(self.cap)] + list(map(float, self.group))])
        with open(folder / "previous.csv", "w", newline="") as f:
            csv.writer(f).writerows([["asset", "weight"]] + [[a, float(w)] for a, w in zip(names, self.previous)])

    def fog(self, fog, folder, words):
        command = [fog, "portfolio", "--returns", folder / "returns.csv", "--as-returns", "--units", "percent", "--budget", "1",
                   "--long-only", "--bounds", folder / "bounds.csv", "--constraints", folder / "rows.csv", "--previous",
                   folder / "previous.csv", "--costs", repr(self.cost), "--json", folder / "out.json", "--quiet"]
        command += [] if self.target is None else ["--target-return", repr(float(self.target))]
        subprocess.run([str(word) for word in command + words], check=True)
        found = json.loads((folder / "out.json").read_text())
        return np.array([found["weights"][f"a{k}"] for k in range(self.n)])

    def violation(self, x):
        worst = [abs(x.sum() - 1), (self.lower - x).max(), (x - self.upper).max(), self.group @ x - self.cap]
        return max(worst + ([] if self.target is None else [self.target - self.mean @ x]))

    def costs(self, x):
        return self.cost * np.abs(x - self.previous).sum()

    def objective(self, name, x):
        z = self.r @ x
        d = z - z.mean()
        if name == "max-ratio":
            return -(z.mean() - self.costs(x)) / z.std()
        value = {
            "cvar:0.95": lambda: -np.sort(z) @ np.clip((1 - LEVEL) * len(z) - np.arange(len(z)), 0, 1) / ((1 - LEVEL) * len(z)),
            "mad": lambda: np.abs(d).mean(),
            "variance": lambda: d @ d / len(z),
            "semivariance": lambda: np.mean(np.minimum(d, 0) ** 2),
            "evar:0.95": lambda: evar(z),
            "entropic:2": lambda: log_mean_exp(-THETA * z) / THETA,
            "log-growth": lambda: -100 * np.log1p(z / 100).mean(),
        }[name]()
        return value + self.costs(x)

    def linear(self, name):
        """The linear program over x, |x - previous|, e and the hinges."""
        t, n = self.r.shape
        cvar = name.startswith("cvar")
        rows = self.r if cvar else self.r - self.mean
        weight = 1 / ((1 - LEVEL) * t) if cvar else 2 / t
        c = np.r_[np.zeros(n), np.full(n, self.cost), 1.0 if cvar else 0.0, np.full(t, weight)]
        eye, none = np.eye(n), np.zeros
        a = [np.c_[-rows, none((t, n)), np.full((t, 1), -1.0 if cvar else 0.0), -np.eye(t)],
             np.c_[eye, -eye, none((n, 1 + t))], np.c_[-eye, -eye, none((n, 1 + t))],
             np.r_[self.group, none(n + 1 + t)][None]]
        b = [none(t), self.previous, -self.previous, [self.cap]]
        if self.target is not None:
            a, b = a + [np.r_[-self.mean, none(n + 1 + t)][None]], b + [[-self.target]]
        bounds = list(zip(self.lower, self.upper)) + [(0, None)] * n + [(None, None)] + [(0, None)] * t
        budget = np.r_[np.ones(n), none(n + 1 + t)][None]
        found = linprog(c, A_ub=np.vstack(a), b_ub=np.concatenate(b), A_eq=budget, b_eq=[1], bounds=bounds, method="highs-ds")
        return found.x[:n]

    def smooth(self, name, start):
        """SLSQP over x and u >= |x - previous|, and log lambda of EVaR; gradients by hand."""
        t, n = self.r.shape
        d = self.r - self.mean

        def at(v):
            x, z, s = v[:n], self.r @ v[:n], d @ v[:n]
            last = np.zeros(1)
            if name == "variance":
                value, g = s @ s / t, 2 * s @ d / t
            elif name == "semivariance":
                s = np.minimum(s, 0)
                value, g = s @ s / t, 2 * s @ d / t
            elif name == "log-growth":
                value, g = -100 * np.log1p(z / 100).mean(), -(1 / (1 + z / 100)) @ self.r / t
            elif name == "max-ratio":
                root = np.sqrt(s @ s / t)
                above = z.mean() - self.cost * v[n:2 * n].sum()
                return -above / root, np.r_[-self.mean / root + above * (s @ d / t) / root**3, np.full(n, self.cost / root), 0]
            else:
                lam = 1 / THETA if name == "entropic:2" else np.exp(v[2 * n])
                p = np.exp(-z / lam - (-z / lam).max())
                p /= p.sum()
                value, g = lam * log_mean_exp(-z / lam), -p @ self.r
                if name.startswith("evar"):
                    last[0] = value + p @ z - lam * np.log(1 - LEVEL)
                    value -= lam * np.log(1 - LEVEL)
            return value + self.cost * v[n:2 * n].sum(), np.r_[g, np.full(n, self.cost), last]

        eye, zero = np.eye(n), np.zeros((n, 1))
        a = [np.c_[-eye, eye, zero], np.c_[eye, eye, zero], np.r_[-self.group, np.zeros(n + 1)][None]]
        b = [self.previous, -self.previous, [self.cap]]
        if self.target is not None:
            a, b = a + [np.r_[self.mean, np.zeros(n + 1)][None]], b + [[-self.target]]
        a, b = np.vstack(a), np.concatenate(b)
        ones = np.r_[np.ones(n), np.zeros(n + 1)]
        constraints = [{"type": "eq", "fun": lambda v: ones @ v - 1, "jac": lambda v: ones},
                       {"type": "ineq", "fun": lambda v: a @ v + b, "jac": lambda v: a}]
        bounds = list(zip(self.lower, self.upper)) + [(0, None)] * n + [(-12, 8)]
        v = np.r_[start, np.abs(start - self.previous) + 1e-3, np.log(np.std(self.r @ start))]
        for _ in range(3):  # it ends early now and then
            v = minimize(at, v, jac=True, method="SLSQP", bounds=bounds, constraints=constraints,
                         options={"ftol": 1e-15, "maxiter": 2000}).x
        return v[:n]


def log_mean_exp(s):
    return s.max() + np.log(np.mean(np.exp(s - s.max())))


def evar(z):
    """The least over lambda, by golden sections in its logarithm."""
    def at(log):
        return np.exp(log) * (log_mean_exp(-z / np.exp(log)) - np.log(1 - LEVEL))
    low, high = np.log(z.std()) - 8, np.log(z.std()) + 5
    for _ in range(200):
        a, b = low + 0.381966 * (high - low), low + 0.618034 * (high - low)
        low, high = (low, b) if at(a) < at(b) else (a, high)
    return at(low)


def main():
    models, folder, fog = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    above, below, violated = {}, {}, {}
    for seed in range(1, models + 1):
        model = Model(seed)
        model.write(folder)
        for name, words in OBJECTIVES.items():
            ours = model.fog(fog, folder, words)
            theirs = model.linear(name) if name in ("cvar:0.95", "mad") else model.smooth(name, ours * 0 + model.lower + (
                1 - model.lower.sum()) * (model.upper - model.lower) / (model.upper - model.lower).sum())
            if model.violation(theirs) > 1e-7:
                print(f"{name}, model {seed}: the peer found no feasible point", file=sys.stderr)
                continue
            here, there = model.objective(name, ours), model.objective(name, theirs)
            off = (here - there) / max(abs(here), abs(there))
            above[name] = max(above.get(name, -np.inf), off)
            below[name] = max(below.get(name, -np.inf), -off)
            violated[name] = max(violated.get(name, 0), model.violation(ours))
    print("| objective | peer | Fog above the peer | the peer above Fog | violation by Fog |\n|---|---|---|---|---|")
    for name in OBJECTIVES:
        peer = "HiGHS" if name in ("cvar:0.95", "mad") else "SLSQP"
        print(f"| `{name}` | {peer} | {above[name]:.1e} | {below[name]:.1e} | {violated[name]:.1e} |")


if __name__ == "__main__":
    main()
