package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.ejml.dense.row.decomposition.lu.LUDecompositionAlt_DDRM;
import org.ejml.dense.row.linsol.chol.LinearSolverChol_DDRM;
import org.ejml.dense.row.linsol.lu.LinearSolverLu_DDRM;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Shortened;
import org.jspecify.annotations.Nullable;

/**
 * The exact minimiser of {@link MeanVariance}, free or under a budget, by linear algebra: for
 * reference, since it needs the N × N covariance. Free, x* = (2λC + 2·l2·I)⁻¹ r̄ by Cholesky; under
 * a budget, from the system of Karush, Kuhn and Tucker
 *
 * <pre>
 *   2λCx + 2·l2·x + ν1 = r̄,   1ᵀx = B
 * </pre>
 *
 * by Gaussian elimination, which has one solution even where one asset is cash.
 *
 * @param point x*
 * @param objective −r̄ᵀx* + λ x*ᵀCx* + l2·|x*|²
 */
public record ExactMeanVariance(double[] point, double objective) {

  /** Solves exactly, without a penalty. */
  public static ExactMeanVariance of(MeanVariance problem) {
    return of(problem, 0, null);
  }

  /**
   * Solves exactly, with the penalty l2·|x|².
   *
   * @param budget the sum of the weights; null if that is free
   * @throws ArithmeticException if there is no minimiser or no single one
   */
  public static ExactMeanVariance of(MeanVariance problem, double l2, @Nullable Double budget) {
    double[] mean = mean(problem.returns());
    DMatrixRMaj hessian = covariance(problem.returns(), mean); // of the objective, in the end
    int n = mean.length;
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        hessian.data[k * n + l] *= 2 * problem.riskAversion();
      }
      hessian.data[k * n + k] += 2 * l2;
    }
    double[] x = budget == null ? free(hessian.copy(), mean) : underBudget(hessian, mean, budget);
    double objective = 0;
    for (int k = 0; k < n; k++) {
      double slope = 0;
      for (int l = 0; l < n; l++) {
        slope += hessian.data[k * n + l] * x[l];
      }
      objective += x[k] * (slope / 2 - mean[k]);
    }
    return new ExactMeanVariance(x, objective);
  }

  private static double[] mean(RowMatrix r) {
    double[] mean = new double[r.columns()];
    for (long i = 0; i < r.count(); i++) {
      r.addTo(i, 1.0 / r.count(), mean);
    }
    return mean;
  }

  private static DMatrixRMaj covariance(RowMatrix r, double[] mean) {
    int n = mean.length;
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
      for (int l = 0; l < k; l++) {
        covariance.data[l * n + k] = covariance.data[k * n + l];
      }
    }
    return covariance;
  }

  private static double[] free(DMatrixRMaj hessian, double[] mean) {
    var factor = new CholeskyDecompositionInner_DDRM(true); // whose pivots can be read at any size
    var cholesky = new LinearSolverChol_DDRM(factor);
    if (!cholesky.setA(hessian) || smallestPivot(factor.getT(null), 2) < SINGULAR) {
      throw new ArithmeticException(NO_SINGLE_MINIMISER);
    }
    DMatrixRMaj x = new DMatrixRMaj(mean.length, 1);
    cholesky.solve(DMatrixRMaj.wrap(mean.length, 1, mean.clone()), x);
    return x.data;
  }

  private static double[] underBudget(DMatrixRMaj hessian, double[] mean, double budget) {
    int n = mean.length;
    double scale = CommonOps_DDRM.elementMaxAbs(hessian); // of the border, to suit the pivots
    DMatrixRMaj system = new DMatrixRMaj(n + 1, n + 1);
    CommonOps_DDRM.insert(hessian, system, 0, 0);
    DMatrixRMaj right = new DMatrixRMaj(n + 1, 1);
    for (int k = 0; k < n; k++) {
      system.set(k, n, scale);
      system.set(n, k, scale);
      right.set(k, 0, mean[k]);
    }
    right.set(n, 0, scale * budget);
    var factor = new LUDecompositionAlt_DDRM();
    var solver = new LinearSolverLu_DDRM(factor);
    if (!(scale > 0)
        || !solver.setA(system)
        || smallestPivot(factor.getUpper(null), 1) < SINGULAR) {
      throw new ArithmeticException(NO_SINGLE_MINIMISER);
    }
    DMatrixRMaj x = new DMatrixRMaj(n + 1, 1);
    solver.solve(right, x);
    return Arrays.copyOf(x.data, n);
  }

  private static final String NO_SINGLE_MINIMISER =
      "the covariance of the returns is singular (fewer periods than assets, or an asset that is"
          + " a combination of others): there is no single exact minimiser";

  /** Relative to the largest; below this the solve is noise. */
  private static final double SINGULAR = 1e-15;

  /** EJML's own measure, a product of all pivots, underflows for a few hundred assets. */
  private static double smallestPivot(DMatrixRMaj factor, int power) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int k = 0; k < factor.numRows; k++) {
      double pivot = Math.pow(Math.abs(factor.get(k, k)), power);
      least = Math.min(least, pivot);
      most = Math.max(most, pivot);
    }
    return least / most;
  }

  @Override
  public String toString() {
    return "ExactMeanVariance[objective %s, point %s]".formatted(objective, Shortened.of(point));
  }
}
