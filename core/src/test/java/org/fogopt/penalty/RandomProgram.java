package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;

/** A feasible and bounded quadratic program, and its KKT conditions written out. */
@SuppressWarnings("ArrayRecordComponent")
record RandomProgram(double[][] h, double[] c, Polyhedral set) {
  private static final double INF = Double.POSITIVE_INFINITY;

  /**
   * Bounds, rows and costs about a feasible point that is often on some of them.
   *
   * @param rank of H; below d, all entries have two bounds
   * @param spread powers of ten by which entries, rows and objectives may differ
   */
  static RandomProgram of(Random random, int d, int rank, int rows, int spread) {
    double[] units = new double[d];
    for (int k = 0; k < d; k++) {
      units[k] = power(random, spread);
    }
    double objective = power(random, spread);
    double[][] h = new double[d][d];
    for (int r = 0; r < rank; r++) {
      double[] v = new double[d];
      for (int k = 0; k < d; k++) {
        v[k] = random.nextGaussian() / units[k];
      }
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          h[i][j] += objective * v[i] * v[j];
        }
      }
    }
    double[] feasible = new double[d];
    double[] c = new double[d];
    double[] lower = new double[d];
    double[] upper = new double[d];
    double[] costs = new double[d];
    double[] centres = new double[d];
    for (int k = 0; k < d; k++) {
      double u = units[k];
      feasible[k] = u * random.nextGaussian();
      c[k] = objective * random.nextGaussian() / u;
      lower[k] = feasible[k] - u * distance(random);
      upper[k] = feasible[k] + u * distance(random);
      int kind = rank < d ? 6 : random.nextInt(6);
      lower[k] = kind == 0 || kind == 2 ? -INF : lower[k];
      upper[k] = kind == 1 || kind == 2 ? INF : upper[k];
      if (random.nextInt(3) == 0) {
        costs[k] = objective * random.nextDouble() / u;
        centres[k] = random.nextBoolean() ? 0 : feasible[k] + u * random.nextGaussian();
      }
    }
    List<Row> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double unit = power(random, spread);
      double[] a = new double[d];
      double value = 0;
      for (int k = 0; k < d; k++) {
        boolean dense = random.nextBoolean();
        a[k] = dense ? unit * (random.nextBoolean() ? 1 : random.nextGaussian()) / units[k] : 0;
        value += a[k] * feasible[k];
      }
      int kind = random.nextInt(4);
      double least = kind == 0 ? value : kind == 1 ? -INF : value - unit * distance(random);
      double most = kind == 0 ? value : kind == 2 ? INF : value + unit * distance(random);
      all.add(new Row("row " + i, a, least, most));
      if (random.nextInt(6) == 0) {
        all.add(new Row("row " + i + " again", a, least, most));
      }
    }
    Polyhedral set =
        Polyhedral.box(lower, upper)
            .with(all.toArray(new Row[0]))
            .withAbsoluteCosts(costs, centres);
    return new RandomProgram(h, c, set);
  }

  private static double power(Random random, int spread) {
    return StrictMath.pow(10, random.nextInt(spread + 1) - spread / 2);
  }

  private static double distance(Random random) {
    return random.nextInt(3) == 0 ? 0 : 2 * random.nextDouble();
  }

  SymmetricMatrix matrix() {
    var matrix = new SymmetricMatrix(c.length);
    for (int i = 0; i < c.length; i++) {
      for (int j = 0; j <= i; j++) {
        matrix.add(i, j, h[i][j]);
      }
    }
    return matrix;
  }

  Solution solve() {
    return QuadraticProgram.of(matrix(), c, set).solve();
  }

  double objective(double[] z) {
    double value = set.cost(z);
    for (int i = 0; i < z.length; i++) {
      value += c[i] * z[i];
      for (int j = 0; j < z.length; j++) {
        value += 0.5 * z[i] * h[i][j] * z[j];
      }
    }
    return value;
  }

  /** Feasibility, signs, complementarity and stationarity, relative to the sizes of their terms. */
  void requireKkt(Solution solution, double tolerance) {
    double[] z = solution.z();
    int d = z.length;
    double entries = 0;
    for (double each : z) {
      entries = Math.max(entries, Math.abs(each));
    }
    double[] gradient = c.clone();
    double[] sizes = new double[d];
    for (int k = 0; k < d; k++) {
      sizes[k] = Math.abs(c[k]) + set.absoluteCosts()[k];
      for (int j = 0; j < d; j++) {
        gradient[k] += h[k][j] * z[j];
        sizes[k] += Math.abs(h[k][j] * z[j]);
      }
    }
    for (int i = 0; i < set.rows().size(); i++) {
      Row row = set.rows().get(i);
      double nu = solution.rowMultipliers()[i];
      double value = 0;
      double size = 0;
      double largest = 0;
      for (int k = 0; k < d; k++) {
        value += row.coefficients()[k] * z[k];
        size += Math.abs(row.coefficients()[k] * z[k]);
        largest = Math.max(largest, Math.abs(row.coefficients()[k]));
        gradient[k] += nu * row.coefficients()[k];
        sizes[k] += Math.abs(nu * row.coefficients()[k]);
      }
      double rounding = 1e-12 * (size + largest * entries);
      assertThat(value).as(row.name()).isBetween(row.least() - rounding, row.most() + rounding);
      if (nu > 0) {
        assertThat(nu * (row.most() - value)).isLessThanOrEqualTo(tolerance * (1 + scale()));
      } else if (nu < 0) {
        assertThat(-nu * (value - row.least())).isLessThanOrEqualTo(tolerance * (1 + scale()));
      }
    }
    for (int k = 0; k < d; k++) {
      assertThat(z[k]).as("entry %d", k).isBetween(set.lower()[k], set.upper()[k]);
      double multiplier = solution.boundMultipliers()[k];
      double rest = gradient[k] + multiplier;
      double cost = set.absoluteCosts()[k];
      double t = z[k] - set.centres()[k];
      double least = t > 0 ? cost : -cost;
      double most = t < 0 ? -cost : cost;
      double off = tolerance * sizes[k];
      assertThat(-rest).as("slope of entry %d", k).isBetween(least - off, most + off);
      double slack = multiplier > 0 ? set.upper()[k] - z[k] : z[k] - set.lower()[k];
      if (Math.abs(multiplier) > off) {
        assertThat(Math.abs(multiplier) * slack)
            .as("complementarity of entry %d", k)
            .isLessThanOrEqualTo(tolerance * (1 + scale()));
      }
    }
  }

  /** A size of the objective. */
  double scale() {
    double scale = 0;
    for (int k = 0; k < c.length; k++) {
      double reach = Double.isFinite(set.lower()[k]) ? Math.abs(set.lower()[k]) : 0;
      reach = Math.max(reach, Double.isFinite(set.upper()[k]) ? Math.abs(set.upper()[k]) : 0);
      scale += (Math.abs(c[k]) + set.absoluteCosts()[k] + h[k][k] * reach) * reach;
    }
    return scale;
  }
}
