package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.linalg.Kernels;
import org.fogopt.penalty.Hinges;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * minimise Σ costs_t·(−m_tᵀx − e)₊ + price·e + cᵀx + h(x) over x and, where it has a price, e.
 *
 * <p>e is in units of the largest returns, as weights are of 1: an entry without bounds has no
 * length of its own.
 *
 * <p>Sifting (Bixby, Gregory, Lustig, Marsten, Shanno 1992), of assets and of scenarios: a program
 * is solved of the assets that a guess holds and of the hinges that are nearest to their kinks at
 * it; the others are linear or 0, as they are at the guess. Then the assets whose reduced costs
 * promise a gain and the hinges that are on the other side of their kinks are taken in, until the
 * gains and what the hinges add are rounding. Their sum is the gap that is left, so the answer is
 * that of the whole program, with its certificate.
 */
final class HingeProgram {
  /** Scenarios that begin with a hinge: so many for each asset held, and a share of all. */
  private static final int EACH = 3;

  private static final double NEAR = 0.03;

  /** Assets or scenarios that are taken in at once, at the least, and as a share of those in. */
  private static final int FEW = 10;

  private static final int SOME = 8;

  /** A relative gap with which a program is good enough to go on from. */
  private static final double GOOD = 1e-8;

  /** What is left out may add so much, relative to the sizes of the objective's terms. */
  private static final double NEGLIGIBLE = 1e-11;

  private final Scenarios scenarios;
  private final Polyhedral set;
  private final double[] matrix;
  private final double[] costs;
  private final double price;
  private final double tail;
  private final double unit; // of returns in the program
  private final ReducedCosts reducedCosts;

  private boolean[] isFree = {}; // assets that are in the program; the others stay where they are
  private boolean[] isIn = {}; // scenarios that have a hinge
  private boolean[] isLinear = {}; // those beyond the kink, where they have none

  private HingeProgram(
      Scenarios scenarios,
      Polyhedral set,
      double[] matrix,
      double cost,
      double price,
      double tail) {
    this.scenarios = scenarios;
    this.set = set;
    this.matrix = matrix;
    costs = scenarios.probabilities().clone();
    Kernels.scale(cost, costs);
    this.price = price;
    this.tail = tail;
    double largest = Arrays.stream(matrix).map(Math::abs).max().orElse(0);
    unit = largest > 1 ? Math.scalb(1, Math.getExponent(largest)) : 1;
    reducedCosts = new ReducedCosts(set);
  }

  /** a·CVaR: min over e of e + Σ p (−z − e)₊/(1 − level). */
  static HingeProgram cvar(Scenarios scenarios, Polyhedral set, double level, double a) {
    double rarest = Arrays.stream(scenarios.probabilities()).filter(p -> p > 0).min().orElse(1);
    double tail = Math.max(1 - level, rarest / 2); // of any less it is the largest loss as well
    return new HingeProgram(scenarios, set, scenarios.rows(), a / tail, a, tail);
  }

  /** a times the mean absolute deviation, 2 Σ p (z̄ − z)₊. */
  static HingeProgram absolute(Scenarios scenarios, Polyhedral set, double a) {
    return new HingeProgram(scenarios, set, scenarios.deviations(), 2 * a, 0, 1);
  }

  /**
   * The minimum.
   *
   * @param guess near which the program begins; null: all assets and scenarios are in it
   */
  Best minimise(double[] c, double @Nullable [] guess) {
    double[] x = begin(guess);
    int steps = 0;
    while (true) {
      int[] assets = chosen(isFree);
      int[] periods = chosen(isIn);
      boolean isWhole = assets.length == isFree.length && periods.length == isIn.length;
      Solution found = restricted(c, x, assets, periods).solve();
      steps += found.iterations();
      if (isWhole) {
        Feasible.require(set, found);
      } else if (isBad(found)) { // what was left out may mend it
        Arrays.fill(isFree, true);
        Arrays.fill(isIn, true);
        continue;
      }
      for (int i = 0; i < assets.length; i++) {
        x[assets[i]] = found.z()[i];
      }
      double left = takeIn(c, x, found, periods);
      if (isWhole || left >= 0) {
        double least = objective(c, x, quantile(found)) - found.gapBound() - Math.max(0, left);
        double objective = objective(c, x, quantile(x)); // with the best e for these weights
        double gap = isPriced(found) ? Math.max(0, objective - least) : Double.NaN;
        return new Best(x, objective, gap, steps, found.rowMultipliers());
      }
    }
  }

