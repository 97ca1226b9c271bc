package org.fogopt.apps.value;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.dense.row.linsol.qr.LinearSolverQrHouseCol_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.Shortened;

/**
 * The values of least Bellman residual by linear algebra, for reference.
 *
 * <p>With a value of its own for each state the residual can be zero: V = (I − γP)⁻¹b, solved by
 * LU, or for many states by V ← b + γPV, which contracts by γ. With linear features it is the least
 * squares solution of A x = b, A = (I − γP)F, by QR.
 *
 * @param values by state
 * @param objective the sum of squared residuals
 */
public record ExactValues(double[] values, double objective) {
  /** The most states for a dense solve: 2000³·⅔ operations take a second or so. */
  private static final int DENSE = 2000;

  /** The least pivot relative to the largest; below this columns depend on each other. */
  private static final double SINGULAR = 1e-13;

  /**
   * Solves.
   *
   * @throws ArithmeticException if there is no such solution, saying why
   */
  public static ExactValues of(BellmanResidual problem) {
    double[] values;
    if (problem.isTabular()) {
      values = problem.chain().size() <= DENSE ? solve(problem) : iterate(problem);
    } else if (problem.shape() == Shape.LINEAR) {
      values = leastSquares(problem);
    } else {
      throw new ArithmeticException(
          "non-linear values of features have no solution by linear algebra");
    }
    return new ExactValues(values, problem.squares(values));
  }

  private static double[] solve(BellmanResidual problem) {
    RewardChain chain = problem.chain();
    int n = chain.size();
    DMatrixRMaj a = new DMatrixRMaj(n, n);
    for (int s = 0; s < n; s++) {
      a.data[s * n + s] = 1;
      if (!chain.isEnd(s)) { // else V = 0, which a discount of 1 would leave open
        chain.transitions().addTo(s, -problem.discount(), a.data, s * n);
      }
    }
    LinearSolverDense<DMatrixRMaj> lu = LinearSolverFactory_DDRM.linear(n);
    if (!lu.setA(a)) {
      throw new ArithmeticException("I - discount P is singular");
    }
    DMatrixRMaj v = new DMatrixRMaj(n, 1);
    lu.solve(DMatrixRMaj.wrap(n, 1, chain.expectedRewards()), v);
    return v.data;
  }

  /** |V − V*| ≤ γ/(1−γ)·|last change|, in the largest entry; with γ = 1, as episodes end. */
  private static double[] iterate(BellmanResidual problem) {
    RewardChain chain = problem.chain();
    double[] b = chain.expectedRewards();
    double[] v = b.clone();
    double[] better = new double[b.length];
    double change;
    double size;
    do {
      change = 0;
      size = 0;
      for (int s = 0; s < b.length; s++) {
        better[s] = b[s] + problem.discount() * chain.transitions().dot(s, v);
        change = Math.max(change, Math.abs(better[s] - v[s]));
        size = Math.max(size, Math.abs(better[s]));
      }
      double[] old = v;
      v = better;
      better = old;
    } while (change > 4 * Math.ulp(size));
    return v;
  }

  private static double[] leastSquares(BellmanResidual problem) {
    int n = problem.chain().size();
    int d = problem.dimension();
    if (d > n) {
      throw new ArithmeticException(
          "%d features of %d states leave the minimiser open".formatted(d, n));
    }
    DMatrixRMaj a = new DMatrixRMaj(n, d);
    double[] row = new double[d];
    for (int s = 0; s < n; s++) {
      Arrays.fill(row, 0);
      problem.addBellmanRow(s, row);
      System.arraycopy(row, 0, a.data, s * d, d);
    }
    var qr = new LinearSolverQrHouseCol_DDRM();
    if (!qr.setA(a) || isSingular(qr.getDecomposition().getR(null, true))) {
      throw new ArithmeticException(
          "the features depend on each other (one is a combination of others): there is no single"
              + " minimiser");
    }
    DMatrixRMaj x = new DMatrixRMaj(d, 1);
    qr.solve(DMatrixRMaj.wrap(n, 1, problem.chain().expectedRewards()), x);
    return problem.of(x.data);
  }

  /**
   * By the least pivot relative to the largest. EJML's own measure is a product, and small where
   * there are many.
   */
  static boolean isSingular(DMatrixRMaj r) {
    double least = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int k = 0; k < r.numCols; k++) {
      least = Math.min(least, Math.abs(r.get(k, k)));
      largest = Math.max(largest, Math.abs(r.get(k, k)));
    }
    return !(least >= SINGULAR * largest && largest > 0);
  }

  @Override
  public String toString() {
    return "ExactValues[objective %s, values %s]".formatted(objective, Shortened.of(values));
  }
}
