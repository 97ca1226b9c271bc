package org.fogopt.apps.embedding;

import java.util.Random;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/** Points for tests, and the definitions of section and verse, slowly. */
final class Clouds {
  private Clouds() {}

  static Rows gaussian(int n, int d, long seed) {
    Random random = new Random(seed);
    double[] data = new double[n * d];
    for (int k = 0; k < data.length; k++) {
      data[k] = random.nextGaussian();
    }
    return Rows.of(n, d, data);
  }

  static double[] place(int n, int k, double spread, long seed) {
    Random random = new Random(seed);
    double[] x = new double[n * k];
    for (int i = 0; i < x.length; i++) {
      x[i] = spread * random.nextGaussian();
    }
    return x;
  }

  static Similarities similarities(int n, boolean dense, long seed) {
    try (Workers workers = new Workers(1)) {
      Rows points = gaussian(n, 5, seed);
      double perplexity = Math.min(5, (n - 1) / 3.0);
      return dense
          ? Similarities.ofPerplexity(points, perplexity, workers)
          : Similarities.ofNearest(points, perplexity, workers);
    }
  }

  static double[][] matrix(Similarities p) {
    int n = p.size();
    double[][] all = new double[n][n];
    for (int t = 0; t < n; t++) {
      for (int i = 0; i < n; i++) {
        all[t][i] = p.get(t, i);
      }
    }
    return all;
  }

  static double square(double[] x, int n, int a, int b) {
    double sum = 0;
    for (int c = 0; c < x.length / n; c++) {
      sum += (x[c * n + a] - x[c * n + b]) * (x[c * n + a] - x[c * n + b]);
    }
    return sum;
  }

  /** q_{i|t} of stochastic neighbour embedding, as q[t][i]. */
  static double[][] gauss(double[] x, int n) {
    double[][] q = new double[n][n];
    for (int t = 0; t < n; t++) {
      double z = 0;
      for (int i = 0; i < n; i++) {
        q[t][i] = i == t ? 0 : Math.exp(-square(x, n, t, i));
        z += q[t][i];
      }
      for (int i = 0; i < n; i++) {
        q[t][i] /= z;
      }
    }
    return q;
  }

  /** q_ij of t-SNE. */
  static double[][] student(double[] x, int n) {
    double[][] q = new double[n][n];
    double z = 0;
    for (int t = 0; t < n; t++) {
      for (int i = 0; i < n; i++) {
        q[t][i] = i == t ? 0 : 1 / (1 + square(x, n, t, i));
        z += q[t][i];
      }
    }
    for (double[] row : q) {
      for (int i = 0; i < n; i++) {
        row[i] /= z;
      }
    }
    return q;
  }

  /** Σ p log(p/q). */
  static double divergence(double[][] p, double[][] q) {
    double sum = 0;
    for (int t = 0; t < p.length; t++) {
      for (int i = 0; i < p.length; i++) {
        sum += p[t][i] > 0 ? p[t][i] * Math.log(p[t][i] / q[t][i]) : 0;
      }
    }
    return sum;
  }
}
