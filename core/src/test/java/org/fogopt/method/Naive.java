package org.fogopt.method;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;

/**
 * Every method written from its pseudo-code on plain arrays, with copies of everything and no care
 * for cost. It shares nothing with the library but the numbers drawn. Each returns x_0, …, x_steps.
 */
record Naive(Parts parts, Prox prox, long seed) {
  /** v ← prox_{ηh}(v). */
  interface Prox {
    void apply(double[] v, double eta);
  }

  static final Prox NO_PROX = (v, eta) -> {};

  /** What tells the members of the SVRG family apart; sizes as their parameters call them. */
  record Svrg(long a, long b, long c, long d1, long d2, long d3, boolean sampled, Next next) {}

  enum Next {
    LAST,
    RANDOM,
    AVERAGE,
    /** The average, and x goes on where it is. */
    CARRY_OVER
  }

  /** The step size of step t. */
  interface Steps {
    double at(long t);
  }

  List<double[]> gradientDescent(double eta, double[] x0, int steps) {
    List<double[]> path = start(x0);
    for (int t = 0; t < steps; t++) {
      path.add(move(last(path), parts.gradient(last(path)), eta));
    }
    return path;
  }

  List<double[]> fista(double eta, boolean restart, double[] x0, int steps) {
    List<double[]> path = start(x0);
    double[] z = x0.clone();
    double s = 1;
    for (int k = 0; k < steps; k++) {
      double[] x = last(path);
      double[] next = move(z, parts.gradient(z), eta);
      if (restart && dot(sum(1, z, -1, next), sum(1, next, -1, x)) > 0) {
        s = 1;
      }
      double sNext = (1 + Math.sqrt(1 + 4 * s * s)) / 2;
      z = sum(1, next, (s - 1) / sNext, sum(1, next, -1, x));
      s = sNext;
      path.add(next);
    }
    return path;
  }

  List<double[]> scgd(Steps alpha, Steps beta, long a, long b, double[] x0, int steps) {
    List<double[]> path = start(x0);
    double[] y = parts.value(inner(Stream.INNER_VALUE, a, 0), x0);
    for (int t = 0; t < steps; t++) {
      double[] x = last(path);
      long[] j = inner(Stream.INNER_VALUE, a, t);
      y = t == 0 ? y : sum(1 - beta.at(t), y, beta.at(t), parts.value(j, x));
      path.add(move(x, gradient(parts.jacobian(j, x), outer(Stream.OUTER, b, t), y), alpha.at(t)));
    }
    return path;
  }

  /** Acc-SCGD and ASC-PG. */
  List<double[]> extrapolating(Steps alpha, Steps beta, long a, long b, double[] x0, int steps) {
    List<double[]> path = start(x0);
    double[] y = parts.value(inner(Stream.INNER_VALUE, a, -1), x0);
    for (int t = 0; t < steps; t++) {
      double[] x = last(path);
      double[][] g = parts.jacobian(inner(Stream.INNER_JACOBIAN, a, t), x);
      double[] next = move(x, gradient(g, outer(Stream.OUTER, b, t), y), alpha.at(t));
      double weight = beta.at(t);
      double[] z = sum(1 - 1 / weight, x, 1 / weight, next);
      y = sum(1 - weight, y, weight, parts.value(inner(Stream.INNER_VALUE, a, t), z));
      path.add(next);
    }
    return path;
  }

