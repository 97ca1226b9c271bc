package org.fogopt.apps.portfolio;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.ejml.dense.row.linsol.chol.LinearSolverChol_DDRM;
import org.fogopt.linalg.RowMatrix;

/**
 * The exact minimiser of {@link MeanVariance} without constraints, x* = C⁻¹r̄/(2λ), by a Cholesky
 * solve: for reference, since it needs the N × N covariance.
 *
 * @param point x*
 * @param objective Φ(x*) = −r̄ᵀC⁻¹r̄/(4λ)
 */
public record ExactMeanVariance(double[] point, double objective) {

  /** Solves exactly, without a penalty. */
  public static ExactMeanVariance of(MeanVariance problem) {
    return of(problem, 0);
  }

  /**
   * Solves exactly, with the penalty l2·|x|²: (2λC + 2·l2·I) x* = r̄.
   *
   * @throws ArithmeticException if the covariance is singular, so that there is no minimiser or no
   *     single one
   */
  public static ExactMeanVariance of(MeanVariance problem, double l2) {
    RowMatrix r = problem.returns();
    int n = r.columns();
    double[] mean = new double[n];
    for (long i = 0; i < r.count(); i++) {
      r.addTo(i, 1.0 / r.count(), mean);
    }
    DMatrixRMaj covariance = new DMatrixRMaj(n, n);
    double[] centred = new double[n];
    for (long i = 0; i < r.count(); i++) {
      r.copyTo(i, centred);
      for (int k = 0; k < n; k++) {
        centred[k] -= mean[k];
      }
      for (int k = 0; k < n; k++) {
        for (int l = 0; l <= k; l++) {
          covariance.data[k * n + l] += centred[k] * centred[l] / r.count();
        }
      }
    }
    for (int k = 0; k < n; k++) {
      covariance.data[k * n + k] += l2 / problem.riskAversion();
      for (int l = 0; l < k; l++) {
        covariance.data[l * n + k] = covariance.data[k * n + l];
      }
    }
    var factor = new CholeskyDecompositionInner_DDRM(true); // whose pivots can be read at any size
    var cholesky = new LinearSolverChol_DDRM(factor);
    if (!cholesky.setA(covariance) || smallestPivot(factor.getT(null)) < SINGULAR) {
      throw new ArithmeticException(
          "the covariance of the returns is singular (fewer periods than assets, or an asset that is"
              + " a combination of others): there is no single exact minimiser");
    }
    DMatrixRMaj x = new DMatrixRMaj(n, 1);
    cholesky.solve(DMatrixRMaj.wrap(n, 1, mean.clone()), x);
    double[] point = new double[n];
    double product = 0;
    for (int k = 0; k < n; k++) {
      point[k] = x.data[k] / (2 * problem.riskAversion());
      product += mean[k] * x.data[k];
    }
    return new ExactMeanVariance(point, -product / (4 * problem.riskAversion()));
  }

  /** Relative to the largest; below this the solve is noise. */
  private static final double SINGULAR = 1e-15;

  /** EJML's own measure, a product of all pivots, underflows for a few hundred assets. */
  private static double smallestPivot(DMatrixRMaj factor) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int k = 0; k < factor.numRows; k++) {
      double pivot = factor.get(k, k) * factor.get(k, k);
      least = Math.min(least, pivot);
      most = Math.max(most, pivot);
    }
    return least / most;
  }
}
