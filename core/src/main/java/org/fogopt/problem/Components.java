package org.fogopt.problem;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * A problem written one component at a time: the quickest way to an own problem. It is dense and
 * correct; where that is too slow, implement {@link Inner} and {@link Outer}.
 *
 * <p>The functions may be called from several threads at once, so they must not share scratch
 * space.
 *
 * <pre>{@code
 * // f(g(x)) = mean_i (y - b_i)^2 with y = mean_j a_j x, x in R
 * double[] a = {1, 2, 3};
 * double[] b = {4, 8};
 * Problem p =
 *     Components.map(1, 1)
 *         .inner(3, (j, x, y) -> y[0] = a[(int) j] * x[0], (j, x, jac) -> jac[0][0] = a[(int) j])
 *         .outer(2, (i, y) -> (y[0] - b[(int) i]) * (y[0] - b[(int) i]),
 *             (i, y, u) -> u[0] = 2 * (y[0] - b[(int) i]))
 *         .named("fit");
 * }</pre>
 */
public final class Components {
  private Components() {}

  /** g_j: fills y, which holds zeros, with g_j(x). */
  @FunctionalInterface
  public interface InnerValue {
    void fill(long j, double[] x, double[] y);
  }

  /** ∂g_j: fills jacobian[row][column], which holds zeros, with ∂g_j(x). */
  @FunctionalInterface
  public interface InnerJacobian {
    void fill(long j, double[] x, double[][] jacobian);
  }

  /** g_j and ∂g_j: fills y and, unless it is null, jacobian; both hold zeros. */
  @FunctionalInterface
  public interface InnerValueAndJacobian {
    void fill(long j, double[] x, double[] y, double @Nullable [][] jacobian);
  }

  /** f_i(y). */
  @FunctionalInterface
  public interface OuterValue {
    double at(long i, double[] y);
  }

  /** ∇f_i: fills u, which holds zeros, with ∇f_i(y). */
  @FunctionalInterface
  public interface OuterGradient {
    void fill(long i, double[] y, double[] u);
  }

  /** ∇²f_i: fills hessian[row][column], which holds zeros, with ∇²f_i(y). */
  @FunctionalInterface
  public interface OuterHessian {
    void fill(long i, double[] y, double[][] hessian);
  }

  /**
   * The Hessian of uᵀg_j at x where it is weight·row·rowᵀ, as for functions of one linear form:
   * fills row, which holds zeros, and returns the weight.
   */
  @FunctionalInterface
  public interface InnerCurvature {
    double fill(long j, double[] x, double[] u, double[] row);
  }

  /** Begins a problem with g: R^d → R^l. */
  public static NeedsInner map(int d, int l) {
    return new NeedsInner(d, l);
  }

  /** A problem whose inner map is still to be given. */
  public record NeedsInner(int d, int l) {
    /** The m components of g ({@link Inner#UNBOUNDED} for an endless supply). */
    public NeedsOuter inner(long m, InnerValue value, InnerJacobian jacobian) {
      return new NeedsOuter(new ComponentInner(d, l, m, false, value, jacobian, null));
    }

    /** The same by one function, so that what value and Jacobian share is computed once. */
    public NeedsOuter inner(long m, InnerValueAndJacobian both) {
      InnerValue value = (j, x, y) -> both.fill(j, x, y, null);
      InnerJacobian jacobian = (j, x, jac) -> both.fill(j, x, new double[l], jac);
      return new NeedsOuter(new ComponentInner(d, l, m, false, value, jacobian, both));
    }
  }

  /** A problem whose outer function is still to be given. */
  public record NeedsOuter(Inner inner) {
    /** Says that every g_j is affine: its Jacobian is then asked for once, and its values too. */
    public NeedsOuter affine() {
      if (!(inner instanceof ComponentInner components)) {
        throw new IllegalStateException("this inner map says itself whether it is affine");
      }
      return new NeedsOuter(components.saysAffine());
    }