  /** e has no bounds: what its slope leaves is in no gap. */
  private boolean isPriced(Solution found) {
    double slope = Arrays.stream(found.hingeMultipliers()).sum() / unit;
    for (int t = 0; t < isIn.length; t++) {
      slope += isLinear[t] && !isIn[t] ? costs[t] : 0;
    }
    return price == 0 || Math.abs(price - slope) <= RiskProgram.CLOSED * price;
  }

  private static boolean isBad(Solution found) {
    boolean isNear = Math.max(found.gap(), found.residual()) <= GOOD;
    return found.status() != Status.OPTIMAL && !(found.status() == Status.INACCURATE && isNear);
  }

  /** Decides what the first program has; returns a feasible point near the guess. */
  private double[] begin(double @Nullable [] guess) {
    isFree = new boolean[scenarios.assets()];
    isIn = new boolean[scenarios.count()];
    isLinear = new boolean[scenarios.count()];
    Arrays.fill(isFree, true);
    Arrays.fill(isIn, true);
    if (guess == null) {
      return new double[isFree.length];
    }
    double[] x = Feasible.nearest(set, guess);
    int[] held = IntStream.range(0, x.length).filter(k -> !isAtEnd(x, k)).toArray();
    if (4 * held.length <= 3 * x.length) {
      Arrays.fill(isFree, false);
      for (int k : held) {
        isFree[k] = true;
      }
    }
    int some = (int) Math.ceil(NEAR * isIn.length) + EACH * held.length;
    if (4 * some <= 3 * isIn.length) {
      double[] off = excess(x, quantile(x));
      double[] sorted = Arrays.stream(off).map(Math::abs).sorted().toArray();
      for (int t = 0; t < off.length; t++) {
        isIn[t] = Math.abs(off[t]) <= sorted[some];
        isLinear[t] = !isIn[t] && off[t] > 0;
      }
    }
    return x;
  }

  /** −m_tᵀx − e, of which the positive part costs. */
  private double[] excess(double[] x, double e) {
    return Arrays.stream(scenarios.times(matrix, x)).map(each -> -each - e).toArray();
  }

  /** Whether a weight is at a bound, or where its absolute cost begins. */
  private boolean isAtEnd(double[] x, int k) {
    boolean isAtCentre = set.absoluteCosts()[k] > 0 && x[k] == set.centres()[k];
    return x[k] == set.lower()[k] || x[k] == set.upper()[k] || isAtCentre;
  }

  private static int[] chosen(boolean[] all) {
    return IntStream.range(0, all.length).filter(i -> all[i]).toArray();
  }

  /**
   * The program of these assets, of all others as one unknown that stays 1, and of these scenarios.
   * Less what the others add, a row's bound might be rounding, and no measure of lengths.
   */
  private QuadraticProgram restricted(double[] c, double[] x, int[] assets, int[] periods) {
    int n = assets.length;
    int size = price > 0 ? n + 2 : n + 1;
    double[] others = x.clone();
    for (int k : assets) {
      others[k] = 0;
    }
    double[] slopes = new double[isIn.length];
    double beyond = 0;
    for (int t = 0; t < slopes.length; t++) {
      slopes[t] = isLinear[t] && !isIn[t] ? costs[t] : 0;
      beyond += slopes[t];
    }
    double[] linear = some(slope(c, slopes), assets, 0, size);
    double[] lower = some(set.lower(), assets, 1, size);
    double[] upper = some(set.upper(), assets, 1, size);
    if (price > 0) {
      linear[n + 1] = (price - beyond) * unit;
      lower[n + 1] = Double.NEGATIVE_INFINITY;
      upper[n + 1] = Double.POSITIVE_INFINITY;
    }
    List<Row> rows = new ArrayList<>();
    for (Row row : set.rows()) {
      double fixed = Kernels.dot(row.coefficients(), others);
      double[] coefficients = some(row.coefficients(), assets, fixed, size);
      rows.add(new Row(row.name(), coefficients, row.least(), row.most()));
    }
    var part =
        new Polyhedral(
            lower,
            upper,
            rows,
            some(set.absoluteCosts(), assets, 0, size),
            some(set.centres(), assets, 0, size),
            some(set.squares(), assets, 0, size));
    Hinges hinges = hinges(others, assets, periods, size);
    return QuadraticProgram.of(null, linear, part, hinges, scenarios.parallel());
  }

