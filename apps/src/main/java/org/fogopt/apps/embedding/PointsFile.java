package org.fogopt.apps.embedding;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.Dates;
import org.fogopt.apps.io.csv.Keys;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.learn.table.Features;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Reads points from CSV: a row per point, header optional, one column of labels anywhere; or takes
 * those of a matrix. The first row of CSV is a header if it is text alone, one of its cells says
 * label, class or target, one is text over a column of numbers, or its numbers count the columns.
 */
final class PointsFile {
  /** Headings of a column of labels, whatever it holds. */
  private static final Set<String> LABELS = Set.of("label", "labels", "class", "target");

  /** What the column of row numbers of pandas is called, written once or twice. */
  private static final Set<String> UNNAMED = Set.of("", "unnamed: 0");

  private final Place file;
  private final @Nullable String wanted;
  private final boolean mayLackLabels;
  private final List<String> header = new ArrayList<>();
  private @Nullable FirstRow pending; // until the second is seen
  private int width;
  private boolean[] isText = new boolean[0];
  private final List<List<String>> texts = new ArrayList<>(); // by column; empty where numbers
  private double[] values = new double[1 << 10];
  private int[] lines = new int[16];
  private int rows;
  private int label = -1;
  private boolean hasNumberedHeader;
  private List<String> remarks = List.of(); // how the file was read

  private PointsFile(Place file, @Nullable String wanted, boolean mayLackLabels) {
    this.file = file;
    this.wanted = wanted;
    this.mayLackLabels = mayLackLabels;
  }

  /** Points with their labels, the heading of these, and how the columns were understood. */
  record Contents(
      Rows rows,
      List<String> labels,
      @Nullable String labelled,
      List<String> notes,
      List<String> columns,
      @Nullable Features features) {}

  /**
   * Reads.
   *
   * @param wanted the column of labels: its name, {@code first} or {@code last}; null: one named
   *     label, class or target, or a first or last column of texts that recur
   * @param mayLackLabels whether there need be no column of the name that is wanted
   * @throws InputException naming the place and a remedy
   */
  static Contents read(Path path, @Nullable String wanted, boolean mayLackLabels, Columns how) {
    var reader = new PointsFile(Place.in(path), wanted, mayLackLabels);
    reader.remarks = Records.forEach(path, reader::add);
    FirstRow alone = reader.pending;
    if (alone != null) {
      reader.start(alone, isHeading(alone));
    }
    return reader.contents(how);
  }

  /**
   * The points of a file that holds numbers alone, without names.
   *
   * @param numbers NaN where one is missing
   */
  static Contents of(Rows numbers, Place file, Columns how) {
    if (how.arePlain() && isWhole(numbers)) {
      return new Contents(numbers, List.of(), null, List.of(), List.of(), null);
    }
    var reader = new PointsFile(file, null, true);
    reader.width = numbers.columns();
    reader.isText = new boolean[reader.width];
    for (int i = 0; i < numbers.rows(); i++) {
      for (int k = 0; k < reader.width; k++) {
        reader.put(k, numbers.get(i, k));
      }
      reader.endRow(i + 1);
    }
    return reader.contents(how);
  }

  private static boolean isWhole(Rows numbers) {
    double[] row = new double[numbers.columns()];
    for (int i = 0; i < numbers.rows(); i++) {
      numbers.copyTo(i, row);
      for (double value : row) {
        if (Double.isNaN(value)) {
          return false;
        }
      }
    }
    return true;
  }

