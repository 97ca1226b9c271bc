package org.fogopt.lab.complexity;

import java.util.Arrays;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Variances;

/**
 * Non-convex problems that are as hard for gradients as their constants allow, one for each ε: a
 * long slope, a little steeper than 2ε at its top, between walls that bend. With the wave w ({@link
 * Wave}), x and y in R⁴,
 *
 * <pre>
 *   g_j(x) = ḡ(x) + τ_j α p_j w(c_jᵀx + θ_j)      ḡ(x) = (x_0, x_r + β w(x_r))
 *   f_i(y) = f̄(y) + σ_i κ w(a_iᵀy + φ_i)          f̄(y) = −Δ v/√(1 + v²) + λ Σ_r (√(1 + y_r²) − 1)
 * </pre>
 *
 * where v = 2ε y_0/Δ, r = 1, 2, 3; the unit vectors a_i, c_j, p_j with entries ±½ and the phases
 * are drawn, and the signs σ_i, τ_j come in pairs, so that the means are f̄ and ḡ: the problem is
 * the same for any number of components, or for an endless supply, and ∇Φ is known in closed form.
 * What single components add does not get smaller as they get more.
 *
 * <p>The start is at the top of the slope and a little off the bottom of the valley, so that a step
 * size that the walls do not bear shows. From there a step downhill gains η|∇Φ|² ≈ 4ηε² of the Δ
 * there is to gain, so that no method that goes by gradients of step η needs fewer than about
 * Δ/(ηε²) steps: the ε^-2 of the theorems. That the problem depends on ε is as in lower bounds: the
 * hard function for one accuracy is not the hard one for the next, while the constants are the same
 * for all.
 */
final class LongSlope {
  /** Dimension of x and of y. */
  static final int SIZE = 4;

  /** Δ, the height of the slope. */
  static final double HEIGHT = 1;

  /** Distance of the start from the bottom of the valley, in each of its three directions. */
  private static final double OFF = 0.1;

  /** α. */
  static final double INNER_NOISE = 0.5;

  /** β. */
  static final double BEND = 0.25;

  /** κ. */
  static final double OUTER_NOISE = 0.5;

  /** λ. */
  static final double WALL = 0.5;

  /** Above this ε the slope would be more curved than the walls. */
  static final double LARGEST_EPSILON = 0.38;

  /** The largest |d/dv (1 + v²)^{-3/2}|, at v = 1/2. */
  static final double SLOPE_CURVATURE = 1.5 * StrictMath.pow(1.25, -2.5);

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long OUTER_SALT = 0x5DEECE66DL;

  /** The sixteen vectors of entries ±½. */
  private static final double[][] SIGNS = signs();

  private final double steepness; // 2ε/Δ
  private final long inner;
  private final long outer;

  /**
   * A member of the family.
   *
   * @param epsilon the accuracy for which it is hard
   * @param inner m, even, or {@link Inner#UNBOUNDED}
   * @param outer n, even, or {@link Inner#UNBOUNDED}
   */
  LongSlope(double epsilon, long inner, long outer) {
    if (!(epsilon > 0 && epsilon <= LARGEST_EPSILON)) {
      throw new IllegalArgumentException(
          "epsilon must be above 0 and at most " + LARGEST_EPSILON + ", not " + epsilon);
    }
    requireEven(inner);
    requireEven(outer);
    steepness = 2 * epsilon / HEIGHT;
    this.inner = inner;
    this.outer = outer;
  }

  private static void requireEven(long count) {
    if (count != Inner.UNBOUNDED && (count < 2 || count % 2 != 0)) {
      throw new IllegalArgumentException("components come in pairs, not " + count);
    }
  }

  private static double[][] signs() {
    double[][] all = new double[16][SIZE];
    for (int bits = 0; bits < all.length; bits++) {
      for (int k = 0; k < SIZE; k++) {
        all[bits][k] = (bits >> k & 1) == 0 ? 0.5 : -0.5;
      }
    }
    return all;
  }

  Problem problem() {
    return new Problem("long slope", new Map(), new Valley());
  }

