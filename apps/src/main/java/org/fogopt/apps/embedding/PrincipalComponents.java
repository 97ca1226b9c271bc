package org.fogopt.apps.embedding;

import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;

/**
 * The directions in which points vary most, by orthogonal iteration on the centred points, whose
 * covariance matrix is not formed. The sign of a direction is such that its largest entry is
 * positive.
 */
final class PrincipalComponents {
  /** More directions than wanted, for speed. */
  private static final int SPARE = 8;

  private static final int MOST_ROUNDS = 200;

  /** Change of the wanted variances between rounds, relative, at which to stop. */
  private static final double SETTLED = 1e-10;

  private final Rows points;
  private final double[] mean;

  private PrincipalComponents(Rows points) {
    this.points = points;
    mean = new double[points.columns()];
    for (int i = 0; i < points.rows(); i++) {
      points.addTo(i, 1.0 / points.rows(), mean);
    }
  }

  /** scores[c][t]: point t along direction c. Directions beyond the points' rank are zeros. */
  static double[][] scores(Rows points, int k) {
    return new PrincipalComponents(points).scores(k);
  }

  private double[][] scores(int k) {
    int d = points.columns();
    int rank = Math.min(d, points.rows());
    int block = Math.min(rank, k + SPARE);
    double[][] v = new double[block][d];
    Random random = new Random(1);
    for (double[] direction : v) {
      for (int r = 0; r < d; r++) {
        direction[r] = random.nextGaussian();
      }
    }
    orthonormalise(v);
    double[] variances = new double[block];
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double[][] next = covarianceTimes(v);
      double[] found = rotate(v, next);
      boolean settled = true;
      for (int c = 0; c < Math.min(k, block); c++) {
        settled &= Math.abs(found[c] - variances[c]) <= SETTLED * found[0];
      }
      variances = found;
      if (settled) {
        break;
      }
      v = next;
      orthonormalise(v);
    }
    double[][] scores = new double[k][points.rows()];
    for (int c = 0; c < Math.min(k, block); c++) {
      double sign = sign(v[c]);
      double shift = Kernels.dot(v[c], mean);
      for (int i = 0; i < points.rows(); i++) {
        scores[c][i] = sign * (points.dot(i, v[c]) - shift);
      }
    }
    return scores;
  }

  private double[][] covarianceTimes(double[][] v) {
    double[][] out = new double[v.length][mean.length];
    double[] shifts = new double[v.length];
    double[] totals = new double[v.length];
    for (int c = 0; c < v.length; c++) {
      shifts[c] = Kernels.dot(v[c], mean);
    }
    for (int i = 0; i < points.rows(); i++) {
      for (int c = 0; c < v.length; c++) {
        double s = points.dot(i, v[c]) - shifts[c];
        points.addTo(i, s, out[c]);
        totals[c] += s;
      }
    }
    for (int c = 0; c < v.length; c++) {
      Kernels.axpy(-totals[c], mean, out[c]);
    }
    return out;
  }

  /** Turns v, and C·v with it, to the eigenvectors of vᵀCv, the largest first. */
  private static double[] rotate(double[][] v, double[][] cv) {
    int b = v.length;
    DMatrixRMaj small = new DMatrixRMaj(b, b);
    for (int r = 0; r < b; r++) {
      for (int c = 0; c <= r; c++) {
        double entry = (Kernels.dot(v[r], cv[c]) + Kernels.dot(v[c], cv[r])) / 2;
        small.set(r, c, entry);
        small.set(c, r, entry);
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(b, true, true);
    if (!eigen.decompose(small)) {
      throw new ArithmeticException("no eigenvalues found; are the points finite?");
    }
    Integer[] order = new Integer[b];
    java.util.Arrays.setAll(order, c -> c);
    java.util.Arrays.sort(
        order, java.util.Comparator.comparingDouble(c -> -eigen.getEigenvalue(c).getReal()));
    double[][] turned = new double[b][];
    double[][] turnedToo = new double[b][];
    double[] values = new double[b];
    for (int c = 0; c < b; c++) {
      DMatrixRMaj w = eigen.getEigenVector(order[c]);
      turned[c] = new double[v[0].length];
      turnedToo[c] = new double[v[0].length];
      for (int r = 0; r < b; r++) {
        Kernels.axpy(w.get(r), v[r], turned[c]);
        Kernels.axpy(w.get(r), cv[r], turnedToo[c]);
      }
      values[c] = eigen.getEigenvalue(order[c]).getReal();
    }
    System.arraycopy(turned, 0, v, 0, b);
    System.arraycopy(turnedToo, 0, cv, 0, b);
    return values;
  }

  /** Gram and Schmidt, twice; what vanishes stays zero. */
  private static void orthonormalise(double[][] v) {
    for (int c = 0; c < v.length; c++) {
      double before = Kernels.norm(v[c]);
      for (int again = 0; again < 2; again++) {
        for (int r = 0; r < c; r++) {
          Kernels.axpy(-Kernels.dot(v[r], v[c]), v[r], v[c]);
        }
      }
      double norm = Kernels.norm(v[c]);
      Kernels.scale(norm > 1e-12 * before ? 1 / norm : 0, v[c]);
    }
  }

  private static double sign(double[] v) {
    double largest = 0;
    for (double entry : v) {
      largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
    }
    return largest < 0 ? -1 : 1;
  }
}
