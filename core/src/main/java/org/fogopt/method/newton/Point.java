package org.fogopt.method.newton;

import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/** What is known of a point on the sample. */
final class Point implements Stateful {
  private final Oracle oracle;
  private final Samples samples;
  private final double[] at;
  final double[] y;
  final JacobianEstimate g;
  final double[] slopes; // ∇f(y)
  final double[] gradient;
  double objective;
  boolean isKnown; // y
  boolean hasJacobian;
  boolean hasGradient;

  Point(Oracle oracle, Samples samples) {
    this.oracle = oracle;
    this.samples = samples;
    at = new double[oracle.dimension()];
    y = new double[oracle.innerDimension()];
    g = oracle.newJacobian();
    slopes = new double[oracle.innerDimension()];
    gradient = new double[oracle.dimension()];
  }

  /** y, ∇f(y) and the objective; G too where it is wanted or follows from another point's. */
  void evaluate(double[] point, @Nullable Point from, boolean wantsJacobian) {
    System.arraycopy(point, 0, at, 0, at.length);
    hasJacobian = wantsJacobian || oracle.innerFollows();
    if (from != null && oracle.innerFollows()) {
      oracle.follow(from.g, at, from.at, from.y, y);
      g.copyFrom(from.g);
    } else if (wantsJacobian) {
      oracle.valueAndJacobian(samples.inner, at, y, g);
    } else {
      oracle.value(samples.inner, at, y);
    }
    objective = oracle.slopes(samples.outer, y, slopes) + oracle.penalty().value(at);
    objective = Kernels.finite(slopes) || Double.isInfinite(objective) ? objective : Double.NaN;
    isKnown = true;
    hasGradient = false;
  }

  /**
   * The gradient at x.
   *
   * @param secants makes the Jacobian together with secants, from the same calls; null: alone
   */
  void complete(double[] x, @Nullable Runnable secants) {
    if (!isKnown) {
      evaluate(x, null, secants == null);
    }
    if (secants != null) {
      secants.run();
    } else if (!hasJacobian) {
      oracle.jacobian(samples.inner, at, g);
    }
    oracle.transposeTimes(g, slopes, gradient);
    hasGradient = true;
  }

  /** What rounding is relative to: |Φ|, or what y makes of it where log y or a ratio cancels. */
  double size() {
    return Math.max(Math.abs(objective), Math.abs(Kernels.dot(slopes, y)));
  }

  void forget() {
    isKnown = false;
    hasGradient = false;
  }

  @Override
  public void state(State s) {
    s.array("x", at);
    s.array("y", y);
    s.part("G", g);
    s.array("slopes", slopes);
    s.array("gradient", gradient);
    objective = s.value("objective", objective);
    isKnown = s.value("known", isKnown);
    hasJacobian = s.value("Jacobian known", hasJacobian);
    hasGradient = s.value("gradient known", hasGradient);
  }
}
