package org.fogopt.apps.learn;

import java.util.function.DoubleUnaryOperator;

/**
 * Where a function that never rises falls to 0: false position with halved end values (Dowell,
 * Jarratt 1971, "Illinois"), and a bisection at every third evaluation.
 */
final class Crossing {
  private Crossing() {}

  /**
   * The crossing to rounding; {@code low} if the function is at most 0 there.
   *
   * @param f of which f(low) ≥ f(high), f(high) ≤ 0
   */
  static double of(DoubleUnaryOperator f, double low, double high) {
    double a = low;
    double b = high;
    double atA = f.applyAsDouble(a);
    double atB = f.applyAsDouble(b);
    if (!(atA > 0)) {
      return low;
    }
    int moved = 0; // which end was moved last: 1 for a, -1 for b
    for (int k = 1; ; k++) {
      double middle = 0.5 * (a + b);
      if (!(middle > a && middle < b)) {
        return b;
      }
      double guess = k % 3 == 0 ? middle : a + (b - a) * (atA / (atA - atB));
      double at = guess > a && guess < b ? guess : middle;
      double value = f.applyAsDouble(at);
      if (value > 0) {
        a = at;
        atA = value;
        atB = moved > 0 ? 0.5 * atB : atB;
        moved = 1;
      } else if (value < 0) {
        b = at;
        atB = value;
        atA = moved < 0 ? 0.5 * atA : atA;
        moved = -1;
      } else {
        return at;
      }
    }
  }
}
