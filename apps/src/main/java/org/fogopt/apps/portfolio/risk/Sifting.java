package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.apps.portfolio.risk.SmoothRisk.Smoothed;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * Smooth risks of many assets without a matrix of their number squared: programs of some of the
 * assets, to which those join whose reduced costs promise a gain (sifting; Bixby et al. 1992). The
 * others stay at their bounds, together as one asset that is fixed. The gains that are left bound
 * the gap, so the answer is that of all assets. Takes O(periods · assets) memory where few are
 * held.
 */
final class Sifting {
  /** What is left to gain, relative to the sizes of the objective at the first point and here. */
  static final double NEGLIGIBLE = 1e-9;

  /** Assets of the first program, beside those that are held. */
  private static final int FIRST = 50;

  /** Matrices of the assets' number squared that a program of all takes at once. */
  private static final int MATRICES = 5;

  private final Scenarios scenarios;
  private final Polyhedral set;
  private final ReducedCosts reducedCosts;

  Sifting(Scenarios scenarios, Polyhedral set) {
    this.scenarios = scenarios;
    this.set = set;
    reducedCosts = new ReducedCosts(set);
  }

  /** Whether a program of so many assets at once fits into memory. */
  static boolean fits(int assets) {
    return 8.0 * MATRICES * assets * assets <= Runtime.getRuntime().maxMemory();
  }

  /**
   * The minimum.
   *
   * @return null where most of the assets are held, so that nothing is to be gained, or where the
   *     gap is not closed by slopes of the risk at one point
   */
  @Nullable Best minimise(Smoothed risk, double a, double[] c, double @Nullable [] guess) {
    SmoothRisk all = risk.ofMany(scenarios);
    boolean[] isIn = new boolean[scenarios.assets()];
    double[] x = begin(all, a, c, guess, isIn);
    double size = x == null ? 0 : a * Math.abs(all.at(x)); // where the least risk is 0, it has none
    int steps = 0;
    while (x != null) {
      int[] in = IntStream.range(0, isIn.length).filter(k -> isIn[k]).toArray();
      if (4 * in.length > 3 * isIn.length) { // a program of all costs about twice as much
        return null;
      }
      Best part = part(risk, a, c, x, in);
      if (part == null) {
        return null;
      }
      steps += part.steps();
      for (int i = 0; i < in.length; i++) {
        x[in[i]] = part.x()[i];
      }
      double value = a * all.at(x);
      double objective = value + Kernels.dot(c, x) + set.cost(x);
      double[] slope = all.gradient();
      Kernels.scale(a, slope);
      Kernels.axpy(1, c, slope);
      double[] reduced = reducedCosts.of(slope, x, part.rowMultipliers());
      double[] gains = new double[x.length];
      double[] promises = new double[x.length];
      for (int k = 0; k < x.length; k++) {
        gains[k] = isIn[k] ? 0 : reducedCosts.gain(x, k, reduced[k]);
        promises[k] = -Math.abs(reduced[k]);
      }
      double left = Arrays.stream(gains).sum();
      double gap = reducedCosts.gap(slope, x, part.rowMultipliers());
      double sizes = size + Math.abs(objective);
      if (!(gap - left <= RiskProgram.CLOSED * sizes)) { // a kink, and the part had another slope
        return null;
      }
      if (left <= NEGLIGIBLE * sizes) {
        return new Best(x, objective, gap, steps, part.rowMultipliers());
      }
      for (int k : in) { // what is not held leaves again: the objective falls, so no set returns
        isIn[k] = isHeld(x, k);
      }
      HingeProgram.takeIn(isIn, gains, promises);
    }
    return null;
  }

  /** A feasible point, and the assets of the first program; null where no point is found. */
  private double @Nullable [] begin(
      SmoothRisk all, double a, double[] c, double @Nullable [] guess, boolean[] isIn) {
    double[] x = Feasible.nearest(set, guess == null ? new double[c.length] : guess);
    if (!Double.isFinite(all.at(x))) {
      return null;
    }
    double[] slope = all.gradient();
    Kernels.scale(a, slope);
    Kernels.axpy(1, c, slope);
    Solution vertex = QuadraticProgram.diagonal(new double[c.length], slope, set).solve();
    if (vertex.status() != Status.OPTIMAL) {
      return null;
    }
    if (guess == null) { // the nearest point to 0 holds everything, a vertex little
      x = vertex.z().clone();
    }
    for (int k = 0; k < x.length; k++) {
      isIn[k] = isHeld(x, k);
    }
    double[] reduced = reducedCosts.of(slope, x, vertex.rowMultipliers());
    double[] sorted = Arrays.stream(reduced).map(Math::abs).sorted().toArray();
    double limit = sorted[Math.min(FIRST, sorted.length - 1)];
    for (int k = 0; k < x.length; k++) {
      isIn[k] |= Math.abs(reduced[k]) <= limit && set.lower()[k] < set.upper()[k];
    }
    return x;
  }

  private boolean isHeld(double[] x, int k) {
    return x[k] != set.lower()[k] && x[k] != set.upper()[k];
  }

  /** The program of some assets, and of all others as one. */
  private @Nullable Best part(Smoothed risk, double a, double[] c, double[] x, int[] in) {
    int n = in.length;
    double[] others = x.clone();
    for (int k : in) {
      others[k] = 0;
    }
    double[] held = scenarios.returnsOf(others);
    double[] returns = new double[Math.multiplyExact(scenarios.count(), n + 1)];
    for (int t = 0; t < held.length; t++) {
      for (int i = 0; i < n; i++) {
        returns[t * (n + 1) + i] = scenarios.rows()[t * x.length + in[i]];
      }
      returns[t * (n + 1) + n] = held[t];
    }
    List<Row> rows = new ArrayList<>();
    for (Row row : set.rows()) {
      double[] coefficients = some(row.coefficients(), in, Kernels.dot(row.coefficients(), others));
      rows.add(new Row(row.name(), coefficients, row.least(), row.most()));
    }
    var part =
        new Polyhedral(
            some(set.lower(), in, 1),
            some(set.upper(), in, 1),
            rows,
            some(set.absoluteCosts(), in, 0),
            some(set.centres(), in, 0),
            some(set.squares(), in, 0));
    Scenarios some =
        Scenarios.of(
            Rows.of(scenarios.count(), n + 1, returns),
            scenarios.probabilities(),
            scenarios.parallel());
    try {
      return new RiskProgram(some, part)
          .newton(risk.of(some), a, some(c, in, Kernels.dot(c, others)), some(x, in, 1));
    } catch (NoMinimumException e) {
      return null; // what was left out may mend it, or say it better
    }
  }

  private static double[] some(double[] all, int[] which, double last) {
    double[] part = new double[which.length + 1];
    for (int i = 0; i < which.length; i++) {
      part[i] = all[which[i]];
    }
    part[which.length] = last;
    return part;
  }
}
