package org.fogopt.apps.embedding.grid;

import java.util.Arrays;
import java.util.Objects;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Z(x) = Σ_{i ≠ j} 1/(1 + |x_i − x_j|²) over all pairs of n points of the plane, and its gradient,
 * in O(n) and what a Fourier transform of the plane takes; of few points by the definition, where
 * that costs less.
 *
 * <p>The kernel is replaced by the spline of degree 5 that has its values at the nodes of a grid
 * (as Linderman et al. 2019, FIt-SNE, do with polynomials on intervals). The spline is smooth, so
 * the gradient is that of the sum computed, up to the grid's moving; one field is transformed,
 * where products with each coordinate need four.
 *
 * <p>Where points are sparse, errors of near pairs do not average out: there the kernel is split
 * ({@link NearField}), and the grid has the smooth part of it only.
 *
 * <p>The grid covers all points up to a side of 1000 cells. Beyond that the {@link #MOST_FAR}
 * points farthest out are summed one by one, and cells grow if that is not enough.
 */
public final class StudentSums {
  /**
   * The side of a cell. The kernel's Fourier transform falls as exp(−|k|), so the error grows as
   * the sixth power of the side: from 2e-4 of the gradient at 0.25 to about 1e-2 at 0.5, with one
   * point in a unit square, and less with more.
   */
  private static final double CELL = 0.25;

  private static final double LARGEST_CELL = 0.5;

  /** Where points are close together the kernel's curvature matters, so cells are smaller. */
  private static final double LEAST_CELL = 0.0625;

  private static final int FEWEST_CELLS = 150;

  /** On smaller maps the grid is fine enough without near pairs. */
  private static final double LEAST_SPLIT = 20;

  /** Scales of the smooth part: the larger, the coarser its grid, and the more near pairs. */
  private static final double[] SCALES = {3.5, 5, 7, 10, 14, 20, 28};

  /**
   * The side of a cell then, in units of the scale: the error is below 1e-3 of the gradient of a
   * finished map.
   */
  private static final double SPLIT_CELL = 0.4 / 3.5;

  /** Near pairs of the least scale, of each point and in all; with more the grid can do alone. */
  private static final long MOST_PAIRS_EACH = 600;

  private static final long MOST_PAIRS = 10_000_000;

  /** Nanoseconds on a core: of a node in the transforms, a point on the grid, a near pair. */
  private static final double NODE = 60;

  private static final double POINT = 300;
  private static final double NEAR_PAIR = 1.7;

  /** And of any pair in the sum over all. */
  private static final double PAIR = 0.9;

  /** Of a side, as long as the cells are not of the largest size. */
  private static final int CELLS = 500;

  /** Of a side: 1000 are transforms of 4 million numbers. */
  private static final int MOST_CELLS = 1000;

  /** Each costs n kernel values. */
  static final int MOST_FAR = 64;

  /**
   * Nodes beside the points: those of the spline, and some to keep from the farthest differences
   * where the periodic kernel has its kink. What a kink does falls by 0.43 a node.
   */
  private static final int MARGIN = 18;

  private static final int POINTS_PER_CHUNK = 8192;
  private static final int MOST_CHUNKS = 8;

  private final int n;
  private final Workers workers;
  private final Field[] fields; // of a thread
  private double[] total = {};
  private double cell;
  private double @Nullable [] origin;
  private boolean[] isFar;
  private int[] far = {};
  private final NearField nearField;
  private final AllPairs allPairs;
  private boolean isExact; // by all pairs
  private double scale; // of the kernel's smooth part, the rest being left to near pairs; or 0
  private @Nullable Convolution convolution;
  private double convolutionCell;
  private double convolutionScale;

  /**
   * @param n the number of points
   */
  public StudentSums(int n, Workers workers) {
    this.n = n;
    this.workers = workers;
    fields = new Field[workers.threads()];
    Arrays.setAll(fields, slot -> new Field());
    isFar = new boolean[n];
    nearField = new NearField(n, workers);
    allPairs = new AllPairs(n, workers);
  }

  /** What a thread needs. */
  private static final class Field {
    private double[] values = {};
    private final double[] w0 = new double[BSpline.NODES];
    private final double[] w1 = new double[BSpline.NODES];
    private final double[] s0 = new double[BSpline.NODES];
    private final double[] s1 = new double[BSpline.NODES];
    private double sum;
  }

  /**
   * What Z(x) costs, in sums of n kernel values, at most: a grid of usual size and n points on it,
   * or all pairs.
   */
  public double costInComponents() {
    return Math.min(n, (NODE * CELLS * CELLS + POINT * n) / (PAIR * n));
  }

  /**
   * Z(x).
   *
   * @param x the points by coordinate: x[t] and x[n + t]
   * @param gradient becomes ∂Z/∂x, if given
   */
  public synchronized double sum(double[] x, double @Nullable [] gradient) {
    int nodes = place(x);
    if (nodes == 0) {
      if (gradient != null) {
        Arrays.fill(gradient, Double.NaN);
      }
      return Double.NaN;
    }
    if (isExact) {
      return allPairs.sum(x, gradient);
    }
    Convolution kernel = convolution(nodes);
    spread(x, nodes);
    kernel.apply(total, workers);
    double itself = kernel(0);
    double sum = gather(x, nodes, gradient) - itself * (n - far.length);
    if (scale > 0) {
      sum += nearField.add(gradient);
    }
    return sum + addFar(x, gradient);
  }

  /** Chooses the grid by the points; returns the nodes of a side, 0 if points are not finite. */
  private int place(double[] x) {
    double[] low = new double[2];
    double[] high = new double[2];
    for (int c = 0; c < 2; c++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int t = c * n; t < (c + 1) * n; t++) {
        least = Math.min(least, x[t]);
        most = Math.max(most, x[t]);
      }
      low[c] = least;
      high[c] = most;
    }
    double side = Math.max(high[0] - low[0], high[1] - low[1]);
    if (!Double.isFinite(side)) {
      return 0;
    }
    for (int t : far) {
      isFar[t] = false;
    }
    far = new int[0];
    double[] centre = {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2};
    if (side > MOST_CELLS * LARGEST_CELL) {
      side = leaveOut(x, centre);
    }
    double[] corner = {centre[0] - side / 2, centre[1] - side / 2};
    double cost = chooseScale(x, corner, side);
    isExact = PAIR * n * n < cost + POINT * n;
    if (scale > 0 && !isExact) {
      nearField.count(x, isFar, corner, side, scale);
      nearField.sort(x);
    }
    int nodes = nodes(side, cell);
    origin = new double[] {centre[0] - cell * nodes / 2, centre[1] - cell * nodes / 2};
    return nodes;
  }

  private static int nodes(double side, double cell) {
    return Fft.lengthFor(2 * ((int) Math.ceil(side / cell) + MARGIN)) / 2;
  }

  /**
   * Sets scale and cell to what costs least, and returns that. The grid alone will not do where
   * points are sparse.
   */
  private double chooseScale(double[] x, double[] corner, double side) {
    scale = 0;
    cell = cellFor(side);
    double alone = NODE * nodes(side, cell) * nodes(side, cell);
    double least = side > LEAST_SPLIT ? Double.POSITIVE_INFINITY : alone;
    for (double a : side > LEAST_SPLIT ? SCALES : new double[0]) {
      double size = a * SPLIT_CELL;
      if (side > MOST_CELLS * size) {
        continue;
      }
      long pairs = nearField.count(x, isFar, corner, side, a);
      if (a == SCALES[0] && pairs > Math.max(MOST_PAIRS, MOST_PAIRS_EACH * n)) {
        least = alone;
      }
      if (NEAR_PAIR * pairs >= least) {
        break;
      }
      double cost = NEAR_PAIR * pairs + NODE * nodes(side, size) * nodes(side, size);
      if (cost < least) {
        least = cost;
        scale = a;
        cell = size;
      }
    }
    return scale > 0 ? least : alone;
  }

  /** One of few sizes, so that the kernel's spectrum serves many grids. */
  private static double cellFor(double side) {
    double size = LEAST_CELL;
    while (size < CELL && side > FEWEST_CELLS * size) {
      size *= 2;
    }
    while (size < LARGEST_CELL && side > CELLS * size) {
      size *= 1.25;
    }
    return coarsened(size, side);
  }

  private static double coarsened(double cell, double side) {
    double size = cell;
    while (side > MOST_CELLS * size) {
      size *= 1.25;
    }
    return size;
  }

  /** The farthest points from the median; returns the side of a box around it with the others. */
  private double leaveOut(double[] x, double[] centre) {
    for (int c = 0; c < 2; c++) {
      double[] sorted = Arrays.copyOfRange(x, c * n, (c + 1) * n);
      Arrays.sort(sorted);
      centre[c] = sorted[n / 2];
    }
    double[] distances = new double[n];
    for (int t = 0; t < n; t++) {
      distances[t] = Math.max(Math.abs(x[t] - centre[0]), Math.abs(x[n + t] - centre[1]));
    }
    double[] sorted = distances.clone();
    Arrays.sort(sorted);
    double reach = sorted[Math.max(0, n - 1 - MOST_FAR)];
    far = new int[MOST_FAR];
    int count = 0;
    for (int t = 0; t < n; t++) {
      if (distances[t] > reach) {
        isFar[t] = true;
        far[count++] = t;
      }
    }
    far = Arrays.copyOf(far, count);
    return 2 * reach;
  }

  private Convolution convolution(int nodes) {
    Convolution last = convolution;
    if (last == null
        || last.nodes() != nodes
        || convolutionCell != cell
        || convolutionScale != scale) {
      convolution = null; // its memory is free for the next one
      last =
          new Convolution(
              nodes,
              (r, c) -> kernel(cell * cell * ((double) r * r + (double) c * c)),
              angle -> 1 / (BSpline.response(angle) * BSpline.response(angle)),
              workers);
      convolution = last;
      convolutionCell = cell;
      convolutionScale = scale;
    }
    return last;
  }

  private double kernel(double square) {
    return scale > 0 ? NearField.smooth(scale, square) : 1 / (1 + square);
  }

  private int chunks() {
    return Math.max(1, Math.min(MOST_CHUNKS, n / POINTS_PER_CHUNK));
  }

  private int start(long chunk) {
    return (int) (chunk * n / chunks());
  }

  /** total = the weights of all points at the nodes. */
  private void spread(double[] x, int nodes) {
    int size = nodes * nodes;
    if (total.length != size) {
      total = new double[size];
    } else {
      Arrays.fill(total, 0);
    }
    double[] corner = Objects.requireNonNull(origin);
    double perCell = 1 / cell;
    workers.inOrder(
        chunks(),
        (chunk, slot) -> {
          Field field = fields[slot];
          if (field.values.length != size) {
            field.values = new double[size];
          } else {
            Arrays.fill(field.values, 0);
          }
          for (int t = start(chunk); t < start(chunk + 1); t++) {
            if (!isFar[t]) {
              double u = (x[t] - corner[0]) * perCell;
              double v = (x[n + t] - corner[1]) * perCell;
              int at = node(u, v, nodes);
              BSpline.weights(u - (int) u, field.w0, 0);
              BSpline.weights(v - (int) v, field.w1, 0);
              add(field, at, nodes);
            }
          }
        },
        (chunk, slot) -> {
          double[] values = fields[slot].values;
          for (int q = 0; q < size; q++) {
            total[q] += values[q];
          }
        });
  }

  /** The first node of a point's spline. */
  private static int node(double u, double v, int nodes) {
    return ((int) u - BSpline.BEFORE) * nodes + (int) v - BSpline.BEFORE;
  }

  private static void add(Field field, int at, int nodes) {
    double[] values = field.values;
    double[] w1 = field.w1;
    for (int r = 0; r < BSpline.NODES; r++) {
      double w = field.w0[r];
      int o = at + r * nodes;
      for (int c = 0; c < BSpline.NODES; c++) {
        values[o + c] += w * w1[c];
      }
    }
  }

  /** Σ of the field at all points; and its gradient there, twice, as each pair counts twice. */
  private double gather(double[] x, int nodes, double @Nullable [] gradient) {
    double[] corner = Objects.requireNonNull(origin);
    double perCell = 1 / cell;
    double[] result = new double[1];
    workers.inOrder(
        chunks(),
        (chunk, slot) -> {
          Field f = fields[slot];
          double sum = 0;
          for (int t = start(chunk); t < start(chunk + 1); t++) {
            if (isFar[t]) {
              continue;
            }
            double u = (x[t] - corner[0]) * perCell;
            double v = (x[n + t] - corner[1]) * perCell;
            int at = node(u, v, nodes);
            BSpline.weightsAndSlopes(u - (int) u, f.w0, f.s0, 0);
            BSpline.weightsAndSlopes(v - (int) v, f.w1, f.s1, 0);
            double down = 0;
            double across = 0;
            for (int r = 0; r < BSpline.NODES; r++) {
              double plain = 0;
              double slope = 0;
              int o = at + r * nodes;
              for (int c = 0; c < BSpline.NODES; c++) {
                plain += f.w1[c] * total[o + c];
                slope += f.s1[c] * total[o + c];
              }
              sum += f.w0[r] * plain;
              down += f.s0[r] * plain;
              across += f.w0[r] * slope;
            }
            if (gradient != null) {
              gradient[t] = 2 * perCell * down;
              gradient[n + t] = 2 * perCell * across;
            }
          }
          f.sum = sum;
        },
        (chunk, slot) -> result[0] += fields[slot].sum);
    return result[0];
  }

  /** The pairs of which one or both are far. */
  private double addFar(double[] x, double @Nullable [] gradient) {
    double sum = 0;
    if (gradient != null) {
      for (int t : far) {
        gradient[t] = 0;
        gradient[n + t] = 0;
      }
    }
    for (int t : far) {
      for (int i = 0; i < n; i++) {
        if (i == t || (isFar[i] && i < t)) {
          continue; // itself, or a pair that was counted from its other end
        }
        double d0 = x[i] - x[t];
        double d1 = x[n + i] - x[n + t];
        double q = 1 / (1 + d0 * d0 + d1 * d1);
        sum += 2 * q;
        if (gradient != null) {
          double pull = 4 * q * q;
          gradient[i] -= pull * d0;
          gradient[n + i] -= pull * d1;
          gradient[t] += pull * d0;
          gradient[n + t] += pull * d1;
        }
      }
    }
    return sum;
  }
}
