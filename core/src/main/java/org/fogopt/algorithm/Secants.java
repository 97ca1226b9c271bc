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
  /** Pairs beside a model; older ones say little that it does not. */
  private static final int BESIDE_MODEL = 5;

  /** A pair whose angle has a cosine below this shows no curvature to speak of. */
  private static final double FLAT = 1e-6;

  private final double[][] s; // oldest first
  private final double[][] r;
  private final double[] share;
  private final double[] x;
  private final double[] f;
  private final double[] rest;
  private int pairs;
  private boolean begun; // x and f are known

  Secants(int d) {
    this(d, BESIDE_MODEL);
  }

  /**
   * @param most pairs to keep
   */
  Secants(int d, int most) {
    s = new double[most][d];
    r = new double[most][d];
    share = new double[most];
    x = new double[d];
    f = new double[d];
    rest = new double[d];
  }

  int size() {
    return pairs;
  }

  /**
   * The gradient is {@code gradient} at {@code point}.
   *
   * @return whether that makes a pair
   */
  boolean add(double[] point, double[] gradient) {
    boolean curved = false;
    if (begun) {
      if (pairs == s.length) {
        dropOldest();
      }
      for (int k = 0; k < x.length; k++) {
        s[pairs][k] = point[k] - x[k];
        r[pairs][k] = gradient[k] - f[k];
      }
      double curve = Kernels.dot(s[pairs], r[pairs]);
      curved = curve > FLAT * Kernels.norm(s[pairs]) * Kernels.norm(r[pairs]);
      pairs += curved ? 1 : 0;
    }
    Walk.copy(point, x);
    Walk.copy(gradient, f);
    begun = true;
    return curved;
  }

  private void dropOldest() {
    double[] firstS = s[0];
    double[] firstR = r[0];
    int last = s.length - 1;
    for (int k = 1; k <= last; k++) {
      s[k - 1] = s[k];
      r[k - 1] = r[k];
    }
    s[last] = firstS;
    r[last] = firstR;
    pairs--;
  }

  /** v ← B⁻¹gradient, B being P corrected by all pairs. */
  void solve(Sketch p, double[] gradient, double[] v) {
    takeOff(gradient);
    p.solve(rest, v);
    putBack(v);
  }

  /**
   * The same with a multiple of the identity for P, the one that suits the last pair: |r|²/(sᵀr).
   * At least one pair is needed.
   */
  void solve(double[] gradient, double[] v) {
    takeOff(gradient);
    double scale = stepSize();
    for (int k = 0; k < v.length; k++) {
      v[k] = scale * rest[k];
    }
    putBack(v);
  }

  /** sᵀr/|r|² of the last pair, Barzilai and Borwein's second step; 0 without pairs. */
  double stepSize() {
    if (pairs == 0) {
      return 0;
    }
    double[] last = r[pairs - 1];
    return Kernels.dot(s[pairs - 1], last) / Kernels.dot(last, last);
  }

  private void takeOff(double[] gradient) {
    Walk.copy(gradient, rest);
    for (int k = pairs - 1; k >= 0; k--) {
      share[k] = Kernels.dot(s[k], rest) / Kernels.dot(s[k], r[k]);
      Kernels.axpy(-share[k], r[k], rest);
    }
  }

  private void putBack(double[] v) {
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
