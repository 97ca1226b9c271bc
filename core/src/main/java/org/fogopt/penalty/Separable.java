package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;

/**
 * h(x) = λ₁|x|₁ + λ₂|x|² over lower ≤ x ≤ upper, entry by entry: L1, L2 squared, elastic net, box
 * and non-negativity are special cases.
 *
 * <pre>{@code
 * Penalty sparse = Separable.l1(0.1);
 * Penalty longOnly = Separable.nonNegative();
 * Penalty both = Separable.l1(0.1).within(0, 0.2);
 * }</pre>
 */
public final class Separable implements Penalty {
  private final double l1;
  private final double l2;
  private final double[] lowers; // one for all entries, or one for each
  private final double[] uppers;

  private Separable(double l1, double l2, double[] lowers, double[] uppers) {
    if (lowers.length != uppers.length || lowers.length == 0) {
      throw new IllegalArgumentException(
          "%d lower and %d upper bounds".formatted(lowers.length, uppers.length));
    }
    this.l1 = l1;
    this.l2 = l2;
    this.lowers = lowers;
    this.uppers = uppers;
  }

  /** h = 0, to begin with. */
  public static Separable none() {
    return elasticNet(0, 0);
  }

  /** λ|x|₁. */
  public static Separable l1(double lambda) {
    return elasticNet(lambda, 0);
  }

  /** λ|x|². */
  public static Separable l2Squared(double lambda) {
    return elasticNet(0, lambda);
  }

  /** λ₁|x|₁ + λ₂|x|². */
  public static Separable elasticNet(double l1, double l2) {
    requireNotNegative("the weight of |x|_1", l1);
    requireNotNegative("the weight of |x|^2", l2);
    double infinity = Double.POSITIVE_INFINITY;
    return new Separable(l1, l2, new double[] {-infinity}, new double[] {infinity});
  }

  /** lower ≤ x_k ≤ upper for all k. */
  public static Separable box(double lower, double upper) {
    return none().within(lower, upper);
  }

  /** x ≥ 0. */
  public static Separable nonNegative() {
    return box(0, Double.POSITIVE_INFINITY);
  }

  /** This, and lower ≤ x_k ≤ upper for all k. */
  public Separable within(double lower, double upper) {
    return new Separable(l1, l2, new double[] {lower}, new double[] {upper});
  }

  /** This, and lower_k ≤ x_k ≤ upper_k. */
  public Separable within(double[] lower, double[] upper) {
    return new Separable(l1, l2, lower.clone(), upper.clone());
  }

  double lower(int k) {
    return lowers.length == 1 ? lowers[0] : lowers[k];
  }

  double upper(int k) {
    return uppers.length == 1 ? uppers[0] : uppers[k];
  }

  /** Whether x = {@link #prox1} of entry k changes with its argument. */
  boolean isFree(int k, double x) {
    return x > lower(k) && x < upper(k) && (x != 0 || l1 == 0);
  }

  /** {@link #prox1} of entry k is linear in its argument beyond this, on either side. */
  double lastKink(int k, double eta) {
    double least = Double.isInfinite(lower(k)) ? 0 : Math.abs(lower(k));
    double most = Double.isInfinite(upper(k)) ? 0 : Math.abs(upper(k));
    return Math.max(least, most) / slope(eta) + eta * l1;
  }

  /** The slope of {@link #prox1} where it is neither cut off nor at zero. */
  double slope(double eta) {
    return 1 / (1 + 2 * eta * l2);
  }

  /** argmin_u λ₁|u| + λ₂u² + (u − v)²/(2 eta) over entry k's bounds. */
  double prox1(int k, double v, double eta) {
    double threshold = eta * l1;
    double shrunk = v - Math.max(-threshold, Math.min(threshold, v)); // a NaN stays one
    return Math.min(upper(k), Math.max(lower(k), shrunk / (1 + 2 * eta * l2)));
  }

  @Override
  public double value(double[] x) {
    double absolute = 0;
    double square = 0;
    for (int k = 0; k < x.length; k++) {
      if (lower(k) - x[k] > Budget.ROUNDING * (1 + Math.abs(x[k]))
          || x[k] - upper(k) > Budget.ROUNDING * (1 + Math.abs(x[k]))) {
        return Double.POSITIVE_INFINITY;
      }
      absolute += Math.abs(x[k]);
      square += x[k] * x[k];
    }
    return (l1 == 0 ? 0 : l1 * absolute) + (l2 == 0 ? 0 : l2 * square); // squares may overflow
  }

  @Override
  public void prox(double[] v, double eta) {
    for (int k = 0; k < v.length; k++) {
      v[k] = prox1(k, v[k], eta);
    }
  }

  @Override
  public boolean isZero() {
    return l1 == 0 && l2 == 0 && !isBounded();
  }

  private boolean isBounded() {
    return lowers.length > 1
        || lowers[0] != Double.NEGATIVE_INFINITY
        || uppers[0] != Double.POSITIVE_INFINITY;
  }

  @Override
  public Polyhedral polyhedral(int dimension) {
    requireLength(dimension);
    double[] lower = new double[dimension];
    double[] upper = new double[dimension];
    Arrays.setAll(lower, this::lower);
    Arrays.setAll(upper, this::upper);
    double[] costs = new double[dimension];
    double[] squares = new double[dimension];
    Arrays.fill(costs, l1);
    Arrays.fill(squares, l2);
    return Polyhedral.box(lower, upper)
        .withAbsoluteCosts(costs, new double[dimension])
        .withSquares(squares);
  }

  @Override
  public void requireFeasible(int dimension) {
    requireLength(dimension);
    for (int k = 0; k < dimension; k++) {
      boolean some =
          lower(k) <= upper(k)
              && lower(k) < Double.POSITIVE_INFINITY
              && upper(k) > Double.NEGATIVE_INFINITY;
      if (!some) {
        throw new IllegalArgumentException(
            "the bounds clash: entry %d must be at least %s and at most %s"
                .formatted(k + 1, lower(k), upper(k)));
      }
    }
  }

  @Override
  public String fingerprint() {
    return new Fingerprint("separable")
        .add(l1)
        .add(l2)
        .add(lowers.length)
        .add(lowers)
        .add(uppers)
        .toString();
  }

  @Override
  public String toString() {
    return "%s|x|_1 + %s|x|^2%s".formatted(l1, l2, isBounded() ? " within bounds" : "");
  }

  private void requireLength(int dimension) {
    if (lowers.length > 1 && lowers.length != dimension) {
      throw new IllegalArgumentException(
          "bounds for %d entries, but there are %d".formatted(lowers.length, dimension));
    }
  }

  private static void requireNotNegative(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " must be at least 0, not " + value);
    }
  }
}
