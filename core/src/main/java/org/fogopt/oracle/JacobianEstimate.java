package org.fogopt.oracle;

import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * An algorithm's estimate G of ∂g. What can be done to it without evaluating the problem is here;
 * what needs an evaluation goes through the {@link Oracle}, and is charged.
 */
public final class JacobianEstimate implements Stateful {
  final Jacobian matrix;

  JacobianEstimate(Jacobian matrix) {
    this.matrix = matrix;
  }

  /** out += a Gᵀu. */
  public void transposeTimes(Cotangent u, double a, double[] out) {
    matrix.transposeTimes(u, a, out);
  }

  /** G ← 0. Not the same as {@code scale(0)}, after which a structure may remember its terms. */
  public void clear() {
    matrix.clear();
  }

  /** G ← other. */
  public void copyFrom(JacobianEstimate other) {
    matrix.clear();
    matrix.add(other.matrix);
  }

  /** G *= c. */
  public void scale(double c) {
    matrix.scale(c);
  }

  /** Projects G onto the ball of that radius in the Frobenius norm. */
  public void project(double radius) {
    double norm = matrix.norm();
    if (norm > radius) {
      matrix.scale(radius / norm);
    }
  }

  @Override
  public void state(State s) {
    matrix.state(s);
  }
}
