package org.fogopt.penalty;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
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
 * has a root of its own. Values are moved by the multipliers in place; what rounding leaves of a
 * sum is given to entries that are free to move.
 *
 * <pre>{@code
 * Penalty simplex = Budget.simplex();
 * Penalty capped = Budget.of(Separable.box(0, 0.1), 1.0, List.of());
 * }</pre>
 */
public final class Budget implements Penalty {
  /**
   * Of Newton and bisection together: a few are usual, and as many as a double has exponents end
   * any bisection.
   */
  private static final int MOST_STEPS = 2200;

  /**
   * How often to solve again from the moved values: huge ones hide ν below their rounding at first.
   */
  private static final int MOST_ROUNDS = 4;

  /** An error of a plain sum that is rounding, relative to the sizes in it. */
  private static final double SUMMED = 1e-15;

  /** Rounds of handing out what is left of a sum; a second one is rarely needed. */
  private static final int SETTLING = 3;

  private static final boolean[] NO_GROUPS = {};

  /**
   * How far a sum, or an entry, may be off, relative to 1 and the sizes in it, and still count as
   * feasible: means of feasible points are off by rounding.
   */
  static final double ROUNDING = 1e-12;

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
      if (!(least <= most && least < Double.POSITIVE_INFINITY && most > Double.NEGATIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "the bounds of the group %s clash: at least %s and at most %s"
                .formatted(name, least, most));
      }
    }

    double cut(double sum) {
      return Math.min(most, Math.max(least, sum));
    }

    @Override
    public String toString() {
      return "Group[%s: %s <= sum of %d entries <= %s]"
          .formatted(name, least, members.length, most);
    }
  }

  private final Separable entries;
  private final @Nullable Double total;
  private final List<Group> groups;

  /** The group of each entry up to the last that has one, or −1. */
  private final int[] owner;

  private Budget(Separable entries, @Nullable Double total, List<Group> groups) {
    if (total != null && !Double.isFinite(total)) {
      throw new IllegalArgumentException("the budget must be finite, not " + total);
    }
    this.entries = entries;
    this.total = total;
    this.groups = List.copyOf(groups);
    owner = owners(this.groups);
  }

  private static int[] owners(List<Group> groups) {
    int last = -1;
    for (Group group : groups) {
      for (int k : group.members()) {
        last = Math.max(last, k);
      }
    }
    int[] owner = new int[last + 1];
    Arrays.fill(owner, -1);
    for (int g = 0; g < groups.size(); g++) {
      for (int k : groups.get(g).members()) {
        if (k < 0) {
          throw new IllegalArgumentException(
              "the group %s names entry %d".formatted(groups.get(g).name(), k + 1));
        }
        if (owner[k] == g) {
          throw new IllegalArgumentException(
              "the group %s names entry %d twice".formatted(groups.get(g).name(), k + 1));
        }
        if (owner[k] >= 0) {
          throw new IllegalArgumentException(
              "the groups %s and %s overlap in entry %d"
                  .formatted(groups.get(owner[k]).name(), groups.get(g).name(), k + 1));
        }
        owner[k] = g;
      }
    }
    return owner;
  }

  private boolean isLoose(int k) {
    return k >= owner.length || owner[k] < 0;
  }

  /**
   * Constraints on sums over separable ones.
   *
   * @param total of all entries, or null for no such constraint
   * @throws IllegalArgumentException naming groups that overlap
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
    if (total != null && !isNear(new Sum(x), total)) {
      return Double.POSITIVE_INFINITY;
    }
    for (Group group : groups) {
      var sum = new Sum(x, group.members());
      if (!isNear(sum, group.cut(sum.value()))) {
        return Double.POSITIVE_INFINITY;
      }
    }
    return entries.value(x);
  }

  private static boolean isNear(Sum sum, double wanted) {
    return Math.abs(sum.value() - wanted) <= ROUNDING * (1 + sum.absolute());
  }

  @Override
  public void prox(double[] v, double eta) {
    var shifts = new Shifts(v, eta);
    if (total != null) {
      shifts.move(total, null);
    }
    boolean[] tight = groups.isEmpty() ? NO_GROUPS : new boolean[groups.size()];
    for (int g = 0; g < tight.length; g++) {
      Group group = groups.get(g);
      shifts.at(0, group);
      double bounded = group.cut(shifts.sum);
      tight[g] = bounded != shifts.sum;
      if (tight[g]) {
        shifts.move(bounded, group);
      }
    }
    entries.prox(v, eta);
    for (int g = 0; g < tight.length; g++) {
      if (tight[g]) {
        Group group = groups.get(g);
        settle(v, group, tight, group.cut(new Sum(v, group.members()).value()));
      }
    }
    if (total != null) {
      settle(v, null, tight, total);
    }
  }

  /**
   * Gives what rounding left of a sum to entries that are free: of a group, or of all but tight
   * groups.
   */
  private void settle(double[] x, @Nullable Group only, boolean[] tight, double wanted) {
    int count = only == null ? x.length : only.members().length;
    for (int round = 0; round < SETTLING; round++) {
      double rest = wanted - (only == null ? new Sum(x) : new Sum(x, only.members())).value();
      int movable = 0;
      for (int i = 0; i < count; i++) {
        movable += mayMove(x, i, only, tight) ? 1 : 0;
      }
      if (rest == 0 || movable == 0) {
        return;
      }
      for (int i = 0; i < count; i++) {
        if (mayMove(x, i, only, tight)) {
          int k = only == null ? i : only.members()[i];
          x[k] = Math.min(entries.upper(k), Math.max(entries.lower(k), x[k] + rest / movable));
        }
      }
    }
  }

  private boolean mayMove(double[] x, int i, @Nullable Group only, boolean[] tight) {
    int k = only == null ? i : only.members()[i];
    return entries.isFree(k, x[k]) && (only != null || isLoose(k) || !tight[owner[k]]);
  }

  /** Values v that multipliers move in place, and the sums of prox1(v_k − ν). */
  private final class Shifts {
    private final double[] v;
    private final double eta;
    private final double slopeOfOne;
    // At the last ν:
    private double sum;
    private double absolute; // the sizes in it
    private double slope; // − d sum/dν

    Shifts(double[] v, double eta) {
      this.v = v;
      this.eta = eta;
      slopeOfOne = entries.slope(eta);
    }

    /** v_k ← v_k − ν, for a group or for all, so that prox1 of them sum to {@code wanted}. */
    void move(double wanted, @Nullable Group only) {
      for (int round = 0; round < MOST_ROUNDS; round++) {
        double nu = root(wanted, only);
        if (nu == 0) {
          return;
        }
        int count = only == null ? v.length : only.members().length;
        for (int i = 0; i < count; i++) {
          v[only == null ? i : only.members()[i]] -= nu;
        }
        if (isRounding(sum - wanted, wanted)) { // otherwise the root is between two doubles
          return;
        }
      }
    }

    private boolean isRounding(double excess, double wanted) {
      return Math.abs(excess) <= SUMMED * (absolute + Math.abs(wanted));
    }

    /** Sums up a group, or all with the groups' sums cut to their bounds. */
    void at(double nu, @Nullable Group only) {
      sum = 0;
      absolute = 0;
      slope = 0;
      if (only != null) {
        for (int k : only.members()) {
          add(k, nu);
        }
        return;
      }
      for (int k = 0; k < v.length; k++) {
        if (isLoose(k)) {
          add(k, nu);
        }
      }
      if (!groups.isEmpty()) {
        addGroups(nu);
      }
    }

    private void addGroups(double nu) {
      double allSum = sum;
      double allAbsolute = absolute;
      double allSlope = slope;
      for (Group group : groups) {
        at(nu, group);
        double bounded = group.cut(sum);
        allSlope += sum == bounded ? slope : 0;
        allSum += bounded;
        allAbsolute += sum == bounded ? absolute : Math.abs(bounded);
      }
      sum = allSum;
      absolute = allAbsolute;
      slope = allSlope;
    }

    private void add(int k, double nu) {
      double x = entries.prox1(k, v[k] - nu, eta);
      sum += x;
      absolute += Math.abs(x);
      if (entries.isFree(k, x)) {
        slope += slopeOfOne;
      }
    }

    /** The ν at which the sum is {@code wanted}. */
    private double root(double wanted, @Nullable Group only) {
      double low = Double.NEGATIVE_INFINITY; // the sum is above wanted here
      double high = Double.POSITIVE_INFINITY; // and below here
      double nu = 0;
      double reach = 0;
      double above = Double.POSITIVE_INFINITY; // by how much, at low
      double below = Double.POSITIVE_INFINITY; // and at high
      for (int step = 0; step < MOST_STEPS; step++) {
        at(nu, only);
        double excess = sum - wanted;
        if (isRounding(excess, wanted) || Double.isNaN(excess)) {
          return nu;
        }
        if (excess > 0) {
          low = nu;
          above = excess;
        } else {
          high = nu;
          below = -excess;
        }
        double next = slope > 0 ? nu + excess / slope : Double.NaN;
        if (!(next > low && next < high) || Double.isInfinite(next)) {
          if (Double.isInfinite(low) || Double.isInfinite(high)) {
            reach = reach == 0 ? reach(wanted) : 2 * reach;
            next = nu + Math.copySign(Math.min(reach, Double.MAX_VALUE), excess);
          } else {
            next = low / 2 + high / 2;
          }
        }
        if (!(next > low && next < high)) {
          break; // as near as doubles get
        }
        nu = next;
      }
      return above < below ? low : high;
    }

    /** How far off ν may be: as far as any entry can be from its bounds, or from a share of it. */
    private double reach(double wanted) {
      double farthest = Math.abs(wanted) / slopeOfOne;
      for (int k = 0; k < v.length; k++) {
        farthest = Math.max(farthest, Math.abs(v[k]) + entries.lastKink(k, eta));
      }
      return farthest;
    }
  }

  /** The total is a row named "budget", and each group a row of its name. */
  @Override
  public Polyhedral polyhedral(int dimension) {
    List<Polyhedral.Row> rows = new ArrayList<>();
    if (total != null) {
      rows.add(Polyhedral.Row.sum("budget", dimension, total, total));
    }
    for (Group group : groups) {
      rows.add(
          Polyhedral.Row.sum(
              group.name(), dimension, group.members(), group.least(), group.most()));
    }
    return entries.polyhedral(dimension).with(rows.toArray(new Polyhedral.Row[0]));
  }

  @Override
  public void requireFeasible(int dimension) {
    entries.requireFeasible(dimension);
    if (owner.length > dimension) {
      throw new IllegalArgumentException(
          "the group %s names entry %d of %d"
              .formatted(groups.get(owner[owner.length - 1]).name(), owner.length, dimension));
    }
    double least = 0;
    double most = 0;
    for (int k = 0; k < dimension; k++) {
      if (isLoose(k)) {
        least += entries.lower(k);
        most += entries.upper(k);
      }
    }
    for (Group group : groups) {
      double lowest = 0;
      double highest = 0;
      for (int k : group.members()) {
        lowest += entries.lower(k);
        highest += entries.upper(k);
      }
      if (isAbove(lowest, group.most()) || isAbove(group.least(), highest)) {
        throw new IllegalArgumentException(
            "the constraints clash: the group %s must sum to %s, but the bounds of its %d entries allow %s"
                .formatted(
                    group.name(),
                    Figures.range(group.least(), group.most()),
                    group.members().length,
                    Figures.range(lowest, highest)));
      }
      least += Math.max(lowest, group.least());
      most += Math.min(highest, group.most());
    }
    if (total != null && (isAbove(least, total) || isAbove(total, most))) {
      throw new IllegalArgumentException(
          "the constraints clash: the budget asks for a sum of %s, but the bounds%s on %d entries allow %s"
              .formatted(
                  Figures.digits(total),
                  groups.isEmpty() ? "" : " and groups",
                  dimension,
                  Figures.range(least, most)));
    }
  }

  /** Whether a sum cannot be had, by more than rounding. */
  private static boolean isAbove(double sum, double bound) {
    return sum > bound && sum - bound > ROUNDING * (1 + Math.min(Math.abs(sum), Math.abs(bound)));
  }

  @Override
  public String fingerprint() {
    var all = new Fingerprint("budget").add(entries.fingerprint());
    all.add(total == null ? Double.NaN : total);
    for (Group group : groups) {
      all.add(group.least()).add(group.most());
      all.add(group.members().length).add(group.members());
    }
    return all.toString();
  }

  @Override
  public String toString() {
    return entries
        + (total == null ? "" : ", sum " + total)
        + (groups.isEmpty() ? "" : ", " + groups.size() + " groups");
  }
}
