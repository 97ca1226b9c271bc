package org.fogopt.lab.planning;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Variances;

/**
 * Constants of a problem from samples along a short run: the largest of ratios that were seen,
 * which is at most the constant itself. So an estimate can be too small, never too large, and a
 * plan made of it is a guess, not a promise.
 *
 * @param constants M_g, L_g, M_f, L_f as seen; the gap is the decrease of the objective
 * @param variances H1, H2, H3 as seen, means over samples
 * @param calls spent, those of the run included, in the paper's accounting
 * @param samples of components of each kind
 */
public record Estimate(Constants constants, Variances variances, long calls, int samples) {
  /** Components of each kind that are sampled. */
  private static final int SAMPLES = 200;

  /** How often the direction is turned towards the one in which a gradient changes most. */
  private static final int ALTERNATIONS = 4;

  /** The largest matrix that is written out to find its norm. */
  private static final long MOST_ENTRIES = 4_000_000;

  /** The distance of a pair of points, relative to the radius of the run. */
  private static final double APART = 1e-2;

  /** Stands for a constant of which nothing was seen, where zero would mean none. */
  private static final double TINY = 1e-300;

  /** Samples around the points of a run. */
  public static Estimate of(Problem problem, ShortRun run, long seed) {
    if (!problem.finite()) {
      throw new IllegalArgumentException("an estimate needs finitely many components");
    }
    return new Sampling(problem, run, seed).estimate();
  }

  private static final class Sampling {
    private final Problem problem;
    private final ShortRun run;
    private final Random random;
    private final double apart;
    private long calls;
    private double jacobianBound;
    private double jacobianLipschitz;
    private double gradientBound;
    private double gradientLipschitz;
    private double outerVariance;
    private double jacobianVariance;
    private double valueVariance;

    Sampling(Problem problem, ShortRun run, long seed) {
      this.problem = problem;
      this.run = run;
      random = new Random(seed);
      double radius = run.farthest();
      apart = APART * (radius > 0 ? radius : 1);
      calls = run.calls();
    }

    Estimate estimate() {
      int places = Math.min(10, run.points().size());
      int each = SAMPLES / places;
      for (int k = 0; k < places; k++) {
        // Spread over the run, its first and last point among them.
        int at = places == 1 ? 0 : k * (run.points().size() - 1) / (places - 1);
        around(run.points().get(at), each, 1.0 / (places * each));
      }
      return new Estimate(
          new Constants(
              Math.max(TINY, jacobianBound),
              problem.inner().affine() ? 0 : jacobianLipschitz,
              Math.max(TINY, gradientBound),
              Math.max(TINY, gradientLipschitz),
              Math.max(TINY, run.fall())),
          new Variances(Math.max(TINY, outerVariance), jacobianVariance, valueVariance),
          calls,
          places * each);
    }

    private void around(double[] x, int samples, double weight) {
      Inner g = problem.inner();
      double[] mean = new double[g.out()];
      Jacobian meanJacobian = g.newJacobian();
      Batch everyInner = Batch.all(g.count());
      g.add(everyInner, x, 1.0 / g.count(), mean);
      meanJacobian.add(everyInner, x, 1.0 / g.count());
      Cotangent meanGradient = new Cotangent(g.out());
      Batch everyOuter = Batch.all(problem.outer().count());
      problem.outer().addGradient(everyOuter, mean, 1.0 / problem.outer().count(), meanGradient);
      calls += 2 * g.count() + problem.outer().count();
      for (int s = 0; s < samples; s++) {
        inner(x, mean, meanJacobian, weight);
        outer(mean, meanGradient, weight);
      }
    }

    private void inner(double[] x, double[] mean, Jacobian meanJacobian, double weight) {
      Inner g = problem.inner();
      Batch one = Batch.of((long) (random.nextDouble() * g.count()));
      double[] near = moved(x, direction(x.length), apart);
      double[] y = new double[g.out()];
      g.add(one, x, 1, y);
      double off = distance(y, mean);
      valueVariance += weight * off * off;
      double[] difference = new double[g.out()];
      g.addDifference(one, near, x, 1, difference);
      jacobianBound = Math.max(jacobianBound, Kernels.norm(difference) / distance(near, x));
      Jacobian there = g.newJacobian();
      there.addDifference(one, near, x, 1);
      jacobianLipschitz = Math.max(jacobianLipschitz, there.norm() / distance(near, x));
      Jacobian here = g.newJacobian();
      here.add(one, x, 1);
      if ((long) g.in() * g.out() <= MOST_ENTRIES) {
        jacobianBound = Math.max(jacobianBound, norm(here));
      }
      here.scale(-1);
      here.add(meanJacobian);
      jacobianVariance += weight * here.norm() * here.norm();
      calls += 4; // value and Jacobian, at two points
    }

    private void outer(double[] y, Cotangent mean, double weight) {
      Batch one = Batch.of((long) (random.nextDouble() * problem.outer().count()));
      double[] here = gradient(one, y);
      gradientBound = Math.max(gradientBound, Kernels.norm(here));
      double off = distance(here, mean.dense());
      outerVariance += weight * off * off;
      double scale = APART * Math.max(Kernels.norm(y), 1);
      double[] direction = direction(y.length);
      for (int k = 0; k < ALTERNATIONS; k++) {
        double[] near = moved(y, direction, scale);
        double[] there = gradient(one, near);
        Kernels.axpy(-1, here, there);
        double change = Kernels.norm(there);
        gradientLipschitz = Math.max(gradientLipschitz, change / distance(near, y));
        if (change == 0) {
          break;
        }
        Kernels.scale(1 / change, there);
        direction = there; // ∇f_i changes most along the top eigenvector of its Hessian
      }
    }

    private double[] gradient(Batch one, double[] y) {
      calls++;
      Cotangent u = new Cotangent(y.length);
      problem.outer().addGradient(one, y, 1, u);
      return u.dense().clone();
    }

    private double[] direction(int size) {
      double[] v = new double[size];
      for (int k = 0; k < size; k++) {
        v[k] = random.nextGaussian();
      }
      Kernels.scale(1 / Kernels.norm(v), v);
      return v;
    }

    /** The operator norm of a Jacobian that can only be multiplied from the left: row by row. */
    private double norm(Jacobian matrix) {
      int rows = problem.inner().out();
      double[][] all = new double[rows][problem.inner().in()];
      Cotangent u = new Cotangent(rows);
      for (int r = 0; r < rows; r++) {
        u.clear();
        u.add(r, 1);
        matrix.transposeTimes(u, 1, all[r]);
      }
      double[] v = direction(problem.inner().in());
      double norm = 0;
      for (int k = 0; k < 20; k++) {
        double[] next = new double[v.length];
        double square = 0;
        for (double[] row : all) {
          double product = Kernels.dot(row, v);
          square += product * product;
          Kernels.axpy(product, row, next);
        }
        norm = Math.sqrt(square); // |Gv| with |v| = 1: at most |G|, whatever v is
        double length = Kernels.norm(next);
        if (length == 0) {
          break;
        }
        Kernels.scale(1 / length, next);
        v = next;
      }
      return norm;
    }
  }

  private static double[] moved(double[] x, double[] direction, double by) {
    double[] other = Arrays.copyOf(x, x.length);
    Kernels.axpy(by, direction, other);
    return other;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return Math.sqrt(sum);
  }
}
