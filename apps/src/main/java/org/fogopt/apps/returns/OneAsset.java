package org.fogopt.apps.returns;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.fogopt.apps.io.csv.Dates;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;

/**
 * Refuses columns that are no assets, as their numbers show: counts, flags, keys, bars, volumes.
 */
final class OneAsset {
  /** Fewer rows may be so by chance. */
  private static final int FEWEST_ROWS = 5;

  /** Whole returns, none of them negative, among others with decimals: in 20 rows no accident. */
  private static final int ROWS_OF_CODES = 20;

  /**
   * The range of a random walk in a period, the logarithm of its highest to its lowest price, is
   * 1.60 σ with a deviation of 0.48 σ, 0.30 of it (Feller 1951), and hardly depends on that of the
   * period before, so that von Neumann's ratio is near 2. That of two assets hardly changes from
   * row to row. Both bounds are half of what ranges have, or less.
   */
  private static final double LEAST_VARIATION = 0.15;

  private static final double LEAST_RATIO = 0.5;

  /** Half of the changes of a price are below 5 %, those of a volume above. */
  private static final double LARGE_CHANGE = 0.05;

  private static final Pattern VOLUME =
      Pattern.compile(".*\\b(volumes?|vol|volumen|wolumen|turnover)\\b.*");

  /** What is reported of an asset beside its price; its name may stand before it. */
  private static final Pattern NO_PRICE =
      Pattern.compile(
          "(.* )?(market ?cap(itali[sz]ation)?|mkt ?cap|mcap|shares outstanding|open interest"
              + "|aum|p/?e ratio)");

  private OneAsset() {}

  /** Refuses columns that are neither prices nor returns of an asset. */
  static void requireAssets(Table table, Numbers[] columns) {
    boolean hasDecimals = Arrays.stream(columns).anyMatch(column -> column.decimals() > 0);
    for (int k = 0; k < columns.length; k++) {
      Numbers column = columns[k];
      if (column.count() < FEWEST_ROWS) {
        continue;
      }
      Place place = Place.in(table.source()).atColumn(0, table.names().get(k));
      if (column.countsRows()) {
        throw new InputException(
            place,
            "counts the rows and is no asset",
            "remove it, or call it date if it is the first column");
      }
      boolean isFlag = column.isWithin(0, 1);
      boolean isCode = column.least() == 0 && hasDecimals && column.count() >= ROWS_OF_CODES;
      if (column.deviation() > 0 && column.decimals() == 0 && (isFlag || isCode)) {
        throw new InputException(
            place,
            isFlag
                ? "holds 0 and 1 alone, as a flag does"
                : "holds whole numbers from 0 on, as a code or a count does",
            "remove it, or add --as-returns if these are returns");
      }
      if (column.deviation() == 0
          && column.decimals() == 0
          && column.least() != 0
          && Dates.isAssetHeading(table.names().get(k))) {
        throw new InputException(
            place,
            "says of which asset a row is, and is none",
            "remove it: one row per date, one column per asset");
      }
    }
  }

  /** Refuses open, high, low and close of one asset, whatever they are called, and its volume. */
  static void requirePrices(Table table, Numbers[] columns) {
    for (boolean isVolume : new boolean[] {true, false}) {
      for (int k = 0; k < columns.length; k++) {
        String name = table.names().get(k).replace('_', ' ').toLowerCase(Locale.ROOT);
        if (isVolume
            ? VOLUME.matcher(name).matches() && columns[k].medianChange() > LARGE_CHANGE
            : NO_PRICE.matcher(name).matches()) {
          throw new InputException(
              Place.in(table.source()).atColumn(0, table.names().get(k)),
              isVolume ? "is a volume and no price" : "is no price, as its name says",
              "remove it: one price of each asset, one column per asset");
        }
      }
    }
    for (Numbers high : columns) {
      Numbers[] below =
          Arrays.stream(columns).filter(c -> isBelow(c, high)).toArray(Numbers[]::new);
      for (Numbers low : below) {
        boolean isLowest = Arrays.stream(below).allMatch(c -> isBelow(low, c));
        if (below.length >= 3
            && isLowest
            && high.count() >= FEWEST_ROWS
            && isRange(high.over(low))) {
          throw new InputException(
              Place.in(table.source()),
              "the columns are the highest, the lowest and other prices of one asset",
              "keep one price of each asset, one column per asset");
        }
      }
    }
  }

  private static boolean isRange(Numbers spread) {
    return spread.deviation() > LEAST_VARIATION * spread.median()
        && spread.neumannRatio() > LEAST_RATIO;
  }

  /** Whether a is never above b, nor far below. */
  private static boolean isBelow(Numbers a, Numbers b) {
    for (int i = 0; i < a.count(); i++) {
      if (!(a.get(i) <= b.get(i) && 2 * a.get(i) > b.get(i))) {
        return false;
      }
    }
    return true;
  }
}
