package org.fogopt.penalty;

import java.util.Arrays;
import java.util.List;
import org.fogopt.problem.Penalty;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Separable} penalty with constraints on sums: Σx = total, and the sum of a group between
 * bounds, for groups that do not overlap. The simplex, a budget with a box, and caps on groups are
 * special cases.
 *
 * <p><b>The prox.</b> With a multiplier ν for the total, entries are x_k(ν) = prox1(v_k − ν). A
 * group's sum is that of its entries cut to the group's bounds, whatever multiplier of its own it
 * takes for that. So the total is one non-increasing, piecewise linear function of ν; Newton's
 * method inside a bracket finds its root, exactly once it is on the right piece. A group at a bound
 * has a root of its own. What rounding leaves of a sum is given to entries that are free to move.
 *
 * <pre>{@code
 * Penalty simplex = Budget.simplex();
 * Penalty capped = Budget.of(Separable.box(0, 0.1), 1.0, List.of());
 * }</pre>
 */
public final class Budget implements Penalty {
  private static final int MOST_STEPS = 400;

  /** How far a sum may be off, relative to the sizes in it, and still count as feasible. */
  private static final double ROUNDING = 1e-12;

  /**
   * Bounds on the sum of some entries.
   *
   * @param name for messages
   * @param members indices of its entries
   * @param least of their sum
   * @param most of their sum
   */
  public record Group(String name, int[] members, double least, double most) {
    public Group {
      members = members.clone();
      if (!(least <= most)) {
        throw new IllegalArgumentException(
            "the bounds of the group %s clash: at least %s and at most %s"
                .formatted(name, least, most));
      }
    }

    double cut(double sum) {
      return Math.min(most, Math.max(least, sum));
    }
  }

  private final Separable entries;
  private final @Nullable Double total;
  private final List<Group> groups;

  private Budget(Separable entries, @Nullable Double total, List<Group> groups) {
    if (total != null && !Double.isFinite(total)) {
      throw new IllegalArgumentException("the budget must be finite, not " + total);
    }
    this.entries = entries;
    this.total = total;
    this.groups = List.copyOf(groups);
  }

  /**
   * Constraints on sums over separable ones.
   *
   * @param total of all entries, or null for no such constraint
   */
  public static Budget of(Separable entries, @Nullable Double total, List<Group> groups) {
    return new Budget(entries, total, groups);
  }

  /** x ≥ 0, Σx = 1. */
  public static Budget simplex() {
    return of(Separable.nonNegative(), 1.0, List.of());
  }

