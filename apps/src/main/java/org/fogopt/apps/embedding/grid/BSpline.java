package org.fogopt.apps.embedding.grid;

/**
 * The cardinal B-spline of degree 5: the nodes within three of a point and their weights, by the
 * recursion of de Boor and Cox. With t in [0, 1) the part of its cell that lies behind a point, the
 * nodes are those at −2 … 3 from the beginning of the cell.
 */
final class BSpline {
  /** Nodes with a weight, and how many of them lie before the point's cell. */
  static final int NODES = 6;

  static final int BEFORE = 2;

  private BSpline() {}

  /** w[o + r] = the weight of node r. */
  static void weights(double t, double[] w, int o) {
    raise(t, NODES - 1, w, o);
  }

  /** w as by {@link #weights}, and slopes[o + r] = the derivative of the weight of node r. */
  static void weightsAndSlopes(double t, double[] w, double[] slopes, int o) {
    raise(t, NODES - 2, w, o);
    slopes[o] = -w[o];
    for (int r = 1; r < NODES - 1; r++) {
      slopes[o + r] = w[o + r - 1] - w[o + r];
    }
    slopes[o + NODES - 1] = w[o + NODES - 2];
    degree(t, NODES - 1, w, o);
  }

  private static void raise(double t, int degrees, double[] w, int o) {
    w[o] = 1;
    for (int degree = 1; degree <= degrees; degree++) {
      degree(t, degree, w, o);
    }
  }

  /** From the weights of one degree less. */
  private static void degree(double t, int degree, double[] w, int o) {
    double inverse = 1.0 / degree;
    double saved = 0;
    for (int r = 0; r < degree; r++) {
      double part = w[o + r] * inverse;
      w[o + r] = saved + (r + 1 - t) * part;
      saved = (t + degree - 1 - r) * part;
    }
    w[o + degree] = saved;
  }

  /**
   * Σ_m B(m) cos(mθ): what sampling at the nodes makes of the spline's coefficients at frequency θ.
   * It is at least 2/15.
   */
  static double response(double angle) {
    return (66 + 52 * StrictMath.cos(angle) + 2 * StrictMath.cos(2 * angle)) / 120;
  }
}
