package org.fogopt.lab;

import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;

/** Labels of a logarithmic axis: 1e-6, 1e-3, 1, 1e3. */
final class PowerOfTen extends NumberFormat {
  private static final long serialVersionUID = 1L;

  @Override
  public StringBuffer format(double number, StringBuffer to, FieldPosition position) {
    long power = Math.round(Math.log10(number));
    return power == 0 ? to.append("1") : to.append("1e").append(power);
  }

  @Override
  public StringBuffer format(long number, StringBuffer to, FieldPosition position) {
    return format((double) number, to, position);
  }

  @Override
  public Number parse(String source, ParsePosition position) {
    return NumberFormat.getInstance().parse(source, position);
  }
}
