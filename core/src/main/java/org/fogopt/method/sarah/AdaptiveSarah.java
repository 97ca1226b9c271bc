package org.fogopt.method.sarah;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BarzilaiBorwein;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Settings;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

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
 * |F| within an epoch, returns to the last restart and halves θ: a monotone method across restarts,
 * with step-halving as in Armijo's rule. A return costs no call.
 *
 * <p>Where g is affine, restarts after the first cost n: y follows from G and the last restart's y.
 */
final class AdaptiveSarah extends SarahCompositional {
  /** The least steps of an epoch, below which D is too noisy to go by. */
  private static final int SHORTEST = 10; // from the tuning list

  /** Growth of |F| within an epoch that no healthy one shows. */
  private static final double RUNAWAY = 10; // from the tuning list

  /** Relative rounding of sums of up to 10⁶ terms, which is no rise of the objective. */
  private static final double ROUNDING = 1e-10;

  /** Returns in a row after which half a step is no help: so many halvings leave nothing of it. */
  private static final int RETURNS = 40;

  /** Notes kept: a run that returns again and again would fill memory with them. */
  private static final int NOTES = 100;

  private final long fixedEpoch; // 0: chosen
  private final boolean innerFollows;
  private final Anchor anchor = new Anchor();
  private final BarzilaiBorwein epochStep = new BarzilaiBorwein();
  private double theta = CurvatureProbe.SHARE;
  private double fastest; // of all epochs; 0 until the first restart
  private boolean due = true;
  private double d; // D of this epoch
  private long k; // recursive steps of this epoch
  private long restarts;
  private int returns;
  private final List<String> notes = new ArrayList<>();

  AdaptiveSarah(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    fixedEpoch = settings.count(SarahParameters.Q, 0);
    innerFollows = exact && oracle.innerFollows();
  }

  @Override
  protected void advance() {
    restarted = due;
    if (due) {
      restart();
      acceptOrReturn();
      propose(f, eta());
      anchor.norm = moveNorm;
      due = fixedEpoch == 1;
    } else {
      recur(df);
      measure();
      Kernels.drain(df, f);
      propose(f, eta());
      if (!(moveNorm <= RUNAWAY * anchor.norm) && returns < RETURNS) {
        join(Math.min(fastest, epochStep.step()));
        goBack("|F| grew tenfold");
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
    if (innerFollows && restarts > 0) {
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
    } else if (isWorse() && returns < RETURNS) {
      goBack("the objective rose");
      return;
    } else {
      theta = Math.min(CurvatureProbe.SHARE, 2 * theta);
    }
    restarts++;
    returns = 0;
    anchor.keep();
    beginEpoch();
  }

  private boolean isWorse() {
    double rounding = ROUNDING * (Math.abs(objective) + Math.abs(anchor.objective));
    boolean isNumber = Double.isFinite(objective) && Double.isFinite(Kernels.norm(f));
    return !isNumber || (exact && objective - anchor.objective > rounding);
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
    return moveNorm > 2 * anchor.norm
        || moveNorm == 0
        || (k >= SHORTEST && d >= 2 * moveNorm * moveNorm)
        || (k + 1) * stepCalls > 2 * restartCalls;
  }

  private void join(double step) {
    if (step > 0 && step < Double.POSITIVE_INFINITY) {
      fastest = Math.sqrt(fastest * step);
    }
  }

  private void goBack(String why) {
    theta /= 2;
    returns++;
    anchor.restore();
    note("%s; back to the last restart with step size %.3g".formatted(why, eta()));
    beginEpoch();
  }

  private void beginEpoch() {
    epochStep.clear();
    d = 0;
    k = 0;
    due = false;
  }

  private void note(String what) {
    if (notes.size() < NOTES) {
      notes.add("step %d: %s".formatted(t, what));
    }
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
    return innerFollows ? oracle.outerCount() : restartCalls;
  }

  /** Between restarts the next restart may return to the last one. */
  @Override
  public boolean isProvisional() {
    return exact && !restarted && restarts > 0;
  }

  @Override
  public long closingCallsPaper() {
    return exact ? 2 * oracle.innerCount() + oracle.outerCount() : 0;
  }

  @Override
  public double eta() {
    return theta * fastest;
  }

  @Override
  long epoch() {
    return fixedEpoch > 0 ? fixedEpoch : Math.round((double) t / Math.max(1, restarts));
  }

  @Override
  public List<String> decisions() {
    return List.copyOf(notes);
  }

  @Override
  protected void estimates(State state) {
    super.estimates(state);
    state.part("anchor", anchor);
    state.part("step of the epoch", epochStep);
    theta = state.value("theta", theta);
    fastest = state.value("fastest", fastest);
    due = state.value("due", due);
    d = state.value("D", d);
    k = state.value("k", k);
    restarts = state.value("restarts", restarts);
    returns = state.value("returns", returns);
    state.words("notes", notes);
  }

  /** The last restart that was not taken back. */
  private final class Anchor implements Stateful {
    private final double[] x = new double[oracle.dimension()];
    private final double[] y = new double[oracle.innerDimension()];
    private final double[] f = new double[oracle.dimension()];
    private final JacobianEstimate g = oracle.newJacobian();
    private double objective = Double.NaN;
    private double norm = Double.NaN;

    void keep() {
      copy(AdaptiveSarah.this.x, x);
      copy(AdaptiveSarah.this.y, y);
      copy(AdaptiveSarah.this.f, f);
      g.copyFrom(AdaptiveSarah.this.g);
      objective = AdaptiveSarah.this.objective;
    }

    void restore() {
      copy(x, AdaptiveSarah.this.x);
      copy(y, AdaptiveSarah.this.y);
      copy(f, AdaptiveSarah.this.f);
      AdaptiveSarah.this.g.copyFrom(g);
      AdaptiveSarah.this.objective = objective;
    }

    @Override
    public void state(State s) {
      s.array("x", x);
      s.array("y", y);
      s.array("F", f);
      s.part("G", g);
      objective = s.value("objective", objective);
      norm = s.value("norm", norm);
    }
  }
}
