"""Sets of points, the peers' maps of them, and one judge of all maps: the Python side of bench/embed.

  embed.py make SET POINTS.npy LABELS.npy [MNIST FOLDER]
  embed.py map openTSNE|scikit-learn POINTS.npy MAP.npy SEED    prints the seconds from file to map
  embed.py judge SET POINTS.npy LABELS.npy NAME=MAP...          prints a line of CSV for each
"""
import os
import struct
import sys
import time

import numpy as np

COLUMNS = 50
PERPLEXITY = 30
BLOCK = 500


def digits(count, folder):
    with open(folder + "/train-images-idx3-ubyte", "rb") as file:
        head = struct.unpack(">IIII", file.read(16))
        points = np.frombuffer(file.read(), np.uint8).reshape(head[1], -1)[:count] / 255.0
    with open(folder + "/train-labels-idx1-ubyte", "rb") as file:
        file.read(8)
        return points, np.frombuffer(file.read(), np.uint8)[:count].astype(float)


def clusters(count, random, kinds=50):
    """Unequal in size and width."""
    sizes = random.dirichlet(np.full(kinds, 0.7)) + 1e-3
    labels = random.choice(kinds, size=count, p=sizes / sizes.sum())
    centres = 4 * random.normal(size=(kinds, 30))
    widths = np.exp(random.uniform(-1, 0.7, kinds))
    return centres[labels] + widths[labels, None] * random.normal(size=(count, 30)), labels.astype(float)


def roll(count, random):
    """A Swiss roll, labelled by eight stretches along it."""
    turn = 1.5 * np.pi * (1 + 2 * random.uniform(size=count))
    height = 21 * random.uniform(size=count)
    points = np.stack([turn * np.cos(turn), height, turn * np.sin(turn)], axis=1)
    stretch = np.floor(8 * (turn - turn.min()) / (np.ptp(turn) + 1e-9))
    return points + 0.05 * random.normal(size=points.shape), stretch


def awkward(count, random):
    """A tenth of the rows are duplicates, a thousandth lie up to a million times as far out."""
    points, labels = clusters(count, random, 12)
    same = random.choice(count, count // 10, replace=False)
    of = random.choice(count, same.size)
    points[same], labels[same] = points[of], labels[of]
    far = random.choice(count, count // 1000, replace=False)
    points[far] *= 10 ** random.uniform(1, 6, (far.size, 1))
    labels[far] = 12
    return points, labels


def make(name, points, labels, folder):
    kind, count = name.rsplit("-", 1)
    random = np.random.default_rng(20261116)
    made = {"digits": lambda n: digits(n, folder), "clusters": lambda n: clusters(n, random),
            "roll": lambda n: roll(n, random), "awkward": lambda n: awkward(n, random)}[kind](int(count))
    np.save(points, made[0])
    np.save(labels, made[1])


def reduced(points):
    points = points - points.mean(0)
    if points.shape[1] <= COLUMNS:
        return points
    return points @ np.linalg.eigh(points.T @ points)[1][:, -COLUMNS:]


def peer(which, points, out, seed):
    if which == "openTSNE":
        sys.path.insert(0, os.environ["FOG_OPENTSNE"])
        import openTSNE
    from sklearn.decomposition import PCA
    from sklearn.manifold import TSNE
    begun = time.time()
    rows = np.load(points)
    if rows.shape[1] > COLUMNS:
        rows = PCA(COLUMNS, random_state=seed).fit_transform(rows)
    if which == "openTSNE":
        made = openTSNE.TSNE(perplexity=PERPLEXITY, n_jobs=2, random_state=seed).fit(rows)
    else:
        made = TSNE(perplexity=PERPLEXITY, n_jobs=2, random_state=seed).fit_transform(rows)
    print("%.2f" % (time.time() - begun))
    np.save(out, np.asarray(made))


def affinities(rows, most):
    """The exact symmetrised P, rows by their nearest `most` (all of them where there are no more)."""
    from scipy.sparse import csr_matrix
    n = len(rows)
    k = min(most, n - 1)
    squares = (rows * rows).sum(1)
    where, what = [], []
    for at in range(0, n, BLOCK):
        part = rows[at:at + BLOCK]
        d = np.maximum(0, squares[at:at + BLOCK, None] + squares[None] - 2 * part @ rows.T)
        d[np.arange(len(part)), at + np.arange(len(part))] = np.inf
        near = np.argpartition(d, k - 1, axis=1)[:, :k]
        d = np.take_along_axis(d, near, axis=1)
        d -= d.min(1, keepdims=True)
        low, high = np.zeros(len(part)), np.full(len(part), np.inf)
        beta = 1 / np.maximum(1e-300, np.median(d, axis=1))
        for _ in range(200):
            w = np.exp(-d * beta[:, None])
            total = w.sum(1)
            entropy = np.log(total) + beta * (w * d).sum(1) / total
            wide = entropy > np.log(PERPLEXITY)
            low, high = np.where(wide, beta, low), np.where(wide, high, beta)
            step = np.where(np.isinf(high), 2 * beta, (low + high) / 2)
            if np.all(np.abs(entropy - np.log(PERPLEXITY)) < 1e-8) or np.all(step == beta):
                break
            beta = step
        where.append(near)
        what.append(w / total[:, None])
    p = csr_matrix((np.concatenate(what).ravel(), np.concatenate(where).ravel(), np.arange(0, n * k + 1, k)), (n, n))
    return ((p + p.T) / (2 * n)).tocoo()


def divergence(p, y):
    n = len(y)
    squares = (y * y).sum(1)
    total = -float(n)
    for at in range(0, n, BLOCK):
        d = squares[at:at + BLOCK, None] + squares[None] - 2 * y[at:at + BLOCK] @ y.T
        total += (1 / (1 + np.maximum(0, d))).sum()
    seen = p.data > 0
    apart = ((y[p.row[seen]] - y[p.col[seen]]) ** 2).sum(1)
    return float((p.data[seen] * (np.log(p.data[seen]) + np.log1p(apart) + np.log(total))).sum())


def judge(name, points, labels, maps):
    from sklearn.metrics import silhouette_score
    from sklearn.model_selection import cross_val_score
    from sklearn.neighbors import KNeighborsClassifier
    rows, classes = np.load(points), np.load(labels)
    p = affinities(reduced(rows), len(rows) if len(rows) <= 10000 else 1000 if len(rows) <= 30000 else 300)
    for each in maps:
        title, file = each.split("=", 1)
        y = np.load(file) if file.endswith(".npy") else np.loadtxt(file, delimiter=",", skiprows=1, usecols=(-2, -1))
        y = y.astype(float)
        known = np.isin(classes, [c for c in np.unique(classes) if (classes == c).sum() >= 5])
        vote = cross_val_score(KNeighborsClassifier(5), y[known], classes[known], cv=5).mean()
        width = silhouette_score(y[known], classes[known], sample_size=min(known.sum(), 10000), random_state=0)
        print("%s,%s,%.4f,%.4f,%.4f" % (name, title, divergence(p, y), vote, width), flush=True)


if __name__ == "__main__":
    word = sys.argv[1]
    if word == "make":
        make(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5] if len(sys.argv) > 5 else "")
    elif word == "map":
        peer(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
    else:
        judge(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])
