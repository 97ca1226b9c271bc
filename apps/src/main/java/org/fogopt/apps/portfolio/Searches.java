package org.fogopt.apps.portfolio;

import java.util.Locale;
import org.fogopt.apps.portfolio.risk.NoMinimumException;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.jspecify.annotations.Nullable;

/** What takes several minima: the largest ratio, and the largest return at a given risk. */
final class Searches {
  /** Minima at the most; Dinkelbach's method takes about five, a bracket about twenty. */
  private static final int MOST = 100;

  /** Relative accuracy of a ratio, and of a return that is bounded from above. */
  private static final double ACCURACY = 1e-12;

  /** A risk this small relative to a return is the root of a variance's rounding: √ulp. */
  private static final double RISKLESS = 1e-8;

  /** What a limit of risk may be below the least one, relative to it: the rounding of a minimum. */
  private static final double NEAR = 1e-8;

  /** The most of what a ratio may be above the one found, relative to it, that is worth a bound. */
  private static final double MOST_EXCESS = 0.01;

  /** From one multiplier to the next while no portfolio with too much risk is known. */
  private static final double FACTOR = 16;

  private Searches() {}

  /**
   * max (mean − costs − riskFree)/risk by Dinkelbach (1967): x minimises q·risk − mean + costs for
   * the ratio q of the x before; q grows, and converges faster than linearly.
   */
  static Best mostRatio(PortfolioModel model, Risk risk, double riskFree) {
    Best best = model.leastRisk(risk);
    double least = best.objective() - best.gapBound();
    if (!isAbove(model, best, riskFree)) {
      best = model.balance(risk, 0, 1);
      if (!isAbove(model, best, riskFree)) {
        throw new NoRatioException(
            String.format(
                Locale.ROOT,
                "no portfolio has an expected return above the risk-free rate of %s: the largest is"
                    + " %.6g, and a ratio says nothing then",
                riskFree,
                model.net(best.x())));
      }
    }
    double ratio = ratio(model, risk, riskFree, best);
    double gap = Double.NaN;
    for (int k = 0; k < MOST; k++) {
      Best next = model.balance(risk, ratio, 1);
      // q·risk − net ≥ objective − gap everywhere, and −riskFree at the best: no ratio is above
      // q + (gap − objective − riskFree)/risk, of the unknown best, whose risk is not below the
      // least
      gap = Math.max(0, next.gapBound() - next.objective() - riskFree);
      if (!isAbove(model, next, riskFree)) {
        boolean isLower = next.objective() + riskFree < -next.gapBound();
        if (isLower && isNegative(model, risk, riskFree, next)) { // as is a mixture that pays
          throw noLargest(model, risk, riskFree, next);
        }
        break; // cash at the risk-free rate, as good as what is mixed with it
      }
      double reached = ratio(model, risk, riskFree, next);
      if (!(reached > ratio * (1 + ACCURACY))) {
        break;
      }
      ratio = reached;
      best = next;
    }
    boolean isBounded = gap == 0 || isRatio(model.netSize(best.x()), riskFree, least);
    double bound = gap == 0 ? 0 : gap / least;
    if (!isBounded) {
      bound = excess(model, risk, riskFree, ratio, gap / model.risk(risk, best.x()));
    }
    return new Best(best.x(), -ratio, bound, best.steps(), best.rowMultipliers());
  }

  /**
   * How far above q a ratio may be, where the least risk is no number to divide by: if q'·risk >
   * net − riskFree everywhere, no ratio is above q'. NaN if no q' near q is found.
   */
  private static double excess(
      PortfolioModel model, Risk risk, double riskFree, double q, double gap) {
    for (double share = ACCURACY + 2 * gap / q; share < MOST_EXCESS; share *= FACTOR) {
      Best least = model.balance(risk, q * (1 + share), 1);
      if (least.objective() - least.gapBound() + riskFree > 0) {
        return q * share;
      }
    }
    return Double.NaN;
  }

  /** Whether a risk is one to divide by: not negative, and no rounding of the returns. */
  static boolean isRatio(double mean, double riskFree, double below) {
    return below > RISKLESS * (Math.abs(mean) + Math.abs(riskFree));
  }

  /** Whether more is earned than the risk-free rate, not counting rounding. */
  private static boolean isAbove(PortfolioModel model, Best best, double riskFree) {
    double rounding = ACCURACY * (model.netSize(best.x()) + Math.abs(riskFree));
    return model.net(best.x()) - riskFree > rounding;
  }

  private static double ratio(PortfolioModel model, Risk risk, double riskFree, Best best) {
    double below = model.risk(risk, best.x());
    double above = model.net(best.x()) - riskFree;
    if (!isRatio(model.netSize(best.x()), riskFree, below)) {
      throw noLargest(model, risk, riskFree, best);
    }
    return above / below;
  }