  private static double[] some(double[] all, int[] which, double ofOthers, int size) {
    double[] part = new double[size];
    for (int i = 0; i < which.length; i++) {
      part[i] = all[which[i]];
    }
    part[which.length] = ofOthers;
    return part;
  }

  private Hinges hinges(double[] others, int[] assets, int[] periods, int size) {
    int n = scenarios.assets();
    double[] rows = new double[Math.multiplyExact(periods.length, size)];
    double[] part = new double[periods.length];
    for (int i = 0; i < periods.length; i++) {
      int t = periods[i];
      for (int j = 0; j < assets.length; j++) {
        rows[i * size + j] = -matrix[t * n + assets[j]] / unit;
      }
      boolean isAll = assets.length == n;
      rows[i * size + assets.length] = isAll ? 0 : -Kernels.dot(matrix, t * n, others, n) / unit;
      if (price > 0) {
        rows[i * size + assets.length + 1] = -1;
      }
      part[i] = costs[t] * unit;
    }
    return new Hinges(size, rows, new double[periods.length], part);
  }

  /** The best e for weights. */
  private double quantile(double[] x) {
    double[] p = scenarios.probabilities();
    return price > 0 ? -Risk.quantile(scenarios.times(matrix, x), p, tail) : 0;
  }

  private double quantile(Solution found) {
    return price > 0 ? found.z()[found.z().length - 1] * unit : 0;
  }

  private double objective(double[] c, double[] x, double e) {
    double sum = price * e + Kernels.dot(c, x) + set.cost(x);
    double[] off = excess(x, e);
    for (int t = 0; t < off.length; t++) {
      sum += costs[t] * Math.max(0, off[t]);
    }
    return sum;
  }

  /** c less the scenarios' slopes times their rows. */
  private double[] slope(double[] c, double[] slopes) {
    double[] slope = scenarios.combine(matrix, slopes);
    Kernels.scale(-1, slope);
    Kernels.axpy(1, c, slope);
    return slope;
  }

  /**
   * Takes in what would change the minimum.
   *
   * @return a bound on what it would change if that is rounding, and nothing was taken in; else −1
   */
  private double takeIn(double[] c, double[] x, Solution found, int[] periods) {
    double[] slopes = new double[isIn.length];
    for (int i = 0; i < periods.length; i++) {
      slopes[periods[i]] = found.hingeMultipliers()[i] / unit;
    }
    double e = quantile(found);
    double[] off = excess(x, e);
    double[] wrong = new double[off.length]; // by how much a hinge left out is beyond its kink
    double size = set.cost(x);
    double hidden = 0;
    for (int t = 0; t < off.length; t++) {
      slopes[t] = isIn[t] ? slopes[t] : isLinear[t] ? costs[t] : 0;
      size += slopes[t] * Math.abs(off[t] + e);
      wrong[t] = isIn[t] ? 0 : isLinear[t] ? -off[t] : off[t];
      hidden += costs[t] * Math.max(0, wrong[t]);
    }
    double[] slope = slope(c, slopes);
    double[] reduced = reducedCosts.of(slope, x, found.rowMultipliers());
    double[] gains = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      size += Math.abs(c[k] * x[k]);
      gains[k] = isFree[k] ? 0 : reducedCosts.gain(x, k, reduced[k]);
    }
    double left = hidden + Arrays.stream(gains).sum();
    if (left <= NEGLIGIBLE * size) {
      return left;
    }
    takeIn(isIn, wrong, wrong);
    double[] promises = new double[x.length];
    Arrays.setAll(promises, k -> -Math.abs(reduced[k]));
    takeIn(isFree, gains, promises);
    return -1;
  }

  /**
   * Takes in those with a positive gain, and some that are nearest to one: to solve again costs
   * more than a larger program.
   */
  static void takeIn(boolean[] all, double[] gains, double[] promises) {
    int in = chosen(all).length;
    double[] keys = new double[all.length]; // positive where there is a gain
    Arrays.setAll(
        keys, i -> all[i] ? Double.NEGATIVE_INFINITY : gains[i] > 0 ? gains[i] : promises[i]);
    double[] sorted = keys.clone();
    Arrays.sort(sorted);
    int violated = (int) Arrays.stream(keys).filter(key -> key > 0).count();
    int most = violated == 0 ? 0 : Math.min(violated, in + FEW) + in / SOME + FEW;
    most = Math.min(most, all.length - in);
    for (int i = 0; most > 0 && i < all.length; i++) {
      all[i] |= keys[i] >= sorted[all.length - most];
    }
  }
}
