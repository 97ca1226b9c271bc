package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SymmetricMatrix;
import org.jspecify.annotations.Nullable;

/**
 * What the assets may return: T scenarios of N returns each, with probabilities. They are copied
 * into memory where they fit, and else looked at where they are. All sums have a fixed order, so
 * threads change no bit.
 */
public final class Scenarios {
  /** How often returns may be in memory: themselves, deviations, and those of a program. */
  private static final int COPIES = 3;

  /** Numbers for each scenario that are in memory in any case: its return, its slope and others. */
  private static final int EACH = 12;

  /** Rows that make one task. */
  private static final int BLOCK = 256;

  private final int count;
  private final int assets;
  private final RowMatrix data;
  private final double[] rows; // empty where they are not in memory
  private final double[] p;
  private final double[] means;
  private final Parallel parallel;
  private double @Nullable [] deviations; // made when first needed
  private @Nullable SymmetricMatrix covariance;
  private double shrinkage;

  private Scenarios(RowMatrix data, double[] rows, double[] p, Parallel parallel) {
    count = p.length;
    assets = data.columns();
    this.data = data;
    this.rows = rows;
    this.p = p;
    this.parallel = parallel;
    means = combine(rows, p);
  }

  /** Rows are scenarios, all as likely. */
  public static Scenarios of(RowMatrix returns, Parallel parallel) {
    return of(returns, Risk.equal(Math.toIntExact(returns.count())), parallel);
  }

  /**
   * Rows are scenarios.
   *
   * @param weights not negative; probabilities are proportional to them
   */
  public static Scenarios of(RowMatrix returns, double[] weights, Parallel parallel) {
    return of(returns, weights, parallel, Runtime.getRuntime().maxMemory());
  }

  /** Whether so many returns may be copied into memory. */
  public static boolean fit(RowMatrix returns) {
    return fit(returns, Runtime.getRuntime().maxMemory());
  }

  private static boolean fit(RowMatrix returns, long bytes) {
    double numbers = (double) returns.count() * returns.columns();
    return numbers <= Integer.MAX_VALUE - 8 && COPIES * 8 * numbers <= bytes;
  }

