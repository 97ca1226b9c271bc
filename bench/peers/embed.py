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
BLOCK = 250
NEAR = 1000  # of which bandwidths are found first
FAR = 1e150  # of a point from itself: its weight is 0


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


def distances(rows, squares, at, start=0):
    """Squared distances of a block of rows to all rows from `start` on."""
    part = slice(at, at + BLOCK)
    d = rows[part] @ rows[start:].T
    d *= -2
    d += squares[part, None]
    d += squares[None, start:]
    return np.maximum(d, 0, out=d)


def entropy(d, beta):
    """Of rows of distances: sums of weights exp(-beta d), their entropies, and minus the slopes of these by log beta."""
    w = np.exp(-beta[:, None] * d)
    total = w.sum(1)
    w *= d
    mean = w.sum(1) / total
    w *= d
    return total, np.log(total) + beta * mean, beta * beta * (w.sum(1) / total - mean * mean)


def bandwidths(rows):
    """Of every row of the exact P: beta, the least distance, and the sum of exp(-beta (distance - least))."""
    n = len(rows)
    squares = (rows * rows).sum(1)
    betas, leasts, totals = np.empty(n), np.empty(n), np.empty(n)
    goal = np.log(PERPLEXITY)
    for at in range(0, n, BLOCK):
        d = distances(rows, squares, at)
        count = len(d)
        d[np.arange(count), at + np.arange(count)] = FAR
        least = d.min(1)
        d -= least[:, None]
        near = np.partition(d, min(NEAR, n - 2), axis=1)[:, :min(NEAR, n - 1)]  # bisected on these
        low, high = np.zeros(count), np.full(count, np.inf)
        beta = 1 / np.maximum(1e-300, np.median(near, axis=1))
        for _ in range(200):
            value = entropy(near, beta)[1]
            wide = value > goal
            low, high = np.where(wide, beta, low), np.where(wide, high, beta)
            step = np.where(np.isinf(high), np.minimum(2 * beta, 1e300), (low + high) / 2)
            if np.all((np.abs(value - goal) < 1e-6) | (step == beta)):
                break
            beta = step
        for _ in range(20):  # and Newton's method on all
            total, value, slope = entropy(d, beta)
            loose = (np.abs(value - goal) > 1e-9) & (slope > 1e-9)  # no slope: more duplicates than the perplexity
            if not loose.any():
                break
            beta = np.where(loose, beta * np.exp(np.clip((value - goal) / np.where(loose, slope, 1), -1, 1)), beta)
        part = slice(at, at + count)
        betas[part], leasts[part], totals[part] = beta, least, total
    return betas, leasts, totals


def divergences(rows, maps):
    """Of every map from the exact symmetrised P of all pairs: sum P log P + sum P log(1 + distance) + log Z."""
    n = len(rows)
    betas, leasts, totals = bandwidths(rows)
    squares = (rows * rows).sum(1)
    lengths = [(y * y).sum(1) for y in maps]
    own, pulls, sums = 0.0, np.zeros(len(maps)), np.zeros(len(maps))
    for at in range(0, n, BLOCK):  # every pair once: columns from the block's own on
        d = distances(rows, squares, at, at)
        count = len(d)
        part = slice(at, at + count)
        d[np.arange(count), np.arange(count)] = FAR
        p = np.exp(betas[part, None] * np.minimum(0, leasts[part, None] - d)) / totals[part, None]
        p += np.exp(betas[None, at:] * np.minimum(0, leasts[None, at:] - d)) / totals[None, at:]
        p /= 2 * n
        p[:, :count] *= np.tri(count, k=-1).T
        p[p < 1e-200] = 0
        own += 2 * np.einsum("ij,ij->", p, np.log(np.where(p > 0, p, 1)))
        for m, y in enumerate(maps):
            apart = distances(y, lengths[m], at, at)
            apart += 1
            pulls[m] += 2 * np.einsum("ij,ij->", p, np.log(apart))
            apart = 1 / apart
            sums[m] += 2 * apart.sum() - apart[:, :count].sum() - count  # its own columns have each pair twice
    return own + pulls + np.log(sums)


def judge(name, points, labels, maps):
    from sklearn.metrics import silhouette_score
    from sklearn.model_selection import cross_val_score
    from sklearn.neighbors import KNeighborsClassifier
    rows, classes = np.load(points), np.load(labels)
    titles, files = zip(*(each.split("=", 1) for each in maps))
    places = [np.load(file) if file.endswith(".npy") else np.loadtxt(file, delimiter=",", skiprows=1, usecols=(-2, -1))
              for file in files]
    places = [y.astype(float) for y in places]
    known = np.isin(classes, [c for c in np.unique(classes) if (classes == c).sum() >= 5])
    for title, y, value in zip(titles, places, divergences(reduced(rows), places)):
        vote = cross_val_score(KNeighborsClassifier(5), y[known], classes[known], cv=5).mean()
        width = silhouette_score(y[known], classes[known], sample_size=min(known.sum(), 10000), random_state=0)
        print("%s,%s,%.4f,%.4f,%.4f" % (name, title, value, vote, width), flush=True)


if __name__ == "__main__":
    word = sys.argv[1]
    if word == "make":
        make(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5] if len(sys.argv) > 5 else "")
    elif word == "map":
        peer(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
    else:
        judge(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])
