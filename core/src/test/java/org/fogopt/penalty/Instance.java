package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A penalty with its numbers in plain view, and the certificate that a point is its prox: by
 * convexity the conditions of Karush, Kuhn and Tucker are necessary and sufficient, so they need no
 * solver to compare with.
 */
final class Instance {

  /** Rounding in a point, relative to its entries, v and the threshold. */
  private static final double ROUNDING = 1e-13;

  private final double l1;
  private final double l2;
  private final double[] lower;
  private final double[] upper;
  private final @Nullable Double total;
  private final List<Budget.Group> groups;

  private Instance(
      double l1,
      double l2,
      double[] lower,
      double[] upper,
      @Nullable Double total,
      List<Budget.Group> groups) {
    this.l1 = l1;
    this.l2 = l2;
    this.lower = lower;
    this.upper = upper;
    this.total = total;
    this.groups = groups;
  }

  Budget budget() {
    return Budget.of(Separable.elasticNet(l1, l2).within(lower, upper), total, groups);
  }

  /**
   * Bounds around a feasible point, some at it, some infinite, some of no width; a budget and
   * groups that its sums satisfy, some tightly.
   */
  static Instance random(Random random, int n, double scale) {
    double[] inside = new double[n];
    double[] lower = new double[n];
    double[] upper = new double[n];
    for (int k = 0; k < n; k++) {
      inside[k] = scale * Math.rint(8 * random.nextGaussian()) / 8; // ties, and zeros
      lower[k] = inside[k] - width(random, scale);
      upper[k] = inside[k] + width(random, scale);
    }
    List<Budget.Group> groups = new ArrayList<>();
    int next = 0;
    while (random.nextInt(3) > 0 && next < n) {
      int[] members = new int[1 + random.nextInt(Math.min(n - next, 1 + n / 3))];
      double sum = 0;
      for (int i = 0; i < members.length; i++) {
        members[i] = next++;
        sum += inside[members[i]];
      }
      next += random.nextInt(3);
      groups.add(
          new Budget.Group(
              "group" + groups.size(),
              members,
              sum - width(random, scale),
              sum + width(random, scale)));
    }
    return new Instance(
        random.nextBoolean() ? 0 : scale * random.nextDouble(),
        random.nextBoolean() ? 0 : random.nextDouble(),
        lower,
        upper,
        random.nextInt(4) == 0 ? null : (Double) Arrays.stream(inside).sum(),
        groups);
  }

  private static double width(Random random, double scale) {
    return switch (random.nextInt(4)) {
      case 0 -> Double.POSITIVE_INFINITY;
      case 1 -> 0;
      default -> scale * random.nextInt(16) / 8;
    };
  }

  /** The sum of {@code members}, exact but for its last rounding. */
  static double sum(double[] x, int[] members) {
    var sum = BigDecimal.ZERO;
    for (int k : members) {
      sum = sum.add(new BigDecimal(x[k]));
    }
    return sum.doubleValue();
  }

  private static int[] all(int n) {
    int[] all = new int[n];
    Arrays.setAll(all, k -> k);
    return all;
  }

  /** How much a point breaks its constraints by, relative to 1 and the sizes in the sums. */
  double violation(double[] x) {
    double worst = 0;
    double size = 1;
    for (int k = 0; k < x.length; k++) {
      assertThat(x[k]).as("entry %d", k).isFinite();
      worst = Math.max(worst, Math.max(lower[k] - x[k], x[k] - upper[k]));
      size += Math.abs(x[k]);
    }
    assertThat(worst).as("bounds are kept exactly").isLessThanOrEqualTo(0);
    if (total != null) {
      worst = Math.max(worst, Math.abs(sum(x, all(x.length)) - total));
    }
    for (Budget.Group group : groups) {
      double sum = sum(x, group.members());
      worst = Math.max(worst, Math.max(group.least() - sum, sum - group.most()));
    }
    return worst / size;
  }

  /**
   * That x is the prox of v. Stationarity leaves an interval of multipliers to each entry; entries
   * that share one must agree on it.
   */
  void requireProx(double[] x, double[] v, double eta) {
    assertThat(violation(x)).as("feasible").isLessThanOrEqualTo(1e-12);
    double c = 1 + 2 * eta * l2;
    double size = Math.abs(eta * l1);
    for (int k = 0; k < x.length; k++) {
      size = Math.max(size, Math.max(Math.abs(v[k]), c * Math.abs(x[k])));
    }
    double slack = ROUNDING * size * Math.sqrt(x.length);
    Interval nu = total == null ? new Interval(0, 0) : Interval.ANY;
    boolean[] grouped = new boolean[x.length];
    for (Budget.Group group : groups) {
      Interval own = Interval.ANY;
      double absolute = 0;
      for (int k : group.members()) {
        grouped[k] = true;
        own = own.and(multipliers(k, x[k], v[k], eta, c, slack));
        absolute += Math.abs(x[k]);
      }
      assertThat(own.low)
          .as("multipliers of %s", group.name())
          .isLessThanOrEqualTo(own.high + slack);
      double sum = sum(x, group.members());
      double near = ROUNDING * (absolute + size / c) + 1e-300;
      boolean atMost = sum >= group.most() - near;
      boolean atLeast = sum <= group.least() + near;
      // A cap may add to the multiplier, a floor may take from it.
      nu =
          nu.and(
              new Interval(
                  atMost ? Double.NEGATIVE_INFINITY : own.low,
                  atLeast ? Double.POSITIVE_INFINITY : own.high));
    }
    for (int k = 0; k < x.length; k++) {
      if (!grouped[k]) {
        nu = nu.and(multipliers(k, x[k], v[k], eta, c, slack));
      }
    }
    assertThat(nu.low).as("the budget's multiplier").isLessThanOrEqualTo(nu.high + slack);
  }

  private Interval multipliers(int k, double x, double v, double eta, double c, double slack) {
    double near = slack / c;
    double base = v - c * x;
    boolean atZero = l1 > 0 && Math.abs(x) <= near;
    double low = base - eta * l1 * (atZero ? 1 : Math.signum(x));
    double high = base - eta * l1 * (atZero ? -1 : Math.signum(x));
    return new Interval(
        x >= upper[k] - near ? Double.NEGATIVE_INFINITY : low,
        x <= lower[k] + near ? Double.POSITIVE_INFINITY : high);
  }

  private record Interval(double low, double high) {
    static final Interval ANY = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    Interval and(Interval other) {
      return new Interval(Math.max(low, other.low), Math.min(high, other.high));
    }
  }
}
