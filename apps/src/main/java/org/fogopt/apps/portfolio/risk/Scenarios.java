package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import java.util.Locale;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.SymmetricMatrix;
import org.jspecify.annotations.Nullable;

/**
 * What the assets may return: T scenarios of N returns each, with probabilities. All sums have a
 * fixed order, so threads change no bit.
 */
public final class Scenarios {
  /** How often returns may be in memory: themselves, deviations, and those of a program. */
  private static final int COPIES = 3;

  /** Rows that make one task. */
  private static final int BLOCK = 256;

  private final int count;
  private final int assets;
  private final double[] rows;
  private final double[] p;
  private final double[] means;
  private final Parallel parallel;
  private double @Nullable [] deviations; // made when first needed
  private @Nullable SymmetricMatrix covariance;
  private double shrinkage;

  private Scenarios(int count, int assets, double[] rows, double[] p, Parallel parallel) {
    this.count = count;
    this.assets = assets;
    this.rows = rows;
    this.p = p;
    this.parallel = parallel;
    means = new double[assets];
    for (int t = 0; t < count; t++) {
      Kernels.axpy(p[t], rows, t * assets, means, assets);
    }
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
    int assets = returns.columns();
    requireMemory(returns.count(), assets);
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
    double[] rows = new double[Math.multiplyExact(count, assets)];
    double[] row = new double[assets];
    for (int t = 0; t < count; t++) {
      returns.copyTo(t, row);
      if (!Kernels.finite(row)) {
        throw new IllegalArgumentException(
            "row %d has a return that is no number".formatted(t + 1));
      }
      System.arraycopy(row, 0, rows, t * assets, assets);
    }
    double total = sum;
    double[] p = Arrays.stream(weights).map(weight -> weight / total).toArray();
    return new Scenarios(count, assets, rows, p, parallel);
  }

  private static void requireMemory(long count, int assets) {
    double numbers = (double) count * assets;
    long most = Runtime.getRuntime().maxMemory();
    if (numbers > Integer.MAX_VALUE - 8 || COPIES * 8 * numbers > most) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d periods of %d assets take %.1f GB in memory, %d times at the worst, and Java has"
                  + " %.1f; without a measure of risk, mean and variance are balanced on rows of any"
                  + " number",
              count,
              assets,
              8 * numbers / 1e9,
              COPIES,
              most / 1e9));
    }
  }

  /** With one more column, such as a benchmark that is held short. */
  public Scenarios with(double[] column) {
    if (column.length != count) {
      throw new IllegalArgumentException(
          "%d returns of a benchmark, but %d periods".formatted(column.length, count));
    }
    int wider = assets + 1;
    double[] all = new double[Math.multiplyExact(count, wider)];
    for (int t = 0; t < count; t++) {
      System.arraycopy(rows, t * assets, all, t * wider, assets);
      all[t * wider + assets] = column[t];
    }
    return new Scenarios(count, wider, all, p, parallel);
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
    var made = new Scenarios(count, assets, rows, p, parallel);
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

  /** Row by row, a_tᵀx. */
  double[] times(double[] matrix, double[] x) {
    double[] z = new double[count];
    parallel.forEach(
        (count + BLOCK - 1) / BLOCK,
        block -> {
          for (int t = block * BLOCK; t < Math.min(count, (block + 1) * BLOCK); t++) {
            z[t] = Kernels.dot(matrix, t * assets, x, assets);
          }
        });
    return z;
  }

  /** Σ_t c_t a_t. */
  double[] combine(double[] matrix, double[] c) {
    double[] sum = new double[assets];
    for (int t = 0; t < count; t++) {
      if (c[t] != 0) {
        Kernels.axpy(c[t], matrix, t * assets, sum, assets);
      }
    }
    return sum;
  }
}
