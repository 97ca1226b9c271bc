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
 *
 * @param perComponent how many rows each component has
 */
record RowSource(int perComponent, Filler filler) {
  /**
   * The least |dxᵀv| relative to |dx||v|/√d, the size that a random dx has on average: nearer to a
   * right angle the quotient is noise (Nocedal, Wright, equation 6.26).
   */
  private static final double LEAST_COSINE = 1e-3;

  /** Makes weights and rows as {@link Curvature#outer}. */
  @FunctionalInterface
  interface Filler {
    void fill(Batch batch, double[] weights, double[] rows);
  }

  /** Adds to v the change of one component's gradient along dx. */
  @FunctionalInterface
  private interface Change {
    void addTo(double[] v, Batch one);
  }

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
        return secants(dx, ofInner(problem, g));
      }
      Jacobian own = problem.inner().newJacobian(); // it may have scratch space, which is one's own
      own.add(g);
      if (!isOffered) {
        return secants(dx, ofOuter(problem, own));
      }
      Curvature offered = Objects.requireNonNull(problem.curvature(), "curvature");
      return isInner
          ? new RowSource(
              offered.innerRows(),
              (batch, weights, rows) -> offered.inner(batch, point, u, weights, rows))
          : new RowSource(
              offered.outerRows(),
              (batch, weights, rows) -> offered.outer(batch, point, own, weights, rows));
    }

    private Change ofInner(Problem problem, Jacobian sum) {
      Jacobian jacobian = problem.inner().newJacobian();
      Cotangent slopes = new Cotangent(problem.inner().out());
      System.arraycopy(u, 0, slopes.dense(), 0, u.length);
      return (v, one) -> {
        jacobian.clear();
        if (sumsJacobians) {
          jacobian.add(one, point, 1);
          sum.add(jacobian);
          jacobian.scale(-1);
          jacobian.add(one, moved, 1);
        } else {
          jacobian.addDifference(one, moved, point, 1);
        }
        jacobian.transposeTimes(slopes, 1, v);
      };
    }

    private Change ofOuter(Problem problem, Jacobian g) {
      Cotangent difference = new Cotangent(problem.inner().out());
      return (v, one) -> {
        difference.clear();
        problem.outer().addGradientDifference(one, moved, point, 1, difference);
        g.transposeTimes(difference, 1, v);
      };
    }
  }

  /** One secant a component. */
  private static RowSource secants(double[] dx, Change change) {
    double[] v = new double[dx.length];
    return new RowSource(
        1,
        (batch, weights, rows) -> {
          for (int k = 0; k < batch.size(); k++) {
            Arrays.fill(v, 0);
            change.addTo(v, batch.slice(k, k + 1));
            double along = Kernels.dot(dx, v);
            double weight = 1 / along;
            if (Math.abs(along) > LEAST_COSINE * spread(dx, v) && Double.isFinite(weight)) {
              weights[k] = weight;
              System.arraycopy(v, 0, rows, k * v.length, v.length);
            } else if (Double.isNaN(along)) {
              weights[k] = along; // the run is to see it
            }
          }
        });
  }

  /** √Σ(dx_k v_k)²: about |dxᵀv| for random signs of dx, whatever the units of the unknowns. */
  private static double spread(double[] dx, double[] v) {
    double sum = 0;
    for (int k = 0; k < v.length; k++) {
      sum += dx[k] * v[k] * (dx[k] * v[k]);
    }
    return Math.sqrt(sum);
  }
}
