package org.fogopt.penalty;

/** Where a coordinate is in the solution of a quadratic program. */
enum Place {
  /** At its lower bound. */
  LOWER,
  /** Free, below the centre of its absolute-value cost. */
  BELOW,
  /** At that centre. */
  CENTRE,
  /** Free, above that centre. */
  ABOVE,
  /** At its upper bound. */
  UPPER,
  /** Free, without such a cost. */
  BETWEEN;

  boolean isFree() {
    return this == BELOW || this == ABOVE || this == BETWEEN;
  }
}
