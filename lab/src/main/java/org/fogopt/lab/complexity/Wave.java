package org.fogopt.lab.complexity;

/**
 * A wave of parabolas, of period 4: w(z) = z(1 − |z|/2) on [−2, 2). Its slope 1 − |z| is a triangle
 * wave, so |w'| ≤ 1 and w' is 1-Lipschitz, with |w''| = 1 almost everywhere: what varies like it
 * varies as fast as its constants allow, wherever one is. Unlike a sine it is the same bits on
 * every machine, and cheap.
 */
final class Wave {
  /** ∫ w² over a period, divided by it: E w(z)² for an even z. */
  static final double MEAN_SQUARE = 2.0 / 15;

  /** The same of w'. */
  static final double SLOPE_MEAN_SQUARE = 1.0 / 3;

  private Wave() {}

  private static double inPeriod(double z) {
    return z - 4 * Math.rint(z / 4);
  }

  static double at(double z) {
    double r = inPeriod(z);
    return r * (1 - Math.abs(r) / 2);
  }

  static double slope(double z) {
    return 1 - Math.abs(inPeriod(z));
  }
}
