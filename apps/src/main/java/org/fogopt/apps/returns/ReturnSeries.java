package org.fogopt.apps.returns;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Returns of assets, with what is known of them. Rows stand in the order of time.
 *
 * <pre>{@code
 * ReturnSeries returns =
 *     ReturnSeries.read(Path.of("prices.csv"), ReadOptions.defaults(), Request.prices());
 * }</pre>
 *
 * @param table the returns, a row per period, a column per asset
 * @param units what they are written in; null if that is not known
 * @param unitsReason why, as a part of a sentence
 * @param type how they follow from prices
 * @param dates the end of each period; none if the file does not tell
 * @param isInOrder whether the rows are known to be, or taken to be, in the order of time
 * @param periodsPerYear how many rows make a year; null if that is not known
 * @param remarks what a user should know of how the file was read
 */
public record ReturnSeries(
    Table table,
    @Nullable Units units,
    String unitsReason,
    ReturnType type,
    List<LocalDate> dates,
    boolean isInOrder,
    @Nullable Double periodsPerYear,
    List<String> remarks) {

  private static final String TURNED = "rows newest first, turned round";

  private static final String SORTED = "rows sorted by date";

  public ReturnSeries {
    dates = List.copyOf(dates);
    remarks = List.copyOf(remarks);
  }

  /**
   * Reads a file.
   *
   * @throws InputException if it is no table, lies on its side, or holds something else than it
   *     should
   */
  public static ReturnSeries read(Path file, ReadOptions options, Request request) {
    return of(TableReader.read(file, options), request);
  }

  /**
   * Understands a table.
   *
   * @throws InputException if it lies on its side, or holds something else than it should
   */
  public static ReturnSeries of(Table table, Request request) {
    Table assets = assets(table, request);
    Orientation.require(assets);
    Headings.require(assets);
    Calendar calendar = Calendar.of(table);
    List<String> remarks = new ArrayList<>(table.reading().remarks());
    if (calendar.dates().isEmpty() && Calendar.isEitherWay(table.labels())) {
      remarks.add("the dates can be read in two ways, day or month first, and are not used");
    }
    String unread = Calendar.unread(table.labels());
    if (unread != null) {
      remarks.add(
          (unread.isBlank()
                  ? "some rows have no date"
                  : "dates such as %s are not understood".formatted(InputException.quote(unread)))
              + "; the first row is taken for the oldest");
    }
    Table inOrder = table;
    if (calendar.order() == Calendar.Order.NEWEST_FIRST) {
      inOrder = reversed(table);
      calendar = calendar.reversed();
      remarks.add(TURNED);
    } else if (calendar.order() == Calendar.Order.NONE
        && !calendar.dates().isEmpty()
        && request.content() != Request.Content.PRICES) {
      int[] order = calendar.byDate();
      inOrder = ordered(table, order);
      calendar = calendar.sorted();
      remarks.add(SORTED);
    }
    Gaps.remark(calendar.dates(), remarks);
    Headings.remarkCurrencies(assets, remarks);
    return request.content() == Request.Content.PRICES
        ? ofPrices(inOrder, calendar, request, remarks)
        : ofReturns(inOrder, calendar, request, remarks);
  }

  /** Without the column of the rows' weights, which says nothing of units and of prices. */
  private static Table assets(Table table, Request request) {
    int weights = request.rowWeights() == null ? -1 : table.names().indexOf(request.rowWeights());
    return weights < 0 || table.names().size() == 1 ? table : table.without(weights);
  }

  /** Whether rows stand in another order here than in the file. */
  public boolean isReordered() {
    return remarks.contains(TURNED) || remarks.contains(SORTED);
  }

  /** These returns, kept in another way. */
  public ReturnSeries with(Table table) {
    return new ReturnSeries(
        table, units, unitsReason, type, dates, isInOrder, periodsPerYear, remarks);
  }

  private static ReturnSeries ofReturns(
      Table table, Calendar calendar, Request request, List<String> remarks) {
    if (table.reading().hasCurrencySigns()) {
      throw new InputException(
          Place.in(table.source()),
          "has currency signs: amounts of money are no returns",
          "give it to fog as --prices if these are prices");
    }
    Double periods = periods(calendar, request);
    Table assets = assets(table, request);
    Numbers[] columns = Numbers.of(assets.rows());
    if (request.content() == Request.Content.RETURNS) {
      OneAsset.requireAssets(assets, columns);
    }
    UnitsGuess guess = guess(assets, columns, request, periods);
    if (request.content() == Request.Content.RETURNS) {
      Levels.refuse(assets, columns, guess.units(), periods);
      Levels.refuseSums(assets, columns);
      if (Levels.mayBe(columns)) {
        remarks.add("no return is negative; prices are for --prices");
      } else {
        Levels.remarkYield(assets, columns, guess.units(), periods, remarks);
      }
    }
    return new ReturnSeries(
        table,
        guess.units(),
        guess.reason(),
        request.type(),
        calendar.dates(),
        calendar.order() != Calendar.Order.NONE,
        periods,
        remarks);
  }

  private static UnitsGuess guess(
      Table table, Numbers[] columns, Request request, @Nullable Double periods) {
    boolean hasSigns = table.reading().hasPercentSigns();
    if (hasSigns && request.units() == Units.FRACTION) {
      throw new InputException(
          Place.in(table.source()),
          "has percent signs, but --units says fraction",
          "leave --units out");
    }
    if (request.units() != null) {
      return new UnitsGuess(request.units(), "as --units says");
    }
    if (hasSigns) {
      return new UnitsGuess(Units.PERCENT, "as the percent signs say");
    }
    if (Headings.areInPercent(table)) {
      return new UnitsGuess(Units.PERCENT, "as the names of the columns say");
    }
    if (request.content() == Request.Content.RETURNS) {
      UnitsGuess.require(table, columns, periods);
    }
    return UnitsGuess.of(columns, periods);
  }

  private static ReturnSeries ofPrices(
      Table prices, Calendar calendar, Request request, List<String> remarks) {
    if (calendar.order() == Calendar.Order.NONE) {
      throw new InputException(
          Place.in(prices.source()), "the dates are not in order", "sort the rows by date");
    }
    Headings.requireNoLogarithms(prices);
    Numbers[] columns = Numbers.of(prices.rows());
    OneAsset.requireAssets(prices, columns);
    if (Levels.haveNoMemory(columns)) {
      remarks.add(
          "the numbers hardly depend on those before, as returns do and prices do not; give returns"
              + " as --returns, gross returns 1 + r less 1");
    }
    Units units = request.units() == null ? Units.FRACTION : request.units();
    List<String> labels =
        prices.labels().isEmpty() ? List.of() : prices.labels().subList(1, prices.labels().size());
    RowMatrix changes = changes(prices, request.type(), units.one());
    PriceChecks.remark(prices, columns, remarks);
    if (prices.droppedRows() > 0) {
      remarks.add(
          "returns over rows left out between others span several periods, and count as one");
    }
    OneAsset.requirePrices(prices, columns);
    Double periods = periods(calendar, request);
    if (periods != null && Levels.mayBeLogarithms(columns, Numbers.of(changes), units, periods)) {
      remarks.add(
          "the prices move little; if they are logarithms, give their differences as --returns"
              + " with --return-type log");
    }
    Table table =
        new Table(
            prices.names(),
            labels,
            changes,
            prices.source(),
            prices.droppedRows(),
            prices.droppedColumns(),
            prices.reading());
    Calendar later = calendar.withoutFirst();
    return new ReturnSeries(
        table,
        units,
        request.units() == null ? "as made of prices" : "as --units says",
        request.type(),
        later.dates(),
        true,
        periods,
        remarks);
  }

  private static RowMatrix changes(Table prices, ReturnType type, double one) {
    RowMatrix rows = prices.rows();
    if (rows.count() < 3) {
      throw new InputException(
          Place.in(prices.source()), "holds only 2 rows of prices", "expected at least 3");
    }
    int columns = rows.columns();
    double[] before = new double[columns];
    double[] after = new double[columns];
    double[] changes = new double[Math.multiplyExact(rows.rows() - 1, columns)];
    rows.copyTo(0, before);
    requirePositive(prices, 0, before);
    for (int i = 1; i < rows.rows(); i++) {
      rows.copyTo(i, after);
      requirePositive(prices, i, after);
      for (int k = 0; k < columns; k++) {
        changes[(i - 1) * columns + k] = one * type.of(before[k], after[k]);
      }
      System.arraycopy(after, 0, before, 0, columns);
    }
    return Rows.of(rows.rows() - 1, columns, changes);
  }

  private static void requirePositive(Table prices, int i, double[] row) {
    for (int k = 0; k < row.length; k++) {
      if (!(row[k] > 0)) {
        throw new InputException(
            Place.in(prices.source()).atColumn(0, prices.names().get(k)),
            "expected positive prices, found %s%s"
                .formatted(
                    row[k], prices.labels().isEmpty() ? "" : " at " + prices.labels().get(i)),
            "give the file as --returns if it holds returns, or correct the price");
      }
    }
  }

  private static @Nullable Double periods(Calendar calendar, Request request) {
    return request.periodsPerYear() != null ? request.periodsPerYear() : calendar.periodsPerYear();
  }

  private static Table reversed(Table table) {
    int last = table.rows().rows() - 1;
    return ordered(table, IntStream.rangeClosed(0, last).map(i -> last - i).toArray());
  }

  private static Table ordered(Table table, int[] order) {
    RowMatrix rows = table.rows();
    int columns = rows.columns();
    double[] row = new double[columns];
    double[] values = new double[Math.multiplyExact(rows.rows(), columns)];
    List<String> labels = new ArrayList<>(table.labels().size());
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyTo(order[i], row);
      System.arraycopy(row, 0, values, i * columns, columns);
      labels.add(table.labels().get(order[i]));
    }
    return new Table(
        table.names(),
        labels,
        Rows.of(rows.rows(), columns, values),
        table.source(),
        table.droppedRows(),
        table.droppedColumns(),
        table.reading());
  }

  @Override
  public String toString() {
    return "ReturnSeries[%s, %s, %s, %s periods a year]"
        .formatted(table, type, units, periodsPerYear);
  }
}
