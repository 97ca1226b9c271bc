package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;

/**
 * What a scenario adds to a risk that is a mean over scenarios, minimised over further unknowns e:
 * φ_t(z, m, e) of its return z and the mean return m.
 *
 * <table>
 * <caption>φ</caption>
 * <tr><td>variance</td><td>(z − m)²; of the negative part alone for the semivariance</td></tr>
 * <tr><td>their roots</td><td>((z − m)²/s + s)/2, s &gt; 0</td></tr>
 * <tr><td>CVaR</td><td>e + H(−z − e), with slopes up to 1/(1 − a) (Rockafellar, Uryasev 2000)</td></tr>
 * <tr><td>MAD</td><td>H(m − z), with slopes up to 2</td></tr>
 * <tr><td>entropic</td><td>e + λ(exp((−z − e)/λ) − 1), λ = 1/θ (Ben-Tal, Teboulle 2007)</td></tr>
 * <tr><td>EVaR</td><td>the same + λρ over λ &gt; 0, too</td></tr>
 * <tr><td>growth</td><td>−log(1 + z)</td></tr>
 * </table>
 *
 * H(s) = max over 0 ≤ p ≤ cap of ps − (ν/2)(p − c_t)² is a smoothed hinge, at most cap·s₊. With
 * centres c_t that are the p of an earlier minimum, this is a step of the proximal point method on
 * the weights p (Rockafellar 1976), whose limit has no smoothing.
 *
 * <p>Exponentials above what they can be at the best e, and logarithms of almost nothing, go on as
 * parabolas: that changes no minimum, and a sampled step into them can be taken back.
 */
final class ScenarioTerm {
  /** Places of the value, of the slopes by z, m and e, of the curvature and of its direction. */
  static final int VALUE = 0;

  static final int SLOPES = 1;
  static final int BEND = 5;
  static final int ALONG = 6;
  static final int SIZE = 10;

  /** Wealth below which its logarithm goes on as a parabola. */
  private static final double RUIN = 1e-3;

  private final Risk risk;
  private final double mostExponent;
  private final double cap;
  private final double nu;
  private final double[] centres; // empty for none

  private ScenarioTerm(Risk risk, double mostExponent, double nu, double[] centres) {
    this.risk = risk;
    this.mostExponent = mostExponent;
    this.nu = nu;
    this.centres = centres;
    cap = risk.kind() == Risk.Kind.CVAR ? 1 / (1 - risk.parameter()) : 2;
  }

  /**
   * The term of a risk.
   *
   * @param p probabilities of the scenarios
   * @param nu ν of a hinge
   */
  static ScenarioTerm of(Risk risk, double[] p, double nu) {
    double least = Arrays.stream(p).filter(each -> each > 0).min().orElse(1);
    double[] centres = new double[isHinge(risk) ? p.length : 0];
    Arrays.fill(centres, 1);
    return new ScenarioTerm(risk, 1 - Math.log(least), nu, centres);
  }

  static boolean isHinge(Risk risk) {
    return risk.kind() == Risk.Kind.CVAR || risk.kind() == Risk.Kind.MAD;
  }

  /** The same with hinges about other weights. */
  ScenarioTerm about(double[] weights, double smoothing) {
    return new ScenarioTerm(risk, mostExponent, smoothing, weights);
  }

  /** How many further unknowns there are. */
  int extras() {
    return switch (risk.kind()) {
      case DEVIATION, SEMIDEVIATION, CVAR, ENTROPIC -> 1;
      case EVAR -> 2;
      default -> 0;
    };
  }

  /** Whether the last of the further unknowns is a scale, which must be positive. */
  boolean hasScale() {
    return extras() > 0 && risk.kind() != Risk.Kind.CVAR && risk.kind() != Risk.Kind.ENTROPIC;
  }

  /**
   * The best further unknowns for a portfolio's returns.
   *
   * @param leastScale of a scale
   */
  double[] bestExtras(double[] z, double[] p, double leastScale) {
    double lambda = 1 / risk.parameter();
    return switch (risk.kind()) {
      case DEVIATION, SEMIDEVIATION -> new double[] {Math.max(leastScale, risk.of(z, p))};
      case CVAR -> new double[] {quantile(z, p)};
      case ENTROPIC -> new double[] {risk.of(z, p)};
      case EVAR -> {
        lambda = Math.max(leastScale, ScenarioRisk.bestLambda(ScenarioRisk.rho(risk), z, p));
        yield new double[] {Risk.entropic(1 / lambda).of(z, p), lambda};
      }
      default -> new double[0];
    };
  }

