package org.fogopt.method.sarah;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Anchor;
import org.fogopt.method.BarzilaiBorwein;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.MonotoneStep;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/**
 * {@link SarahCompositional} with step sizes and epochs of its own choice.
 *
 * <p><b>Step size.</b> A share θ of the short step of {@link BarzilaiBorwein} (1988), whose terms
 * every recursive step gives for free: SARAH-BB (Li, Giannakis 2019) and AI-SARAH (Shi et al. 2023)
 * take steps from the same differences. The first comes from a {@link CurvatureProbe}; each epoch's
 * own is joined to it by a geometric mean.
 *
 * <p><b>Epoch.</b> It ends when the accumulated variance D = Σ|F_s − F_{s−1}|² exceeds 2|F|²: D
 * bounds the squared error of the recursive estimate, a sum of martingale differences. SARAH+
 * (Nguyen et al. 2017) ends one when |F|² falls below a share of its first value instead. At the
 * latest it ends when its steps cost twice a restart, or |F| has doubled.
 *
 * <p><b>Safeguard.</b> A restart that finds the objective higher than the one before, or a tenfold
 * |F| within an epoch, returns to the last restart and halves θ, for no call ({@link
 * MonotoneStep}): step-halving as in Armijo's rule, across restarts.
 *
 * <p>Where g is affine, restarts after the first cost n: y follows from G and the last restart's y.
 */
final class AdaptiveSarah extends SarahCompositional {
  /** The least steps of an epoch, below which D is too noisy to go by. */
  private static final int SHORTEST = 10; // from the tuning list

  /** Growth of |F| within an epoch that no healthy one shows. */
  private static final double RUNAWAY = 10; // from the tuning list

  private final long fixedEpoch; // 0: chosen
  private final Anchor anchor = new Anchor(oracle);
  private final BarzilaiBorwein epochStep = new BarzilaiBorwein();
  private final MonotoneStep step;
  private double fastest; // of all epochs; 0 until the first restart
  private boolean due = true;
  private double d; // D of this epoch
  private long k; // recursive steps of this epoch
  private long restarts;

  AdaptiveSarah(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    fixedEpoch = settings.count(SarahParameters.Q, 0);
    var halving = new MonotoneStep.Rule(2, 1, RUNAWAY);
    step = new MonotoneStep(t -> CurvatureProbe.SHARE * fastest, true, exact, halving, this::note);
  }

  @Override
  protected void advance() {
    restarted = due;
    if (due) {
      restart();
      acceptOrReturn();
      propose(f, eta());
      step.anchorNorm(moveNorm);
      due = fixedEpoch == 1;
    } else {
      recur(df);
      measure();
      Kernels.drain(df, f);
      propose(f, eta());
      if (step.runsAway(moveNorm)) {
        join(Math.min(fastest, epochStep.step()));
        step.accepts(t, moveNorm);
        goBack();
        propose(f, eta());
      } else {
        due = epochIsOver();
        if (due) {
          join(epochStep.step());
        }
      }
    }
    finish();
  }

  @Override
  void restart() {
    if (exact && oracle.innerFollows() && restarts > 0) {
      oracle.follow(anchor.g, x, anchor.x, anchor.y, y);
      Arrays.fill(f, 0);
      objective = oracle.addGradient(s3L.at(t), y, g, 1, f) + oracle.penalty().value(x);
    } else {
      super.restart();
    }
  }

  /** Takes the restart for the new anchor, or returns to the last one. */
  private void acceptOrReturn() {
    if (restarts == 0) {
      fastest = CurvatureProbe.fastest(oracle, x, y, g, f, s.s1(), s.s3());
      note("step size %.3g from a probe of the curvature".formatted(eta()));
    }
    if (step.accepts(t, objective, Kernels.norm(f))) {
      restarts++;
      anchor.keep(x, y, g, f);
      beginEpoch();
    } else {
      goBack();
    }
  }

  private void measure() {
    double dF2 = Kernels.dot(df, df);
    epochStep.add(
        Kernels.dotDifference(df, 0, x, xPrev, x.length),
        Kernels.squaredDistance(x, 0, xPrev, 0, x.length),
        dF2);
    d += dF2;
    k++;
  }

  private boolean epochIsOver() {
    if (fixedEpoch > 0) {
      return k + 1 >= fixedEpoch;
    }
    return moveNorm > 2 * step.anchorNorm()
        || (k >= SHORTEST && d >= 2 * moveNorm * moveNorm)
        || (k + 1) * stepCalls > 2 * restartCalls;
  }

  private void join(double step) {
    if (step > 0 && step < Double.POSITIVE_INFINITY) {
      fastest = Math.sqrt(fastest * step);
    }
  }

  private void goBack() {
    anchor.restore(x, y, g, f);
    objective = step.anchorObjective();
    beginEpoch();
  }

  private void beginEpoch() {
    epochStep.clear();
    d = 0;
    k = 0;
    due = false;
  }

  @Override
  public String name() {
    return "adaptive sarah-c";
  }

  @Override
  public long nextCallsPaper() {
    if (!due) {
      return stepCalls;
    }
    if (restarts == 0) {
      return restartCalls + CurvatureProbe.callsPaper(oracle, s.s1(), s.s3());
    }
    return exact && oracle.innerFollows() ? oracle.outerCount() : restartCalls;
  }

  @Override
  public boolean mayGoBack() {
    return exact;
  }

  @Override
  public double eta() {
    return step.eta(t);
  }

  @Override
  long epoch() {
    return fixedEpoch > 0 ? fixedEpoch : Math.round((double) t / Math.max(1, restarts));
  }

  @Override
  protected void estimates(State state) {
    super.estimates(state);
    state.part("anchor", anchor);
    state.part("step of the epoch", epochStep);
    fastest = state.value("fastest", fastest);
    state.part("step size", step);
    due = state.value("due", due);
    d = state.value("D", d);
    k = state.value("k", k);
    restarts = state.value("restarts", restarts);
  }
}
