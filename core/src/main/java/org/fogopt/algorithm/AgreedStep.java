package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * A first step that some components agree on. Along −F the component f_i is at its minimum after a
 * step of
 *
 * <pre>
 *   s_i = A_iᵀF / FᵀGᵀ∇²f_i GF,   where A_i = Gᵀ∇f_i(y)
 * </pre>
 *
 * if it is quadratic. A_i is remembered of the restart, so that one more call shows it. Where the
 * s_i agree, x − sF is about the minimum of all of them: a plain step does most of what a leap
 * would, and there is no need to learn of the curvature first.
 *
 * <p>Nor is anything lost if not, but for the calls of these few: what is remembered makes a {@link
 * Sketch} with the gradients of the components at any other point, be it near or where the step
 * ends.
 */
final class AgreedStep implements Stateful {
  /** What is remembered at most: 32 MB. */
  static final long MOST_NUMBERS = 4_000_000;

  private static final int WITNESSES = 3;

  /** For how many of all components there is one of them, at least. */
  private static final int WITNESS_SHARE = 50;

  /**
   * By how much of their median the others may be off. Of squares about the square of that is left
   * after the step.
   */
  private static final double AGREED = 0.1;

  private final Oracle oracle;
  private final long[] one = new long[1];
  private final Batch single = Batch.of(one);
  private final double[][] rows; // A_i
  private final double[] x;
  private final double[] y;
  private final double[] row;
  private double size; // made use of at once

  AgreedStep(Oracle oracle) {
    this.oracle = oracle;
    rows = new double[(int) oracle.outerCount()][oracle.dimension()];
    x = new double[oracle.dimension()];
    y = new double[oracle.innerDimension()];
    row = new double[oracle.dimension()];
  }

  /**
   * Whether to ask for one, where restarts know g everywhere. With a penalty the minimum of a
   * component says little.
   */
  static boolean suits(Oracle oracle) {
    long n = oracle.outerCount();
    return oracle.innerFollows()
        && oracle.penalty().isZero()
        && n >= WITNESSES * WITNESS_SHARE
        && n <= MOST_NUMBERS / oracle.dimension();
  }

  /**
   * f += the gradient at x, where g is y; that of each component is remembered.
   *
   * @return the mean of f_i
   */
  double restart(double[] x, double[] y, JacobianEstimate g, double[] f) {
    Walk.copy(x, this.x);
    Walk.copy(y, this.y);
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      sum += gradient(i, y, g, rows[i]);
      Kernels.axpy(1.0 / rows.length, rows[i], f);
    }
    return sum / rows.length;
  }

  private double gradient(int i, double[] y, JacobianEstimate g, double[] into) {
    one[0] = i;
    Arrays.fill(into, 0);
    return oracle.addGradient(single, y, g, 1, into);
  }

  /** The calls of {@link #ask}. */
  static long calls() {
    return WITNESSES;
  }

  /**
   * Asks some components where they would be at their minima.
   *
   * @param f the gradient at x
   * @param near x − probe · f, where g is {@code yNear}
   * @return whether they agree on a {@link #size()}
   */
  boolean ask(double[] f, double[] near, double[] yNear, JacobianEstimate g) {
    double probe = Math.sqrt(Walk.squaredDistance(near, x)) / Kernels.norm(f);
    double[] sizes = new double[WITNESSES];
    double slopes = 0;
    double curves = 0;
    for (int k = 0; k < WITNESSES; k++) {
      int i = k * (rows.length / WITNESSES);
      gradient(i, yNear, g, row);
      double slope = Kernels.dot(rows[i], f);
      double curve = (slope - Kernels.dot(row, f)) / probe;
      sizes[k] = slope > 0 ? slope / curve : Double.NaN; // a maximum is no place to go
      slopes += slope;
      curves += curve;
    }
    size = slopes / curves; // where they are least together
    Arrays.sort(sizes);
    double median = sizes[WITNESSES / 2];
    double off = Math.max(median - sizes[0], sizes[WITNESSES - 1] - median);
    return median > 0 && off <= AGREED * median;
  }

  /** Of the step, after they have agreed. */
  double size() {
    return size;
  }

  /** Where the restart was. */
  double[] x() {
    return x;
  }

  /** What g was there. */
  double[] y() {
    return y;
  }

  /** What the gradients of the components were there. */
  double[][] rows() {
    return rows;
  }

  @Override
  public void state(State s) {
    s.array("x", x);
    s.array("y", y);
    for (double[] each : rows) {
      s.array("row", each);
    }
  }
}