  List<double[]> svrg(Svrg s, LongUnaryOperator length, Steps eta, double[] x0, int steps) {
    List<double[]> path = start(x0);
    double[] x = x0.clone();
    double[] anchor = x0.clone();
    long t = 0;
    for (long epoch = 0; t < steps; epoch++) {
      if (s.next() != Next.CARRY_OVER) {
        x = anchor;
      }
      double[] gt = parts.value(inner(Stream.RESTART_VALUE, s.d1(), t), anchor);
      double[][] jt = parts.jacobian(inner(Stream.RESTART_JACOBIAN, s.d2(), t), anchor);
      double[] pt = gradient(jt, outer(Stream.RESTART_OUTER, s.d3(), t), gt);
      List<double[]> visited = new ArrayList<>();
      int random = 0;
      long most = Math.min(length.applyAsLong(epoch), steps - t);
      for (int k = 0; k < most; k++, t++) {
        long[] a = inner(Stream.INNER_VALUE, s.a(), t);
        double[] y = sum(1, gt, 1, sum(1, parts.value(a, x), -1, parts.value(a, anchor)));
        long[] i = outer(Stream.OUTER, s.c(), t);
        double[][] jHere = jt;
        double[][] jThere = jt;
        if (s.sampled()) {
          jHere = parts.jacobian(inner(Stream.INNER_JACOBIAN, s.b(), t), x);
          jThere = parts.jacobian(inner(Stream.INNER_JACOBIAN, s.b(), t), anchor);
        } else if (s.b() > 0) {
          long[] b = inner(Stream.INNER_JACOBIAN, s.b(), t);
          jHere = sum(1, jt, 1, sum(1, parts.jacobian(b, x), -1, parts.jacobian(b, anchor)));
        }
        double[] v = sum(1, sum(1, gradient(jHere, i, y), -1, gradient(jThere, i, gt)), 1, pt);
        if (new Draws(seed).uniform(Stream.ANCHOR, t, 0, k + 1L) == 0) {
          random = k;
        }
        visited.add(x);
        x = move(x, v, eta.at(t));
        path.add(s.next() == Next.CARRY_OVER ? anchor.clone() : x.clone());
      }
      visited.add(x);
      anchor =
          switch (s.next()) {
            case LAST -> x;
            case RANDOM -> visited.get(random);
            case AVERAGE, CARRY_OVER -> mean(visited.subList(1, visited.size()));
          };
    }
    return path;
  }

  /** Epoch s = 1, 2, … has τ_s steps, begins with B_s samples and goes on with S_s. */
  List<double[]> civr(
      double eta,
      LongUnaryOperator large,
      LongUnaryOperator small,
      LongUnaryOperator tau,
      double[] x0,
      int steps) {
    List<double[]> path = start(x0);
    int t = 0;
    for (long s = 1; t < steps; s++) {
      double[] y = new double[0];
      double[][] g = new double[0][];
      for (int i = 0; i < tau.applyAsLong(s) && t < steps; i++, t++) {
        double[] x = last(path);
        if (i == 0) {
          long[] j = inner(Stream.RESTART_VALUE, large.applyAsLong(s), t);
          y = parts.value(j, x);
          g = parts.jacobian(j, x);
        } else {
          double[] before = path.get(path.size() - 2);
          long[] j = inner(Stream.INNER_VALUE, small.applyAsLong(s), t);
          y = sum(1, y, 1, sum(1, parts.value(j, x), -1, parts.value(j, before)));
          g = sum(1, g, 1, sum(1, parts.jacobian(j, x), -1, parts.jacobian(j, before)));
        }
        path.add(move(x, gradient(g, Parts.all(parts.n()), y), eta));
      }
    }
    return path;
  }

  List<double[]> nasa(
      double eta, Steps tau, double a, double b, long sg, long sf, double[] x0, int steps) {
    List<double[]> path = start(x0);
    long[] first = inner(Stream.INNER_VALUE, sg, -1);
    double[] u = parts.value(first, x0);
    double[] z = gradient(parts.jacobian(first, x0), outer(Stream.OUTER, sf, -1), u);
    for (int t = 0; t < steps; t++) {
      double[] x = last(path);
      double weight = tau.at(t);
      double[] next = sum(1 - weight, x, weight, move(x, z, eta));
      long[] j = inner(Stream.INNER_VALUE, sg, t);
      double[] fresh = gradient(parts.jacobian(j, next), outer(Stream.OUTER, sf, t), u);
      z = sum(1 - a * weight, z, a * weight, fresh);
      u = sum(1 - b * weight, u, b * weight, parts.value(j, next));
      path.add(next);
    }
    return path;
  }

