package org.fogopt.apps.value;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.linsol.qr.LinearSolverQrHouseCol_DDRM;
import org.fogopt.apps.value.BellmanResidual.Shape;

/**
 * The fixed point of temporal differences with linear features: the weights x under which the error
 * V − (b + γPV) is orthogonal to every feature,
 *
 * <pre>
 *   Fᵀ D (F − γPF) x = Fᵀ D b,
 * </pre>
 *
 * D being how often each state was visited. TD(0) converges to it, and LSTD solves for it (Bradtke
 * and Barto 1996). The minimiser of the Bellman residual is another point unless the features can
 * represent the values; the two are compared by Scherrer (2010).
 */
public final class FixedPoint {
  /** The most features for a dense solve. */
  private static final int DENSE = 2000;

  private FixedPoint() {}

  /**
   * Solves.
   *
   * @param visits of each state, up to a factor; all alike where only a model is known
   * @throws ArithmeticException if there is no single fixed point, saying why
   */
  public static double[] weights(BellmanResidual problem, double[] visits) {
    int d = problem.dimension();
    if (problem.shape() != Shape.LINEAR) {
      throw new ArithmeticException("non-linear values have no fixed point by linear algebra");
    }
    if (d > DENSE) {
      throw new ArithmeticException("more than %d features are not solved for".formatted(DENSE));
    }
    DMatrixRMaj a = new DMatrixRMaj(d, d);
    double[] right = new double[d];
    double[] b = problem.chain().expectedRewards();
    double[] feature = new double[d];
    double[] change = new double[d];
    for (int s = 0; s < b.length; s++) {
      Arrays.fill(feature, 0);
      Arrays.fill(change, 0);
      problem.features.addTo(s, visits[s], feature);
      problem.addBellmanRow(s, change);
      for (int i = 0; i < d; i++) {
        if (feature[i] != 0) {
          right[i] += feature[i] * b[s];
          for (int j = 0; j < d; j++) {
            a.data[i * d + j] += feature[i] * change[j];
          }
        }
      }
    }
    var qr = new LinearSolverQrHouseCol_DDRM();
    if (!qr.setA(a) || ExactValues.isSingular(qr.getDecomposition().getR(null, true))) {
      throw new ArithmeticException("the features depend on each other: no single fixed point");
    }
    DMatrixRMaj x = new DMatrixRMaj(d, 1);
    qr.solve(DMatrixRMaj.wrap(d, 1, right), x);
    return x.data;
  }
}
