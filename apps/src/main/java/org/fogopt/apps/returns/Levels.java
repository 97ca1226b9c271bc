package org.fogopt.apps.returns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Refuses prices, rates and indices where returns are expected. Each number of theirs is positive
 * and near the one before it. So are the returns of a money-market fund, but those are small: below
 * 2 % if they are alone, and not far above the volatility of the other columns otherwise.
 */
final class Levels {
  /** Money-market returns as fractions are below it, and so are few prices. */
  private static final double LEAST_PRICE = 0.02;

  /** How far above the volatility of returns the level of a price is. */
  private static final double ABOVE_VOLATILITY = 20;

  /** A column that never falls and earns so much a period is no return. */
  private static final double MOST_A_PERIOD = 0.5;

  /** A column that never falls and earns so much a year is no return. */
  private static final double MOST_A_YEAR = 1;

  /**
   * The same if each number is near the one before: bills paid 16 % in 1981, yields are a year's.
   */
  private static final double MOST_RATE_A_YEAR = 0.2;

  /**
   * A column of percentages that never falls, is half a per cent or more and keeps within half of
   * its least is more often an exchange rate near 1 than a money market: bills paid more than 1 % a
   * month in 1981, but not for long at one rate.
   */
  private static final double LEAST_RATE = 0.5;

  private static final double STEADY = 1.5;

  /**
   * Of so many independent numbers the ratio is 2 with a deviation of 2 √((n − 2) / (n² − 1)) =
   * 0.42 (von Neumann 1941), so that 0.25 is four deviations away.
   */
  private static final int ROWS_OF_SUMS = 20;

  private static final double MOST_OF_SUMS = 0.25;

  /** Three-month bills have paid more in one year of five since 1960; yields often do. */
  private static final double HIGH_CASH_RATE = 0.06;

  /** Logarithms of prices up to 160 000. */
  private static final double MOST_LOGARITHM = 12;

  /** Shares move by 15 to 40 % a year, their logarithms by a fifth of that, currencies by 7 %. */
  private static final double LOW_VOLATILITY = 0.06;

  private Levels() {}

  static void refuse(
      Table table, Numbers[] columns, @Nullable Units units, @Nullable Double periodsPerYear) {
    double volatility =
        Arrays.stream(columns)
            .filter(column -> !column.isPositive())
            .mapToDouble(Numbers::deviation)
            .max()
            .orElse(0);
    List<Integer> prices = new ArrayList<>();
    List<Integer> smooth = new ArrayList<>();
    for (int k = 0; k < columns.length; k++) {
      if (columns[k].isSmooth()) {
        smooth.add(k);
        if (isHigh(columns[k], volatility, units, periodsPerYear)
            || (units != Units.FRACTION && isSteady(columns[k]))) {
          prices.add(k);
        }
      } else if (columns[k].isPositive()
          && volatility > 0
          && columns[k].median() > ABOVE_VOLATILITY * volatility) {
        prices.add(k); // a volume, or what is constant and no cash
      } else if (columns[k].isPositive() && columns[k].deviation() == 0) {
        smooth.add(k); // a pegged rate among rates
      }
    }
    if (!prices.isEmpty() && smooth.size() == columns.length) {
      prices = smooth; // what goes for one goes for all
    }
    if (2 * prices.size() > columns.length) {
      Numbers first = columns[prices.get(0)];
      throw new InputException(
          Place.in(table.source()),
          "looks like prices, not returns: %s numbers are positive and change little from row to row, such as %s and %s"
              .formatted(
                  prices.size() == columns.length ? "all" : "most",
                  text(first.get(0)),
                  text(first.get(1))),
          (isNearOne(first) ? "subtract 1 if they are gross returns 1 + r; " : "")
              + "give it to fog as --prices to turn them into returns, or add --as-returns if they are returns");
    }
    if (!prices.isEmpty() && volatility > 0) {
      throw new InputException(
          Place.in(table.source()).atColumn(0, table.names().get(prices.get(0))),
          "looks like a price among returns, a volume or a yield per year: all its numbers are positive and far from 0, such as "
              + text(columns[prices.get(0)].get(0)),
          "turn it into returns or remove it, or add --as-returns if they are returns");
    }
  }

