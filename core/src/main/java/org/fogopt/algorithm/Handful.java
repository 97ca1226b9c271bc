package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The first steps of a {@link WarmUp}, on a handful of components: four of f and two of g, then
 * twice as many. Each asks them for the gradient, and once more a little further along it, which
 * tells how far to go:
 *
 * <pre>
 *   x ← prox_{sh}(x − s F),   s = |dx|² / dxᵀdF
 * </pre>
 *
 * as Barzilai and Borwein have it. That takes 36 calls where g has tangents, and most of the gap
 * where components have much in common, as returns have the market. A few others then compare the
 * end with the start, and the run goes back if they see no decrease.
 */
final class Handful implements Stateful {
  /** The components of f in each step; of g there are half as many, for they scatter less. */
  private static final int[] SIZES = {4, 8};

  private static final int LAST = SIZES[SIZES.length - 1];

  /** As many others judge, of f; and half as many of g. */
  private static final int JUDGES = 4;

  private final Oracle oracle;
  private final Batch nearInner;
  private final long nearCalls;
  private final double[] start;
  private final double[] near;
  private final double[] y1;
  private final double[] df;
  private int steps; // made, the judges' among them
  private double eta; // of the way to the last near point
  private double firstNorm;
  private boolean moved;

  /**
   * @param nearInner components of g that tell of a near point, where it has no tangents
   */
  Handful(Oracle oracle, double[] x0, Batch nearInner) {
    this.oracle = oracle;
    this.nearInner = nearInner;
    nearCalls = oracle.hasTangents() ? 0 : 2 * nearInner.size();
    start = x0.clone();
    near = new double[oracle.dimension()];
    df = new double[oracle.dimension()];
    y1 = new double[oracle.innerDimension()];
  }

  boolean hasBegun() {
    return steps > 0;
  }

  boolean isOver() {
    return steps > SIZES.length;
  }

  private boolean isToJudge() {
    return steps == SIZES.length;
  }

  /** Whether the judges saw a decrease. */
  boolean moved() {
    return moved;
  }

  double eta() {
    return eta;
  }

  /** The norm of the first gradient. */
  double firstNorm() {
    return firstNorm;
  }

  /** The calls of the next step. */
  long calls() {
    return isToJudge() ? 2 * (JUDGES / 2 + JUDGES) : 3L * SIZES[steps] + nearCalls;
  }

  /**
   * One step.
   *
   * @param inner components of g, of which the first are taken; likewise of f
   * @param x where it is made
   * @param next where to go
   * @param y the estimate of g(x), as g and f are of ∂g(x) and the gradient
   */
  void step(
      Batch inner,
      Batch outer,
      double[] x,
      double[] next,
      double[] y,
      JacobianEstimate g,
      double[] f) {
    if (isToJudge()) {
      Batch few = inner.slice(LAST / 2, (LAST + JUDGES) / 2);
      Batch others = outer.slice(LAST, LAST + JUDGES);
      double after = objective(few, others, x, y, g, f);
      moved = after < objective(few, others, start, y, g, f);
      Walk.copy(moved ? x : start, next);
    } else {
      int size = SIZES[steps];
      oracle.valueAndJacobian(inner.slice(0, size / 2), x, y, g);
      descend(outer.slice(0, size), x, next, y, g, f);
    }
    steps++;
  }

  private void descend(
      Batch outer, double[] x, double[] next, double[] y, JacobianEstimate g, double[] f) {
    Arrays.fill(f, 0);
    oracle.addGradient(outer, y, g, 1, f);
    double norm = Kernels.norm(f);
    firstNorm = hasBegun() ? firstNorm : norm;
    boolean sound = norm < Double.POSITIVE_INFINITY;
    if (!sound) { // a step led out of the domain
      Arrays.fill(f, 0);
    }
    eta = Nearby.stepSize(x, f);
    go(x, f, eta, near);
    Nearby.goNear(oracle, nearInner, near, x, y, g, y1);
    Arrays.fill(df, 0);
    oracle.addGradient(outer, y1, g, 1, df);
    Kernels.axpy(-1, f, df);
    double along = Kernels.dotDifference(df, 0, near, x, x.length);
    double step = Kernels.squaredDistance(near, 0, x, 0, x.length) / along;
    if (step > 0 && step < Double.POSITIVE_INFINITY) {
      go(x, f, step, next);
    } else {
      Walk.copy(sound ? x : start, next);
    }
  }

  private void go(double[] x, double[] f, double eta, double[] out) {
    Kernels.descend(x, eta, f, out);
    oracle.penalty().prox(out, eta);
  }

  private double objective(
      Batch inner, Batch outer, double[] x, double[] y, JacobianEstimate g, double[] f) {
    oracle.value(inner, x, y);
    Arrays.fill(f, 0);
    return oracle.addGradient(outer, y, g, 1, f) + oracle.penalty().value(x);
  }

  @Override
  public void state(State s) {
    steps = (int) s.value("steps", (long) steps);
    eta = s.value("eta", eta);
    firstNorm = s.value("first norm", firstNorm);
    moved = s.value("moved", moved);
  }
}
