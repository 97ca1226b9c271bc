package org.fogopt.apps.embedding;

import java.util.Arrays;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/**
 * How near points are to each other, as probabilities: p_{i|t} ∝ exp(−β_t |z_t − z_i|²) for i ≠ t,
 * each row t with sum 1. Of few points all pairs are kept, of many only the nearest.
 *
 * <pre>{@code
 * Similarities p = Similarities.ofPerplexity(points, 30, workers);
 * }</pre>
 */
public final class Similarities {
  /** Up to so many points all pairs are kept: 128 MB at most. */
  public static final int MOST_DENSE = 4000;

  /**
   * Of more points, the nearest so many times the perplexity: farther ones weigh next to nothing.
   */
  private static final int NEIGHBOURS = 3;

  /** For the least perplexity, 2. */
  static final int LEAST_POINTS = 2 * NEIGHBOURS + 1;

  /** Of log(perplexity), absolute. */
  private static final double CALIBRATION = 1e-9;

  private static final int ROWS_PER_CHUNK = 16;

  private final int n;
  private final double[] values;
  private final int[] starts; // of row t; values of a dense matrix have all columns
  private final int[] columns; // empty if dense

  private Similarities(int n, double[] values, int[] starts, int[] columns) {
    this.n = n;
    this.values = values;
    this.starts = starts;
    this.columns = columns;
  }

  /** A name for them, as of a matrix. */
  String fingerprint() {
    return new Fingerprint("similarities").add(n).add(starts).add(columns).add(values).toString();
  }

  private static Similarities dense(int n, double[] values) {
    int[] starts = new int[n + 1];
    Arrays.setAll(starts, t -> t * n);
    return new Similarities(n, values, starts, new int[0]);
  }

  /**
   * With β_t such that the entropy of every row is log(perplexity): a point has about so many
   * neighbours.
   */
  public static Similarities ofPerplexity(Rows points, double perplexity, Workers workers) {
    return ofPerplexity(points, perplexity, MOST_DENSE, workers, Preparation.SILENT);
  }

  /** The same of the nearest points only, however few points there are. */
  public static Similarities ofNearest(Rows points, double perplexity, Workers workers) {
    return ofNearest(points, perplexity, workers, Preparation.SILENT);
  }

  /** The same; {@code preparation} hears of the search for neighbours. */
  public static Similarities ofNearest(
      Rows points, double perplexity, Workers workers, Preparation preparation) {
    return ofPerplexity(points, perplexity, 0, workers, preparation);
  }

  static Similarities ofPerplexity(
      Rows points, double perplexity, int mostDense, Workers workers, Preparation preparation) {
    int n = points.rows();
    if (!(perplexity >= 2)) {
      throw new IllegalArgumentException("the perplexity must be at least 2, not " + perplexity);
    }
    if (n < LEAST_POINTS) {
      throw new IllegalArgumentException(
          "a map needs at least %d points for a perplexity of 2, not %d"
              .formatted(LEAST_POINTS, n));
    }
    if (NEIGHBOURS * perplexity > n - 1) {
      throw new IllegalArgumentException(
          "a perplexity of %s needs more than %s points, not %d; take at most %s"
              .formatted(
                  plain(perplexity),
                  plain(Math.ceil(NEIGHBOURS * perplexity)),
                  n,
                  plain(Math.max(2, Math.floor((n - 1.0) / NEIGHBOURS)))));
    }
    double entropy = StrictMath.log(perplexity);
    if (n <= mostDense) {
      double[] values = new double[Math.multiplyExact(n, n)];
      eachRow(
          n,
          n,
          workers,
          (t, d, scratch) -> {
            squares(points, t, d);
            calibrate(d, t, n, entropy, scratch);
            System.arraycopy(d, 0, values, t * n, n);
          });
      return dense(n, values);
    }
    int each = (int) Math.ceil(NEIGHBOURS * perplexity);
    int[] columns = Neighbours.of(points, each, workers, preparation);
    double[] values = new double[columns.length];
    eachRow(
        n,
        each,
        workers,
        (t, d, scratch) -> {
          for (int q = 0; q < each; q++) {
            d[q] = points.squaredDistance(t, columns[t * each + q]);
          }
          calibrate(d, -1, each, entropy, scratch);
          System.arraycopy(d, 0, values, t * each, each);
        });
    int[] starts = new int[n + 1];
    Arrays.setAll(starts, t -> t * each);
    return new Similarities(n, values, starts, columns);
  }