  /**
   * Refuses sums of returns, yields and other levels that may be negative. Returns hardly depend on
   * the one before, so that von Neumann's ratio of theirs is near 2; that of sums falls with the
   * number of rows.
   */
  static void refuseSums(Table table, Numbers[] columns) {
    boolean areSums =
        Arrays.stream(columns).anyMatch(column -> !column.isPositive() && column.deviation() > 0)
            && Arrays.stream(columns)
                .filter(column -> column.deviation() > 0)
                .allMatch(Levels::isPersistent);
    if (areSums) {
      throw new InputException(
          Place.in(table.source()),
          "looks like cumulative returns or yields: each number is near the one before it, such as %s and %s"
              .formatted(text(columns[0].get(1)), text(columns[0].get(2))),
          "turn them into returns of each period, or add --as-returns if they are");
    }
  }

  private static boolean isPersistent(Numbers column) {
    return column.count() >= ROWS_OF_SUMS && column.neumannRatio() < MOST_OF_SUMS;
  }

  /** Whether prices vary without a trend or memory, as returns and gross returns 1 + r do. */
  static boolean haveNoMemory(Numbers[] columns) {
    List<Numbers> changing =
        Arrays.stream(columns).filter(column -> column.deviation() > 0).toList();
    return !changing.isEmpty()
        && changing.stream()
            .allMatch(column -> column.count() >= ROWS_OF_SUMS && column.neumannRatio() > 1);
  }

  /** Whether returns that pass look like small prices all the same. */
  static boolean mayBe(Numbers[] columns) {
    return Arrays.stream(columns).allMatch(Numbers::isSmooth);
  }

  /** Names cash that pays much, which may be a yield per year. */
  static void remarkYield(
      Table table,
      Numbers[] columns,
      @Nullable Units units,
      @Nullable Double periodsPerYear,
      List<String> remarks) {
    for (int k = 0; k < columns.length && units != null && periodsPerYear != null; k++) {
      double rate = columns[k].median() / units.one() * periodsPerYear;
      if (columns[k].isSmooth() && rate > HIGH_CASH_RATE) {
        remarks.add(
            "'%s' never falls and pays %.0f %% a year; divide it by %.0f if it is a yield per year"
                .formatted(table.names().get(k), 100 * rate, periodsPerYear));
      }
    }
  }

  /** Whether prices whose returns vary so little may be logarithms of prices. */
  static boolean mayBeLogarithms(
      Numbers[] prices, Numbers[] returns, Units units, double periodsPerYear) {
    double[] deviations = Arrays.stream(returns).mapToDouble(Numbers::deviation).sorted().toArray();
    double typical = deviations[deviations.length / 2] / units.one();
    return typical * Math.sqrt(periodsPerYear) < LOW_VOLATILITY
        && Arrays.stream(prices).allMatch(price -> price.isWithin(0, MOST_LOGARITHM));
  }

  private static boolean isHigh(
      Numbers column, double volatility, @Nullable Units units, @Nullable Double periodsPerYear) {
    double level = column.median();
    if (volatility == 0 ? level >= LEAST_PRICE : level > ABOVE_VOLATILITY * volatility) {
      return true; // without volatility no column ever falls
    }
    if (units == null) {
      return false;
    }
    double fraction = level / units.one();
    return fraction >= MOST_A_PERIOD
        || (periodsPerYear != null
            && fraction * periodsPerYear > (isPersistent(column) ? MOST_RATE_A_YEAR : MOST_A_YEAR));
  }

  private static boolean isNearOne(Numbers column) {
    return column.least() > 0.5 && column.most() < 1.5;
  }

  private static boolean isSteady(Numbers column) {
    return column.median() >= LEAST_RATE && column.most() < STEADY * column.least();
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
