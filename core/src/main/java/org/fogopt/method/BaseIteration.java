package org.fogopt.method;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/**
 * What all methods share: the point, the proximal step, and what is known of the point. A method
 * implements {@link #advance()}, which works out {@link #next} from {@link #x}.
 */
public abstract class BaseIteration extends Known implements Iteration {
  /** Of methods that {@link #shorten} their steps. */
  public static final Parameter EPS =
      Parameter.chosen(
          "eps",
          "normalise: half a move at most, and none longer than eta eps",
          "no limit",
          Parameter.Range.POSITIVE);

  /** A run that goes back again and again would fill memory with notes. */
  private static final int MOST_NOTES = 100;

  /** The very first move relative to |x|, or to 1: only its gradient matters. */
  private static final double FIRST_MOVE = 1e-3;

  protected final Settings settings;
  protected final Oracle oracle;

  /** The number of steps begun: names the draws. */
  protected long t;

  /** x_{t−1}, and the proposal x_{t+1}. */
  protected double[] xPrev;

  protected double[] next;

  private final List<String> notes = new ArrayList<>();

  protected BaseIteration(Settings settings, Oracle oracle, double[] x0) {
    super(x0);
    this.settings = settings;
    this.oracle = oracle;
    xPrev = x0.clone();
    next = x0.clone();
  }

  /** Computes the proposal from x; sets what it learns of x. */
  protected abstract void advance();

  @Override
  public final void step() {
    objective = Double.NaN;
    gradientNorm = Double.NaN;
    restarted = false;
    advance();
    t++;
  }

  /** A step size along f that is short enough to measure a better one by. */
  public static double firstStep(double[] x, double[] f) {
    double norm = Kernels.norm(f);
    return norm > 0 ? firstMove(x) / norm : 1;
  }

  private static double firstMove(double[] x) {
    double scale = Kernels.norm(x);
    return FIRST_MOVE * (scale > 0 ? scale : 1);
  }

  /**
   * The same of a move with a prox, which h may lengthen: the mapping's norm is that of a short
   * one.
   */
  protected final double firstProximalStep(double[] from, double[] v) {
    double eta = firstStep(from, v);
    propose(from, v, 0);
    double most = squaredDistance(next, from) > 0 ? Double.POSITIVE_INFINITY : 2 * firstMove(from);
    propose(from, v, eta);
    while (moveNorm * eta > most) {
      eta /= 2;
      propose(from, v, eta);
    }
    return eta;
  }

  /** next ← prox_{ηh}(x − ηv). */
  protected final void propose(double[] v, double eta) {
    propose(x, v, eta);
  }

  /** next ← prox_{ηh}(from − ηv). */
  protected final void propose(double[] from, double[] v, double eta) {
    moveNorm = Math.sqrt(Kernels.descend(from, eta, v, next));
    if (!oracle.penalty().isZero() && Double.isFinite(moveNorm)) { // a prox would hide a NaN
      oracle.penalty().prox(next, eta);
      moveNorm = Math.sqrt(squaredDistance(next, from)) / eta;
    }
  }

  /**
   * next ← x + γ(next − x) with γ = min(1/2, eps/|move|): the normalised step, which is never
   * longer than ηε.
   */
  protected final void shorten(double eps) {
    goPartOfTheWay(Math.min(0.5, eps / moveNorm));
  }

  /** next ← x + γ(next − x). */
  protected final void goPartOfTheWay(double gamma) {
    for (int k = 0; k < x.length; k++) {
      next[k] = x[k] + gamma * (next[k] - x[k]);
    }
    oracle.penalty().prox(next, 0); // rounding may put it a little outside
  }

  @Override
  public void commit() {
    double[] oldest = xPrev;
    xPrev = x;
    x = next;
    next = oldest;
    objective = Double.NaN;
    gradientNorm = Double.NaN;
    restarted = false;
  }

  @Override
  public final void state(State s) {
    t = s.value("t", t);
    s.array("x", x);
    s.array("x before", xPrev);
    moveNorm = s.value("move norm", moveNorm);
    isAtRounding = s.value("at rounding", isAtRounding);
    promised = s.value("promised", promised);
    s.words("notes", notes);
    estimates(s);
  }

  /** The rest of the state; {@code next} is none, for a step works it out first. */
  protected abstract void estimates(State s);

  @Override
  public final Known known() {
    return this;
  }

  /** Something that this step chose or changed, in words for the user. */
  protected final void note(String what) {
    if (notes.size() < MOST_NOTES) {
      notes.add("step %d: %s".formatted(t, what));
    }
  }

  @Override
  public List<String> decisions() {
    return List.copyOf(notes);
  }

  protected static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
  }

  protected static void copy(double[] from, double[] to) {
    System.arraycopy(from, 0, to, 0, from.length);
  }
}
