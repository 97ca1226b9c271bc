package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import java.util.Objects;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.apps.portfolio.risk.SmoothRisk.Smoothed;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Polyhedral;
import org.jspecify.annotations.Nullable;

/**
 * The least of a risk with kinks. A root of a variance has one where it is 0, and EVaR where losses
 * as large as the largest have the probability of the tail: the minimising s or λ is 0 there.
 * Bounded below there are none, and ρ(s) ≥ ∇ᵀs is a lower bound at any s; the bound falls until the
 * gap is closed. EVaR lies between CVaR and the largest loss (Ahmadi-Javid 2012), which are asked
 * where the first bound leaves a gap.
 */
final class KinkedProgram {
  /**
   * The least scale of a risk with kinks relative to the standard deviation: at first, at last, and
   * its fall.
   */
  private static final double MOST_SHARE = 0.1;

  private static final double LEAST_SHARE = 1e-11;
  private static final double FALL = 10;

  private final RiskProgram program;
  private final Scenarios scenarios;
  private final Polyhedral set;
  private final Risk risk;
  private final double a;
  private final double[] c;
  private @Nullable Best best;
  private double[] x = {}; // of the last program
  private double size; // of deviations at the first point
  private double bound = Double.NEGATIVE_INFINITY;
  private int steps;

  /** a·ρ(x) + cᵀx and the costs of the set. */
  KinkedProgram(
      RiskProgram program, Scenarios scenarios, Polyhedral set, Risk risk, double a, double[] c) {
    this.program = program;
    this.scenarios = scenarios;
    this.set = set;
    this.risk = risk;
    this.a = a;
    this.c = c;
  }

  /** The minimum; null where that takes more memory than there is. */
  @Nullable Best minimise(double @Nullable [] guess) {
    x = Feasible.nearest(set, guess == null ? new double[c.length] : guess);
    size = spread();
    for (double share = MOST_SHARE; share >= LEAST_SHARE; share /= FALL) {
      boolean isFirst = best == null;
      Smoothed form = new Smoothed(risk, share * size, !isFirst || program.isSifted());
      Best next = program.smooth(form, a, c, isFirst ? guess : x);
      if (next == null) {
        return best;
      }
      x = next.x();
      SmoothRisk here = form.ofMany(scenarios);
      double excess = here.at(next.x()) - Kernels.dot(here.gradient(), next.x());
      take(next, next.objective() - next.gapBound() - a * Math.max(0, excess));
      if (isFirst && risk.kind() == Risk.Kind.EVAR && !isClosed()) {
        takeTail(risk.parameter(), true);
        if (!isClosed()) {
          takeTail(program.worstLevel(), false);
        }
      }
      if (size == 0 || isClosed()) {
        break;
      }
    }
    return Objects.requireNonNull(best);
  }

  /** CVaR may have no minimum where EVaR, which is no less, has one. */
  private void takeTail(double level, boolean isBelow) {
    try {
      Best tail = program.tail(level, a, c, set, x);
      take(tail, isBelow ? tail.objective() - tail.gapBound() : bound);
    } catch (NoMinimumException e) {
      // it bounds nothing
    }
  }

  private void take(Best next, double below) {
    double[] at = next.x();
    steps += next.steps();
    bound = below > bound ? below : bound; // NaN is no bound
    double objective = a * scenarios.risk(risk, at) + Kernels.dot(c, at) + set.cost(at);
    if (best == null || objective < best.objective()) {
      best = new Best(at, objective, 0, 0, next.rowMultipliers());
    }
    double gap =
        bound > Double.NEGATIVE_INFINITY ? Math.max(0, best.objective() - bound) : Double.NaN;
    best = new Best(best.x(), best.objective(), gap, steps, best.rowMultipliers());
  }

  private boolean isClosed() {
    Best now = Objects.requireNonNull(best);
    return now.gapBound() <= RiskProgram.CLOSED * Math.abs(now.objective());
  }

  /** The standard deviation of x; where that is rounding, the largest of an asset. */
  private double spread() {
    double[] p = scenarios.probabilities();
    int n = scenarios.assets();
    double[] squares = new double[n];
    for (int t = 0; t < p.length; t++) {
      for (int k = 0; k < n; k++) {
        double off = scenarios.rows()[t * n + k] - scenarios.means()[k];
        squares[k] += p[t] * off * off;
      }
    }
    double widest = Math.sqrt(Arrays.stream(squares).max().orElse(0));
    double here = Risk.DEVIATION.of(scenarios.returnsOf(x), p);
    return here > LEAST_SHARE * widest ? here : widest;
  }
}
