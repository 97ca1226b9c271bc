package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * What all directions curve in each component: a ridge in f, c|w|²/2 say, adds c to all of them.
 * Where some components agree on c, a {@link Sketch} takes it off what they show along a way dx,
 * which is cdx of Gᵀdu.
 *
 * <p>On any plane the Hessian of a component of rank one, and c more, has the eigenvalue c. It is
 * the lower one where that component is convex. Each is asked on a plane of its own, so that
 * components that are all alike do not agree by that.
 */
final class Floor implements Stateful {
  /** Components that are asked, at most; and at least, or if a floor was found before. */
  private static final int WITNESSES = 9;

  private static final int WITNESSES_LEAST = 3;

  /** … and for how many of all components there is one of them. */
  private static final int WITNESS_SHARE = 50;

  /** By how much of the floor half of them may be off. */
  private static final double AGREED = 0.05;

  /** A component that curves by the floor alone, but for this many doubts of it, shows no more. */
  private static final double CLEAR = 3;

  private final Oracle oracle;
  private final int d;
  private final long size;
  private double c;
  private double doubt; // of c
  private final double[] dx; // of the way to the near point
  private final long[] one = new long[1];
  private final Batch single = Batch.of(one);
  private final double[] u;
  private final double[] v;
  private final double[] yu;
  private final double[] yv;

  /**
   * @param size the components of the sketch
   */
  Floor(Oracle oracle, long size) {
    this.oracle = oracle;
    this.size = size;
    d = oracle.dimension();
    dx = new double[d];
    u = new double[d];
    v = new double[d];
    yu = new double[oracle.innerDimension()];
    yv = new double[oracle.innerDimension()];
  }

  /** c, or 0 if there is no floor. */
  double height() {
    return c;
  }

  void copyFrom(Floor other) {
    c = other.c;
    doubt = other.doubt;
  }

  /** From now on there is none. */
  void clear() {
    c = 0;
  }

  /** The calls of {@link #look}. */
  long calls() {
    return isSought() ? 3 * witnesses() : 0;
  }

  /** On a line there is nothing to tell a floor from the rest. */
  private boolean isSought() {
    return d > 1 && oracle.hasTangents();
  }

  private long witnesses() {
    long most = c > 0 ? WITNESSES_LEAST : WITNESSES;
    return Math.min(
        size, Math.max(WITNESSES_LEAST, Math.min(most, oracle.outerCount() / WITNESS_SHARE)));
  }

  /**
   * Asks some of these components.
   *
   * @param t names the draws
   * @param near the other end of the way from x on
   * @param y what g is at x
   */
  void look(long t, Batch batch, double[] x, double[] near, double[] y, JacobianEstimate g) {
    double[] least = new double[(int) witnesses()];
    c = 0;
    if (!isSought()) {
      return;
    }
    goes(x, near);
    for (int k = 0; k < least.length; k++) {
      one[0] = batch.at(k * (size / least.length));
      Nearby.wander(oracle, t, 1 + 2 * k, x, u);
      Nearby.wander(oracle, t, 2 + 2 * k, x, v);
      oracle.follow(g, u, x, y, yu);
      oracle.follow(g, v, x, y, yv);
      least[k] = least(oracle.plane(single, y, yu, yv), x);
    }
    double median = median(least);
    for (int k = 0; k < least.length; k++) {
      least[k] = Math.abs(least[k] - median);
    }
    doubt = median(least);
    c = doubt <= AGREED * median ? median : 0;
  }

  /** The way is this one. */
  void goes(double[] x, double[] near) {
    for (int k = 0; k < d; k++) {
      dx[k] = near[k] - x[k];
    }
  }

  /** The lower eigenvalue on the plane of x, u and v. */
  private double least(Oracle.Plane plane, double[] x) {
    for (int k = 0; k < d; k++) {
      u[k] -= x[k];
      v[k] -= x[k];
    }
    double uu = Kernels.dot(u, u);
    double uv = Kernels.dot(u, v);
    double vv = Kernels.dot(v, v);
    double a = uu * vv - uv * uv;
    double b = plane.second() * uu + plane.first() * vv - 2 * plane.mixed() * uv;
    double c = plane.first() * plane.second() - plane.mixed() * plane.mixed();
    double root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
    return b > 0 ? 2 * c / (b + root) : (b - root) / (2 * a);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /**
   * Takes the floor off what a component shows on the way.
   *
   * @param change of its gradient
   * @param curve dxᵀ of that
   * @return what is left of {@code curve}; 0 if it may be none
   */
  double takeOff(double[] change, double curve) {
    if (!(c > 0)) {
      return curve;
    }
    double squared = Kernels.dot(dx, dx);
    Kernels.axpy(-c, dx, change);
    double above = curve - c * squared;
    return Math.abs(above) > CLEAR * doubt * squared ? above : 0;
  }

  /** What was taken off vᵀ of a change of the gradient. */
  double along(double[] v) {
    return c > 0 ? c * Kernels.dot(dx, v) : 0;
  }

  @Override
  public void state(State s) {
    c = s.value("floor", c);
    doubt = s.value("doubt", doubt);
    s.array("way", dx);
  }
}
