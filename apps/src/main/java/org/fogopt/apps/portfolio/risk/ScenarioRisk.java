package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.SymmetricMatrix;

/**
 * A risk whose derivatives are sums over scenarios: with rows a_t of returns or of deviations,
 *
 * <pre>
 *   ∇ρ = Σ slopes_t a_t,    ∇²ρ = Σ bends_t a_t a_tᵀ − Σ_k (Σ_t less_kt a_t)(Σ_t less_kt a_t)ᵀ.
 * </pre>
 *
 * The logarithm of a mean of exponentials is taken with the largest exponent out.
 */
final class ScenarioRisk implements SmoothRisk {
  /** Newton's steps for λ of EVaR at the most; a dozen are usual. */
  private static final int MOST_STEPS = 200;

  /** Bisections in log λ are worth more than Newton's steps beyond this factor. */
  private static final double LONGEST = 4; // a step in log λ, dimensionless

  /** The rounding of sums over scenarios, relative to them: a few ulps. */
  private static final double CANCELLED = 1e-15;

  private final Risk risk;
  private final Scenarios scenarios;
  private final double[] matrix;
  private final double least;
  private Local here = new Local(0);

  ScenarioRisk(Risk risk, Scenarios scenarios) {
    this(risk, scenarios, 0);
  }

  /**
   * Roots and EVaR without their kinks: √q is the least over s > 0 of (q/s + s)/2, and EVaR that
   * over λ of its φ. With s or λ at least {@code least} they are smooth, and larger by at most half
   * of it, or rho times it. Their slopes are among those that the risk is the largest over, so that
   * ρ(x) ≥ ∇ᵀx at any x.
   */
  ScenarioRisk(Risk risk, Scenarios scenarios, double least) {
    this.risk = risk;
    this.scenarios = scenarios;
    this.least = least;
    matrix = isAboutMean(risk) ? scenarios.deviations() : scenarios.rows();
  }

  private static boolean isAboutMean(Risk risk) {
    return switch (risk.kind()) {
      case VARIANCE, DEVIATION, SEMIVARIANCE, SEMIDEVIATION -> true;
      default -> false;
    };
  }

  /** What a risk is at the returns, or deviations, s. */
  private static final class Local {
    final double[] slopes;
    final double[] bends;
    final List<double[]> less = new ArrayList<>();
    double value;

    Local(int count) {
      slopes = new double[count];
      bends = new double[count];
    }
  }

  /** The risk of returns alone. */
  static double valueOf(Risk risk, double[] z, double[] p) {
    double[] s = z.clone();
    if (isAboutMean(risk)) {
      double mean = Risk.mean(z, p);
      for (int t = 0; t < s.length; t++) {
        s[t] -= mean;
      }
    }
    return at(risk, s, p, 0).value;
  }

  /**
   * Slopes s with ρ(z′) ≥ ρ(z) + sᵀ(z′ − z) for all returns z′; of roots and EVaR, whose scale may
   * be bounded below, ρ(z′) ≥ sᵀz′.
   */
  static double[] slopesOf(Risk risk, double[] z, double[] p, double least) {
    double mean = isAboutMean(risk) ? Risk.mean(z, p) : 0;
    double[] s = Arrays.stream(z).map(each -> each - mean).toArray();
    double[] slopes = at(risk, s, p, least).slopes;
    if (isAboutMean(risk)) { // the mean moves with each of the returns
      double sum = Arrays.stream(slopes).sum();
      Arrays.setAll(slopes, t -> slopes[t] - p[t] * sum);
    }
    return slopes;
  }

  @Override
  public double at(double[] x) {
    here = at(risk, scenarios.times(matrix, x), scenarios.probabilities(), least);
    return here.value;
  }

  @Override
  public double[] gradient() {
    return scenarios.combine(matrix, here.slopes);
  }

  /**
   * R'(W − Σ l l')R, W the bends. The W^{-1/2}l are orthonormal in all risks here, so that it is
   * Q'WQ with rows r_t − Σ (l_t/w_t) R'l: no difference of large numbers, never indefinite.
   */
  @Override
  public SymmetricMatrix hessian() {
    int n = scenarios.assets();
    double[] rows = here.less.isEmpty() ? matrix : matrix.clone();
    for (double[] less : here.less) {
      double[] combined = scenarios.combine(matrix, less);
      for (int t = 0; t < scenarios.count(); t++) {
        if (here.bends[t] > 0) {
          Kernels.axpy(-less[t] / here.bends[t], combined, 0, rows, t * n, n);
        }
      }
    }
    SymmetricMatrix h = new SymmetricMatrix(n);
    h.addRows(scenarios.count(), rows, here.bends, scenarios.parallel());
    if (!here.less.isEmpty()) {
      h.addDiagonal(CANCELLED * largestSquare(n)); // lest what is rounding alone be singular
    }
    return h;
  }

