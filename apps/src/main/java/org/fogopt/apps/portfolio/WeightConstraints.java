package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.LinearConstraints;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * What weights may be, and what they are charged for.
 *
 * @param budget what they sum to; null if that is free
 * @param least of each weight; minus infinity if there is no such bound
 * @param most of each weight; infinity if there is no such bound
 * @param groups bounds on sums of some of them
 * @param l1 charged times the sum of their sizes
 * @param l2 charged times the sum of their squares
 */
public record WeightConstraints(
    @Nullable Double budget,
    double least,
    double most,
    List<Budget.Group> groups,
    double l1,
    double l2) {
  /** No constraint and no charge. */
  public static final WeightConstraints NONE =
      new WeightConstraints(
          null, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, List.of(), 0, 0);

  /** How near a bound a weight or a sum is that a method has put there. */
  private static final double AT_BOUND = 1e-6;

  /**
   * A constraint, and where weights are at it.
   *
   * @param key such as {@code minWeight}, or the name of a group
   * @param words such as {@code no weight below 0}
   * @param binds whether it holds weights back
   * @param holdsFor the assets whose weights are at the bound; of a budget or a group, none
   */
  public record Standing(String key, String words, boolean binds, List<String> holdsFor) {
    public Standing {
      holdsFor = List.copyOf(holdsFor);
    }
  }

  public WeightConstraints {
    groups = List.copyOf(groups);
  }

  /** Whether there is nothing but a budget and a charge for squares: then one linear solve does. */
  public boolean isSolvedLinearly() {
    return least == Double.NEGATIVE_INFINITY
        && most == Double.POSITIVE_INFINITY
        && groups.isEmpty()
        && l1 == 0;
  }

  /**
   * As a penalty.
   *
   * @throws IllegalArgumentException if no weights satisfy all constraints
   */
  public Penalty penalty(int assets) {
    var entries = Separable.elasticNet(l1, l2).within(least, most);
    Penalty penalty =
        budget == null && groups.isEmpty()
            ? entries
            : haveCommonAssets() ? rows(entries, assets) : Budget.of(entries, budget, groups);
    penalty.requireFeasible(assets);
    return penalty;
  }

  private boolean haveCommonAssets() {
    int[] all = groups.stream().flatMapToInt(group -> Arrays.stream(group.members())).toArray();
    return Arrays.stream(all).distinct().count() < all.length;
  }

  /** Groups that overlap are rows of a quadratic program. */
  private Penalty rows(Separable entries, int assets) {
    Polyhedral all = Objects.requireNonNull(entries.polyhedral(assets));
    if (budget != null) {
      all = all.with(Row.sum("budget", assets, budget, budget));
    }
    for (Budget.Group group : groups) {
      all = all.with(Row.sum(group.name(), assets, group.members(), group.least(), group.most()));
    }
    return LinearConstraints.of(all);
  }

  /** Each constraint, and which weights it holds back. */
  public List<Standing> standings(List<String> names, double[] weights) {
    List<Standing> all = new ArrayList<>();
    if (budget != null) {
      all.add(new Standing("budget", "weights sum to " + number(budget), true, List.of()));
    }
    if (least > Double.NEGATIVE_INFINITY) {
      all.add(atBound("minWeight", "no weight below " + number(least), names, weights, least));
    }
    if (most < Double.POSITIVE_INFINITY) {
      all.add(atBound("maxWeight", "no weight above " + number(most), names, weights, most));
    }
    for (Budget.Group group : groups) {
      double sum = 0;
      for (int k : group.members()) {
        sum += weights[k];
      }
      String words =
          Stream.of(
                  group.least() > Double.NEGATIVE_INFINITY
                      ? "at least " + number(group.least())
                      : "",
                  group.most() < Double.POSITIVE_INFINITY ? "at most " + number(group.most()) : "")
              .filter(each -> !each.isEmpty())
              .collect(Collectors.joining(" and ", "group " + group.name() + " ", ""));
      boolean binds = isAt(sum, group.most()) || isAt(sum, group.least());
      all.add(new Standing(group.name(), words, binds, List.of()));
    }
    return all;
  }

  private static Standing atBound(
      String key, String words, List<String> names, double[] weights, double bound) {
    List<String> at = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      if (isAt(weights[k], bound)) {
        at.add(names.get(k));
      }
    }
    return new Standing(key, words, !at.isEmpty(), at);
  }

  private static boolean isAt(double value, double bound) {
    return Double.isFinite(bound)
        && Math.abs(value - bound) <= AT_BOUND * Math.max(1, Math.abs(bound));
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
