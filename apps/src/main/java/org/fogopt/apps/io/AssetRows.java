package org.fogopt.apps.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.csv.Numeral;
import org.fogopt.apps.io.csv.Separator;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.problem.Polyhedral.Row;

/**
 * Constraints on weights as CSV files: bounds of single assets, {@code asset,least,most}, and
 * linear rows, {@code row,least,most} and then a column of coefficients for each asset that has
 * any. An empty bound is none, an empty coefficient 0.
 */
public final class AssetRows {
  private static final long MAX_BYTES = 1L << 28;

  private final Map<String, Integer> positions = new HashMap<>();
  private final Set<Integer> seen = new HashSet<>();
  private final List<Row> rows = new ArrayList<>();
  private final boolean isBounds;
  private final int assets;
  private int[] columns = {};
  private boolean isFirst = true;

  private AssetRows(boolean isBounds, List<String> names) {
    this.isBounds = isBounds;
    assets = names.size();
    for (int k = 0; k < assets; k++) {
      positions.put(names.get(k).strip(), k);
    }
  }

  /**
   * Bounds of assets, each a row of one coefficient 1 with the asset's name.
   *
   * @throws InputException naming the place of what is wrong
   */
  public static List<Row> bounds(Path path, List<String> names) {
    return read(path, new AssetRows(true, names));
  }

  /**
   * Linear rows.
   *
   * @throws InputException naming the place of what is wrong
   */
  public static List<Row> linear(Path path, List<String> names) {
    return read(path, new AssetRows(false, names));
  }

  private static List<Row> read(Path path, AssetRows reader) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try (var text = TextSource.open(path, file, MAX_BYTES)) {
      char separator = Separator.of(text.sampleLines());
      CsvCells.forEach(text.reader(), separator, file, reader::add);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
    if (reader.rows.isEmpty()) {
      throw new InputException(file, "has no rows", "write at least one under the header");
    }
    return reader.rows;
  }

  private void add(CsvCells cells) {
    if (cells.isBlank()) {
      return;
    }
    if (isFirst) {
      isFirst = false;
      header(cells);
      return;
    }
    if (cells.count() != 3 + columns.length) {
      throw new InputException(
          cells.place(),
          "expected %d columns, found %d".formatted(3 + columns.length, cells.count()),
          "quote names that hold a separator");
    }
    double[] coefficients = new double[assets];
    if (isBounds) {
      coefficients[onlyOnce(cells, 0)] = 1;
    }
    for (int j = 0; j < columns.length; j++) {
      coefficients[columns[j]] = number(cells, 3 + j, 0);
    }
    double least = number(cells, 1, Double.NEGATIVE_INFINITY);
    double most = number(cells, 2, Double.POSITIVE_INFINITY);
    if (!(least <= most)) {
      throw new InputException(
          cells.place(),
          "at least %s and at most %s clash".formatted(least, most),
          "let the second column be the smaller one");
    }
    rows.add(new Row(cells.text(0), coefficients, least, most));
  }

  private void header(CsvCells cells) {
    String order = isBounds ? "asset,least,most" : "row,least,most,ASSET,ASSET,…";
    boolean fits = isBounds ? cells.count() == 3 : cells.count() > 3;
    if (!fits || cells.kind(1) != Numeral.Kind.TEXT || cells.kind(2) != Numeral.Kind.TEXT) {
      throw new InputException(cells.place(), "expected a header", "begin with " + order);
    }
    BoundHeading.require(cells, 1, false, order);
    BoundHeading.require(cells, 2, true, order);
    columns = new int[cells.count() - 3];
    for (int j = 0; j < columns.length; j++) {
      columns[j] = onlyOnce(cells, 3 + j);
    }
  }

  private int onlyOnce(CsvCells cells, int column) {
    int k = position(cells, column);
    if (!seen.add(k)) {
      throw new InputException(
          cells.place().atColumn(column + 1, "asset"),
          "the asset " + InputException.quote(cells.text(column)) + " is here for the second time",
          isBounds ? "write both of its bounds into one row" : "keep one of its columns");
    }
    return k;
  }

  private int position(CsvCells cells, int column) {
    Integer k = positions.get(cells.text(column).strip());
    if (k == null) {
      throw new InputException(
          cells.place().atColumn(column + 1, "asset"),
          "the asset "
              + InputException.quote(cells.text(column))
              + " is not in the table of returns",
          "remove it, or correct the name");
    }
    return k;
  }

  private static double number(CsvCells cells, int column, double ifEmpty) {
    if (cells.text(column).isBlank()) {
      return ifEmpty;
    }
    if (cells.kind(column) != Numeral.Kind.NUMBER) {
      throw new InputException(
          cells.place().atColumn(column + 1, column == 1 ? "least" : column == 2 ? "most" : null),
          "expected a number or nothing, found " + InputException.quote(cells.text(column)),
          "write it with a decimal point, such as 0.25 for 25 %");
    }
    return cells.value(column);
  }
}