  private void add(Records.Row row) {
    if (width == 0) {
      width = row.size();
      isText = new boolean[width];
      pending = FirstRow.of(row);
      return;
    }
    if (row.size() != width) {
      throw new InputException(
          row.place(),
          "expected %d columns as in the first row, found %d".formatted(width, row.size()),
          row.size() == 1 && !row.isNumber(0)
              ? "remove the row if it is text below the table, or check its separators"
              : "check the separators in this row");
    }
    FirstRow before = pending;
    if (before != null) {
      double[] second = new double[width];
      boolean isHeader = isHeading(before);
      for (int k = 0; k < width; k++) {
        second[k] = row.isNumber(k) ? row.number(k, null) : Double.NaN;
        if (row.isNumber(k) && before.isName(k)) {
          before.requireNoDecimals(k, file);
          isHeader = true;
        }
        isText[k] = !row.isNumber(k) && !row.isMissing(k) && !row.isInfinite(k);
      }
      start(before, isHeader || before.isCountOfColumns(second));
    }
    for (int k = 0; k < width; k++) {
      addCell(row, k);
    }
    endRow(row.line());
  }

  /** Whether a row can be nothing but a header. */
  private static boolean isHeading(FirstRow row) {
    return row.isTextAlone()
        || Arrays.stream(row.cells())
            .anyMatch(cell -> LABELS.contains(cell.toLowerCase(Locale.ROOT)));
  }

  /** Decides about the first row, and which column holds labels. */
  private void start(FirstRow row, boolean isHeader) {
    pending = null;
    if (isHeader) {
      Arrays.stream(row.cells())
          .map(name -> name.replaceAll("\\s*[\r\n]\\s*", " "))
          .forEach(header::add);
      hasNumberedHeader = IntStream.range(0, width).anyMatch(row::isNumber);
    }
    label = label();
    for (int k = 0; k < width; k++) {
      texts.add(new ArrayList<>());
      isText[k] |= k == label;
    }
    if (!isHeader) {
      for (int k = 0; k < width; k++) {
        isText[k] |= row.isName(k);
        put(k, isText[k] ? Double.NaN : row.values()[k]);
        if (isText[k]) {
          texts.get(k).add(row.cells()[k]);
        }
      }
      endRow(row.line());
    }
  }

