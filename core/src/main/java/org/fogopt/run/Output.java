package org.fogopt.run;

/**
 * Which point a run hands back. AVERAGE and RANDOM are for points of which nothing is known: where
 * the run converged, the point is the one that met the tolerance. A run that diverges hands back
 * the best point it knows.
 */
public enum Output {
  /** The last one; the best in practice. */
  LAST,
  /** Of the restarts, the one with the least objective; needs exact restarts. */
  BEST,
  /** The mean of the last half of the points (up to three quarters), as in the convex theories. */
  AVERAGE,
  /** Uniformly random over x_0 … x_{T−1}, as in the theorems. */
  RANDOM
}