  List<double[]> scsc(Steps alpha, Steps beta, long a, long b, double[] x0, int steps) {
    List<double[]> path = start(x0);
    double[] y = parts.value(inner(Stream.INNER_VALUE, a, -1), x0);
    for (int t = 0; t < steps; t++) {
      double[] x = last(path);
      double[] before = t == 0 ? x0 : path.get(t - 1);
      long[] j = inner(Stream.INNER_VALUE, a, t);
      double[] here = parts.value(j, x);
      double[] corrected = sum(1, y, 1, sum(1, here, -1, parts.value(j, before)));
      y = sum(1 - beta.at(t), corrected, beta.at(t), here);
      path.add(move(x, gradient(parts.jacobian(j, x), outer(Stream.OUTER, b, t), y), alpha.at(t)));
    }
    return path;
  }

  List<double[]> storm(
      double eta, double a, long s0, long sg, long sG, long sf, double[] x0, int steps) {
    List<double[]> path = start(x0);
    double keep = 1 - a;
    double[] y = parts.value(inner(Stream.RESTART_VALUE, s0, 0), x0);
    double[][] g = parts.jacobian(inner(Stream.RESTART_VALUE, s0, 0), x0);
    double[] v = gradient(g, outer(Stream.RESTART_OUTER, s0, 0), y);
    path.add(move(x0, v, eta));
    for (int t = 1; t < steps; t++) {
      double[] x = last(path);
      double[] before = path.get(t - 1);
      long[] values = inner(Stream.INNER_VALUE, sg, t);
      long[] jacobians = inner(Stream.INNER_JACOBIAN, sG, t);
      long[] i = outer(Stream.OUTER, sf, t);
      double[] yOld = y;
      double[][] gOld = g;
      y = sum(1, sum(keep, y, 1, parts.value(values, x)), -keep, parts.value(values, before));
      g =
          sum(
              1,
              sum(keep, g, 1, parts.jacobian(jacobians, x)),
              -keep,
              parts.jacobian(jacobians, before));
      v = sum(1, sum(keep, v, 1, gradient(g, i, y)), -keep, gradient(gOld, i, yOld));
      path.add(move(x, v, eta));
    }
    return path;
  }

  private static List<double[]> start(double[] x0) {
    List<double[]> path = new ArrayList<>();
    path.add(x0.clone());
    return path;
  }

  private static double[] last(List<double[]> path) {
    return path.get(path.size() - 1);
  }

  /** prox_{ηh}(x − ηv). */
  private double[] move(double[] x, double[] v, double eta) {
    double[] next = sum(1, x, -eta, v);
    prox.apply(next, eta);
    return next;
  }

  /** Gᵀ mean of ∇f_i(y). */
  private double[] gradient(double[][] g, long[] outers, double[] y) {
    return Parts.transposeTimes(g, parts.outerGradient(outers, y));
  }

  private long[] inner(Stream stream, long size, long t) {
    return Parts.indices(new Draws(seed).sampler(stream, parts.m(), size).at(t));
  }

  private long[] outer(Stream stream, long size, long t) {
    return Parts.indices(new Draws(seed).sampler(stream, parts.n(), size).at(t));
  }

  static double[] sum(double a, double[] x, double b, double[] y) {
    double[] sum = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      sum[k] = a * x[k] + b * y[k];
    }
    return sum;
  }

  private static double[][] sum(double a, double[][] x, double b, double[][] y) {
    double[][] sum = new double[x.length][];
    for (int r = 0; r < x.length; r++) {
      sum[r] = sum(a, x[r], b, y[r]);
    }
    return sum;
  }

  static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      sum += x[k] * y[k];
    }
    return sum;
  }

  static double[] mean(List<double[]> points) {
    double[] mean = new double[points.get(0).length];
    for (double[] x : points) {
      mean = sum(1, mean, 1.0 / points.size(), x);
    }
    return mean;
  }
}
