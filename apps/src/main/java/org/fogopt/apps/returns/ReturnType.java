package org.fogopt.apps.returns;

/** How a change of price becomes a return. */
public enum ReturnType {
  /** p / q − 1. */
  SIMPLE {
    @Override
    double of(double before, double after) {
      return after / before - 1;
    }

    @Override
    public double simple(double value) {
      return value;
    }
  },
  /** log(p / q). */
  LOG {
    @Override
    double of(double before, double after) {
      return Math.log(after / before);
    }

    @Override
    public double simple(double value) {
      return Math.expm1(value);
    }
  };

  /** The return from one price to the next, as a fraction. */
  abstract double of(double before, double after);

  /**
   * The simple return that a return, a fraction, is. A portfolio earns the weighted sum of the
   * simple returns of its assets; of logarithmic ones it does not.
   */
  public abstract double simple(double value);
}
