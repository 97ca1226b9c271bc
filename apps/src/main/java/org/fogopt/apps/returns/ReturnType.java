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
    public double growth(double value) {
      return 1 + value;
    }
  },
  /** log(p / q). */
  LOG {
    @Override
    double of(double before, double after) {
      return Math.log(after / before);
    }

    @Override
    public double growth(double value) {
      return Math.exp(value);
    }
  };

  /** The return from one price to the next, as a fraction. */
  abstract double of(double before, double after);

  /** What one unit of money becomes by a return, which is a fraction. */
  public abstract double growth(double value);
}
