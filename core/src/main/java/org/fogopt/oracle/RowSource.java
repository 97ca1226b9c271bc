package org.fogopt.oracle;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;

/**
 * The weighted rows of components' curvature, of one worker: what the problem offers, or one secant
 * a component.
 *
 * <p><b>The secant.</b> A component that is a function of one linear form has a Hessian of rank
 * one, so one difference of gradients along any dx tells all of it: v = ∇φ_j(x + dx) − ∇φ_j(x)
 * gives H_j = v vᵀ/(dxᵀv), exact up to O(|dx|). Of other components it is an approximation of rank
 * one that is right along dx (the symmetric rank-one formula: Nocedal, Wright, section 6.2).
 */
abstract class RowSource {
  /**
   * The least |dxᵀv| relative to |dx||v|/√d, the size that a random dx has on average: nearer to a
   * right angle the quotient is noise (Nocedal, Wright, equation 6.26).
   */
  private static final double LEAST_COSINE = 1e-3;

  /** Rows of each component. */
  abstract int perComponent();

  /** As {@link Curvature#outer}. */
  abstract void fill(Batch batch, double[] weights, double[] rows);

  /** What to ask, in a form that travels. */
  record Request(
      boolean isInner,
      boolean isOffered,
      boolean sumsJacobians,
      double[] point,
      double[] moved,
      double[] u,
      double[] dx)
      implements Serializable {

    /**
     * From the problem here.
     *
     * @param g G for components of f; for secants of g, what takes Σ ∂g_j if {@link #sumsJacobians}
     */
    RowSource of(Problem problem, Jacobian g) {
      if (isInner && !isOffered) {
        return new InnerSecants(problem, this, g);
      }
      Jacobian own = problem.inner().newJacobian(); // it may have scratch space, which is one's own
      own.add(g);
      if (!isOffered) {
        return new OuterSecants(problem, this, own);
      }
      return new Offered(Objects.requireNonNull(problem.curvature(), "curvature"), this, own);
    }
  }

  private static final class Offered extends RowSource {
    private final Curvature curvature;
    private final Request request;
    private final Jacobian g;

    Offered(Curvature curvature, Request request, Jacobian g) {
      this.curvature = curvature;
      this.request = request;
      this.g = g;
    }

    @Override
    int perComponent() {
      return request.isInner() ? curvature.innerRows() : curvature.outerRows();
    }

    @Override
    void fill(Batch batch, double[] weights, double[] rows) {
      if (request.isInner()) {
        curvature.inner(batch, request.point(), request.u(), weights, rows);
      } else {
        curvature.outer(batch, request.point(), g, weights, rows);
      }
    }
  }

  /** One secant a component. */
  private abstract static class Secants extends RowSource {
    private final double[] dx;
    private final double[] v;

    Secants(Request request) {
      dx = request.dx();
      v = new double[dx.length];
    }

    @Override
    int perComponent() {
      return 1;
    }

    @Override
    void fill(Batch batch, double[] weights, double[] rows) {
      int d = dx.length;
      for (int k = 0; k < batch.size(); k++) {
        Arrays.fill(v, 0);
        change(batch.slice(k, k + 1), v);
        double along = Kernels.dot(dx, v);
        double weight = 1 / along;
        if (Math.abs(along) > LEAST_COSINE * spread() && Double.isFinite(weight)) {
          weights[k] = weight;
          System.arraycopy(v, 0, rows, k * d, d);
        } else if (Double.isNaN(along)) {
          weights[k] = along; // the run is to see it
        }
      }
    }

    /** √Σ(dx_k v_k)²: about |dxᵀv| for random signs of dx, whatever the units of the unknowns. */
    private double spread() {
      double sum = 0;
      for (int k = 0; k < v.length; k++) {
        sum += dx[k] * v[k] * (dx[k] * v[k]);
      }
      return Math.sqrt(sum);
    }

    /** v += the change of one component's gradient along dx. */
    abstract void change(Batch one, double[] v);
  }

  private static final class InnerSecants extends Secants {
    private final Request request;
    private final Jacobian jacobian;
    private final Cotangent u;

    private final Jacobian sum;

    InnerSecants(Problem problem, Request request, Jacobian sum) {
      super(request);
      this.sum = sum;
      this.request = request;
      jacobian = problem.inner().newJacobian();
      u = new Cotangent(problem.inner().out());
      System.arraycopy(request.u(), 0, u.dense(), 0, request.u().length);
    }

    @Override
    void change(Batch one, double[] v) {
      jacobian.clear();
      if (request.sumsJacobians()) {
        jacobian.add(one, request.point(), 1);
        sum.add(jacobian);
        jacobian.scale(-1);
        jacobian.add(one, request.moved(), 1);
      } else {
        jacobian.addDifference(one, request.moved(), request.point(), 1);
      }
      jacobian.transposeTimes(u, 1, v);
    }
  }

  private static final class OuterSecants extends Secants {
    private final Problem problem;
    private final Request request;
    private final Jacobian g;
    private final Cotangent u;

    OuterSecants(Problem problem, Request request, Jacobian g) {
      super(request);
      this.problem = problem;
      this.request = request;
      this.g = g;
      u = new Cotangent(problem.inner().out());
    }

    @Override
    void change(Batch one, double[] v) {
      u.clear();
      problem.outer().addGradientDifference(one, request.moved(), request.point(), 1, u);
      g.transposeTimes(u, 1, v);
    }
  }
}
