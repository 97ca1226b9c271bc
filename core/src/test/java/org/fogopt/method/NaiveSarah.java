package org.fogopt.method;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.theory.Batches;

/**
 * Algorithm 1 written from its pseudo-code on plain arrays, with copies of everything and no care
 * for cost. It shares nothing with the library but the numbers drawn.
 *
 * @param restart S1L, S2L, S3L
 */
record NaiveSarah(
    Parts parts, double eta, long q, Batches s, Batches restart, boolean shared, long seed) {

  /** x_0, …, x_steps. */
  List<double[]> iterates(double[] x0, int steps) {
    return iterates(x0, steps, Naive.NO_PROX);
  }

  /** The same with a proximal step. */
  List<double[]> iterates(double[] x0, int steps, Naive.Prox prox) {
    List<double[]> path = new ArrayList<>();
    double[] x = x0.clone();
    double[] xPrev = x0.clone();
    double[] y = new double[0];
    double[][] g = new double[0][];
    double[] f = new double[0];
    path.add(x.clone());
    for (int t = 0; t < steps; t++) {
      if (t % q == 0) {
        y = parts.value(draw(Stream.RESTART_VALUE, parts.m(), restart.s1(), t), x);
        g = parts.jacobian(draw(Stream.RESTART_JACOBIAN, parts.m(), restart.s2(), t), x);
        f =
            Parts.transposeTimes(
                g, parts.outerGradient(draw(Stream.RESTART_OUTER, parts.n(), restart.s3(), t), y));
      } else {
        long[] values = draw(Stream.INNER_VALUE, parts.m(), s.s1(), t);
        long[] jacobians = shared ? values : draw(Stream.INNER_JACOBIAN, parts.m(), s.s2(), t);
        long[] outers = draw(Stream.OUTER, parts.n(), s.s3(), t);
        double[] yOld = y;
        double[][] gOld = g;
        y = plus(yOld, minus(parts.value(values, x), parts.value(values, xPrev)));
        g = new double[gOld.length][];
        double[][] here = parts.jacobian(jacobians, x);
        double[][] before = parts.jacobian(jacobians, xPrev);
        for (int r = 0; r < g.length; r++) {
          g[r] = plus(gOld[r], minus(here[r], before[r]));
        }
        double[] now = Parts.transposeTimes(g, parts.outerGradient(outers, y));
        double[] then = Parts.transposeTimes(gOld, parts.outerGradient(outers, yOld));
        f = plus(f, minus(now, then));
      }
      xPrev = x;
      x = x.clone();
      for (int k = 0; k < x.length; k++) {
        x[k] -= eta * f[k];
      }
      prox.apply(x, eta);
      path.add(x.clone());
    }
    return path;
  }

  private long[] draw(Stream stream, int count, long size, long t) {
    return Parts.indices(new Draws(seed).sampler(stream, count, size).at(t));
  }

  private static double[] plus(double[] a, double[] b) {
    double[] sum = a.clone();
    for (int k = 0; k < a.length; k++) {
      sum[k] += b[k];
    }
    return sum;
  }

  private static double[] minus(double[] a, double[] b) {
    double[] difference = a.clone();
    for (int k = 0; k < a.length; k++) {
      difference[k] -= b[k];
    }
    return difference;
  }
}
