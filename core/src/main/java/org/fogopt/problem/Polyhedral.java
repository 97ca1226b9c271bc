package org.fogopt.problem;

import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.Shortened;

/**
 * A penalty whose structure is known: h(x) = Σ κ_k|x_k − a_k| + Σ q_k x_k² over the polyhedron
 * lower ≤ x ≤ upper, least ≤ aᵀx ≤ most for each row a. With a quadratic model of the smooth part
 * it makes a quadratic program.
 *
 * <pre>{@code
 * // Long-only weights that sum to 1, with a cost of 0.002 for each unit traded from today's weights.
 * var structure =
 *     Polyhedral.box(d, 0, 1)
 *         .with(Polyhedral.Row.sum("budget", d, 1, 1))
 *         .withAbsoluteCosts(costs, today);
 * }</pre>
 *
 * @param lower bounds, −∞ for none
 * @param upper bounds, +∞ for none
 * @param rows linear constraints
 * @param absoluteCosts κ ≥ 0
 * @param centres a
 * @param squares q ≥ 0
 */
public record Polyhedral(
    double[] lower,
    double[] upper,
    List<Row> rows,
    double[] absoluteCosts,
    double[] centres,
    double[] squares) {
  /**
   * least ≤ coefficientsᵀx ≤ most; an equality where both are the same, one-sided where one is
   * infinite.
   *
   * @param name for messages
   * @param coefficients one for each entry of x
   */
  public record Row(String name, double[] coefficients, double least, double most) {
    /** The arrays are kept as they are, not copied. */
    public Row {
      if (!(least <= most && least < Double.POSITIVE_INFINITY && most > Double.NEGATIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "the bounds of the row %s clash: at least %s and at most %s"
                .formatted(name, least, most));
      }
      for (int k = 0; k < coefficients.length; k++) {
        if (!Double.isFinite(coefficients[k])) {
          throw new IllegalArgumentException(
              "coefficient %d of the row %s must be finite, not %s"
                  .formatted(k + 1, name, coefficients[k]));
        }
      }
    }

    /** Bounds on the sum of all entries. */
    public static Row sum(String name, int dimension, double least, double most) {
      double[] ones = new double[dimension];
      Arrays.fill(ones, 1);
      return new Row(name, ones, least, most);
    }

    /** Bounds on the sum of some entries. */
    public static Row sum(String name, int dimension, int[] members, double least, double most) {
      double[] coefficients = new double[dimension];
      for (int k : members) {
        coefficients[k] = 1;
      }
      return new Row(name, coefficients, least, most);
    }

    @Override
    public String toString() {
      return "Row[%s: %s <= %s x <= %s]".formatted(name, least, Shortened.of(coefficients), most);
    }
  }

  /** The arrays are kept as they are, not copied. */
  public Polyhedral {
    rows = List.copyOf(rows);
    int d = lower.length;
    if (upper.length != d
        || absoluteCosts.length != d
        || centres.length != d
        || squares.length != d) {
      throw new IllegalArgumentException(
          "%d lower bounds, %d upper bounds, %d absolute costs, %d centres and %d squares"
              .formatted(d, upper.length, absoluteCosts.length, centres.length, squares.length));
    }
    for (Row row : rows) {
      if (row.coefficients().length != d) {
        throw new IllegalArgumentException(
            "the row %s has %d coefficients, but there are %d entries"
                .formatted(row.name(), row.coefficients().length, d));
      }
    }
    for (int k = 0; k < d; k++) {
      requireNotNegative("absolute cost", k, absoluteCosts[k]);
      requireNotNegative("weight of the square", k, squares[k]);
      if (!Double.isFinite(centres[k])) {
        throw new IllegalArgumentException(
            "the centre of entry %d must be finite, not %s".formatted(k + 1, centres[k]));
      }
      if (Double.isNaN(lower[k]) || Double.isNaN(upper[k])) {
        throw new IllegalArgumentException("a bound of entry %d is NaN".formatted(k + 1));
      }
    }
  }

  private static void requireNotNegative(String what, int k, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "the %s of entry %d must be at least 0, not %s".formatted(what, k + 1, value));
    }
  }

  /** lower ≤ x_k ≤ upper for all k, without rows or costs. */
  public static Polyhedral box(int dimension, double lower, double upper) {
    double[] lowers = new double[dimension];
    double[] uppers = new double[dimension];
    Arrays.fill(lowers, lower);
    Arrays.fill(uppers, upper);
    return box(lowers, uppers);
  }

  /** lower_k ≤ x_k ≤ upper_k, without rows or costs. */
  public static Polyhedral box(double[] lower, double[] upper) {
    double[] zero = new double[lower.length];
    return new Polyhedral(lower, upper, List.of(), zero, zero, zero);
  }

  /** This, with more rows. */
  public Polyhedral with(Row... more) {
    Row[] all = Arrays.copyOf(rows.toArray(new Row[0]), rows.size() + more.length);
    System.arraycopy(more, 0, all, rows.size(), more.length);
    return new Polyhedral(lower, upper, List.of(all), absoluteCosts, centres, squares);
  }

  /** This, with the costs Σ κ_k|x_k − a_k| in place of its own. */
  public Polyhedral withAbsoluteCosts(double[] costs, double[] about) {
    return new Polyhedral(lower, upper, rows, costs, about, squares);
  }

  /** This, with the costs Σ q_k x_k² in place of its own. */
  public Polyhedral withSquares(double[] weights) {
    return new Polyhedral(lower, upper, rows, absoluteCosts, centres, weights);
  }

  /** The same set, with the bounds that single rows leave entries without bounds of their own. */
  public Polyhedral tightened() {
    double[] least = lower.clone();
    double[] most = upper.clone();
    for (Row row : rows) {
      tighten(least, most, row.coefficients(), 1, row.most());
      tighten(least, most, row.coefficients(), -1, -row.least());
    }
    return new Polyhedral(least, most, rows, absoluteCosts, centres, squares);
  }

  /** sign·aᵀx ≤ bound leaves an entry what the least of the others leaves. */
  private static void tighten(
      double[] lower, double[] upper, double[] a, double sign, double bound) {
    double least = 0;
    int without = -1; // the only entry that has no least term
    for (int k = 0; k < a.length; k++) {
      double term = least(lower, upper, a, sign, k);
      if (term == Double.NEGATIVE_INFINITY && without >= 0) {
        return;
      }
      without = term == Double.NEGATIVE_INFINITY ? k : without;
      least += term == Double.NEGATIVE_INFINITY ? 0 : term;
    }
    for (int k = 0; k < a.length && bound < Double.POSITIVE_INFINITY; k++) {
      if (a[k] != 0 && (without < 0 || without == k)) {
        double others = without == k ? least : least - least(lower, upper, a, sign, k);
        double end = (bound - others) / (sign * a[k]);
        if (sign * a[k] > 0 && upper[k] == Double.POSITIVE_INFINITY) {
          upper[k] = Math.max(lower[k], end);
        } else if (sign * a[k] < 0 && lower[k] == Double.NEGATIVE_INFINITY) {
          lower[k] = Math.min(upper[k], end);
        }
      }
    }
  }

  private static double least(double[] lower, double[] upper, double[] a, double sign, int k) {
    return a[k] == 0 ? 0 : Math.min(sign * a[k] * lower[k], sign * a[k] * upper[k]);
  }

  public int dimension() {
    return lower.length;
  }

  /** Σ κ_k|x_k − a_k| + Σ q_k x_k², whether x is feasible or not. */
  public double cost(double[] x) {
    double cost = 0;
    for (int k = 0; k < x.length; k++) {
      if (absoluteCosts[k] != 0) {
        cost += absoluteCosts[k] * Math.abs(x[k] - centres[k]);
      }
      if (squares[k] != 0) {
        cost += squares[k] * x[k] * x[k];
      }
    }
    return cost;
  }

  @Override
  public String toString() {
    return "Polyhedral[lower %s, upper %s, rows %s]"
        .formatted(Shortened.of(lower), Shortened.of(upper), Shortened.of(rows));
  }
}