    /** The n components of f ({@link Inner#UNBOUNDED} for an endless supply). */
    public NeedsName outer(long n, OuterValue value, OuterGradient gradient) {
      return new NeedsName(inner, new ComponentOuter(inner.out(), n, value, gradient));
    }

    @Override
    public String toString() {
      return "NeedsOuter[g: R^%d to R^%d]".formatted(inner.in(), inner.out());
    }
  }

  /** A problem that is complete but for its name. */
  public record NeedsName(Inner inner, Outer outer, @Nullable Curvature curvature) {
    NeedsName(Inner inner, Outer outer) {
      this(inner, outer, null);
    }

    /** Changes nothing: kept for code written for version 0.1, which needed it. */
    public NeedsName squares() {
      return this;
    }

    /** Second derivatives, where g is affine. Without them they are taken from differences. */
    public NeedsName curvature(OuterHessian hessian) {
      if (!inner.affine()) {
        throw new IllegalStateException(
            "g is not affine: give its curvature too, or say affine() after inner(...)");
      }
      return new NeedsName(inner, outer, new ComponentCurvature(inner, hessian, null));
    }

    /** Second derivatives. Without them they are taken from differences. */
    public NeedsName curvature(OuterHessian hessian, InnerCurvature rows) {
      return new NeedsName(inner, outer, new ComponentCurvature(inner, hessian, rows));
    }

    public Problem named(String name) {
      return new Problem(name, inner, outer, Penalty.NONE, null, curvature);
    }

    @Override
    public String toString() {
      return "NeedsName[g: R^%d to R^%d]".formatted(inner.in(), inner.out());
    }
  }

  private record ComponentInner(
      int in,
      int out,
      long count,
      boolean affine,
      InnerValue components,
      InnerJacobian jacobians,
      @Nullable InnerValueAndJacobian both)
      implements Inner {
    ComponentInner saysAffine() {
      return new ComponentInner(in, out, count, true, components, jacobians, both);
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      double[] one = new double[out];
      for (long k = 0; k < batch.size(); k++) {
        long j = batch.at(k);
        Arrays.fill(one, 0);
        try {
          components.fill(j, x, one);
        } catch (RuntimeException e) {
          throw new ComponentException("inner component " + j, e);
        }
        Kernels.axpy(a, one, y);
      }
    }

    @Override
    public void addWithJacobian(
        Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
      if (both == null) {
        Inner.super.addWithJacobian(batch, x, a, y, b, jacobian);
        return;
      }
      double[] one = new double[out];
      InnerJacobian filling =
          (j, at, jac) -> {
            Arrays.fill(one, 0);
            both.fill(j, at, one, jac);
            Kernels.axpy(a, one, y);
          };
      ((DenseJacobian) jacobian).add(filling, batch, x, b);
    }

    @Override
    public Jacobian newJacobian() {
      return new DenseJacobian(out, in, jacobians);
    }
  }

  private record ComponentOuter(int l, long count, OuterValue values, OuterGradient gradients)
      implements Outer {
    @Override
    public double value(Batch batch, double[] y) {
      double sum = 0;
      for (long k = 0; k < batch.size(); k++) {
        sum += one(batch.at(k), y);
      }
      return sum;
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      double[] into = u.dense();
      double[] one = new double[l];
      double sum = 0;
      for (long k = 0; k < batch.size(); k++) {
        long i = batch.at(k);
        Arrays.fill(one, 0);
        try {
          gradients.fill(i, y, one);
        } catch (RuntimeException e) {
          throw new ComponentException("the gradient of outer component " + i, e);
        }
        Kernels.axpy(a, one, into);
        sum += one(i, y);
      }
      return sum;
    }

    private double one(long i, double[] y) {
      try {
        return values.at(i, y);
      } catch (RuntimeException e) {
        throw new ComponentException("outer component " + i, e);
      }
    }
  }
}
