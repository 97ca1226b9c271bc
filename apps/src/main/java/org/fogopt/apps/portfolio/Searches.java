package org.fogopt.apps.portfolio;

import java.util.Locale;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;

/** What takes several minima: the largest ratio, and the largest return at a given risk. */
final class Searches {
  /** Minima at the most; Dinkelbach's method takes about five, a bracket about fifty. */
  private static final int MOST = 200;

  /** Relative accuracy of a ratio, a multiplier and a risk. */
  private static final double ACCURACY = 1e-12;

  private Searches() {}

  /**
   * max (mean − riskFree)/risk by Dinkelbach (1967): x minimises q·risk − mean for the ratio q of
   * the x before; q grows, and converges faster than linearly.
   */
  static Best mostRatio(PortfolioModel model, Risk risk, double riskFree) {
    Best best = model.balance(risk, 1, 0);
    if (!(model.mean(best.x()) > riskFree)) {
      best = model.balance(risk, 0, 1);
      if (!(model.mean(best.x()) > riskFree)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "no portfolio has an expected return above the risk-free rate of %s: the largest is"
                    + " %.6g, and a ratio says nothing then",
                riskFree,
                model.mean(best.x())));
      }
    }
    double ratio = ratio(model, risk, riskFree, best);
    for (int k = 0; k < MOST; k++) {
      Best next = model.balance(risk, ratio, 1);
      double reached = ratio(model, risk, riskFree, next);
      if (!(reached > ratio * (1 + ACCURACY))) {
        break;
      }
      ratio = reached;
      best = next;
    }
    // q·risk − mean is at least −riskFree − gap everywhere, so no ratio is above q + gap/risk
    double bound = best.gapBound() / model.risk(risk, best.x());
    return new Best(best.x(), -ratio, bound, best.steps(), best.rowMultipliers());
  }

  private static double ratio(PortfolioModel model, Risk risk, double riskFree, Best best) {
    double below = model.risk(risk, best.x());
    double above = model.mean(best.x()) - riskFree;
    if (!(below > ACCURACY * Math.abs(above))) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a portfolio with a %s of %.3g earns %.6g more than the risk-free rate, so the ratio"
                  + " has no largest value; give the rate that cash earns as the risk-free rate",
              risk,
              below,
              above));
    }
    return above / below;
  }

  /**
   * max mean with risk ≤ most: the minimum of κ·risk − mean has less risk the larger κ is. Where
   * the risk jumps over {@code most} at some κ, the minima on both sides are minima for that κ, and
   * so is what lies between them.
   */
  static Best mostReturn(PortfolioModel model, Risk risk, double most) {
    Best least = model.balance(risk, 1, 0);
    double leastRisk = model.risk(risk, least.x());
    if (leastRisk > most * (1 + ACCURACY)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no portfolio has a %s of at most %s: the least is %.6g",
              risk,
              most,
              leastRisk));
    }
    double low = 0; // too much risk
    double high = Double.POSITIVE_INFINITY; // not too much
    Best risky = null;
    Best safe = least;
    double kappa = slope(model, least, leastRisk);
    for (int k = 0; k < MOST && !(high < low * (1 + ACCURACY)); k++) {
      Best next = model.balance(risk, kappa, 1);
      double reached = model.risk(risk, next.x());
      if (reached <= most) {
        high = kappa;
        safe = next;
      } else {
        low = kappa;
        risky = next;
      }
      if (Math.abs(reached - most) <= ACCURACY * Math.abs(most)) {
        return next;
      }
      kappa =
          low == 0
              ? high / 16
              : high == Double.POSITIVE_INFINITY ? 16 * low : Math.sqrt(low * high);
      if (low == 0 && kappa < Double.MIN_NORMAL) {
        return safe; // the limit does not bind
      }
    }
    return risky == null ? safe : between(model, risk, most, safe, risky);
  }

  private static double slope(PortfolioModel model, Best least, double risk) {
    double mean = Math.abs(model.mean(least.x()));
    return risk > 0 && mean > 0 ? mean / risk : 1;
  }

  /** The last point on the way from safe to risky whose risk is at most {@code most}. */
  private static Best between(PortfolioModel model, Risk risk, double most, Best safe, Best risky) {
    double low = 0;
    double high = 1;
    double[] x = safe.x().clone();
    while (high - low > ACCURACY) {
      double share = (low + high) / 2;
      for (int k = 0; k < x.length; k++) {
        x[k] = (1 - share) * safe.x()[k] + share * risky.x()[k];
      }
      if (model.risk(risk, x) <= most) {
        low = share;
      } else {
        high = share;
      }
    }
    for (int k = 0; k < x.length; k++) {
      x[k] = (1 - low) * safe.x()[k] + low * risky.x()[k];
    }
    return new Best(x, -model.mean(x), safe.gapBound(), safe.steps(), safe.rowMultipliers());
  }
}
