package org.fogopt.penalty;

import java.math.BigDecimal;
import java.math.MathContext;

/** Bounds in messages. */
final class Figures {
  private Figures() {}

  static String range(double least, double most) {
    if (least == Double.NEGATIVE_INFINITY) {
      return "at most " + digits(most);
    }
    return most == Double.POSITIVE_INFINITY
        ? "at least " + digits(least)
        : digits(least) + " to " + digits(most);
  }

  /** As it would be typed: bounds that were added up show no rounding, a clash still shows. */
  static String digits(double value) {
    if (Double.isInfinite(value)) {
      return "infinity"; // bounds that overflow when added up
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(13)).stripTrailingZeros();
    return Math.abs(rounded.precision() - rounded.scale()) <= 15
        ? rounded.toPlainString()
        : rounded.toString();
  }
}
