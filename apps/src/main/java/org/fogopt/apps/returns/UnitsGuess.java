package org.fogopt.apps.returns;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;
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

  /**
   * Whole numbers may be basis points if no column varies less than this: a year's volatility of 60
   * % is that of coins alone, and so is 25 % in a period of unknown length, even a year.
   */
  private static final double BASIS_POINTS_A_YEAR = 60;

  private static final double BASIS_POINTS_A_PERIOD = 25;

  /** By how much coins vary more than shares, and bonds more than bills. */
  private static final double WIDE = 10;

  /**
   * Fractions have two decimals more than percent, unless a program wrote all it had: a hundredth
   * of a basis point is five decimals in percent.
   */
  private static final int FULL_DECIMALS = 5;

  private static final String SAME_UNITS =
      "in the same units; --units percent or fraction says which, if they are";

  static UnitsGuess of(Numbers[] columns, @Nullable Double periodsPerYear) {
    double least = Arrays.stream(columns).mapToDouble(Numbers::least).min().orElse(0);
    if (least < -100) {
      return new UnitsGuess(null, "a return of %s is neither".formatted(text(least)));
    }
    if (least < -1) {
      return new UnitsGuess(
          Units.PERCENT, "a return of %s cannot be a fraction".formatted(text(least)));
    }
    double spread = Arrays.stream(columns).mapToDouble(Numbers::spread).max().orElse(0);
    boolean isYear = periodsPerYear != null;
    double size = periodsPerYear == null ? spread : spread * Math.sqrt(periodsPerYear);
    String measure =
        "the largest volatility %s is %s, outliers aside"
            .formatted(isYear ? "a year" : "a period", text(size));
    boolean isCoarse =
        columns.length > 0
            && columns[0].count() >= ROWS_TO_DOUBT
            && Arrays.stream(columns).allMatch(column -> column.decimals() <= 2);
    if (size <= (isYear ? MOST_A_YEAR : MOST_A_PERIOD) && !isCoarse) {
      return new UnitsGuess(Units.FRACTION, measure);
    }
    double smallest =
        Arrays.stream(columns)
            .filter(Numbers::isRisky)
            .mapToDouble(Numbers::spread)
            .min()
            .orElse(spread);
    if (size >= (isYear ? LEAST_PERCENT_A_YEAR : LEAST_PERCENT_A_PERIOD)
        && spread < WIDE * smallest) {
      return new UnitsGuess(Units.PERCENT, measure);
    }
    return new UnitsGuess(null, measure + ", which can be either");
  }

  /** Refuses returns that are neither in percent nor in fractions, and those in both. */
  static void require(Table table, Numbers[] columns, @Nullable Double periodsPerYear) {
    Place file = Place.in(table.source());
    for (int k = 0; k < columns.length; k++) {
      int worst = columns[k].worst();
      if (columns[k].get(worst) < -100) {
        throw new InputException(
            file.atColumn(0, table.names().get(k)),
            "a return of %s%s loses more than all, in percent too"
                .formatted(
                    columns[k].get(worst),
                    table.labels().isEmpty() ? "" : " at " + table.labels().get(worst)),
            "divide by 100 if these are basis points, or correct it; if it stands for a missing"
                + " value, leave the cell empty and use --missing drop-rows");
      }
    }
    List<Integer> risky =
        IntStream.range(0, columns.length).filter(k -> columns[k].isRisky()).boxed().toList();
    double least = risky.stream().mapToDouble(k -> columns[k].spread()).min().orElse(0);
    if (risky.stream().allMatch(k -> columns[k].decimals() == 0)
        && (periodsPerYear == null
            ? least > BASIS_POINTS_A_PERIOD
            : least * Math.sqrt(periodsPerYear) > BASIS_POINTS_A_YEAR)) {
      throw new InputException(
          file,
          "looks like basis points: all numbers are whole, and the least volatility is %s"
              .formatted(text(least)),
          "divide by 100 and give --units percent; give that alone if these are percent");
    }
    Units[] units = new Units[columns.length];
    double[] spreads = new double[columns.length];
    int[] decimals = new int[columns.length];
    for (int k : risky) {
      units[k] = of(new Numbers[] {columns[k]}, periodsPerYear).units();
      spreads[k] = columns[k].spread();
      decimals[k] = columns[k].decimals();
    }
    for (int k : risky) {
      for (int j : risky) {
        if (units[k] == Units.PERCENT
            && units[j] == Units.FRACTION
            && decimals[j] >= Math.min(decimals[k] + 2, FULL_DECIMALS)
            && isHundred(spreads[k] / spreads[j])) {
          throw new InputException(
              file.atColumn(0, table.names().get(k)),
              "looks like percent beside fractions: it varies %.0f times as much as %s"
                  .formatted(spreads[k] / spreads[j], InputException.quote(table.names().get(j))),
              "write all columns " + SAME_UNITS);
        }
      }
    }
    var growths = new Numbers(risky.stream().mapToDouble(k -> columns[k].growth()).toArray());
    if (!risky.isEmpty()
        && isHundred(growths.median())
        && growths.isWithin(growths.median() / WIDE, growths.median() * WIDE)) {
      throw new InputException(
          file,
          "looks like percent and fractions: the first and the last quarter of the rows vary a"
              + " hundred times as much, one as the other",
          "write all rows " + SAME_UNITS);
    }
  }

  /** Within a factor of √10, whichever way. */
  private static boolean isHundred(double ratio) {
    return Math.abs(Math.abs(Math.log10(ratio)) - 2) < 0.5;
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.3g", value);
  }
}
