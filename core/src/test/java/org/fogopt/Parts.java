package org.fogopt;

import java.util.Random;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Components.InnerJacobian;
import org.fogopt.problem.Components.InnerValue;
import org.fogopt.problem.Components.OuterGradient;
import org.fogopt.problem.Components.OuterValue;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;

/**
 * A small problem as plain functions, so that a test can compute everything twice: through the
 * library and here, slowly, component by component, from the definitions.
 */
public record Parts(
    int d,
    int l,
    int m,
    int n,
    boolean affine,
    InnerValue value,
    InnerJacobian jacobian,
    OuterValue outer,
    OuterGradient outerGradient) {

  /** For the library. */
  public Problem problem() {
    Problem plain =
        Components.map(d, l).inner(m, value, jacobian).outer(n, outer, outerGradient).named("test");
    return affine ? new Problem("test", new SaysAffine(plain.inner()), plain.outer()) : plain;
  }

  /** With the short cut that a quadratic f allows, computed from the definitions. */
  public Problem quadratic() {
    Problem whole = problem();
    return new Problem(
        whole.name(),
        whole.inner(),
        whole.outer(),
        whole.penalty(),
        (inner, outer, x, xp, g, out) -> {
          double[] dy = value(indices(inner), x);
          double[] before = value(indices(inner), xp);
          for (int r = 0; r < l; r++) {
            dy[r] -= before[r];
          }
          double[] there = outerGradient(indices(outer), dy);
          double[] here = outerGradient(indices(outer), new double[l]);
          Cotangent u = new Cotangent(l);
          for (int r = 0; r < l; r++) {
            u.add(r, there[r] - here[r]);
          }
          g.transposeTimes(u, 1, out);
        });
  }

  public Parts saying(boolean isAffine) {
    return new Parts(d, l, m, n, isAffine, value, jacobian, outer, outerGradient);
  }

  /** The mean of g_j(x) over the indices. */
  public double[] value(long[] indices, double[] x) {
    double[] mean = new double[l];
    for (long j : indices) {
      double[] one = new double[l];
      value.fill(j, x, one);
      for (int r = 0; r < l; r++) {
        mean[r] += one[r] / indices.length;
      }
    }
    return mean;
  }

  /** The mean of ∂g_j(x) over the indices. */
  public double[][] jacobian(long[] indices, double[] x) {
    double[][] mean = new double[l][d];
    for (long j : indices) {
      double[][] one = new double[l][d];
      jacobian.fill(j, x, one);
      for (int r = 0; r < l; r++) {
        for (int k = 0; k < d; k++) {
          mean[r][k] += one[r][k] / indices.length;
        }
      }
    }
    return mean;
  }

  /** The mean of ∇f_i(y) over the indices. */
  public double[] outerGradient(long[] indices, double[] y) {
    double[] mean = new double[l];
    for (long i : indices) {
      double[] one = new double[l];
      outerGradient.fill(i, y, one);
      for (int r = 0; r < l; r++) {
        mean[r] += one[r] / indices.length;
      }
    }
    return mean;
  }

  /** Φ(x). */
  public double objective(double[] x) {
    double[] y = value(all(m), x);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += outer.at(i, y) / n;
    }
    return sum;
  }

  /** ∇Φ(x) = ∂g(x)ᵀ∇f(g(x)). */
  public double[] gradient(double[] x) {
    return transposeTimes(jacobian(all(m), x), outerGradient(all(n), value(all(m), x)));
  }

  public static double[] transposeTimes(double[][] g, double[] u) {
    double[] out = new double[g[0].length];
    for (int r = 0; r < u.length; r++) {
      for (int k = 0; k < out.length; k++) {
        out[k] += g[r][k] * u[r];
      }
    }
    return out;
  }

  public static long[] all(int count) {
    long[] indices = new long[count];
    for (int k = 0; k < count; k++) {
      indices[k] = k;
    }
    return indices;
  }

  public static long[] indices(Batch batch) {
    long[] indices = new long[(int) batch.size()];
    for (int k = 0; k < indices.length; k++) {
      indices[k] = batch.at(k);
    }
    return indices;
  }

  public static double norm(double[] a) {
    double sum = 0;
    for (double v : a) {
      sum += v * v;
    }
    return Math.sqrt(sum);
  }

  public static double[] gaussians(int size, long seed) {
    Random random = new Random(seed);
    double[] x = new double[size];
    for (int k = 0; k < size; k++) {
      x[k] = random.nextGaussian();
    }
    return x;
  }

  private static double[][] gaussians(int rows, int columns, long seed) {
    double[][] a = new double[rows][];
    for (int r = 0; r < rows; r++) {
      a[r] = gaussians(columns, seed * 1_000_003 + r);
    }
    return a;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /**
   * A non-convex problem whose Jacobian varies: g_j(x) = [tanh(a_jᵀx); x], f_i(s, w) = log(1 +
   * (b_iᵀw − s − c_i)²/2) + 0.05|w|².
   */
  public static Parts curved(int d, int m, int n, long seed) {
    double[][] a = gaussians(m, d, seed);
    double[][] b = gaussians(n, d, seed + 1);
    double[] c = gaussians(n, seed + 2);
    return new Parts(
        d,
        d + 1,
        m,
        n,
        false,
        (j, x, y) -> {
          y[0] = Math.tanh(dot(a[(int) j], x));
          System.arraycopy(x, 0, y, 1, d);
        },
        (j, x, jac) -> {
          double tanh = Math.tanh(dot(a[(int) j], x));
          for (int k = 0; k < d; k++) {
            jac[0][k] = (1 - tanh * tanh) * a[(int) j][k];
            jac[k + 1][k] = 1;
          }
        },
        (i, y) -> {
          double r = residual(b[(int) i], c[(int) i], y);
          double squares = 0;
          for (int k = 0; k < d; k++) {
            squares += y[k + 1] * y[k + 1];
          }
          return Math.log(1 + r * r / 2) + 0.05 * squares;
        },
        (i, y, u) -> {
          double r = residual(b[(int) i], c[(int) i], y);
          double slope = r / (1 + r * r / 2);
          u[0] = -slope;
          for (int k = 0; k < d; k++) {
            u[k + 1] = slope * b[(int) i][k] + 0.1 * y[k + 1];
          }
        });
  }

  private static double residual(double[] b, double c, double[] y) {
    double r = -y[0] - c;
    for (int k = 0; k < b.length; k++) {
      r += b[k] * y[k + 1];
    }
    return r;
  }

  /** Passes everything on that is not overridden. */
  public interface Wrapped extends Inner {
    Inner inner();

    @Override
    default int in() {
      return inner().in();
    }

    @Override
    default int out() {
      return inner().out();
    }

    @Override
    default long count() {
      return inner().count();
    }

    @Override
    default void add(Batch batch, double[] x, double a, double[] y) {
      inner().add(batch, x, a, y);
    }

    @Override
    default Jacobian newJacobian() {
      return inner().newJacobian();
    }
  }

  /** Says that g is affine. */
  public record SaysAffine(Inner inner) implements Wrapped {
    @Override
    public boolean affine() {
      return true;
    }
  }
}
