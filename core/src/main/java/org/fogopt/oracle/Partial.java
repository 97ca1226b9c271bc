package org.fogopt.oracle;

import java.util.Arrays;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.jspecify.annotations.Nullable;

/** Where a worker sums a chunk, again and again; each part is made on first use. */
final class Partial {
  private final Inner inner;
  double @Nullable [] value;
  @Nullable Jacobian jacobian;
  @Nullable Cotangent cotangent;
  private double @Nullable [] gradient;

  /** Σ f_i. */
  double sum;

  Partial(Inner inner) {
    this.inner = inner;
  }

  /** Σ g_j, or Gv. */
  double[] value() {
    if (value == null) {
      value = new double[inner.out()];
    }
    return value;
  }

  /** Σ ∂g_j. */
  Jacobian jacobian() {
    if (jacobian == null) {
      jacobian = inner.newJacobian();
    }
    return jacobian;
  }

  /** Σ ∇f_i. */
  Cotangent cotangent() {
    if (cotangent == null) {
      cotangent = new Cotangent(inner.out());
    }
    return cotangent;
  }

  /** Gᵀu. */
  double[] gradient() {
    if (gradient == null) {
      gradient = new double[inner.in()];
    }
    return gradient;
  }

  double[] zeroValue() {
    Arrays.fill(value(), 0);
    return value();
  }

  Jacobian zeroJacobian() {
    jacobian().clear();
    return jacobian();
  }

  Cotangent zeroCotangent() {
    cotangent().clear();
    return cotangent();
  }

  double[] zeroGradient() {
    Arrays.fill(gradient(), 0);
    return gradient();
  }
}
