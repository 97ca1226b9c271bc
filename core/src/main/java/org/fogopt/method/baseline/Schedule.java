package org.fogopt.method.baseline;

/**
 * A sequence c·k^{−p} for k = 1, 2, …; p = 0 is constant.
 *
 * @param scale c
 * @param power p
 */
record Schedule(double scale, double power) {
  double at(long k) {
    return power == 0 ? scale : scale * StrictMath.pow((double) k, -power);
  }

  /** The same, at most 1. */
  double weightAt(long k) {
    return Math.min(1, at(k));
  }
}
