package org.fogopt.algorithm;

import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * The point to which {@link SampleLeaps} go back, the lowest so far, and what their sample says of
 * it. Where g is affine, its mean over the sample follows from there at any other point.
 */
final class BestPoint implements Stateful {
  private final Oracle oracle;
  final double[] x;
  private final double[] y;
  private final @Nullable JacobianEstimate g; // where it is not the same everywhere
  final double[] f;
  double objective = Double.POSITIVE_INFINITY;
  final double[] fewF; // as those who try leaps out have it
  double fewObjective;
  long known; // the components of g whose mean is known at any x

  BestPoint(Oracle oracle, double[] x0) {
    this.oracle = oracle;
    x = x0.clone();
    y = new double[oracle.innerDimension()];
    g = oracle.innerFollows() ? null : oracle.newJacobian();
    f = new double[oracle.dimension()];
    fewF = new double[oracle.dimension()];
  }

  /**
   * From now on it is this one.
   *
   * @param size the components of g in the sample
   * @param sketch knows what those few say who try leaps out
   */
  void keep(Point here, double objective, long size, Sketch sketch) {
    this.objective = objective;
    Walk.copy(here.x(), x);
    Walk.copy(here.y(), y);
    Walk.copy(here.f(), f);
    if (g != null) {
      g.copyFrom(here.g());
    }
    fewObjective = sketch.partValue();
    Walk.copy(sketch.partGradient(), fewF);
    known = oracle.innerFollows() ? size : 0;
  }

  void restore(Point here) {
    Walk.copy(x, here.x());
    Walk.copy(y, here.y());
    Walk.copy(f, here.f());
    if (g != null) {
      here.g().copyFrom(g);
    }
  }

  /**
   * Where g is affine: there ← its mean at x, over the components known.
   *
   * @param g the mean of ∂g over the same
   */
  void follow(double[] x, double[] there, JacobianEstimate g) {
    oracle.follow(g, x, this.x, y, there);
  }

  /** Where it is not: about the same, as some components have it. */
  void goTo(double[] x, double[] there, Batch some) {
    Walk.copy(y, there);
    oracle.addValueDifference(some, x, this.x, there);
  }

  /** To y and G, which are means over the components known, adds the rest of a larger mean. */
  void addInner(Batch rest, double[] x, double[] y, JacobianEstimate g) {
    if (rest.size() == 0) {
      return;
    }
    double share = (double) known / (known + rest.size());
    for (int k = 0; k < y.length; k++) {
      y[k] *= share;
    }
    g.scale(share);
    oracle.addValueAndJacobian(rest, x, 1 - share, y, 1 - share, g);
  }

  @Override
  public void state(State s) {
    s.array("x", x);
    s.array("y", y);
    if (g != null) {
      s.part("G", g);
    }
    s.array("F", f);
    objective = s.value("objective", objective);
    s.array("F of few", fewF);
    fewObjective = s.value("objective of few", fewObjective);
    known = s.value("known", known);
  }
}
