package org.fogopt.apps.embedding;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/**
 * New points in a map that stays as it is. Each is placed by itself, where
 *
 * <pre>
 *   F(y) = 1.5 Σ_j p_j log(1 + |y − y_j|²) + log Σ_j 1/(1 + |y − y_j|²)
 * </pre>
 *
 * is least, with p_j its similarities to the points of the map: the divergence of p from the
 * similarities on the map, up to a constant, with some exaggeration, which keeps a point from being
 * pushed out of its cluster by the points there that are not its nearest. It begins at the median
 * of its nearest neighbours' places, and goes down by gradient steps, each of which costs n kernel
 * values.
 */
public final class Transform {
  /** As openTSNE's transform: few, for a new point belongs to its nearest. */
  public static final double PERPLEXITY = 5;

  /** As openTSNE's transform, too. */
  private static final double EXAGGERATION = 1.5;

  private static final int MOST_STEPS = 60;
  private static final double SHORTEST_STEP = 1e-6;
  private static final double SUFFICIENT = 1e-4; // of Armijo's rule

  private final double[] map;
  private final int n;
  private final int k;
  private final int[] nearest;
  private final double[] p;
  private final int each;

  private Transform(double[] map, int n, int[] nearest, double[] p) {
    this.map = map;
    this.n = n;
    k = map.length / n;
    this.nearest = nearest;
    this.p = p;
    each = (int) (3 * PERPLEXITY);
  }

  /**
   * The places of new points, by coordinate.
   *
   * @param points those of the map
   * @param map their places, by coordinate: map[c·n + t]
   * @param columns how many principal components of the points to compare by
   */
  public static double[] of(Rows points, double[] map, Rows fresh, int columns, Workers workers) {
    int n = points.rows();
    int each = (int) (3 * PERPLEXITY);
    if (n <= each || map.length % n != 0 || map.length == 0) {
      throw new IllegalArgumentException(
          "a map of more than %d points is needed, with a place for each of them".formatted(each));
    }
    if (fresh.columns() != points.columns()) {
      throw new IllegalArgumentException(
          "new points have %d columns, those of the map %d"
              .formatted(fresh.columns(), points.columns()));
    }
    Rows compared = PrincipalComponents.reduce(points, columns, workers);
    Rows asked = PrincipalComponents.reduce(points, fresh, columns, workers, Preparation.SILENT);
    int[] nearest = Neighbours.of(asked, compared, each, workers, Preparation.SILENT);
    double[] p = new double[nearest.length];
    for (int t = 0; t < asked.rows(); t++) {
      double[] d = new double[each];
      for (int q = 0; q < each; q++) {
        d[q] = Neighbours.squaredDistance(asked, t, compared, nearest[t * each + q]);
      }
      Similarities.calibrate(d, -1, each, StrictMath.log(PERPLEXITY), new double[each]);
      System.arraycopy(d, 0, p, t * each, each);
    }
    Transform transform = new Transform(map, n, nearest, p);
    int count = asked.rows();
    double[] places = new double[count * transform.k];
    workers
        .parallel()
        .forEach(
            count,
            t -> {
              double[] y = transform.new Descent(t).place();
              for (int c = 0; c < y.length; c++) {
                places[c * count + t] = y[c];
              }
            });
    return places;
  }

  /** The way of one point. */
  private final class Descent {
    private final int first;
    private final double[][] apart = new double[k][n];
    private final double[] kernel = new double[n];
    private final double[] ones = new double[n];
    private final double[] gradient = new double[k];

    Descent(int t) {
      first = t * each;
      Arrays.fill(ones, 1);
    }

    double[] place() {
      double[] y = median();
      double value = value(y);
      double step = 1;
      for (int t = 0; t < MOST_STEPS && step > SHORTEST_STEP; t++) {
        double[] slope = gradient.clone();
        double square = Kernels.dot(slope, slope);
        double[] next = moved(y, slope, step);
        double there = value(next);
        while (there > value - SUFFICIENT * step * square && step > SHORTEST_STEP) {
          step /= 2;
          next = moved(y, slope, step);
          there = value(next);
        }
        if (!(there < value)) {
          break;
        }
        y = next;
        value = there;
        step *= 2;
      }
      return y;
    }

    private double[] moved(double[] y, double[] slope, double step) {
      double[] next = y.clone();
      Kernels.axpy(-step, slope, next);
      return next;
    }

    private double[] median() {
      double[] y = new double[k];
      double[] places = new double[each];
      for (int c = 0; c < k; c++) {
        for (int q = 0; q < each; q++) {
          places[q] = map[c * n + nearest[first + q]];
        }
        Arrays.sort(places);
        y[c] = places[each / 2];
      }
      return y;
    }

    /** F(y), and its gradient into the field. */
    private double value(double[] y) {
      Arrays.fill(kernel, 1);
      for (int c = 0; c < k; c++) {
        double[] d = apart[c];
        System.arraycopy(map, c * n, d, 0, n);
        double here = y[c];
        for (int j = 0; j < n; j++) {
          d[j] = here - d[j];
        }
        for (int j = 0; j < n; j++) {
          kernel[j] += d[j] * d[j];
        }
      }
      double sum = 0;
      Arrays.fill(gradient, 0);
      for (int q = 0; q < each; q++) {
        int j = nearest[first + q];
        double weight = EXAGGERATION * p[first + q];
        sum += weight * StrictMath.log(kernel[j]);
        for (int c = 0; c < k; c++) {
          gradient[c] += 2 * weight * apart[c][j] / kernel[j];
        }
      }
      for (int j = 0; j < n; j++) {
        kernel[j] = 1 / kernel[j];
      }
      double z = Kernels.dot(kernel, ones);
      for (int j = 0; j < n; j++) {
        kernel[j] *= kernel[j];
      }
      for (int c = 0; c < k; c++) {
        gradient[c] -= 2 * Kernels.dot(kernel, apart[c]) / z;
      }
      return sum + StrictMath.log(z);
    }
  }
}