  /** The largest diagonal entry of R'WR. */
  private double largestSquare(int n) {
    double[] squares = new double[n];
    for (int t = 0; t < scenarios.count(); t++) {
      for (int k = 0; k < n; k++) {
        squares[k] += here.bends[t] * matrix[t * n + k] * matrix[t * n + k];
      }
    }
    return Arrays.stream(squares).max().orElse(0);
  }

  private static Local at(Risk risk, double[] s, double[] p, double least) {
    Local local = new Local(s.length);
    switch (risk.kind()) {
      case VARIANCE -> squares(s, p, false, local);
      case DEVIATION -> root(s, p, false, least, local);
      case SEMIVARIANCE -> squares(s, p, true, local);
      case SEMIDEVIATION -> root(s, p, true, least, local);
      case ENTROPIC -> entropic(1 / risk.parameter(), s, p, local);
      case EVAR -> evar(rho(risk), s, p, least, local);
      case LOSS_OF_GROWTH -> growth(risk.parameter(), s, p, local);
      default -> throw new IllegalArgumentException(risk + " has no derivatives");
    }
    return local;
  }

  /** The largest entropy of EVaR's weights relative to the probabilities. */
  static double rho(Risk evar) {
    return -Math.log(1 - evar.parameter());
  }

  /** q = Σ p s², of losses alone or of all. */
  private static void squares(double[] s, double[] p, boolean isHalf, Local local) {
    double q = 0;
    for (int t = 0; t < s.length; t++) {
      if (!isHalf || s[t] < 0) {
        q += p[t] * s[t] * s[t];
        local.slopes[t] = 2 * p[t] * s[t];
        local.bends[t] = 2 * p[t];
      }
    }
    local.value = q;
  }

  /** (q/r + r)/2, r the larger of √q and its bound. */
  private static void root(double[] s, double[] p, boolean isHalf, double least, Local local) {
    squares(s, p, isHalf, local);
    double root = Math.sqrt(local.value);
    double r = Math.max(root, least);
    local.value = root >= least ? root : (local.value / r + r) / 2;
    double[] less = new double[s.length];
    for (int t = 0; t < s.length && r > 0; t++) {
      local.slopes[t] /= 2 * r;
      local.bends[t] /= 2 * r;
      less[t] = local.slopes[t] / Math.sqrt(r);
    }
    if (root >= least) {
      local.less.add(less);
    }
  }

  /** λ log mean exp(−s/λ). */
  private static void entropic(double lambda, double[] s, double[] p, Local local) {
    double[] pi = new double[s.length];
    local.value = lambda * tilt(lambda, s, p, pi);
    double[] less = new double[s.length];
    for (int t = 0; t < s.length; t++) {
      local.slopes[t] = -pi[t];
      local.bends[t] = pi[t] / lambda;
      less[t] = pi[t] / Math.sqrt(lambda);
    }
    local.less.add(less);
  }

  /** The least of the s that have a probability. */
  private static double worst(double[] s, double[] p) {
    double worst = Double.POSITIVE_INFINITY;
    for (int t = 0; t < s.length; t++) {
      worst = p[t] > 0 ? Math.min(worst, s[t]) : worst;
    }
    return worst;
  }

  /** pi ← p exp(−s/λ), normalised; returns log Σ p exp(−s/λ). */
  private static double tilt(double lambda, double[] s, double[] p, double[] pi) {
    double most = -worst(s, p) / lambda;
    double sum = 0;
    for (int t = 0; t < s.length; t++) {
      pi[t] = p[t] > 0 ? p[t] * Math.exp(-s[t] / lambda - most) : 0;
      sum += pi[t];
    }
    for (int t = 0; t < s.length; t++) {
      pi[t] /= sum;
    }
    return most + Math.log(sum);
  }

