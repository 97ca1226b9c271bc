package org.fogopt.method;

import java.util.Arrays;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;

/** ∇Φ from all components. */
public final class FullGradient {
  private final Oracle oracle;
  private final Batch everyInner;
  private final Batch everyOuter;
  private final double[] y;
  private final JacobianEstimate g;

  public FullGradient(Oracle oracle) {
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
  public double at(double[] x, double[] out) {
    oracle.valueAndJacobian(everyInner, x, y, g);
    Arrays.fill(out, 0);
    return oracle.addGradient(everyOuter, y, g, 1, out);
  }

  public long callsPaper() {
    return 2 * everyInner.size() + everyOuter.size();
  }
}
