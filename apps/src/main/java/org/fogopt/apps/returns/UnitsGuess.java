package org.fogopt.apps.returns;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether returns are in percent or fractions, and why it was understood so.
 *
 * @param units null if the numbers do not tell
 * @param reason a part of a sentence
 */
record UnitsGuess(@Nullable Units units, String reason) {
  /** A year's volatility up to 120 % is that of shares and coins, above 3 % that of most funds. */
  private static final double MOST_A_YEAR = 1.2;

  private static final double LEAST_PERCENT_A_YEAR = 3;

  /** The same of a period of unknown length, a day to a quarter. */
  private static final double MOST_A_PERIOD = 0.1;

  private static final double LEAST_PERCENT_A_PERIOD = 0.7;

  /** With fewer rows, whole per cents may be all that someone typed. */
  private static final int ROWS_TO_DOUBT = 30;

  static UnitsGuess of(Numbers[] columns, @Nullable Double periodsPerYear) {
    double least = Arrays.stream(columns).mapToDouble(Numbers::least).min().orElse(0);
    if (least < -100) {
      return new UnitsGuess(null, "a return of %s is neither".formatted(text(least)));
    }
    if (least <= -1) {
      return new UnitsGuess(
          Units.PERCENT, "a return of %s cannot be a fraction".formatted(text(least)));
    }
    double deviation = Arrays.stream(columns).mapToDouble(Numbers::deviation).max().orElse(0);
    boolean isYear = periodsPerYear != null;
    double size = periodsPerYear == null ? deviation : deviation * Math.sqrt(periodsPerYear);
    String measure =
        "the largest volatility %s is %s".formatted(isYear ? "a year" : "a period", text(size));
    boolean isCoarse =
        columns.length > 0
            && columns[0].count() >= ROWS_TO_DOUBT
            && Arrays.stream(columns).allMatch(column -> column.decimals() <= 2);
    if (size <= (isYear ? MOST_A_YEAR : MOST_A_PERIOD) && !isCoarse) {
      return new UnitsGuess(Units.FRACTION, measure);
    }
    if (size >= (isYear ? LEAST_PERCENT_A_YEAR : LEAST_PERCENT_A_PERIOD)) {
      return new UnitsGuess(Units.PERCENT, measure);
    }
    return new UnitsGuess(null, measure + ", which can be either");
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
