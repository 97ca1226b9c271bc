package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;

/** ∇Φ from all components. */
final class FullGradient {
  private final Oracle oracle;
  private final Batch everyInner;
  private final Batch everyOuter;
  private final double[] y;
  private final JacobianEstimate g;

  FullGradient(Oracle oracle) {
    if (!oracle.finite()) {
      throw new IllegalArgumentException(
          "full gradients need finitely many components; choose a stochastic method");
    }
    this.oracle = oracle;
    everyInner = Batch.all(oracle.innerCount());
    everyOuter = Batch.all(oracle.outerCount());
    y = new double[oracle.innerDimension()];
    g = oracle.newJacobian();
  }

  /** out ← ∇Φ(x); returns Φ(x). */
  double at(double[] x, double[] out) {
    oracle.valueAndJacobian(everyInner, x, y, g);
    Arrays.fill(out, 0);
    return oracle.addGradient(everyOuter, y, g, 1, out);
  }

  long callsPaper() {
    return 2 * everyInner.size() + everyOuter.size();
  }
}
