package org.fogopt.method;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;

/**
 * A step size for a method that was given none: a share of the {@link BarzilaiBorwein} step of its
 * own mini-batches along a tiny move from the start. All calls are counted.
 */
public final class CurvatureProbe {
  /** The step size of methods that take it from here. */
  public static final Parameter ETA =
      Parameter.chosen(
          "eta", "step size", "measured from the curvature at the start", Parameter.Range.POSITIVE);

  /**
   * The share of the step that reduces the estimate most. A share θ takes 2θ − θ² of what there is
   * to gain and leaves θ² of it as estimation error; from the tuning list.
   */
  public static final double SHARE = 0.3;

  /** The length of the move relative to |x|. */
  private static final double LENGTH = 1e-3;

  private static final int FEWEST = 10;
  private static final int MOST = 100;

  /** Outer samples of all probes together, within those limits. */
  private static final long SAMPLES = 200;

  /** Components that stand for an endless supply. */
  private static final long SAMPLE = 1000;

  private CurvatureProbe() {}

  /**
   * A step size; NaN if the problem gives something that is not finite, which the run then reports.
   * It costs a full pass (on an endless problem, of some components) and the probes.
   *
   * @param inner the samples of g in a step of the method
   * @param outer the samples of ∇f
   */
  public static double stepSize(Oracle oracle, double[] x0, long inner, long outer) {
    double[] y = new double[oracle.innerDimension()];
    JacobianEstimate g = oracle.newJacobian();
    oracle.valueAndJacobian(largest(oracle, Stream.RESTART_VALUE, oracle.innerCount()), x0, y, g);
    double[] f = new double[oracle.dimension()];
    oracle.addGradient(largest(oracle, Stream.RESTART_OUTER, oracle.outerCount()), y, g, 1, f);
    return SHARE * fastest(oracle, x0, y, g, f, inner, outer);
  }

  /** The step that reduces the estimate most, at x with its y, G and F. */
  public static double fastest(
      Oracle oracle,
      double[] x,
      double[] y,
      JacobianEstimate g,
      double[] f,
      long inner,
      long outer) {
    double norm = Kernels.norm(f);
    if (norm == 0) {
      return 1; // already stationary: any step will do
    }
    if (!Double.isFinite(norm)) {
      return Double.NaN;
    }
    double xNorm = Kernels.norm(x);
    double h = LENGTH * (xNorm > 0 ? xNorm : 1) / norm;
    double[] moved = x.clone();
    Kernels.axpy(-h, f, moved);
    Sampler innerDraws = oracle.draws().sampler(Stream.PROBE_INNER, oracle.innerCount(), inner);
    Sampler outerDraws = oracle.draws().sampler(Stream.PROBE_OUTER, oracle.outerCount(), outer);
    double[] y1 = new double[y.length];
    JacobianEstimate g1 = oracle.newJacobian();
    double[] df = new double[f.length];
    var means = new BarzilaiBorwein();
    long probes = probes(oracle, inner, outer);
    for (int k = 0; k < probes; k++) {
      System.arraycopy(y, 0, y1, 0, y.length);
      g1.copyFrom(g);
      oracle.addValueAndJacobianDifference(innerDraws.at(k), moved, x, y1, g1);
      Batch batch = outerDraws.at(k);
      Arrays.fill(df, 0);
      oracle.addGradient(batch, y1, g1, 1, df);
      oracle.addGradient(batch, y, g, -1, df);
      double along = -h * Kernels.dot(f, df);
      double change = Kernels.dot(df, df);
      if (!Double.isFinite(along + change)) {
        return Double.NaN; // at once, so that the oracle still knows whom it asked
      }
      means.add(along, h * h * norm * norm, change);
    }
    double step = means.step();
    return step > 0 && step < Double.POSITIVE_INFINITY ? step : h;
  }

  /** The calls of {@link #fastest}, in the paper's accounting. */
  public static long callsPaper(Oracle oracle, long inner, long outer) {
    return probes(oracle, inner, outer) * (4 * inner + 2 * outer);
  }

  /** Enough for their noise, and beyond a few at most a pass. */
  private static long probes(Oracle oracle, long inner, long outer) {
    double pass = 2.0 * oracle.innerCount() + oracle.outerCount();
    long affordable = (long) Math.min(MOST, pass / (4 * inner + 2 * outer));
    return Math.max(FEWEST, Math.min(affordable, SAMPLES / outer));
  }

  private static Batch largest(Oracle oracle, Stream stream, long count) {
    long size = count == Inner.UNBOUNDED ? SAMPLE : count;
    return oracle.draws().sampler(stream, count, size).at(-1);
  }
}
