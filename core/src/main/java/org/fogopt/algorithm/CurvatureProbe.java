package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;

/**
 * A step size for a method that was given none, from what its mini-batches do along a tiny move
 * from the start: 0.3·ā/b̄ with a = dxᵀdF/|dx|², b = |dF|²/|dx|² (see {@link AdaptivePace}). It
 * costs a full pass (on an endless problem, {@link #SAMPLE} components) and ten or more
 * mini-batches, all counted.
 */
final class CurvatureProbe {
  private static final int FEWEST = 10;
  private static final int MOST = 100;

  /** Outer samples of all probes together, within those limits. */
  private static final long SAMPLES = 200;

  private static final double LENGTH = 1e-3;
  private static final double SHARE = 0.3;

  /** Components that stand for an endless supply. */
  private static final long SAMPLE = 1000;

  private CurvatureProbe() {}

  /**
   * A step size; NaN if the problem gives something that is not finite, which the run then reports.
   *
   * @param inner the samples of g in a step of the method
   * @param outer the samples of ∇f
   */
  static double stepSize(Oracle oracle, double[] x0, long inner, long outer) {
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    double[] y = new double[oracle.innerDimension()];
    JacobianEstimate g = oracle.newJacobian();
    oracle.valueAndJacobian(largest(oracle, Stream.RESTART_VALUE, m), x0, y, g);
    double[] f = new double[oracle.dimension()];
    oracle.addGradient(largest(oracle, Stream.RESTART_OUTER, n), y, g, 1, f);
    double norm = Kernels.norm(f);
    if (norm == 0) {
      return 1; // already stationary: any step will do
    }
    if (!Double.isFinite(norm)) {
      return Double.NaN;
    }
    double xNorm = Kernels.norm(x0);
    double h = LENGTH * (xNorm > 0 ? xNorm : 1) / norm;
    double[] x = x0.clone();
    Kernels.axpy(-h, f, x);

    Sampler innerDraws = oracle.draws().sampler(Stream.PROBE_INNER, m, inner);
    Sampler outerDraws = oracle.draws().sampler(Stream.PROBE_OUTER, n, outer);
    long probes = Math.max(FEWEST, Math.min(MOST, SAMPLES / outer));
    double[] y1 = new double[y.length];
    JacobianEstimate g1 = oracle.newJacobian();
    double[] df = new double[f.length];
    double a = 0;
    double b = 0;
    for (int k = 0; k < probes; k++) {
      Walk.copy(y, y1);
      g1.copyFrom(g);
      oracle.addValueAndJacobianDifference(innerDraws.at(k), x, x0, y1, g1);
      Batch batch = outerDraws.at(k);
      Arrays.fill(df, 0);
      oracle.addGradient(batch, y1, g1, 1, df);
      oracle.addGradient(batch, y, g, -1, df);
      a -= Kernels.dot(f, df) / (h * norm * norm);
      b += Kernels.dot(df, df) / (h * h * norm * norm);
      if (!Double.isFinite(a + b)) {
        return Double.NaN; // at once, so that the oracle still knows whom it asked
      }
    }
    double step = SHARE * AdaptivePace.fastest(a / probes, b / probes);
    return step > 0 && step < Double.POSITIVE_INFINITY ? step : h;
  }

  private static Batch largest(Oracle oracle, Stream stream, long count) {
    long size = count == Inner.UNBOUNDED ? SAMPLE : count;
    return oracle.draws().sampler(stream, count, size).at(-1);
  }
}
