package org.fogopt.method.newton;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Hessian;

/**
 * The trust-region subproblem by truncated conjugate gradients: Steihaug 1983; Nocedal, Wright,
 * algorithm 7.2. It ends at the boundary, at negative curvature (and goes to the boundary), or when
 * the residual is small enough for superlinear convergence.
 */
final class Steihaug implements StepRule {
  private final double[] r;
  private final double[] d;
  private final double[] hd;

  Steihaug(int size) {
    r = new double[size];
    d = new double[size];
    hd = new double[size];
  }

  @Override
  public boolean solve(
      Hessian h, double[] x, double[] g, double radius, double accuracy, double[] p) {
    Arrays.fill(p, 0);
    System.arraycopy(g, 0, r, 0, r.length);
    System.arraycopy(g, 0, d, 0, d.length);
    Kernels.scale(-1, d);
    double rr = Kernels.dot(r, r);
    double enough = accuracy * Math.sqrt(rr);
    for (int k = 0; k < 2 * r.length && Math.sqrt(rr) > enough; k++) {
      h.times(d, hd);
      double curvature = Kernels.dot(d, hd);
      double alpha = rr / curvature;
      double along = Kernels.dot(p, d);
      double dd = Kernels.dot(d, d);
      double reached = Kernels.dot(p, p) + 2 * alpha * along + alpha * alpha * dd;
      if (!(curvature > 0) || reached >= radius * radius) {
        double room = radius * radius - Kernels.dot(p, p);
        Kernels.axpy((Math.sqrt(along * along + dd * room) - along) / dd, d, p);
        return true;
      }
      Kernels.axpy(alpha, d, p);
      Kernels.axpy(alpha, hd, r);
      double next = Kernels.dot(r, r);
      Kernels.scale(next / rr, d);
      Kernels.axpy(-1, r, d);
      rr = next;
    }
    return false;
  }
}
