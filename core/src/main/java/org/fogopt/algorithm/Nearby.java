package org.fogopt.algorithm;

import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Penalty;

/** Points near x: between both the curvature shows. */
final class Nearby {
  /** How near they are, relative to |x|. */
  private static final double NEAR = 1e-3;

  private static final long GRAIN = 1 << 20;

  private Nearby() {}

  /**
   * out ← a random point near x, where h is finite: all components see some of the way there. With
   * a bound on the way, some of it goes in the other direction, which may be free.
   *
   * @param t names the draws, with {@code lane}
   */
  static void wander(Oracle oracle, long t, int lane, double[] x, double[] out) {
    Penalty h = oracle.penalty();
    if (h.isZero()) {
      walk(oracle, t, lane, 1, x, out);
    } else {
      double[] back = new double[x.length];
      walk(oracle, t, lane, 3, x, out);
      walk(oracle, t, lane, -3, x, back);
      h.prox(out, 0);
      h.prox(back, 0);
      for (int k = 0; k < x.length; k++) {
        out[k] += (back[k] - out[k]) / 3; // where both are free that is once the way
      }
      h.prox(out, 0);
    }
  }

  private static void walk(Oracle oracle, long t, int lane, int times, double[] x, double[] out) {
    double length = times * distance(x) / Math.sqrt(x.length);
    for (int k = 0; k < x.length; k++) {
      out[k] = x[k] + length * way(oracle, t, lane, k);
    }
  }

  /** Between −1 and 1. */
  private static double way(Oracle oracle, long t, int lane, int k) {
    long at = (long) lane * oracle.dimension() + k;
    double share = oracle.draws().uniform(Stream.WAY, t, at, GRAIN) / (double) GRAIN;
    return 2 * share - 1;
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
