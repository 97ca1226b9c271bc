package org.fogopt.lab;

import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;

/** Labels of an axis that shows logarithms: 1e-6 for -6, 1 for 0, 1e3 for 3. */
final class PowerOfTen extends NumberFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public StringBuffer format(double logarithm, StringBuffer to, FieldPosition position) {
    long power = Math.round(logarithm);
    return power == 0 ? to.append("1") : to.append("1e").append(power);
  }

  @Override
  public StringBuffer format(long logarithm, StringBuffer to, FieldPosition position) {
    return format((double) logarithm, to, position);
  }

  @Override
  public Number parse(String source, ParsePosition position) {
    return NumberFormat.getInstance().parse(source, position);
  }
}
