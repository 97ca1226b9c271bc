package org.fogopt.method.newton;

import java.util.Arrays;
import java.util.Objects;
import org.fogopt.linalg.Cholesky;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Hessian;
import org.fogopt.state.State;

/**
 * The trust-region subproblem by Cholesky factors: Moré, Sorensen, "Computing a trust region step",
 * 1983; Nocedal, Wright, algorithm 4.3; Conn, Gould, Toint 2000, section 7.3.
 *
 * <pre>
 *   (H + λD²)p = −g,  λ ≥ 0,  H + λD² ⪰ 0,  λ(Δ − |Dp|) = 0
 * </pre>
 *
 * D is diagonal, √H_kk of the last H that was convex up to its error: the unknowns' units do not
 * matter then. Δ stays as D changes (Moré 1978); the first D keeps the region's volume. λ comes
 * from Newton's iteration on 1/Δ − 1/|p(λ)| inside a bracket. In the hard case, p short and H + λD²
 * nearly singular, a null vector is added up to the boundary.
 */
final class MoreSorensen implements StepRule {
  private static final double NEAR = 0.1; // of |p| to Δ: as Moré, Sorensen and MINPACK-2
  private static final int MOST = 50; // factors; two or three are usual (Moré, Sorensen, section 5)
  private static final int INVERSE_ITERATIONS = 3; // for the null vector of the hard case

  /** What makes a matrix singular or indefinite by so little, relative to its norm, is rounding. */
  private static final double ERROR = Math.sqrt(Math.ulp(1.0));

  private final Cholesky factor;
  private final Parallel parallel;
  private final SymmetricMatrix scaled; // D⁻¹HD⁻¹
  private final double[] scales; // D
  private boolean hasUnits; // D is of some H, not 1
  private final double[] slope; // D⁻¹g
  private final double[] w;
  private double shift; // λ of the factor at hand for the model that is solved next; NaN: none

  MoreSorensen(int size, Parallel parallel) {
    factor = new Cholesky(size);
    this.parallel = parallel;
    scaled = new SymmetricMatrix(size);
    scales = new double[size];
    Arrays.fill(scales, 1);
    slope = new double[size];
    w = new double[size];
  }

  /** |Dp|; D is that of the last matrix. */
  @Override
  public double norm(double[] p) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += scales[k] * p[k] * (scales[k] * p[k]);
    }
    return Math.sqrt(sum);
  }

  @Override
  public void unscale(double[] p) {
    for (int k = 0; k < p.length; k++) {
      p[k] /= scales[k];
    }
  }

  /** D of this matrix if it is convex, otherwise as it was; factors D⁻¹HD⁻¹. */
  @Override
  public double prepare(Hessian hessian, double[] g) {
    SymmetricMatrix h = Objects.requireNonNull(hessian.matrix(), "a matrix is needed");
    double negative = hasUnits ? Double.NaN : -ERROR * Kernels.norm(h.packed()); // no rounding
    for (int k = 0; k < w.length; k++) {
      double curvature = h.get(k, k); // 0: nothing depends on this unknown
      boolean hasUnit = curvature > 0 || curvature < negative; // a first D of 1 has none
      w[k] = 1 / (hasUnit ? Math.sqrt(Math.abs(curvature)) : scales[k]);
    }
    scaled.copyFrom(h);
    scaled.scale(w);
    shift = factor.factor(scaled, null, 0, parallel) ? 0 : ERROR * bound();
    boolean isConvex = shift == 0 ? bound() > 0 : factor.factor(scaled, null, shift, parallel);
    double growth = 0; // of log D on average
    for (int k = 0; k < w.length; k++) {
      growth -= isConvex && !hasUnits ? Math.log(w[k] * scales[k]) / w.length : 0;
      scales[k] = isConvex ? 1 / w[k] : scales[k];
      w[k] = 1 / scales[k];
      slope[k] = g[k] * w[k];
    }
    if (!isConvex) {
      shift = Double.NaN;
      scaled.copyFrom(h);
      scaled.scale(w);
    }
    hasUnits |= isConvex;
    return Math.exp(growth);
  }

  /** The problem in Dp, with p for that; p = ∞ without a region and a minimum. */
  @Override
  public boolean solve(
      Hessian h, double[] x, double[] g, double radius, double accuracy, double[] p) {
    double least = ERROR * bound();
    double low = 0; // λ lies in [low, high]: at |g|/Δ + |H| the step is inside
    double high = Kernels.norm(slope) / radius + bound();
    double lambda = shift == 0 ? 0 : least;
    double inside = Double.NaN; // the least λ so far with a factor and a step inside
    for (int k = 0; k < MOST; k++) {
      if (shift != lambda && !factor.factor(scaled, null, lambda, parallel)) {
        if (radius == Double.POSITIVE_INFINITY) {
          Arrays.fill(p, radius);
          return true;
        }
        low = lambda;
        lambda = between(low, high);
        continue;
      }
      shift = Double.NaN;
      double length = step(p);
      boolean isFree = lambda <= least; // of the region: λ is zero, or rounding
      if (length <= (1 + NEAR) * radius && (isFree || length >= (1 - NEAR) * radius)) {
        return !isFree || length > radius;
      }
      if (length > radius) {
        low = lambda;
      } else {
        high = lambda;
        inside = lambda;
        if (high - low <= NEAR * high) {
          break; // the hard case
        }
      }
      System.arraycopy(p, 0, w, 0, w.length);
      factor.forward(w);
      double next = lambda + Kernels.dot(p, p) / Kernels.dot(w, w) * (length - radius) / radius;
      lambda = next > low && next < high ? next : between(low, high);
    }
    if (inside >= 0 && factor.factor(scaled, null, inside, parallel)) {
      step(p);
      toBoundary(radius, p);
    }
    return true; // otherwise by rounding: the last step is as good as any
  }

  private double step(double[] p) {
    System.arraycopy(slope, 0, p, 0, p.length);
    Kernels.scale(-1, p);
    factor.solve(p);
    return Kernels.norm(p);
  }

  /** p ← p + τz with z nearly a null vector of H + λI and |p + τz| = Δ. */
  private void toBoundary(double radius, double[] p) {
    for (int k = 0; k < w.length; k++) {
      w[k] = k % 2 == 0 ? 1 : -1;
    }
    for (int k = 0; k < INVERSE_ITERATIONS; k++) {
      factor.solve(w);
      Kernels.scale(1 / Kernels.norm(w), w);
    }
    double along = Kernels.dot(p, w);
    double room = radius * radius - Kernels.dot(p, p);
    // of the two roots the shorter one: it changes the linear term less
    Kernels.axpy(Math.copySign(Math.sqrt(along * along + room), along) - along, w, p);
  }

  @Override
  public void state(State s) {
    s.array("scales", scales);
    hasUnits = s.value("units", hasUnits);
  }

  private static double between(double low, double high) {
    return Math.max(Math.sqrt(low * high), low + NEAR * NEAR * (high - low));
  }

  /** At least the largest |eigenvalue|: the Frobenius norm. */
  private double bound() {
    return Math.sqrt(2) * Kernels.norm(scaled.packed());
  }
}
