package org.fogopt.apps.embedding;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/** Where the points of a map begin, laid out by coordinate as {@link Embedding} has them. */
public final class Start {
  /** openTSNE's, of the deviation of the first coordinate. */
  private static final double JITTER = 0.01;

  private Start() {}

  /**
   * The principal components, the first with the given standard deviation and the others in
   * proportion.
   */
  public static double[] principalComponents(Rows points, int k, double deviation) {
    double[][] scores;
    try (Workers alone = new Workers(1)) {
      scores = PrincipalComponents.scores(points, k, alone);
    }
    return scaled(scores, points.rows(), k, deviation);
  }

  /** The same of points whose first columns are their principal components. */
  public static double[] firstColumns(Rows components, int k, double deviation) {
    double[][] scores = new double[k][components.rows()];
    for (int c = 0; c < k; c++) {
      for (int t = 0; t < components.rows(); t++) {
        scores[c][t] = components.get(t, c);
      }
    }
    return scaled(scores, components.rows(), k, deviation);
  }

  private static double[] scaled(double[][] scores, int n, int k, double deviation) {
    double norm = Kernels.norm(scores[0]) / Math.sqrt(n);
    double[] x = new double[n * k];
    for (int c = 0; c < k && norm > 0; c++) {
      for (int t = 0; t < n; t++) {
        x[c * n + t] = deviation / norm * scores[c][t];
      }
    }
    return x;
  }

  /**
   * These places, each moved at random by a hundredth of the deviation of the first coordinate.
   * Points in one place would stay together, and no force leads out of a flat map: so it would be
   * with duplicates, with points on a line, and with all but one if that is very far out.
   */
  public static double[] jittered(double[] x, int n, long seed) {
    double scale = JITTER * Kernels.norm(Arrays.copyOf(x, n)) / Math.sqrt(n);
    double[] moved = random(n, x.length / n, scale, seed);
    Kernels.axpy(1, x, moved);
    return moved;
  }

  /** Normal around 0. */
  public static double[] random(int n, int k, double deviation, long seed) {
    Random random = new Random(seed);
    double[] x = new double[n * k];
    for (int i = 0; i < x.length; i++) {
      x[i] = deviation * random.nextGaussian();
    }
    return x;
  }

  /** The paper's: x_t = (t/n)·1, t = 1 … n. */
  public static double[] line(int n, int k) {
    double[] x = new double[n * k];
    for (int c = 0; c < k; c++) {
      for (int t = 0; t < n; t++) {
        x[c * n + t] = (t + 1.0) / n;
      }
    }
    return x;
  }
}
