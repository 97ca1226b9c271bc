package org.fogopt.apps;

import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;

/** The largest of what bounds are on, over random points of a ball. */
public final class Ratios {
  public double jacobian;
  public double jacobianLipschitz;
  public double gradient;
  public double gradientLipschitz;

  private final Problem problem;
  private final Random random;
  private final double radius;

  private Ratios(Problem problem, double radius, long seed) {
    this.problem = problem;
    this.radius = radius;
    random = new Random(seed);
  }

  public static Ratios of(Problem problem, double radius, int samples, long seed) {
    var ratios = new Ratios(problem, radius, seed);
    for (int k = 0; k < samples; k++) {
      ratios.sample();
    }
    return ratios;
  }

  private void sample() {
    Inner g = problem.inner();
    Batch one = Batch.of((long) (random.nextDouble() * g.count()));
    double[] x = inBall();
    double[] xp = random.nextBoolean() ? inBall() : near(x);
    double[] difference = new double[g.out()];
    g.addDifference(one, x, xp, 1, difference);
    double distance = distance(x, xp);
    jacobian = Math.max(jacobian, Kernels.norm(difference) / distance);
    Jacobian matrix = g.newJacobian();
    matrix.add(one, x, 1);
    Cotangent u = new Cotangent(g.out());
    double[] direction = new double[g.out()];
    for (int k = 0; k < direction.length; k++) {
      direction[k] = random.nextGaussian();
      u.add(k, direction[k]);
    }
    double[] product = new double[g.in()];
    matrix.transposeTimes(u, 1, product);
    jacobian = Math.max(jacobian, Kernels.norm(product) / Kernels.norm(direction));
    matrix.add(one, xp, -1);
    jacobianLipschitz = Math.max(jacobianLipschitz, matrix.norm() / distance);
    outer(mean(x), mean(xp));
  }

  private void outer(double[] y, double[] yp) {
    Batch one = Batch.of((long) (random.nextDouble() * problem.outer().count()));
    Cotangent u = new Cotangent(y.length);
    problem.outer().addGradient(one, y, 1, u);
    gradient = Math.max(gradient, Kernels.norm(u.dense()));
    problem.outer().addGradient(one, yp, -1, u);
    gradientLipschitz = Math.max(gradientLipschitz, Kernels.norm(u.dense()) / distance(y, yp));
  }

  /** A mean of a few g_j, as an estimate of g is. */
  private double[] mean(double[] x) {
    Inner g = problem.inner();
    int size = 1 + random.nextInt(3);
    double[] y = new double[g.out()];
    for (int k = 0; k < size; k++) {
      g.add(Batch.of((long) (random.nextDouble() * g.count())), x, 1.0 / size, y);
    }
    return y;
  }

  private double[] inBall() {
    double[] x = new double[problem.dimension()];
    for (int k = 0; k < x.length; k++) {
      x[k] = random.nextGaussian();
    }
    Kernels.scale(radius * Math.sqrt(random.nextDouble()) / Kernels.norm(x), x);
    return x;
  }

  private double[] near(double[] x) {
    double[] other = x.clone();
    for (int k = 0; k < x.length; k++) {
      other[k] *= 1 - 1e-3 * random.nextDouble();
    }
    return other;
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    Kernels.axpy(-1, b, difference);
    return Kernels.norm(difference);
  }
}
