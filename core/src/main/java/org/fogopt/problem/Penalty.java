package org.fogopt.problem;

import org.jspecify.annotations.Nullable;

/** The simple part h of the objective: convex, known through its value and its proximal map. */
public interface Penalty {
  /** h = 0. */
  Penalty NONE =
      new Penalty() {
        @Override
        public double value(double[] x) {
          return 0;
        }

        @Override
        public void prox(double[] v, double eta) {}

        @Override
        public boolean isZero() {
          return true;
        }

        @Override
        public Polyhedral polyhedral(int dimension) {
          return Polyhedral.box(dimension, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        }

        @Override
        public String toString() {
          return "none";
        }
      };

  /** h(x); +∞ where x is not feasible, by more than rounding. */
  double value(double[] x);

  /**
   * v ← argmin_u h(u) + |u − v|²/(2 eta); with eta = 0 the point nearest to v at which h is finite.
   */
  void prox(double[] v, double eta);

  /**
   * Makes sure that there is a point in R^dimension at which h is finite.
   *
   * @throws IllegalArgumentException naming the constraints that clash
   */
  default void requireFeasible(int dimension) {}

  /** As {@link Placement#fingerprint()}. */
  default String fingerprint() {
    return "";
  }

  /** Whether h = 0, so that the proximal step can be left out. */
  default boolean isZero() {
    return false;
  }

  /**
   * The structure of h on R^dimension, for methods that solve a quadratic program; null where only
   * value and prox are known.
   */
  default @Nullable Polyhedral polyhedral(int dimension) {
    return null;
  }
}
