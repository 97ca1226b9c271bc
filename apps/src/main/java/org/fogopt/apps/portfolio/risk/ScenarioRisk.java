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
  private final double leastLambda;
  private Local here = new Local(0);

  ScenarioRisk(Risk risk, Scenarios scenarios) {
    this(risk, scenarios, 0);
  }

  /** EVaR with its λ bounded below: without kinks, and larger by at most rho times the bound. */
  ScenarioRisk(Risk risk, Scenarios scenarios, double leastLambda) {
    this.risk = risk;
    this.scenarios = scenarios;
    this.leastLambda = leastLambda;
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
   * Slopes s with ρ(z′) ≥ ρ(z) + sᵀ(z′ − z) for all returns z′; of EVaR, whose λ may be bounded
   * below, ρ(z′) ≥ sᵀz′.
   */
  static double[] slopesOf(Risk risk, double[] z, double[] p, double leastLambda) {
    double mean = isAboutMean(risk) ? Risk.mean(z, p) : 0;
    double[] s = Arrays.stream(z).map(each -> each - mean).toArray();
    double[] slopes = at(risk, s, p, leastLambda).slopes;
    if (isAboutMean(risk)) { // the mean moves with each of the returns
      double sum = Arrays.stream(slopes).sum();
      Arrays.setAll(slopes, t -> slopes[t] - p[t] * sum);
    }
    return slopes;
  }

  @Override
  public double at(double[] x) {
    here = at(risk, scenarios.times(matrix, x), scenarios.probabilities(), leastLambda);
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

  private static Local at(Risk risk, double[] s, double[] p, double leastLambda) {
    Local local = new Local(s.length);
    switch (risk.kind()) {
      case VARIANCE -> squares(s, p, false, false, local);
      case DEVIATION -> squares(s, p, false, true, local);
      case SEMIVARIANCE -> squares(s, p, true, false, local);
      case SEMIDEVIATION -> squares(s, p, true, true, local);
      case ENTROPIC -> entropic(1 / risk.parameter(), s, p, local);
      case EVAR -> evar(rho(risk), s, p, leastLambda, local);
      case LOSS_OF_GROWTH -> growth(risk.parameter(), s, p, local);
      default -> throw new IllegalArgumentException(risk + " has no derivatives");
    }
    return local;
  }

  /** The largest entropy of EVaR's weights relative to the probabilities. */
  static double rho(Risk evar) {
    return -Math.log(1 - evar.parameter());
  }

  /** q = Σ p s², of losses alone or of all, or √q. */
  private static void squares(double[] s, double[] p, boolean isHalf, boolean isRoot, Local local) {
    double q = 0;
    for (int t = 0; t < s.length; t++) {
      if (!isHalf || s[t] < 0) {
        q += p[t] * s[t] * s[t];
        local.slopes[t] = 2 * p[t] * s[t];
        local.bends[t] = 2 * p[t];
      }
    }
    local.value = q;
    if (isRoot) {
      double root = Math.sqrt(q);
      local.value = root;
      double[] less = new double[s.length];
      for (int t = 0; t < s.length && root > 0; t++) {
        local.slopes[t] /= 2 * root;
        local.bends[t] /= 2 * root;
        less[t] = local.slopes[t] / Math.sqrt(root);
      }
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

  /** pi ← p exp(−s/λ), normalised; returns log Σ p exp(−s/λ). */
  private static double tilt(double lambda, double[] s, double[] p, double[] pi) {
    double most = Double.NEGATIVE_INFINITY;
    for (double each : s) {
      most = Math.max(most, -each / lambda);
    }
    double sum = 0;
    for (int t = 0; t < s.length; t++) {
      pi[t] = p[t] * Math.exp(-s[t] / lambda - most);
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
    if (lambda == 0) { // the largest loss has so much probability that it is the risk
      double worst = Double.POSITIVE_INFINITY;
      for (double each : s) {
        worst = Math.min(worst, each);
      }
      for (int t = 0; t < s.length; t++) {
        local.slopes[t] = s[t] == worst ? -1 : 0;
        worst = s[t] == worst ? Double.NaN : worst; // one of them
        local.value = local.slopes[t] == 0 ? local.value : -s[t];
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
   * relative to p is rho; 0 where even all weight on the largest losses has less.
   */
  private static double bestLambda(double rho, double[] s, double[] p, double[] pi) {
    double mean = Risk.mean(s, p);
    double spread = 0;
    double worst = Double.POSITIVE_INFINITY;
    for (int t = 0; t < s.length; t++) {
      spread += p[t] * (s[t] - mean) * (s[t] - mean);
      worst = Math.min(worst, s[t]);
    }
    double ofWorst = 0;
    for (int t = 0; t < s.length; t++) {
      ofWorst += s[t] == worst ? p[t] : 0;
    }
    if (spread == 0 || -Math.log(ofWorst) <= rho) {
      return 0;
    }
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double lambda = Math.sqrt(spread / (2 * Math.max(rho, Double.MIN_NORMAL))); // Gaussian returns
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
