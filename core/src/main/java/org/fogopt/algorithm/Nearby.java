package org.fogopt.algorithm;

import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;

/** Points near x: between both the curvature shows. */
final class Nearby {
  /** How near they are, relative to |x|. */
  private static final double NEAR = 1e-3;

  private static final long GRAIN = 1 << 20;

  private Nearby() {}

  /**
   * out ← a random point near x, where h is finite: all components see some of the way there.
   *
   * @param t names the draws, with {@code lane}
   */
  static void wander(Oracle oracle, long t, int lane, double[] x, double[] out) {
    int d = x.length;
    double length = distance(x) / Math.sqrt(d);
    for (int k = 0; k < d; k++) {
      long at = (long) lane * d + k;
      double share = oracle.draws().uniform(Stream.WAY, t, at, GRAIN) / (double) GRAIN;
      out[k] = x[k] + length * (2 * share - 1);
    }
    oracle.penalty().prox(out, 0);
  }

  /** The step size along f that leads to a point as near. */
  static double stepSize(double[] x, double[] f) {
    double norm = Kernels.norm(f);
    return norm > 0 ? distance(x) / norm : 1;
  }

  private static double distance(double[] x) {
    double norm = Kernels.norm(x);
    return NEAR * (norm > 0 ? norm : 1);
  }

  /**
   * y1 ← about g(near).
   *
   * @param some components that tell of it where g has no tangents
   * @param y what g is at x, as G is ∂g there
   */
  static void goNear(
      Oracle oracle,
      Batch some,
      double[] near,
      double[] x,
      double[] y,
      JacobianEstimate g,
      double[] y1) {
    if (oracle.hasTangents()) {
      oracle.follow(g, near, x, y, y1);
    } else {
      Walk.copy(y, y1);
      oracle.addValueDifference(some, near, x, y1);
    }
  }
}