  /**
   * min over λ of φ = λ(log mean exp(−s/λ) + rho). With the minimising λ the curvature is that of
   * the entropic risk less h hᵀ/φ_λλ, h = ∂∇φ/∂λ.
   */
  private static void evar(double rho, double[] s, double[] p, double least, Local local) {
    double[] pi = new double[s.length];
    double best = bestLambda(rho, s, p, pi);
    double lambda = Math.max(best, least);
    if (lambda == Double.POSITIVE_INFINITY) { // of level 0: the mean loss
      local.value = -Risk.mean(s, p);
      Arrays.setAll(local.slopes, t -> -p[t]);
      return;
    }
    if (lambda == 0) { // the largest loss has so much probability that it is the risk
      double worst = worst(s, p);
      local.value = -worst;
      for (int t = 0; t < s.length; t++) {
        local.slopes[t] = s[t] == worst && p[t] > 0 ? -1 : 0;
        worst = local.slopes[t] == 0 ? worst : Double.NaN; // one of them
      }
      return;
    }
    entropic(lambda, s, p, local);
    local.value += lambda * rho;
    if (lambda > best) {
      return; // λ stays where it is
    }
    tilt(lambda, s, p, pi);
    double mean = Risk.mean(s, pi);
    double variance = 0;
    for (int t = 0; t < s.length; t++) {
      variance += pi[t] * (s[t] - mean) * (s[t] - mean);
    }
    if (variance > 0) { // φ_λλ = variance/λ³, h = −Σ pi (s − mean) a/λ²
      double[] less = new double[s.length];
      for (int t = 0; t < s.length; t++) {
        less[t] = pi[t] * (s[t] - mean) / Math.sqrt(lambda * variance);
      }
      local.less.add(less);
    }
  }

  /** The λ of EVaR; see below. */
  static double bestLambda(double rho, double[] z, double[] p) {
    return bestLambda(rho, z, p, new double[z.length]);
  }

  /**
   * The λ with φ_λ = log mean exp(−s/λ) + mean_pi(s)/λ + rho = 0, that is where the entropy of pi
   * relative to p is rho; 0 where even all weight on the largest losses has less, infinite where
   * rho is 0.
   */
  private static double bestLambda(double rho, double[] s, double[] p, double[] pi) {
    double mean = Risk.mean(s, p);
    double spread = 0;
    double worst = worst(s, p);
    for (int t = 0; t < s.length; t++) {
      spread += p[t] * (s[t] - mean) * (s[t] - mean);
    }
    double ofWorst = 0;
    for (int t = 0; t < s.length; t++) {
      ofWorst += s[t] == worst ? p[t] : 0;
    }
    if (spread == 0 || -Math.log(ofWorst) <= rho) {
      return 0;
    }
    if (rho == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double lambda = Math.sqrt(spread / (2 * rho)); // Gaussian returns
    for (int k = 0; k < MOST_STEPS; k++) {
      double slope = rho + tilt(lambda, s, p, pi);
      double tilted = Risk.mean(s, pi);
      slope += tilted / lambda; // rho less the entropy: grows with λ
      double variance = 0;
      for (int t = 0; t < s.length; t++) {
        variance += pi[t] * (s[t] - tilted) * (s[t] - tilted);
      }
      if (slope > 0) {
        high = lambda;
      } else {
        low = lambda;
      }
      double move = -slope * lambda * lambda / variance; // in log λ: φ_λλ λ = variance/λ²
      if (Math.abs(move) <= Math.ulp(LONGEST)) {
        return lambda;
      }
      double next = lambda * Math.exp(Math.max(-LONGEST, Math.min(LONGEST, move)));
      if (!(next > low && next < high)) {
        next =
            high == Double.POSITIVE_INFINITY ? 2 * lambda : low == 0 ? high / 2 : (low + high) / 2;
      }
      if (next == lambda) {
        return lambda;
      }
      lambda = next;
    }
    return lambda;
  }

  /** −one·mean log(1 + s/one). */
  private static void growth(double one, double[] s, double[] p, Local local) {
    double sum = 0;
    for (int t = 0; t < s.length; t++) {
      double wealth = 1 + s[t] / one;
      if (!(wealth > 0) && p[t] > 0) {
        local.value = Double.POSITIVE_INFINITY;
        return;
      }
      sum -= p[t] * one * Math.log1p(s[t] / one);
      local.slopes[t] = -p[t] / wealth;
      local.bends[t] = p[t] / (one * wealth * wealth);
    }
    local.value = sum;
  }
}
