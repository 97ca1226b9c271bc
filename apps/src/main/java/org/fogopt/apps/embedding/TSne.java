package org.fogopt.apps.embedding;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;

/**
 * Gradient descent with momentum and a gain of each coordinate, on full gradients, as t-SNE is
 * minimised in practice: van der Maaten, Hinton 2008; delta-bar-delta gains of Jacobs 1988;
 * learning rates of Belkina et al. 2019. Constants are the defaults of openTSNE 1.0.
 *
 * <pre>
 *   u     = ∇f(g(x_t)), its part of the points times α in the first steps (early exaggeration)
 *   F_t   = ∂g(x_t)ᵀ u
 *   gain  = gain + 0.2 where F_t points against the last move, else 0.8·gain + 0.01
 *   move  = 0.8·move − η·gain·F_t,  η = n/(4α),  no point moves by more than 5
 *   x_t+1 = x_t + move, centred
 * </pre>
 *
 * Exaggeration makes near points find each other before the map has spread: clusters stay whole.
 * Every 50th step tells objective and gradient, which are those without exaggeration. Calls: m + n
 * a step.
 */
public final class TSne extends BaseIteration {
  public static final Parameter EARLY =
      Parameter.count("early", "steps with early exaggeration", 250);
  public static final Parameter EXAGGERATION =
      Parameter.number(
          "exaggeration", "factor of the attraction in them", 12, Parameter.Range.AT_LEAST_ONE);
  public static final Parameter MOMENTUM =
      Parameter.number("momentum", "share of the last move kept", 0.8, Parameter.Range.BELOW_ONE);

  public static final Method METHOD =
      new Method(
          "t-sne",
          "Momentum, gains and early exaggeration",
          "van der Maaten, Hinton 2008; Belkina et al. 2019",
          "m + n",
          "last",
          List.of(EARLY, EXAGGERATION, MOMENTUM),
          TSne::new);

  /** Steps of a whole run, early ones included. */
  public static final int STEPS = 750;

  /** Why it is chosen, where nothing else was asked for. */
  public static final String REASON =
      "all components of a map are cheap to evaluate together, and exaggeration keeps clusters whole";

  /** To {@link Automatic}, which weighs its cost. */
  public static final Automatic.Offer OFFER = new Automatic.Offer(METHOD, STEPS, REASON);

  /** The standard deviation of the places to begin with. */
  public static final double START = 1e-4;

  /** What a step costs, in passes: values and Jacobians of g and gradients of f. */
  public static final int PASSES_PER_STEP = 3;

  private static final int STEPS_BETWEEN_REPORTS = 50;
  private static final double GAIN_UP = 0.2;
  private static final double GAIN_DOWN = 0.8;
  private static final double LEAST_GAIN = 0.01;
  private static final double LONGEST_MOVE = 5;

  private final long early = settings.count(EARLY);
  private final double exaggeration = settings.get(EXAGGERATION);
  private final double momentum = settings.get(MOMENTUM);
  private final Batch everyInner;
  private final Batch everyOuter;
  private final int points;
  private final double[] y;
  private final JacobianEstimate g;
  private final double[] slopes;
  private final double[] f;
  private final double[] gains;
  private final double[] move;

  private TSne(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    long n = oracle.outerCount();
    if (n != oracle.innerCount() || x0.length % n != 0 || oracle.innerDimension() <= x0.length) {
      throw new IllegalArgumentException("t-sne minimises maps of points only");
    }
    points = (int) n;
    everyInner = Batch.all(n);
    everyOuter = Batch.all(n);
    y = new double[oracle.innerDimension()];
    g = oracle.newJacobian();
    slopes = new double[y.length];
    f = new double[x0.length];
    gains = new double[x0.length];
    Arrays.fill(gains, 1);
    move = new double[x0.length];
  }

  private double alpha() {
    return t < early ? exaggeration : 1;
  }

  @Override
  protected void advance() {
    oracle.valueAndJacobian(everyInner, x, y, g);
    if (t % STEPS_BETWEEN_REPORTS != 0) {
      oracle.slopesAlone(everyOuter, y, slopes);
    } else {
      objective = oracle.slopes(everyOuter, y, slopes);
      oracle.transposeTimes(g, slopes, f);
      gradientNorm = Kernels.norm(f);
      restarted = true;
    }
    double alpha = alpha();
    for (int k = 0; k < x.length; k++) {
      slopes[k] *= alpha;
    }
    oracle.transposeTimes(g, slopes, f);
    moveNorm = Kernels.norm(f);
    move();
  }

  private void move() {
    double eta = eta();
    for (int k = 0; k < x.length; k++) {
      boolean isSame = Math.signum(move[k]) == Math.signum(f[k]);
      gains[k] = isSame ? GAIN_DOWN * gains[k] + LEAST_GAIN : gains[k] + GAIN_UP;
      move[k] = momentum * move[k] - eta * gains[k] * f[k];
    }
    for (int t = 0; t < points; t++) {
      double square = 0;
      for (int k = t; k < x.length; k += points) {
        square += move[k] * move[k];
      }
      if (square > LONGEST_MOVE * LONGEST_MOVE) {
        double factor = LONGEST_MOVE / Math.sqrt(square);
        for (int k = t; k < x.length; k += points) {
          move[k] *= factor;
        }
      }
    }
    for (int from = 0; from < x.length; from += points) {
      double mean = 0;
      for (int k = from; k < from + points; k++) {
        next[k] = x[k] + move[k];
        mean += next[k];
      }
      mean /= points;
      for (int k = from; k < from + points; k++) {
        next[k] -= mean;
      }
    }
    keepSize();
  }

  /**
   * Of few points, most are neighbours, and exaggeration would let the map vanish: it is not to
   * become smaller than it began.
   */
  private void keepSize() {
    double deviation = Kernels.norm(next) / Math.sqrt(points);
    if (t < early && deviation > 0 && deviation < START) {
      Kernels.scale(START / deviation, next);
    }
  }

  @Override
  public long nextCallsPaper() {
    return 2 * everyInner.size() + everyOuter.size();
  }

  /** Of Φ, in whose gradient each pair counts four times. */
  @Override
  public double eta() {
    return points / (4 * alpha());
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>(); // in this order in every output
    all.put("early", early);
    all.put("exaggeration", exaggeration);
    all.put("momentum", momentum);
    return all;
  }

  @Override
  public List<String> decisions() {
    return List.of(
        "early exaggeration %.3g in the first %d steps; learning rate n/%.3g, then n"
            .formatted(exaggeration, early, exaggeration));
  }

  @Override
  protected void estimates(State s) {
    s.array("gains", gains);
    s.array("move", move);
  }
}