  /** The e of a smoothed CVaR, at which the mean of the slopes is 1, by bisection. */
  private double quantile(double[] z, double[] p) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int t = 0; t < z.length; t++) {
      low = Math.min(low, -z[t] + nu * (centres[t] - cap));
      high = Math.max(high, -z[t] + nu * centres[t]);
    }
    while (true) {
      double e = 0.5 * (low + high);
      if (!(e > low && e < high)) {
        return high;
      }
      double sum = 0;
      for (int t = 0; t < z.length; t++) {
        sum += p[t] * slope(t, -z[t] - e);
      }
      low = sum > 1 ? e : low;
      high = sum > 1 ? high : e;
    }
  }

  /** The slopes of the hinges at the best e: with them, no risk is below that of their sum. */
  double[] hingeSlopes(double[] z, double[] p) {
    double mean = Risk.mean(z, p);
    double[] extras = bestExtras(z, p, 0);
    double[] slopes = new double[z.length];
    for (int t = 0; t < z.length; t++) {
      slopes[t] = slope(t, extras.length == 0 ? mean - z[t] : -z[t] - extras[0]);
    }
    return slopes;
  }

  private double slope(int t, double s) {
    return Math.max(0, Math.min(cap, centres[t] + s / nu));
  }

  /**
   * φ_t and its derivatives.
   *
   * @param from where the further unknowns begin in v
   * @param at takes {@link #SIZE} numbers; its directions hold zeros
   */
  void at(int t, double z, double mean, double[] v, int from, double[] at) {
    switch (risk.kind()) {
      case VARIANCE, SEMIVARIANCE -> square(z - mean, at);
      case DEVIATION, SEMIDEVIATION -> root(z - mean, v[from], at);
      case CVAR -> {
        hinge(t, -z - v[from], at);
        at[VALUE] += v[from];
        at[SLOPES + 2] = 1 + at[SLOPES];
        at[ALONG + 2] = -1;
      }
      case MAD -> {
        hinge(t, mean - z, at);
        at[SLOPES + 1] = -at[SLOPES];
        at[ALONG + 1] = 1;
      }
      case ENTROPIC -> exponential(1 / risk.parameter(), 0, z, v[from], at);
      case EVAR -> exponential(v[from + 1], ScenarioRisk.rho(risk), z, v[from], at);
      case LOSS_OF_GROWTH -> growth(risk.parameter(), z, at);
    }
  }

  private boolean isAbove(double deviation) {
    boolean isHalf =
        risk.kind() == Risk.Kind.SEMIVARIANCE || risk.kind() == Risk.Kind.SEMIDEVIATION;
    return isHalf && deviation >= 0;
  }

  private void square(double deviation, double[] at) {
    double u = isAbove(deviation) ? 0 : deviation;
    at[VALUE] = u * u;
    at[SLOPES] = 2 * u;
    at[SLOPES + 1] = -2 * u;
    at[BEND] = isAbove(deviation) ? 0 : 2;
    at[ALONG] = 1;
    at[ALONG + 1] = -1;
  }

  private void root(double deviation, double s, double[] at) {
    double u = isAbove(deviation) ? 0 : deviation;
    at[VALUE] = 0.5 * (u * u / s + s);
    at[SLOPES] = u / s;
    at[SLOPES + 1] = -u / s;
    at[SLOPES + 2] = 0.5 * (1 - u * u / (s * s));
    at[BEND] = isAbove(deviation) ? 0 : 1 / s;
    at[ALONG] = 1;
    at[ALONG + 1] = -1;
    at[ALONG + 2] = -u / s;
  }

  /** Of −z: its slope is minus that by z. */
  private void hinge(int t, double s, double[] at) {
    double p = slope(t, s);
    double off = p - centres[t];
    at[VALUE] = p * s - 0.5 * nu * off * off;
    at[SLOPES] = -p;
    at[BEND] = p > 0 && p < cap ? 1 / nu : 0;
    at[ALONG] = -1;
  }

  private void exponential(double lambda, double rho, double z, double e, double[] at) {
    double u = (-z - e) / lambda;
    double beyond = Math.max(0, u - mostExponent);
    double exp = Math.exp(Math.min(u, mostExponent));
    double slope = exp * (1 + beyond);
    double value = exp * (1 + beyond + 0.5 * beyond * beyond);
    at[VALUE] = e + lambda * (value - 1 + rho);
    at[SLOPES] = -slope;
    at[SLOPES + 2] = 1 - slope;
    at[SLOPES + 3] = value - 1 + rho - u * slope;
    at[BEND] = exp / lambda;
    at[ALONG] = -1;
    at[ALONG + 2] = -1;
    at[ALONG + 3] = -u;
  }

  private static void growth(double one, double z, double[] at) {
    double wealth = Math.max(RUIN, 1 + z / one);
    double below = Math.min(0, 1 + z / one - RUIN) / wealth;
    at[VALUE] = -one * (Math.log(wealth) + below - 0.5 * below * below);
    at[SLOPES] = -(1 - below) / wealth;
    at[BEND] = 1 / (one * wealth * wealth);
    at[ALONG] = 1;
  }
}