  /** With one bandwidth for all points: p_{i|t} ∝ exp(−|z_t − z_i|²/width), width = 2σ². */
  public static Similarities ofBandwidth(Rows points, double width, Workers workers) {
    int n = points.rows();
    if (!(width > 0) || Double.isInfinite(width)) {
      throw new IllegalArgumentException("the bandwidth must be positive, not " + width);
    }
    if (n < 3 || n > MOST_DENSE) {
      throw new IllegalArgumentException(
          "a fixed bandwidth needs 3 to %d points, not %d; use a perplexity"
              .formatted(MOST_DENSE, n));
    }
    double[] values = new double[n * n];
    eachRow(
        n,
        n,
        workers,
        (t, d, scratch) -> {
          squares(points, t, d);
          d[t] = Double.POSITIVE_INFINITY;
          double least = Arrays.stream(d).min().orElse(0);
          for (int i = 0; i < n; i++) {
            d[i] = i == t ? -1000 : -(d[i] - least) / width;
          }
          Kernels.exp(d, n);
          normalise(d, n);
          System.arraycopy(d, 0, values, t * n, n);
        });
    return dense(n, values);
  }

  @FunctionalInterface
  private interface RowWork {
    void fill(int t, double[] d, double[] scratch);
  }

  /** Rows are independent, so they can be made in any order. */
  private static void eachRow(int n, int length, Workers workers, RowWork work) {
    double[][] d = new double[workers.threads()][length];
    double[][] scratch = new double[workers.threads()][length];
    workers.inOrder(
        (n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK,
        (chunk, slot) -> {
          int from = (int) chunk * ROWS_PER_CHUNK;
          for (int t = from; t < Math.min(n, from + ROWS_PER_CHUNK); t++) {
            work.fill(t, d[slot], scratch[slot]);
          }
        },
        (chunk, slot) -> {});
  }

  static void squares(Rows points, int t, double[] d) {
    for (int i = 0; i < d.length; i++) {
      d[i] = points.squaredDistance(t, i);
    }
  }

  /**
   * Turns squared distances into probabilities of the given entropy, by Newton's method on log β
   * within a bracket. Where too many points are equally near for that, they share.
   *
   * @param own the entry that is to be 0, or −1
   */
  static void calibrate(double[] d, int own, int n, double entropy, double[] e) {
    double least = Double.POSITIVE_INFINITY;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      if (i != own) {
        least = Math.min(least, d[i]);
        sum += d[i];
      }
    }
    double spread = sum / n - least;
    double beta = spread > 0 ? 1 / spread : 1;
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < n; i++) {
        e[i] = -beta * (d[i] - least);
      }
      if (own >= 0) {
        e[own] = -1000;
      }
      Kernels.exp(e, n);
      double z = 0;
      double first = 0;
      double second = 0;
      for (int i = 0; i < n; i++) {
        double s = d[i] - least;
        z += e[i];
        first += e[i] * s;
        second += e[i] * s * s;
      }
      double mean = first / z;
      double excess = StrictMath.log(z) + beta * mean - entropy;
      if (Math.abs(excess) <= CALIBRATION) {
        break;
      }
      if (excess > 0) {
        low = beta;
      } else {
        high = beta;
      }
      double slope = beta * beta * (second / z - mean * mean); // −dH/d(log β)
      double newton = beta * StrictMath.exp(Math.max(-2, Math.min(2, excess / slope)));
      if (newton > low && newton < high) {
        beta = newton;
      } else {
        beta = high == Double.POSITIVE_INFINITY ? 4 * beta : (low + high) / 2;
      }
      if (!(beta > 0 && beta < 1e300)) {
        break;
      }
    }
    System.arraycopy(e, 0, d, 0, n);
    normalise(d, n);
  }

  private static void normalise(double[] e, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += e[i];
    }
    for (int i = 0; i < n; i++) {
      e[i] /= sum;
    }
  }

  /** p_ij = (p_{i|j} + p_{j|i})/(2n): of sum 1 over all pairs. */
  public Similarities symmetrised() {
    if (isDense()) {
      double[] both = new double[values.length];
      for (int t = 0; t < n; t++) {
        for (int i = 0; i < t; i++) {
          double p = (values[t * n + i] + values[i * n + t]) / (2.0 * n);
          both[t * n + i] = p;
          both[i * n + t] = p;
        }
      }
      return dense(n, both);
    }
    Similarities other = transposed();
    int[] first = new int[n + 1];
    int most = 2 * values.length;
    double[] sums = new double[most];
    int[] where = new int[most];
    int at = 0;
    for (int t = 0; t < n; t++) {
      int a = starts[t];
      int b = other.starts[t];
      while (a < starts[t + 1] || b < other.starts[t + 1]) {
        int ca = a < starts[t + 1] ? columns[a] : n;
        int cb = b < other.starts[t + 1] ? other.columns[b] : n;
        double p = 0;
        if (ca <= cb) {
          p += values[a++];
        }
        if (cb <= ca) {
          p += other.values[b++];
        }
        where[at] = Math.min(ca, cb);
        sums[at++] = p / (2.0 * n);
      }
      first[t + 1] = at;
    }
    return new Similarities(n, Arrays.copyOf(sums, at), first, Arrays.copyOf(where, at));
  }

  /** Row i of it holds p_{i|t} for all t. */
  Similarities transposed() {
    if (isDense()) {
      double[] turned = new double[values.length];
      for (int t = 0; t < n; t++) {
        for (int i = 0; i < n; i++) {
          turned[i * n + t] = values[t * n + i];
        }
      }
      return dense(n, turned);
    }
    int[] first = new int[n + 1];
    for (int column : columns) {
      first[column + 1]++;
    }
    for (int t = 0; t < n; t++) {
      first[t + 1] += first[t];
    }
    int[] next = first.clone();
    double[] turned = new double[values.length];
    int[] where = new int[values.length];
    for (int t = 0; t < n; t++) {
      for (int q = starts[t]; q < starts[t + 1]; q++) {
        int at = next[columns[q]]++;
        turned[at] = values[q];
        where[at] = t;
      }
    }
    return new Similarities(n, turned, first, where);
  }

  /** −Σ p log p over all pairs: what a divergence is short of its objective. */
  public double entropy() {
    double sum = 0;
    double[] logs = new double[n];
    for (int t = 0; t < n; t++) {
      int count = count(t);
      for (int q = 0; q < count; q++) {
        logs[q] = Math.max(values[starts[t] + q], Double.MIN_NORMAL);
      }
      Kernels.log(logs, count);
      sum -= Kernels.dot(values, starts[t], logs, count);
    }
    return sum;
  }

  /** The number of points. */
  public int size() {
    return n;
  }

  /** Whether all pairs are kept. */
  public boolean isDense() {
    return columns.length == 0;
  }

  /** p_{i|t}, or p_ti if symmetrised. */
  public double get(int t, int i) {
    if (isDense()) {
      return values[t * n + i];
    }
    for (int q = starts[t]; q < starts[t + 1]; q++) {
      if (columns[q] == i) {
        return values[q];
      }
    }
    return 0;
  }

  double[] values() {
    return values;
  }

  int start(int t) {
    return starts[t];
  }

  int count(int t) {
    return starts[t + 1] - starts[t];
  }

  /** Of the entries of row t, which are in order, those of columns after t; sparse, p_tt = 0. */
  int countAfter(int t) {
    return starts[t + 1] + Arrays.binarySearch(columns, starts[t], starts[t + 1], t) + 1;
  }

  int column(int q) {
    return columns[q];
  }

  private static String plain(double value) {
    return value == Math.rint(value) && value < Long.MAX_VALUE
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
