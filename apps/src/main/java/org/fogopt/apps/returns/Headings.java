package org.fogopt.apps.returns;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fogopt.apps.io.csv.Dates;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;
import org.jspecify.annotations.Nullable;

/** Refuses tables whose columns are not one for each asset, as their names show. */
final class Headings {
  private static final Set<String> OF_ONE_ASSET =
      Set.of("open", "high", "low", "close", "adj close", "price", "px last", "bid", "ask", "nav");

  /** Prices of an asset, behind or before its name. */
  private static final String FIELD = "(adj close|adjusted close|adjusted|close|px last)";

  private static final Pattern OF_ASSET =
      Pattern.compile("(?:(?<last>.+?) )??(?:" + FIELD + "|bid|ask)|" + FIELD + " (?<first>.+)");

  /** Shares of these names are traded. */
  private static final Set<String> TICKERS = Set.of("open", "low");

  private static final Set<String> MONTHS =
      Set.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /** At the end of a name, as in "Alpha (%)", and not as in "80 % shares". */
  private static final Pattern PERCENT =
      Pattern.compile(
          ".*[^0-9\\s(\\[_][\\s(\\[_]*(%|(?<![a-z])(pct|percent))\\s*[)\\]]?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern BASIS_POINTS =
      Pattern.compile(".*([\\s(\\[_]bps|[(\\[]bp|basis points)[)\\]]?", Pattern.CASE_INSENSITIVE);
  private static final Pattern LOGARITHM =
      Pattern.compile("(log|ln)[\\s_(].*|.*[\\s_(](log|ln)\\)?", Pattern.CASE_INSENSITIVE);

  private static final String CURRENCY =
      "(USD|EUR|GBP|GBX|GBp|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|CNY|HKD|SGD|KRW|INR|BRL|MXN|ZAR|PLN|[$€£¥])";

  /** At the end of the name of an asset; a pair such as EUR-USD is none. */
  private static final Pattern IN_CURRENCY =
      Pattern.compile("(?!%1$s.%1$s$).+[\\s_(\\[.:-](?<of>%1$s)[)\\]]?".formatted(CURRENCY));

  /** Half a year of columns named after months is no coincidence. */
  private static final int MANY_MONTHS = 6;

  private Headings() {}

  static void require(Table table) {
    List<String> names =
        table.names().stream()
            .map(name -> name.strip().toLowerCase(Locale.ROOT).replace('_', ' '))
            .toList();
    Place file = Place.in(table.source());
    List<String> prices = names.stream().filter(OF_ONE_ASSET::contains).toList();
    if (prices.size() >= 2 && !TICKERS.containsAll(prices)) {
      throw new InputException(
          file,
          "the columns are prices of one asset: " + String.join(", ", prices),
          "keep one price of each asset, one column per asset");
    }
    requireOnePrice(table, file);
    if (names.stream().filter(Headings::isMonth).count() >= MANY_MONTHS) {
      throw new InputException(
          file,
          "the columns are months, the rows years of one asset",
          "write one row per month, one column per asset");
    }
    for (int k = 0; k < names.size(); k++) {
      if (Dates.isHeading(names.get(k))) {
        boolean isTidy = names.stream().anyMatch(Dates::isAssetHeading);
        throw new InputException(
            file.atColumn(0, table.names().get(k)),
            isTidy ? "the table has a row per date and asset" : "is a part of a date and no asset",
            isTidy
                ? "pivot it: one row per date, one column per asset"
                : "join the date in the first column, such as 2024-01-31 or 2024-01-31 16:30, and remove this one");
      }
    }
  }

  /** Refuses "AAPL.Close" beside "AAPL.Adjusted". */
  private static void requireOnePrice(Table table, Place file) {
    Map<String, String> seen = new HashMap<>();
    for (String name : table.names()) {
      String words = name.toLowerCase(Locale.ROOT).replaceAll("[\\s._()/:|-]+", " ").strip();
      Matcher m = OF_ASSET.matcher(words);
      if (!m.matches()) {
        continue;
      }
      String asset = m.group("first") == null ? m.group("last") : m.group("first");
      String earlier = seen.putIfAbsent(asset == null ? "" : asset, name);
      if (earlier != null) {
        throw new InputException(
            file.atColumn(0, name),
            "is another price of the asset of " + InputException.quote(earlier),
            "keep one price of each asset, one column per asset");
      }
    }
  }

  /**
   * Whether the names of all columns say percent.
   *
   * @throws InputException if those of some do, or if they say basis points
   */
  static boolean areInPercent(Table table) {
    Place file = Place.in(table.source());
    String points = matching(table, BASIS_POINTS, true);
    if (points != null) {
      throw new InputException(
          file.atColumn(0, points),
          "is in basis points by its name",
          "divide by 100 and give --units percent");
    }
    String other = matching(table, PERCENT, false);
    if (matching(table, PERCENT, true) == null || other == null) {
      return other == null;
    }
    throw new InputException(
        file.atColumn(0, other),
        "does not say percent, as names of other columns do",
        "write all in the same units; --units percent or fraction says which, if they are");
  }

  /** Refuses prices whose names say that they are logarithms. */
  static void requireNoLogarithms(Table prices) {
    if (matching(prices, LOGARITHM, false) == null) {
      throw new InputException(
          Place.in(prices.source()),
          "the columns hold logarithms of prices by their names, such as "
              + InputException.quote(prices.names().get(0)),
          "give the prices themselves, or the differences as returns");
    }
  }

  /** Points out assets in several currencies by their names, whose returns are added up as one. */
  static void remarkCurrencies(Table table, List<String> remarks) {
    List<String> found =
        table.names().stream()
            .map(IN_CURRENCY::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group("of"))
            .distinct()
            .toList();
    if (found.size() > 1) {
      remarks.add(
          "columns in several currencies by their names, %s, are added up as if in one; convert them to one"
              .formatted(String.join(", ", found)));
    }
  }

  /** The first name that matches, or that does not; null if there is none. */
  private static @Nullable String matching(Table table, Pattern pattern, boolean isWanted) {
    return table.names().stream()
        .filter(name -> pattern.matcher(name).matches() == isWanted)
        .findFirst()
        .orElse(null);
  }

  private static boolean isMonth(String name) {
    return name.length() >= 3 && name.length() <= 9 && MONTHS.contains(name.substring(0, 3));
  }
}