  private static boolean isNegative(PortfolioModel model, Risk risk, double riskFree, Best best) {
    return isRatio(model.netSize(best.x()), riskFree, -model.risk(risk, best.x()));
  }

  private static NoRatioException noLargest(
      PortfolioModel model, Risk risk, double riskFree, Best best) {
    if (isNegative(model, risk, riskFree, best)) {
      return new NoRatioException(
          ("a portfolio that earns the risk-free rate or more has %s below 0, so the ratio has no"
                  + " largest value; take a risk that is never below 0, such as the deviation")
              .formatted(withArticle(risk)));
    }
    return new NoRatioException(
        String.format(
            Locale.ROOT,
            "a portfolio with %s of %.3g earns %.6g more than the risk-free rate, so the ratio"
                + " has no largest value; give the rate that cash earns as the risk-free rate",
            withArticle(risk),
            model.risk(risk, best.x()),
            model.net(best.x()) - riskFree));
  }

  private static String withArticle(Risk risk) {
    String name = risk.toString();
    return (name.startsWith("e") ? "an " : "a ") + name;
  }

  /**
   * max net = mean − costs with risk ≤ most. A portfolio with less risk and one with more are
   * known; κ is the slope from one to the other, and the least κ·risk − net takes the place of one
   * of them (Kelley's cutting planes in one dimension). No return is above κ·most − (κ·risk − net)
   * at that minimum, which ends the search and bounds its gap; and so does a minimum that is not
   * below the slope.
   */
  static Best mostReturn(PortfolioModel model, Risk risk, double most) {
    Best safe = model.leastRisk(risk);
    double least = model.risk(risk, safe.x());
    if (least - most > NEAR * Math.abs(most)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no portfolio has %s of at most %s: the least is %.6g",
              withArticle(risk),
              most,
              least));
    }
    Best risky = largest(model, risk);
    if (risky != null && model.risk(risk, risky.x()) <= most) {
      return risky; // the limit does not bind
    }
    double upper =
        risky == null ? Double.POSITIVE_INFINITY : model.net(risky.x()) + risky.gapBound();
    double kappa = start(model, safe, least);
    Best found = safe;
    for (int k = 0; k < MOST; k++) {
      if (risky != null) {
        double rise = model.net(risky.x()) - model.net(safe.x());
        kappa = rise / (model.risk(risk, risky.x()) - model.risk(risk, safe.x()));
      }
      if (!(kappa > 0)) {
        break; // rounding: nothing to be gained by more risk
      }
      double chord = // on which all minima lie, if nothing is below it
          risky == null
              ? Double.POSITIVE_INFINITY
              : kappa * model.risk(risk, safe.x()) - model.net(safe.x());
      Best next = model.balance(risk, kappa, 1);
      upper = Math.min(upper, kappa * most - next.objective() + next.gapBound());
      if (model.risk(risk, next.x()) <= most) {
        boolean isFirst = risky == null;
        safe = next;
        kappa = isFirst ? kappa / FACTOR : kappa;
      } else {
        risky = next;
      }
      found = risky == null ? safe : between(model, risk, most, safe, risky);
      double size = Math.abs(upper) + kappa * Math.abs(most);
      boolean isOnChord = next.objective() >= chord - ACCURACY * size;
      if (isOnChord || upper - model.net(found.x()) <= ACCURACY * size) {
        break;
      }
    }
    double gap = Math.max(0, upper - model.net(found.x()));
    return new Best(found.x(), -model.net(found.x()), gap, found.steps(), found.rowMultipliers());
  }

  private static @Nullable Best largest(PortfolioModel model, Risk risk) {
    try {
      return model.balance(risk, 0, 1);
    } catch (NoMinimumException e) {
      return null; // no end of return, and of risk
    }
  }

  private static double start(PortfolioModel model, Best least, double risk) {
    double mean = Math.abs(model.net(least.x()));
    return Math.abs(risk) > 0 && mean > 0 ? mean / Math.abs(risk) : 1;
  }

  /** The last point on the way from safe to risky whose risk is at most {@code most}. */
  private static Best between(PortfolioModel model, Risk risk, double most, Best safe, Best risky) {
    double low = 0;
    double high = 1;
    while (high - low > ACCURACY) {
      double share = (low + high) / 2;
      if (model.risk(risk, mixed(safe, risky, share)) <= most) {
        low = share;
      } else {
        high = share;
      }
    }
    double[] x = mixed(safe, risky, low);
    return new Best(x, -model.net(x), safe.gapBound(), safe.steps(), safe.rowMultipliers());
  }

  private static double[] mixed(Best safe, Best risky, double share) {
    double[] x = safe.x().clone();
    for (int k = 0; k < x.length; k++) {
      x[k] = (1 - share) * safe.x()[k] + share * risky.x()[k];
    }
    return x;
  }
}
