package org.fogopt.apps.returns;

/** What a return of one per cent is written as. */
public enum Units {
  /** 0.01. */
  FRACTION(1),
  /** 1. */
  PERCENT(100);

  private final double one;

  Units(double one) {
    this.one = one;
  }

  /** What stands for a return of 100 %. */
  public double one() {
    return one;
  }
}
