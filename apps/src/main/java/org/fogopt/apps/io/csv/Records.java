package org.fogopt.apps.io.csv;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.ReadOptions;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file record by record, for readers of files that are no tables of returns: packed or not,
 * separated by commas, semicolons or tabs, with decimal points or commas, with comments that begin
 * with {@code #}. Blank lines, titles above the header and empty columns behind the last are left
 * out.
 *
 * <pre>{@code
 * Records.forEach(Path.of("log.csv"), row -> sum += row.number(1, "reward"));
 * }</pre>
 */
public final class Records {
  private Records() {}

  /** One record; valid during the call only. */
  public static final class Row {
    private final CsvCells cells;
    private final List<Writing> writing; // by column

    private Row(CsvCells cells, List<Writing> writing) {
      this.cells = cells;
      this.writing = writing;
    }

    /** How many cells it has. */
    public int size() {
      return cells.count();
    }

    /** The line it stands on. */
    public int line() {
      return cells.line();
    }

    /** The k-th cell, from 0, without the blanks around it. */
    public String text(int k) {
      String text = cells.text(k);
      if (text.indexOf(TextSource.NOT_UTF8) >= 0) {
        throw CsvCells.notUtf8(cells.place().atColumn(k + 1, null));
      }
      return text;
    }

    public boolean isEmpty(int k) {
      return cells.isEmpty(k);
    }

    /** Whether the k-th cell is empty or says that a value is missing, as NA does. */
    public boolean isMissing(int k) {
      return cells.kind(k) == Numeral.Kind.MISSING;
    }

    public boolean isNumber(int k) {
      return cells.kind(k) == Numeral.Kind.NUMBER;
    }

    /** Whether the k-th cell says inf, or another word for a number that is not finite. */
    public boolean isInfinite(int k) {
      return cells.kind(k) == Numeral.Kind.INFINITE;
    }

    /**
     * The number in the k-th cell.
     *
     * @param name of the column, for messages
     * @throws InputException if it is none, or not finite
     */
    public double number(int k, @Nullable String name) {
      double value = isNumber(k) ? cells.value(k) : Double.NaN;
      if (Double.isFinite(value)) {
        while (writing.size() <= k) {
          writing.add(new Writing());
        }
        if (!writing.get(k).isPlain() || Double.isNaN(cells.shortValue(k))) {
          writing.get(k).add(cells, k, value, cells.place());
        }
        return value;
      }
      if (isMissing(k)) {
        throw wrong(k, name, "the value is missing", "fill it in, or remove the row");
      }
      throw wrong(
          k,
          name,
          "expected a finite number, found " + InputException.quote(text(k)),
          NumberStyle.isNumberSomehow(text(k))
              ? "write all numbers with the same decimal mark and without thousands separators"
              : "correct it");
    }

    /** Where the row is. */
    public Place place() {
      return cells.place();
    }

    /** That the k-th cell is not what it should be. */
    public InputException wrong(int k, @Nullable String name, String problem, String remedy) {
      return new InputException(cells.place().atColumn(k + 1, name), problem, remedy);
    }
  }

  /**
   * Hands every record to {@code each}.
   *
   * @return how the file was understood, where that is not plain
   * @throws InputException if the file is not there or no such text
   */
  public static List<String> forEach(Path path, Consumer<Row> each) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try (var text = TextSource.open(path, file, ReadOptions.DEFAULT_MAX_BYTES)) {
      text.requireTable(file);
      Layout layout = Layout.ofRecords(text, file);
      List<Writing> writing = new ArrayList<>();
      int comments =
          CsvCells.forEach(
              text.reader(),
              layout,
              file,
              cells -> {
                layout.trim(cells);
                if (!cells.isBlank() && cells.line() >= layout.firstLine()) {
                  if (cells.line() == layout.firstLine()) {
                    cells.complete(layout);
                  }
                  each.accept(new Row(cells, writing));
                }
              });
      return Remark.of(writing, layout, text, comments);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
  }

  /** Text of a file made fit for a message. */
  public static String quote(String text) {
    return InputException.quote(text);
  }
}
