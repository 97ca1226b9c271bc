package org.fogopt.method.newton;

import org.fogopt.linalg.Parallel;
import org.fogopt.oracle.Hessian;
import org.fogopt.problem.Penalty;

/** Stand-in. */
final class ProximalStep implements StepRule {
  ProximalStep(Penalty penalty, int size, Parallel parallel) {}

  @Override
  public boolean solve(
      Hessian h, double[] x, double[] g, double radius, double accuracy, double[] p) {
    throw new UnsupportedOperationException("later");
  }

  @Override
  public boolean isBounded(Hessian h) {
    return true;
  }

  @Override
  public double norm(double[] p) {
    return 0;
  }
}