  private int label() {
    if (wanted == null) {
      return IntStream.range(0, header.size())
          .filter(k -> LABELS.contains(header.get(k).toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElse(-1);
    }
    int named = header.indexOf(wanted);
    if (named >= 0) {
      return named;
    }
    return switch (wanted.toLowerCase(Locale.ROOT)) {
      case "first" -> 0;
      case "last" -> width - 1;
      default -> {
        if (mayLackLabels) {
          yield -1;
        }
        throw new InputException(
            file,
            "has no column %s, and there is no file of that name"
                .formatted(InputException.quote(wanted)),
            header.isEmpty()
                ? "give first or last, as the file has no header"
                : "its columns are " + shown(header));
      }
    };
  }

  private static String shown(List<String> names) {
    return names.stream().limit(8).collect(Collectors.joining(", "))
        + (names.size() > 8 ? ", …" : "");
  }

  private void addCell(Records.Row row, int k) {
    if (isText[k]) {
      texts.get(k).add(row.isMissing(k) ? "" : row.text(k));
      put(k, Double.NaN);
    } else if (row.isMissing(k)) {
      put(k, Double.NaN);
    } else if (row.isNumber(k) || row.isInfinite(k)) {
      put(k, row.number(k, name(k)));
    } else if (IntStream.range(0, rows).allMatch(i -> Double.isNaN(values[i * width + k]))) {
      isText[k] = true; // the first cells were missing
      texts.get(k).addAll(Collections.nCopies(rows, ""));
      addCell(row, k);
    } else {
      throw row.wrong(
          k,
          name(k),
          "expected a number, found " + Records.quote(row.text(k)),
          "correct it, or leave the cell empty and use --missing drop-rows");
    }
  }

  private @Nullable String name(int k) {
    return header.isEmpty() ? null : header.get(k);
  }

  private void put(int k, double value) {
    int at = rows * width + k;
    if (at >= values.length) {
      values =
          Arrays.copyOf(values, Math.max(at + 1, (int) Math.min(Integer.MAX_VALUE - 8, 2L * at)));
    }
    values[at] = value;
  }

  private void endRow(int line) {
    if (rows == lines.length) {
      lines = Arrays.copyOf(lines, 2 * rows);
    }
    lines[rows++] = line;
    if ((long) (rows + 1) * width > Integer.MAX_VALUE - 8) {
      throw new InputException(file, "holds more numbers than one array can", "take fewer rows");
    }
  }

  private Contents contents(Columns how) {
    if (rows == 0) {
      throw new InputException(file, "holds no points", "expected a row of numbers for each");
    }
    List<String> notes = new ArrayList<>(remarks);
    if (label < 0 && wanted == null) {
      label = recurring(0) ? 0 : recurring(width - 1) ? width - 1 : -1;
    }
    if (hasNumberedHeader) {
      notes.add("the first row is taken for a header: " + shown(header));
    }
    if (label >= 0) {
      long missing = texts.get(label).stream().filter(String::isEmpty).count();
      notes.add(
          "labels: %s%s"
              .formatted(
                  described(label), missing > 0 ? ", missing in %d rows".formatted(missing) : ""));
    }
    List<Integer> columns = new ArrayList<>();
    boolean hasCategories = false;
    for (int k = 0; k < width; k++) {
      if (k == 0 && isText[0] && label != 0 && !recurring(0)) {
        notes.add(described(0) + " holds texts and is not used");
      } else if (k == 0 && label != 0 && numbersRows()) {
        notes.add(described(0) + " numbers the rows and is not used");
      } else if (k != label && isEmpty(k)) {
        notes.add("an empty column skipped");
      } else if (k != label && isKey(k)) {
        notes.add(described(k) + " holds keys and is not used");
      } else if (k != label && !isText[k] && Keys.areDates(numbers(k))) {
        notes.add(described(k) + " holds dates and is not used");
      } else if (k != label) {
        if (isText[k] && how.fitted() == null && !recurring(k)) {
          throw new InputException(
              file.atColumn(k + 1, name(k)),
              "holds text, such as " + Records.quote(texts.get(k).get(0)),
              "remove the column, or name it with --labels if it holds labels");
        }
        hasCategories |= isText[k];
        columns.add(k);
      }
    }
    if (columns.isEmpty()) {
      throw new InputException(
          file.atRow(lines[0]),
          "holds no numbers, but "
              + Records.quote(isText[0] ? texts.get(0).get(0) : texts.get(width - 1).get(0)),
          "expected a row of numbers for each point, separated by commas, blanks or tabs");
    }
    return hasCategories || !how.arePlain()
        ? encoded(columns, how, notes)
        : withoutMissing(columns, how.missing(), notes);
  }

  private Contents encoded(List<Integer> columns, Columns how, List<String> notes) {
    if (!how.fills() && how.missing() != Missing.REFUSE) {
      throw new InputException(
          file,
          "has categories or is to be standardised, where nothing is dropped",
          "use --missing fill");
    }
    List<DataTable.Column> all = new ArrayList<>();
    for (int k : columns) {
      String heading = name(k);
      String name = heading == null || heading.isEmpty() ? "column " + (k + 1) : heading;
      if (isText[k]) {
        all.add(category(name, texts.get(k)));
        notes.add("%s holds categories: a column for each".formatted(described(k)));
      } else {
        double[] column = new double[rows];
        Arrays.setAll(column, i -> values[i * width + k]);
        all.add(new DataTable.Numbers(name, column));
      }
    }
    for (int i = 0; i < rows && !how.fills(); i++) {
      for (int c = 0; c < all.size(); c++) {
        if (all.get(c).isMissing(i)) {
          throw missing(i, columns.get(c), "fill");
        }
      }
    }
    var table = new DataTable(all, Arrays.copyOf(lines, rows), null, file.file(), List.of());
    return how.encode(
        table, label < 0 ? List.of() : texts.get(label), label < 0 ? null : name(label), notes);
  }

  private InputException missing(int row, int k, String how) {
    return new InputException(
        file.atRow(lines[row]).atColumn(k + 1, name(k)),
        "the value is missing",
        "fill it in, or use --missing " + how);
  }

  private static DataTable.Texts category(String name, List<String> cells) {
    List<String> levels = cells.stream().filter(cell -> !cell.isEmpty()).distinct().toList();
    Map<String, Integer> numbers = new HashMap<>();
    levels.forEach(level -> numbers.put(level, numbers.size()));
    int[] codes = cells.stream().mapToInt(cell -> numbers.getOrDefault(cell, -1)).toArray();
    return new DataTable.Texts(name, codes, levels);
  }

  private String described(int k) {
    String name = name(k);
    return "column " + (k + 1) + (name == null ? "" : " (" + Records.quote(name) + ")");
  }

  /** Whether the first column has no name or one such as index, and counts the rows. */
  private boolean numbersRows() {
    String name = name(0);
    boolean isNamedSo = name != null && (name.isEmpty() || Dates.isRowHeading(name));
    return isNamedSo
        && width > 1
        && rows > 2
        && IntStream.range(1, rows).allMatch(i -> values[i * width] == values[0] + i);
  }

  /** Whether a column called id, or customer_id, holds whole numbers that all differ. */
  private boolean isKey(int k) {
    String name = name(k);
    return name != null
        && (Keys.isName(name) || (k == 0 && UNNAMED.contains(name.toLowerCase(Locale.ROOT))))
        && Keys.areKeys(numbers(k));
  }

  private double[] numbers(int k) {
    return IntStream.range(0, rows).mapToDouble(i -> values[i * width + k]).toArray();
  }

  /** Whether it has neither a name nor anything below it. */
  private boolean isEmpty(int k) {
    return "".equals(name(k)) && !isText[k] && Arrays.stream(numbers(k)).allMatch(Double::isNaN);
  }

  private boolean recurring(int k) {
    return isText[k] && 2 * new HashSet<>(texts.get(k)).size() <= rows;
  }

  private Contents withoutMissing(List<Integer> columns, Missing missing, List<String> notes) {
    List<Integer> kept = new ArrayList<>();
    List<Integer> full = new ArrayList<>(columns);
    for (int i = 0; i < rows; i++) {
      boolean isFull = true;
      for (int k : columns) {
        if (Double.isNaN(values[i * width + k])) {
          isFull = false;
          full.remove((Integer) k);
          if (missing == Missing.REFUSE) {
            throw missing(i, k, "fill, drop-rows or drop-columns");
          }
        }
      }
      if (isFull || missing == Missing.DROP_ASSETS) {
        kept.add(i);
      }
    }
    List<Integer> used = missing == Missing.DROP_ASSETS ? full : columns;
    if (kept.isEmpty() || used.isEmpty()) {
      throw new InputException(
          file, "nothing is left without missing values", "fill them in, or drop the other way");
    }
    if (kept.size() < rows) {
      notes.add("%d of %d rows dropped: a value is missing".formatted(rows - kept.size(), rows));
    }
    if (used.size() < columns.size()) {
      notes.add(
          "%d of %d columns dropped: a value is missing"
              .formatted(columns.size() - used.size(), columns.size()));
    }
    double[] all = new double[kept.size() * used.size()];
    int at = 0;
    for (int i : kept) {
      for (int k : used) {
        all[at++] = values[i * width + k];
      }
    }
    List<String> labels =
        label < 0 ? List.of() : kept.stream().map(i -> texts.get(label).get(i)).toList();
    List<String> names = header.isEmpty() ? List.of() : used.stream().map(header::get).toList();
    String labelled = label < 0 ? null : name(label);
    return new Contents(
        Rows.of(kept.size(), used.size(), all), labels, labelled, notes, names, null);
  }
}
