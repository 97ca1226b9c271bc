package org.fogopt.apps.embedding;

import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/** Where the points of a map begin, laid out by coordinate as {@link Embedding} has them. */
public final class Start {
  /** openTSNE's share of the first deviation for the jitter of principal components. */
  private static final double JITTER = 0.01;

  private Start() {}

  /**
   * The principal components, the first with the given standard deviation and the others in
   * proportion. Directions in which the points have less than a hundredth of the first deviation
   * get so much at random: at 0 they would stay there, as no force leads out of a flat map.
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
      boolean isFlat = Kernels.norm(scores[c]) / Math.sqrt(n) < JITTER * norm;
      Random jitter = new Random(c);
      for (int t = 0; t < n; t++) {
        double away = isFlat ? JITTER * deviation * jitter.nextGaussian() : 0;
        x[c * n + t] = deviation / norm * scores[c][t] + away;
      }
    }
    return x;
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
