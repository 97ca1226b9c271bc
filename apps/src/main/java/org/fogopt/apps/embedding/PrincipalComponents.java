package org.fogopt.apps.embedding;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.RowPanels;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The directions in which points vary most, by orthogonal iteration on their covariance matrix;
 * with too many columns for that matrix, on the centred points. The sign of a direction is such
 * that its largest entry is positive.
 */
public final class PrincipalComponents {
  /** More directions than wanted, for speed. */
  private static final int SPARE = 8;

  private static final int MOST_ROUNDS = 200;

  /** Change of the wanted variances between rounds, relative to the first, at which to stop. */
  private static final double SETTLED = 1e-10;

  /** Up to so many columns the covariance matrix is formed: 128 MB. */
  private static final int MOST_COLUMNS = 4000;

  /** For medians, and whether a far point hides others. */
  private static final int POINTS_ASKED = 101;

  private static final int ROWS_PER_CHUNK = 1024;
  private static final int ROWS_PER_BLOCK = 256;

  private final Rows points;
  private final Workers workers;
  private final double[] mean;
  private final @Nullable RowPanels covariance;
  private double[][] v = {}; // the directions

  private PrincipalComponents(
      Rows points, int mostColumns, Workers workers, Preparation preparation) {
    this.points = points;
    this.workers = workers;
    mean = new double[points.columns()];
    for (int i = 0; i < points.rows(); i++) {
      points.addTo(i, 1.0 / points.rows(), mean);
    }
    covariance = points.columns() <= mostColumns ? covariance(preparation) : null;
  }

  /**
   * The points along the {@code most} directions in which they vary most; the points themselves if
   * they have no more columns.
   */
  public static Rows reduce(Rows points, int most, Workers workers) {
    return reduce(points, most, workers, Preparation.SILENT);
  }

  /** The same; {@code preparation} hears of the covariance matrix, most of the work. */
  public static Rows reduce(Rows points, int most, Workers workers, Preparation preparation) {
    return reduce(points, points, most, workers, preparation);
  }

  /** Other points along the directions in which the points vary most. */
  static Rows reduce(Rows points, Rows others, int most, Workers workers, Preparation preparation) {
    if (points.columns() <= most) {
      return others;
    }
    int n = others.rows();
    double[] rows = new double[Math.multiplyExact(n, most)];
    Rows left = points;
    Rows othersLeft = others;
    for (int found = 0; found < most; ) {
      var components = new PrincipalComponents(left, MOST_COLUMNS, workers, preparation);
      int known = components.iterate(most - found);
      double[][] scores = components.scores(known, othersLeft);
      for (int c = 0; c < known; c++) {
        for (int i = 0; i < n; i++) {
          rows[i * most + found + c] = scores[c][i];
        }
      }
      found += known;
      double[] centre = components.centre();
      if (found == most || known == 0 || !components.hidesOthers(known, centre)) {
        break;
      }
      boolean isSame = othersLeft == left;
      left = components.deflated(known, centre, left);
      othersLeft = isSame ? left : components.deflated(known, centre, othersLeft);
    }
    return Rows.of(n, most, rows);
  }

  /** scores[c][t]: point t along direction c. Directions beyond the points' rank are zeros. */
  static double[][] scores(Rows points, int k, Workers workers) {
    return scores(points, k, MOST_COLUMNS, workers);
  }

  static double[][] scores(Rows points, int k, int mostColumns, Workers workers) {
    var components = new PrincipalComponents(points, mostColumns, workers, Preparation.SILENT);
    components.iterate(k);
    return components.scores(k, points);
  }