  @Override
  public double value(double[] x) {
    int[] all = all(x.length);
    if (total != null && !near(sum(x, all), total, x, all)) {
      return Double.POSITIVE_INFINITY;
    }
    for (Group group : groups) {
      double sum = sum(x, group.members());
      if (!near(sum, group.cut(sum), x, group.members())) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return entries.value(x);
  }

  private static boolean near(double sum, double wanted, double[] x, int[] members) {
    double scale = 1;
    for (int k : members) {
      scale += Math.abs(x[k]);
    }
    return Math.abs(sum - wanted) <= ROUNDING * scale;
  }

  @Override
  public void prox(double[] v, double eta) {
    int[] loose = loose(v.length);
    var sums = new ShiftedSums(v, eta);
    double nu = total == null ? 0 : sums.root(total, loose, groups);
    double[] x = new double[v.length];
    sums.fill(x, loose, nu);
    int free = loose.length;
    int[] movable = Arrays.copyOf(loose, v.length);
    for (Group group : groups) {
      int[] members = group.members();
      double bound = group.cut(sums.at(nu, members));
      if (sums.sum != bound) {
        sums.fill(x, members, sums.root(bound, members, List.of()));
        settle(x, members, members.length, bound);
      } else {
        sums.fill(x, members, nu);
        System.arraycopy(members, 0, movable, free, members.length);
        free += members.length;
      }
    }
    if (total != null) {
      double fixed = sum(x, all(x.length)) - sum(x, Arrays.copyOf(movable, free));
      settle(x, movable, free, total - fixed);
    }
    System.arraycopy(x, 0, v, 0, v.length);
  }

  /**
   * Gives what rounding left of a sum to entries strictly between their bounds, and not at zero.
   */
  private void settle(double[] x, int[] members, int count, double wanted) {
    int[] mine = Arrays.copyOf(members, count);
    for (int round = 0; round < 3; round++) {
      double rest = wanted - sum(x, mine);
      int movable = 0;
      for (int k : mine) {
        movable += isFree(x, k) ? 1 : 0;
      }
      if (rest == 0 || movable == 0) {
        return;
      }
      for (int k : mine) {
        if (isFree(x, k)) {
          x[k] = Math.min(entries.upper(k), Math.max(entries.lower(k), x[k] + rest / movable));
        }
      }
    }
  }

  private boolean isFree(double[] x, int k) {
    return x[k] > entries.lower(k) && x[k] < entries.upper(k) && x[k] != 0;
  }

  private static double sum(double[] x, int[] members) {
    double sum = 0;
    for (int k : members) {
      sum += x[k];
    }
    return sum;
  }

  private static int[] all(int dimension) {
    int[] all = new int[dimension];
    Arrays.setAll(all, k -> k);
    return all;
  }

  /** The entries of no group. */
  private int[] loose(int dimension) {
    if (groups.isEmpty()) {
      return all(dimension);
    }
    boolean[] grouped = new boolean[dimension];
    int count = dimension;
    for (Group group : groups) {
      for (int k : group.members()) {
        grouped[k] = true;
        count--;
      }
    }
    int[] loose = new int[count];
    int at = 0;
    for (int k = 0; k < dimension; k++) {
      if (!grouped[k]) {
        loose[at++] = k;
      }
    }
    return loose;
  }

  /** Σ prox1(v_k − ν) as a function of ν. */
  private final class ShiftedSums {
    private final double[] v;
    private final double eta;
    private final double slopeOfOne;
    private double sum; // at the last ν
    private double slope; // − d sum/dν there

    ShiftedSums(double[] v, double eta) {
      this.v = v;
      this.eta = eta;
      slopeOfOne = entries.slope(eta);
    }

    void fill(double[] x, int[] members, double nu) {
      for (int k : members) {
        x[k] = entries.prox1(k, v[k] - nu, eta);
      }
    }

    double at(double nu, int[] members) {
      sum = 0;
      slope = 0;
      for (int k : members) {
        double x = entries.prox1(k, v[k] - nu, eta);
        sum += x;
        if (x > entries.lower(k) && x < entries.upper(k) && x != 0) {
          slope += slopeOfOne;
        }
      }
      return sum;
    }

    /** The same for loose entries and groups, the groups' sums cut to their bounds. */
    private double at(double nu, int[] loose, List<Group> cut) {
      double allSum = at(nu, loose);
      double allSlope = slope;
      for (Group group : cut) {
        double own = at(nu, group.members());
        double bounded = group.cut(own);
        allSum += bounded;
        allSlope += own == bounded ? slope : 0;
      }
      slope = allSlope;
      sum = allSum;
      return allSum;
    }

    /** The ν at which the sum is {@code wanted}. */
    double root(double wanted, int[] loose, List<Group> cut) {
      double low = Double.NEGATIVE_INFINITY; // the sum is above wanted here
      double high = Double.POSITIVE_INFINITY; // and below here
      double nu = 0;
      double reach = 1;
      for (int step = 0; step < MOST_STEPS; step++) {
        double excess = at(nu, loose, cut) - wanted;
        if (excess == 0) {
          return nu;
        }
        if (excess > 0) {
          low = nu;
        } else {
          high = nu;
        }
        double next = slope > 0 ? nu + excess / slope : Double.NaN;
        if (!(next > low && next < high)) {
          if (Double.isInfinite(low)) {
            next = high - reach;
            reach *= 2;
          } else if (Double.isInfinite(high)) {
            next = low + reach;
            reach *= 2;
          } else {
            next = low + (high - low) / 2;
          }
        }
        if (next == nu || next <= low || next >= high) {
          return nu; // as near as doubles get
        }
        nu = next;
      }
      return nu;
    }
  }

  @Override
  public void requireFeasible(int dimension) {
    entries.requireFeasible(dimension);
    requireApart(dimension);
    double least = 0;
    double most = 0;
    for (int k : loose(dimension)) {
      least += entries.lower(k);
      most += entries.upper(k);
    }
    for (Group group : groups) {
      double lowest = 0;
      double highest = 0;
      for (int k : group.members()) {
        lowest += entries.lower(k);
        highest += entries.upper(k);
      }
      if (lowest > group.most() + ROUNDING || highest < group.least() - ROUNDING) {
        throw new IllegalArgumentException(
            "the constraints clash: the group %s must sum to %s to %s, but the bounds of its %d"
                    .formatted(group.name(), group.least(), group.most(), group.members().length)
                + " entries allow %s to %s".formatted(lowest, highest));
      }
      least += Math.max(lowest, group.least());
      most += Math.min(highest, group.most());
    }
    if (total != null && (total < least - ROUNDING || total > most + ROUNDING)) {
      throw new IllegalArgumentException(
          "the constraints clash: the budget asks for a sum of %s, but the bounds%s on %d entries allow %s to %s"
              .formatted(total, groups.isEmpty() ? "" : " and groups", dimension, least, most));
    }
  }

  private void requireApart(int dimension) {
    String[] owner = new String[dimension];
    for (Group group : groups) {
      for (int k : group.members()) {
        if (k < 0 || k >= dimension) {
          throw new IllegalArgumentException(
              "the group %s names entry %d of %d".formatted(group.name(), k + 1, dimension));
        }
        if (owner[k] != null) {
          throw new IllegalArgumentException(
              "the groups %s and %s overlap in entry %d".formatted(owner[k], group.name(), k + 1));
        }
        owner[k] = group.name();
      }
    }
  }

  @Override
  public String toString() {
    return entries
        + (total == null ? "" : ", sum " + total)
        + (groups.isEmpty() ? "" : ", " + groups.size() + " groups");
  }
}