  /** Constants of all members, on all of R⁴. */
  static Constants constants() {
    double steepest = 2 * LARGEST_EPSILON;
    return new Constants(
        1 + BEND + INNER_NOISE,
        BEND + INNER_NOISE,
        Math.sqrt(steepest * steepest + (SIZE - 1) * WALL * WALL) + OUTER_NOISE,
        Math.max(WALL, SLOPE_CURVATURE * steepest * steepest / HEIGHT) + OUTER_NOISE,
        HEIGHT + walls(start()));
  }

  /** Variances of single components of an endless supply, exact and the same everywhere. */
  static Variances variances() {
    return new Variances(
        OUTER_NOISE * OUTER_NOISE * Wave.SLOPE_MEAN_SQUARE,
        INNER_NOISE * INNER_NOISE * Wave.SLOPE_MEAN_SQUARE,
        INNER_NOISE * INNER_NOISE * Wave.MEAN_SQUARE);
  }

  /** Where runs begin; Φ is there {@code constants().gap()} above its infimum, −Δ. */
  static double[] start() {
    double[] x = new double[SIZE];
    Arrays.fill(x, 1, SIZE, OFF);
    return x;
  }

  /** Φ(x), in closed form. */
  double objective(double[] x) {
    double v = steepness * x[0];
    return -HEIGHT * v / Math.sqrt(1 + v * v) + walls(x);
  }

  private static double walls(double[] x) {
    double sum = 0;
    for (int r = 1; r < SIZE; r++) {
      double y = x[r] + BEND * Wave.at(x[r]);
      sum += WALL * (Math.sqrt(1 + y * y) - 1);
    }
    return sum;
  }

  /** |∇Φ(x)|², in closed form. */
  double squaredGradient(double[] x) {
    double first = descent(x[0]);
    double sum = first * first;
    for (int r = 1; r < SIZE; r++) {
      double y = x[r] + BEND * Wave.at(x[r]);
      double slope = WALL * y / Math.sqrt(1 + y * y) * (1 + BEND * Wave.slope(x[r]));
      sum += slope * slope;
    }
    return sum;
  }

  /** d/dy_0 of −Δ v/√(1 + v²). */
  private double descent(double y) {
    double v = steepness * y;
    double root = Math.sqrt(1 + v * v);
    return -HEIGHT * steepness / (root * root * root);
  }