  /** With so much memory. */
  static Scenarios of(RowMatrix returns, double[] weights, Parallel parallel, long bytes) {
    int assets = returns.columns();
    if (8.0 * EACH * returns.count() > bytes) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d periods take at least %.1f GB in memory, and Java has %.1f; give more with -Xmx",
              returns.count(),
              8e-9 * EACH * returns.count(),
              bytes / 1e9));
    }
    int count = Math.toIntExact(returns.count());
    if (count == 0 || assets == 0 || weights.length != count) {
      throw new IllegalArgumentException(
          "%d scenarios of %d assets with %d weights".formatted(count, assets, weights.length));
    }
    double sum = 0;
    for (double weight : weights) {
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("a weight must be at least 0, not " + weight);
      }
      sum += weight;
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("all weights are 0");
    }
    boolean isInMemory = fit(returns, bytes);
    double[] rows = new double[isInMemory ? Math.multiplyExact(count, assets) : 0];
    double[] row = new double[assets];
    for (int t = 0; t < count; t++) {
      returns.copyTo(t, row);
      if (!Kernels.finite(row)) {
        throw new IllegalArgumentException(
            "row %d has a return that is no number".formatted(t + 1));
      }
      if (isInMemory) {
        System.arraycopy(row, 0, rows, t * assets, assets);
      }
    }
    if (isInMemory && Arrays.stream(weights).anyMatch(weight -> weight == 0)) {
      return of(counted(returns, weights), positive(weights), parallel, bytes);
    }
    double total = sum;
    double[] p = Arrays.stream(weights).map(weight -> weight / total).toArray();
    RowMatrix data = isInMemory ? Rows.of(count, assets, rows) : returns;
    return new Scenarios(data, rows, p, parallel);
  }

  /** The rows that have a weight: others would have no part in a sum, but one in a maximum. */
  private static RowMatrix counted(RowMatrix returns, double[] weights) {
    int n = returns.columns();
    int[] in = IntStream.range(0, weights.length).filter(t -> weights[t] > 0).toArray();
    double[] rows = new double[Math.multiplyExact(in.length, n)];
    double[] row = new double[n];
    for (int i = 0; i < in.length; i++) {
      returns.copyTo(in[i], row);
      System.arraycopy(row, 0, rows, i * n, n);
    }
    return Rows.of(in.length, n, rows);
  }

  private static double[] positive(double[] weights) {
    return Arrays.stream(weights).filter(weight -> weight > 0).toArray();
  }

  public int count() {
    return count;
  }

  public int assets() {
    return assets;
  }

  public double[] probabilities() {
    return p;
  }

  /** Expected returns. */
  public double[] means() {
    return means;
  }

  Parallel parallel() {
    return parallel;
  }

  /** Whether programs of all scenarios can be made. */
  boolean isInMemory() {
    return rows.length > 0;
  }

  /** The returns, wherever they are. */
  RowMatrix data() {
    return data;
  }

  double[] rows() {
    return rows;
  }

  /** r_t − r̄, row by row. */
  double[] deviations() {
    if (deviations == null) {
      double[] made = rows.clone();
      for (int t = 0; t < count; t++) {
        Kernels.axpy(-1, means, 0, made, t * assets, assets);
      }
      deviations = made;
    }
    return deviations;
  }

  /** Σ p_t (r_t − r̄)(r_t − r̄)ᵀ; made once. */
  SymmetricMatrix covariance() {
    if (covariance == null) {
      SymmetricMatrix made = new SymmetricMatrix(assets);
      made.addRows(count, deviations(), p, parallel);
      covariance = made;
    }
    return covariance;
  }

  /**
   * The same with a covariance shrunk towards a multiple of the identity of the weights.
   *
   * @param share from 0 to 1; NaN for that of least expected error
   * @param maps a row for each weight: its linear function of what the columns are of
   */
  public Scenarios shrunk(double share, double[] maps) {
    var made = new Scenarios(data, rows, p, parallel);
    made.deviations = deviations();
    made.shrinkage = Shrinkage.into(covariance(), deviations(), p, maps, share, parallel);
    made.covariance = covariance;
    covariance = null; // it was changed
    return made;
  }

  /** The share of the covariance that is not the sample's. */
  public double shrinkage() {
    return shrinkage;
  }

  /** The risk of weights: of the covariance where that is shrunk, else of their returns. */
  public double risk(Risk risk, double[] x) {
    return shrinkage > 0 && risk.isOfCovariance()
        ? new CovarianceRisk(risk, covariance()).at(x)
        : risk.of(returnsOf(x), p);
  }

  /** The portfolio's return in each scenario. */
  public double[] returnsOf(double[] x) {
    return times(rows, x);
  }

  /** Row by row, a_tᵀx; of the returns where there is no matrix in memory. */
  double[] times(double[] matrix, double[] x) {
    double[] z = new double[count];
    parallel.forEach(
        (count + BLOCK - 1) / BLOCK,
        block -> {
          for (int t = block * BLOCK; t < Math.min(count, (block + 1) * BLOCK); t++) {
            z[t] = matrix.length == 0 ? data.dot(t, x) : Kernels.dot(matrix, t * assets, x, assets);
          }
        });
    return z;
  }

  /** Σ_t c_t a_t, likewise. */
  double[] combine(double[] matrix, double[] c) {
    double[] sum = new double[assets];
    for (int t = 0; t < count; t++) {
      if (c[t] != 0 && matrix.length == 0) {
        data.addTo(t, c[t], sum);
      } else if (c[t] != 0) {
        Kernels.axpy(c[t], matrix, t * assets, sum, assets);
      }
    }
    return sum;
  }
}
