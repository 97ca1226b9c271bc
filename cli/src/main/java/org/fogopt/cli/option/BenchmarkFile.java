package org.fogopt.cli.option;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.Units;
import org.jspecify.annotations.Nullable;

/** The file of {@code --benchmark}: read as that of the returns is, and matched with its rows. */
final class BenchmarkFile {
  private BenchmarkFile() {}

  /** The benchmark's return in each period of the returns. */
  static double[] read(Path file, ReturnSeries returns, ReturnsOptions data) {
    ReturnSeries read = data.readAlike(file, returns);
    int columns = read.table().names().size();
    require(columns == 1, "expected 1 column in %s, found %d".formatted(file, columns));
    require(
        read.units() == returns.units(),
        "the returns are in %s (%s), but %s is in %s (%s); write both in the same units, or say --units if they are"
            .formatted(
                text(returns.units()),
                returns.unitsReason(),
                file,
                text(read.units()),
                read.unitsReason()));
    double[] all = read.table().column(0);
    if (!returns.dates().isEmpty() && !read.dates().isEmpty()) {
      return byDate(file, all, read.dates(), returns, data.isPrices());
    }
    int count = returns.table().rows().rows();
    require(
        all.length == count, "expected %d rows in %s, found %d".formatted(count, file, all.length));
    String remedy =
        ", but those of %s cannot be matched by their dates; write dates in both files"
            .formatted(file);
    require(
        !read.isReordered() && !returns.isReordered(),
        "rows were put into the order of time" + remedy);
    require(
        read.table().droppedRows() == 0 && returns.table().droppedRows() == 0,
        "rows were left out for missing values" + remedy);
    return all;
  }

  /** Of rows with the same dates; others may come before and after, as a longer file has them. */
  private static double[] byDate(
      Path file, double[] all, List<LocalDate> dates, ReturnSeries returns, boolean isPrices) {
    Map<LocalDate, Integer> rows = new HashMap<>();
    for (int t = 0; t < all.length; t++) {
      rows.put(dates.get(t), t);
    }
    double[] matched = new double[returns.dates().size()];
    int between = 0;
    int before = -1;
    for (int t = 0; t < matched.length; t++) {
      LocalDate date = returns.dates().get(t);
      int row = rows.getOrDefault(date, -1);
      require(row >= 0, "%s has no row of %s".formatted(file, date));
      between += t == 0 ? 0 : row - before - 1;
      before = row;
      matched[t] = all[row];
    }
    require(
        between <= (isPrices ? 0 : returns.table().droppedRows()),
        "%s has %d more dates from %s to %s than the returns have, so its periods are shorter; give both for the same dates"
            .formatted(
                file, between, returns.dates().get(0), returns.dates().get(matched.length - 1)));
    return matched;
  }

  private static String text(@Nullable Units units) {
    return units == null
        ? "percent or fractions, which is not known"
        : units == Units.PERCENT ? "percent" : "fractions";
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException("--benchmark: " + message);
    }
  }
}