  /** Finds the directions; returns how many of them have variances that rounding does not hide. */
  private int iterate(int k) {
    int d = points.columns();
    int rank = Math.min(d, points.rows());
    int block = Math.min(rank, k + SPARE);
    v = new double[block][d];
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
      v = covariance == null ? next : covarianceTimes(next); // a second one is cheap
      orthonormalise(v);
    }
    int known = 0;
    while (known < Math.min(k, block) && variances[known] > SETTLED * variances[0]) {
      known++;
    }
    return known;
  }

  /** Of each column the median of some points, which one far out does not move. */
  private double[] centre() {
    int asked = Math.min(points.rows(), POINTS_ASKED);
    double[] centre = new double[points.columns()];
    for (int k = 0; k < centre.length; k++) {
      int column = k;
      double[] some = new double[asked];
      Arrays.setAll(some, a -> points.get(point(a, asked), column));
      Arrays.sort(some);
      centre[k] = some[asked / 2];
    }
    return centre;
  }

  /** The a-th of the points asked. */
  private int point(int a, int asked) {
    return (int) ((long) a * points.rows() / asked);
  }

  /**
   * Whether some points have a part off the first directions: those are then of points so far out
   * that the covariance matrix has nothing of the others but rounding.
   */
  private boolean hidesOthers(int known, double[] centre) {
    int asked = Math.min(points.rows(), POINTS_ASKED);
    double[] row = new double[centre.length];
    for (int a = 0; a < asked; a++) {
      points.copyTo(point(a, asked), row);
      Kernels.axpy(-1, centre, row);
      double before = Kernels.dot(row, row);
      project(known, row);
      if (Kernels.dot(row, row) > SETTLED * before) {
        return true;
      }
    }
    return false;
  }

  /** Hotelling's deflation (1933): what is left of rows without the first directions. */
  private Rows deflated(int known, double[] centre, Rows rows) {
    double[] left = new double[Math.multiplyExact(rows.rows(), rows.columns())];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyTo(i, row);
      Kernels.axpy(-1, centre, row);
      project(known, row);
      System.arraycopy(row, 0, left, i * row.length, row.length);
    }
    return Rows.of(rows.rows(), rows.columns(), left);
  }

  private void project(int known, double[] row) {
    for (int c = 0; c < known; c++) {
      Kernels.axpy(-Kernels.dot(v[c], row), v[c], row);
    }
  }

  private double[][] scores(int k, Rows of) {
    double[][] scores = new double[k][of.rows()];
    workers
        .parallel()
        .forEach(
            (of.rows() + ROWS_PER_BLOCK - 1) / ROWS_PER_BLOCK,
            part -> score(Math.min(k, v.length), of, part * ROWS_PER_BLOCK, scores));
    return scores;
  }

  private void score(int count, Rows of, int from, double[][] scores) {
    for (int c = 0; c < count; c++) {
      double sign = sign(v[c]);
      double shift = Kernels.dot(v[c], mean);
      for (int i = from; i < Math.min(of.rows(), from + ROWS_PER_BLOCK); i++) {
        scores[c][i] = sign * (of.dot(i, v[c]) - shift);
      }
    }
  }

  /**
   * Times a constant that brings the largest variance near 1: a product of two is a number then.
   */
  private RowPanels covariance(Preparation preparation) {
    int d = points.columns();
    int n = points.rows();
    SymmetricMatrix total = new SymmetricMatrix(d);
    SymmetricMatrix[] partial = new SymmetricMatrix[workers.threads()];
    Arrays.setAll(partial, slot -> new SymmetricMatrix(d));
    double[] ones = new double[ROWS_PER_BLOCK];
    Arrays.fill(ones, 1);
    int chunks = (n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;
    workers.inOrder(
        chunks,
        (chunk, slot) -> {
          partial[slot].clear();
          double[] block = new double[ROWS_PER_BLOCK * d];
          double[] row = new double[d];
          int end = (int) Math.min(n, (chunk + 1) * ROWS_PER_CHUNK);
          for (int from = (int) chunk * ROWS_PER_CHUNK; from < end; from += ROWS_PER_BLOCK) {
            int count = Math.min(ROWS_PER_BLOCK, end - from);
            for (int i = 0; i < count; i++) {
              points.copyTo(from + i, row);
              for (int k = 0; k < d; k++) {
                block[i * d + k] = row[k] - mean[k];
              }
            }
            partial[slot].addRows(count, block, ones);
          }
        },
        (chunk, slot) -> {
          total.add(1, partial[slot]);
          preparation.reached("principal components", (chunk + 1) / (double) chunks);
        });
    double largest = 0;
    for (int i = 0; i < d; i++) {
      largest = Math.max(largest, total.get(i, i));
    }
    int exponent = Math.getExponent(largest);
    double[] all = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        all[i * d + j] = Math.scalb(total.get(i, j), -exponent);
      }
    }
    return RowPanels.of(Rows.of(d, d, all), new double[d]);
  }

  private double[][] covarianceTimes(double[][] v) {
    return covariance == null ? pointsTimes(v) : matrixTimes(covariance, v);
  }

  private double[][] matrixTimes(RowPanels matrix, double[][] v) {
    int d = mean.length;
    double[] flat = new double[v.length * d];
    for (int c = 0; c < v.length; c++) {
      System.arraycopy(v[c], 0, flat, c * d, d);
    }
    RowPanels panels = RowPanels.of(Rows.of(v.length, d, flat), new double[d]);
    int width = panels.count() * RowPanels.WIDTH;
    double[][] out = new double[v.length][d];
    workers
        .parallel()
        .forEach(
            matrix.count(),
            panel -> {
              double[] products = new double[RowPanels.WIDTH * width];
              matrix.addProducts(panel, panels, 0, panels.count(), products);
              for (int r = 0; r < Math.min(RowPanels.WIDTH, d - panel * RowPanels.WIDTH); r++) {
                for (int c = 0; c < v.length; c++) {
                  out[c][panel * RowPanels.WIDTH + r] = products[r * width + c];
                }
              }
            });
    return out;
  }

  private double[][] pointsTimes(double[][] v) {
    double[][] out = new double[v.length][];
    workers.parallel().forEach(v.length, c -> out[c] = pointsTimes(v[c]));
    return out;
  }

  private double[] pointsTimes(double[] v) {
    double[] out = new double[mean.length];
    double shift = Kernels.dot(v, mean);
    double total = 0;
    for (int i = 0; i < points.rows(); i++) {
      double s = points.dot(i, v) - shift;
      points.addTo(i, s, out);
      total += s;
    }
    Kernels.axpy(-total, mean, out);
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
    Arrays.setAll(order, c -> c);
    Arrays.sort(order, Comparator.comparingDouble(c -> -eigen.getEigenvalue(c).getReal()));
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
