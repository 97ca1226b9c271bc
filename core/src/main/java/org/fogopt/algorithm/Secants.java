package org.fogopt.algorithm;

import org.fogopt.linalg.Kernels;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * What moves between points with a known gradient have shown: pairs of s, by how much x changed,
 * and r, by how much the gradient did. They correct a model P of the curvature so that it agrees
 * with them, the last one exactly: the limited-memory form of Broyden, Fletcher, Goldfarb and
 * Shanno's update (Nocedal 1980), which costs no call.
 */
final class Secants implements Stateful {
  private static final int MOST = 5;

  /** A pair whose angle has a cosine below this shows no curvature to speak of. */
  private static final double FLAT = 1e-6;

  private final double[][] s; // oldest first
  private final double[][] r;
  private final double[] share = new double[MOST];
  private final double[] x;
  private final double[] f;
  private final double[] rest;
  private int pairs;
  private boolean begun; // x and f are known

  Secants(int d) {
    s = new double[MOST][d];
    r = new double[MOST][d];
    x = new double[d];
    f = new double[d];
    rest = new double[d];
  }

  int size() {
    return pairs;
  }

  /** The gradient is {@code gradient} at {@code point}. */
  void add(double[] point, double[] gradient) {
    if (begun) {
      if (pairs == MOST) {
        dropOldest();
      }
      for (int k = 0; k < x.length; k++) {
        s[pairs][k] = point[k] - x[k];
        r[pairs][k] = gradient[k] - f[k];
      }
      double curve = Kernels.dot(s[pairs], r[pairs]);
      if (curve > FLAT * Kernels.norm(s[pairs]) * Kernels.norm(r[pairs])) {
        pairs++;
      }
    }
    Walk.copy(point, x);
    Walk.copy(gradient, f);
    begun = true;
  }

  private void dropOldest() {
    double[] firstS = s[0];
    double[] firstR = r[0];
    for (int k = 1; k < MOST; k++) {
      s[k - 1] = s[k];
      r[k - 1] = r[k];
    }
    s[MOST - 1] = firstS;
    r[MOST - 1] = firstR;
    pairs--;
  }

  /** v ← B⁻¹gradient, B being P corrected by all pairs. */
  void solve(Sketch p, double[] gradient, double[] v) {
    Walk.copy(gradient, rest);
    for (int k = pairs - 1; k >= 0; k--) {
      share[k] = Kernels.dot(s[k], rest) / Kernels.dot(s[k], r[k]);
      Kernels.axpy(-share[k], r[k], rest);
    }
    p.solve(rest, v);
    for (int k = 0; k < pairs; k++) {
      double back = Kernels.dot(r[k], v) / Kernels.dot(s[k], r[k]);
      Kernels.axpy(share[k] - back, s[k], v);
    }
  }

  @Override
  public void state(State s) {
    begun = s.value("begun", begun);
    pairs = s.value("pairs", pairs);
    s.array("x", x);
    s.array("gradient", f);
    for (int k = 0; k < pairs; k++) {
      s.array("s", this.s[k]);
      s.array("r", r[k]);
    }
  }
}