  /** Sixty-four bits of the pair to which a component belongs; its sign is its lowest bit. */
  private static long bits(long component, long salt) {
    long z = (component >>> 1) * GOLDEN + salt;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static double phase(long bits) {
    return (bits >>> 11) * 0x1p-51 - 2;
  }

  private static double sign(long component) {
    return 1 - 2 * (component & 1);
  }

  private static double dot(double[] a, double[] x) {
    return a[0] * x[0] + a[1] * x[1] + a[2] * x[2] + a[3] * x[3];
  }

  private static void add(double a, double[] x, double[] y) {
    for (int k = 0; k < SIZE; k++) {
      y[k] += a * x[k];
    }
  }

  private final class Map implements Inner {
    @Override
    public int in() {
      return SIZE;
    }

    @Override
    public int out() {
      return SIZE;
    }

    @Override
    public long count() {
      return inner;
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      double weight = a * INNER_NOISE;
      for (long k = 0; k < batch.size(); k++) {
        long j = batch.at(k);
        long bits = bits(j, 0);
        double wave = Wave.at(dot(SIGNS[(int) bits & 15], x) + phase(bits));
        LongSlope.add(weight * sign(j) * wave, SIGNS[(int) (bits >> 4) & 15], y);
      }
      double all = a * batch.size();
      y[0] += all * x[0];
      for (int r = 1; r < SIZE; r++) {
        y[r] += all * (x[r] + BEND * Wave.at(x[r]));
      }
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
      double weight = a * INNER_NOISE;
      for (long k = 0; k < batch.size(); k++) {
        long j = batch.at(k);
        long bits = bits(j, 0);
        double[] c = SIGNS[(int) bits & 15];
        double theta = phase(bits);
        double wave = Wave.at(dot(c, x) + theta) - Wave.at(dot(c, xp) + theta);
        LongSlope.add(weight * sign(j) * wave, SIGNS[(int) (bits >> 4) & 15], y);
      }
      double all = a * batch.size();
      y[0] += all * (x[0] - xp[0]);
      for (int r = 1; r < SIZE; r++) {
        y[r] += all * (x[r] - xp[r] + BEND * (Wave.at(x[r]) - Wave.at(xp[r])));
      }
    }

    @Override
    public Jacobian newJacobian() {
      return new Matrix();
    }
  }

  /** Row by row. */
  private static final class Matrix implements Jacobian {
    private final double[] g = new double[SIZE * SIZE];

    @Override
    public void clear() {
      Arrays.fill(g, 0);
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      double weight = a * INNER_NOISE;
      for (long k = 0; k < batch.size(); k++) {
        long j = batch.at(k);
        long bits = bits(j, 0);
        double[] c = SIGNS[(int) bits & 15];
        outer(bits, c, weight * sign(j) * Wave.slope(dot(c, x) + phase(bits)));
      }
      double all = a * batch.size();
      g[0] += all;
      for (int r = 1; r < SIZE; r++) {
        g[r * SIZE + r] += all * (1 + BEND * Wave.slope(x[r]));
      }
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a) {
      double weight = a * INNER_NOISE;
      for (long k = 0; k < batch.size(); k++) {
        long j = batch.at(k);
        long bits = bits(j, 0);
        double[] c = SIGNS[(int) bits & 15];
        double theta = phase(bits);
        double slope = Wave.slope(dot(c, x) + theta) - Wave.slope(dot(c, xp) + theta);
        outer(bits, c, weight * sign(j) * slope);
      }
      double all = a * batch.size() * BEND;
      for (int r = 1; r < SIZE; r++) {
        g[r * SIZE + r] += all * (Wave.slope(x[r]) - Wave.slope(xp[r]));
      }
    }

    /** G += weight · p cᵀ. */
    private void outer(long bits, double[] c, double weight) {
      double[] p = SIGNS[(int) (bits >> 4) & 15];
      for (int r = 0; r < SIZE; r++) {
        double row = weight * p[r];
        for (int k = 0; k < SIZE; k++) {
          g[r * SIZE + k] += row * c[k];
        }
      }
    }

    @Override
    public void add(Jacobian other) {
      Matrix o = (Matrix) other;
      for (int k = 0; k < g.length; k++) {
        g[k] += o.g[k];
      }
    }

    @Override
    public void scale(double factor) {
      for (int k = 0; k < g.length; k++) {
        g[k] *= factor;
      }
    }

    @Override
    public double norm() {
      double sum = 0;
      for (double entry : g) {
        sum += entry * entry;
      }
      return Math.sqrt(sum);
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      for (int r = 0; r < SIZE; r++) {
        double weight = a * u.get(r);
        for (int k = 0; k < SIZE; k++) {
          out[k] += weight * g[r * SIZE + k];
        }
      }
    }
  }

  private final class Valley implements Outer {
    @Override
    public long count() {
      return outer;
    }

    @Override
    public double value(Batch batch, double[] y) {
      double sum = batch.size() * mean(y);
      for (long k = 0; k < batch.size(); k++) {
        long i = batch.at(k);
        long bits = bits(i, OUTER_SALT);
        double wave = Wave.at(dot(SIGNS[(int) bits & 15], y) + phase(bits));
        sum += OUTER_NOISE * sign(i) * wave;
      }
      return sum;
    }

    private double mean(double[] y) {
      double v = steepness * y[0];
      double sum = -HEIGHT * v / Math.sqrt(1 + v * v);
      for (int r = 1; r < SIZE; r++) {
        sum += WALL * (Math.sqrt(1 + y[r] * y[r]) - 1);
      }
      return sum;
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      double[] into = u.dense();
      double weight = a * OUTER_NOISE;
      double waves = 0;
      for (long k = 0; k < batch.size(); k++) {
        long i = batch.at(k);
        long bits = bits(i, OUTER_SALT);
        double[] direction = SIGNS[(int) bits & 15];
        double z = dot(direction, y) + phase(bits);
        LongSlope.add(weight * sign(i) * Wave.slope(z), direction, into);
        waves += sign(i) * Wave.at(z);
      }
      double all = a * batch.size();
      into[0] += all * descent(y[0]);
      for (int r = 1; r < SIZE; r++) {
        into[r] += all * WALL * y[r] / Math.sqrt(1 + y[r] * y[r]);
      }
      return batch.size() * mean(y) + OUTER_NOISE * waves;
    }
  }
}
