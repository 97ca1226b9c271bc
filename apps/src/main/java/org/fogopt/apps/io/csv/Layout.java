package org.fogopt.apps.io.csv;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/**
 * How a file of one table is laid out, as its first characters show: what separates cells, how
 * numbers are written, what stands above the header, how wide the table is.
 *
 * @param separator between cells
 * @param style how numbers are written
 * @param firstLine where the table begins, below titles; 1 if there are none
 * @param titles the lines of the first and of the last title above the table; none if empty
 * @param width how many columns the table has; cells to the right of them are empty
 * @param columns what the columns hold
 * @param header how the header stands to the columns
 * @param numbered how many columns in front count the rows, before that of the dates: 0 or 1
 */
record Layout(
    char separator,
    NumberStyle style,
    int firstLine,
    List<Integer> titles,
    int width,
    List<Column> columns,
    Header header,
    int numbered) {
  private static final int MOST_RECORDS = 2000;

  /** How a header stands to the columns below it. */
  enum Header {
    /** A name for each, or there is none. */
    USUAL,
    /** None for the first, nor a place for it: as R writes row names. */
    SHORT,
    /** Rows "Price", "Ticker" and "Date", of which one has the names: as yfinance writes. */
    TICKERS
  }

  /** What most cells of a column are, below the header, as far as they hold anything. */
  enum Column {
    NUMBERS,
    DATES,
    /** Text that recurs in the first column, as in a table with a row per date and asset. */
    RECURRING,
    TEXT,
    /** Neither a name nor anything below it. */
    EMPTY
  }

  private static final Set<String> TICKER_HEADINGS =
      Set.of("ticker", "tickers", "symbol", "symbols");
  private static final Set<String> PANDAS_HEADINGS =
      Set.of("", "price", "attributes", "ticker", "tickers", "symbol", "symbols");

  private record Sample(int line, String[] cells) {
    String heading() {
      return cells[0].toLowerCase(Locale.ROOT);
    }

    /** Whether nothing but a quoted line end can be between it and the next. */
    boolean isMultiLine() {
      return Arrays.stream(cells).anyMatch(cell -> cell.indexOf('\n') >= 0);
    }

    boolean isBlank(int k) {
      return k >= cells.length || cells[k].isEmpty();
    }

    /** The cells up to the last that holds something. */
    int filledWidth() {
      int width = cells.length;
      while (width > 0 && cells[width - 1].isEmpty()) {
        width--;
      }
      return width;
    }

    /** How many different texts it has behind the first cell. */
    long kinds() {
      return Arrays.stream(cells).skip(1).distinct().count();
    }

    /** Whether it begins with a date or a number. */
    boolean isRow() {
      return isNumber(0) || DateText.isDate(cells[0]);
    }

    int filled() {
      int filled = 0;
      for (String cell : cells) {
        filled += cell.isEmpty() ? 0 : 1;
      }
      return filled;
    }

    boolean isNumber(int k) {
      return !isBlank(k) && NumberStyle.isNumberSomehow(cells[k]);
    }

    /** A number that is no date such as 202001. */
    boolean isPlainNumber(int k) {
      return isNumber(k) && !DateText.isDate(cells[k]);
    }

    boolean hasNumbers() {
      for (int k = 0; k < cells.length; k++) {
        if (isNumber(k)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Of a table whose numbers are plain. */
  static Layout plain(int width) {
    return new Layout(',', NumberStyle.PLAIN, 1, List.of(), width, List.of(), Header.USUAL, 0);
  }

  /**
   * Of a file.
   *
   * @param decimal the decimal mark, if it is known from elsewhere
   * @throws InputException if numbers can be read in two ways
   */
  static Layout of(TextSource text, Place file, @Nullable Character decimal) {
    char separator = Separator.of(text.sampleLines());
    List<Sample> sample = sample(text, separator, file);
    int tickers = tickers(sample, file);
    boolean isTickers = tickers >= 0;
    int header = isTickers ? tickers : header(sample);
    List<Integer> titles = titles(sample, header);
    List<Sample> table = withoutHeading(sample.subList(header, sample.size()));
    boolean isShort = isShort(table);
    int width = width(table) + (isShort ? 1 : 0);
    requireSeparators(table, width, file);
    var evidence = new NumberStyle.Evidence();
    for (int i = 1; i < table.size(); i++) {
      addTo(evidence, table.get(i), separator);
    }
    if (!table.isEmpty() && header == 0 && table.get(0).hasNumbers()) {
      addTo(evidence, table.get(0), separator);
    }
    NumberStyle style = decimal == null ? evidence.style() : new NumberStyle(decimal, true);
    NumberStyle.Evidence.Cell doubtful = decimal == null ? evidence.ambiguous() : null;
    if (doubtful != null) {
      throw new InputException(
          file.atRow(doubtful.line()).atColumn(doubtful.column(), null),
          "%s can be %s".formatted(InputException.quote(doubtful.text()), doubtful.readings()),
          "say which with --decimal point or --decimal comma");
    }
    int firstLine = table.isEmpty() ? 1 : table.get(0).line;
    List<Column> columns = columns(table, width);
    boolean isNumbered =
        width > 2
            && columns.get(1) == Column.DATES
            && (countsRows(table) || table.stream().allMatch(row -> row.isBlank(0)));
    return new Layout(
        separator,
        style,
        firstLine,
        isTickers ? List.of() : titles,
        Math.max(1, width),
        columns,
        isTickers ? Header.TICKERS : isShort ? Header.SHORT : Header.USUAL,
        isNumbered ? 1 : 0);
  }

  /** Of a file of records, which need be no numbers. */
  static Layout ofRecords(TextSource text, Place file) {
    char separator = Separator.of(text.sampleLines());
    List<Sample> sample = sample(text, separator, file);
    var evidence = new NumberStyle.Evidence();
    sample.forEach(row -> addTo(evidence, row, separator));
    int header = header(sample);
    int first = sample.isEmpty() ? 1 : sample.get(header).line;
    int width = sample.stream().skip(header).mapToInt(Sample::filledWidth).max().orElse(1);
    List<Sample> table = sample.subList(header, sample.size());
    List<Column> columns = columns(table, 1);
    return new Layout(
        separator,
        evidence.style(),
        first,
        titles(sample, header),
        width,
        columns,
        isShort(table) ? Header.SHORT : Header.USUAL,
        0);
  }

  private static List<Integer> titles(List<Sample> sample, int header) {
    return header == 0 ? List.of() : List.of(sample.get(0).line, sample.get(header - 1).line);
  }

  /**
   * Which of two rows above the heading of the dates names the assets, while the other names the
   * price, as pandas writes them; −1 if there are none.
   */
  private static int tickers(List<Sample> sample, Place file) {
    if (sample.size() < 4 || sample.get(2).filled() != 1 || sample.get(2).isBlank(0)) {
      return -1;
    }
    int width = sample.get(3).filledWidth();
    for (Sample row : sample.subList(0, 2)) {
      if (row.filledWidth() != width || !PANDAS_HEADINGS.contains(row.heading())) {
        return -1;
      }
    }
    boolean isFieldBelow = sample.get(0).kinds() > 1 && sample.get(1).kinds() == 1;
    int names = TICKER_HEADINGS.contains(sample.get(0).heading()) || isFieldBelow ? 0 : 1;
    Sample other = sample.get(1 - names);
    List<String> prices =
        Arrays.stream(other.cells).skip(1).distinct().map(InputException::quote).toList();
    if (prices.size() > 1) {
      throw new InputException(
          file.atRow(other.line),
          "has several prices of each asset: " + String.join(", ", prices),
          "keep one price of each asset");
    }
    return names;
  }

  /** Removes a row below the names that only names the first column, as pandas writes it. */
  private static List<Sample> withoutHeading(List<Sample> table) {
    boolean isHeading =
        table.size() > 2
            && table.get(0).filled() > 1
            && table.get(1).filled() == 1
            && !table.get(1).isBlank(0)
            && !table.get(1).isNumber(0)
            && !DateText.isDate(table.get(1).cells[0])
            && table.get(2).hasNumbers();
    if (!isHeading) {
      return table;
    }
    List<Sample> rows = new ArrayList<>(table);
    rows.remove(1);
    return rows;
  }

  /** Whether all rows have one cell more than there are names, and the first cell is no asset. */
  private static boolean isShort(List<Sample> table) {
    if (table.size() < 3 || table.get(0).hasNumbers()) {
      return false;
    }
    Sample names = table.get(0);
    int width = names.filledWidth() + 1;
    return names.filled() == names.cells.length
        && table.stream().skip(1).allMatch(row -> row.filledWidth() == width)
        && (!Dates.isHeading(names.cells[0])
            || table.stream().skip(1).allMatch(row -> DateText.isDate(row.cells[1])))
        && (countsRows(table)
            || table.stream().skip(1).noneMatch(row -> row.isBlank(0) || row.isPlainNumber(0)));
  }

  /** Whether the first cells are 0, 1, 2 and so on, or 1, 2, 3. */
  private static boolean countsRows(List<Sample> table) {
    List<Sample> rows = table.get(0).isNumber(0) ? table : table.subList(1, table.size());
    String first = rows.isEmpty() ? "" : rows.get(0).cells[0];
    if (rows.size() < 2 || !(first.equals("0") || first.equals("1"))) {
      return false;
    }
    for (int i = 0; i < rows.size(); i++) {
      if (!rows.get(i).cells[0].equals(Integer.toString(Integer.parseInt(first) + i))) {
        return false;
      }
    }
    return true;
  }

  /** Blanks between numbers separate nothing: they may be in names, and are in dates. */
  private static void requireSeparators(List<Sample> table, int width, Place file) {
    if (width == 1
        && table.size() > 1
        && table.stream().skip(1).allMatch(row -> row.cells[0].matches("\\S+(\\s+[-+.0-9eE]+)+"))) {
      throw new InputException(
          file,
          "has blanks between its cells",
          "write them separated by commas, semicolons or tabs");
    }
    if (width == 1
        && table.size() > 1
        && table.stream().allMatch(row -> row.cells[0].matches("[^,;\\t]*[,;\\t].*"))) {
      throw new InputException(
          file, "has each row in quotes, as one cell", "remove the quotes around the rows");
    }
  }

  /** As many as there are names; without a header, up to the last cell that holds something. */
  private static int width(List<Sample> table) {
    if (!table.isEmpty() && !table.get(0).hasNumbers() && table.get(0).filled() > 1) {
      return table.get(0).filledWidth();
    }
    return table.stream().mapToInt(Sample::filledWidth).max().orElse(0);
  }

  /** The first cell may be a date such as 12.2020, which is no number. */
  private static void addTo(NumberStyle.Evidence evidence, Sample row, char separator) {
    for (int k = DateText.isDate(row.cells[0]) ? 1 : 0; k < row.cells.length; k++) {
      evidence.add(row.cells[k], row.line, k + 1, separator);
    }
  }

  /** The records of the first characters; a quote that is not closed among them is found later. */
  private static List<Sample> sample(TextSource text, char separator, Place file) {
    List<Sample> records = new ArrayList<>();
    String lines = String.join("\n", text.sampleLines());
    int first = Separator.isDeclared(lines) ? 2 : 1;
    try {
      CsvCells.forEach(
          new StringReader(lines),
          separator,
          file,
          cells -> {
            if (!cells.isBlank() && records.size() < MOST_RECORDS && cells.line() >= first) {
              var texts = new String[cells.count()];
              for (int k = 0; k < texts.length; k++) {
                texts[k] = cells.text(k);
              }
              records.add(new Sample(cells.line(), texts));
            }
          });
    } catch (InputException e) {
      // Met again, with the right line, when the file is read.
    }
    return records;
  }

  /**
   * Which record is the first of the table. Above it may be titles: rows of fewer cells that do not
   * begin with a number, above a header that has a name for each column; or any that are no rows,
   * with an empty line between them and the header.
   */
  private static int header(List<Sample> sample) {
    int width = usualWidth(sample);
    for (int i = 1; i + 1 < sample.size() && width >= 2 && !sample.get(i - 1).isRow(); i++) {
      Sample before = sample.get(i - 1);
      Sample row = sample.get(i);
      Sample after = sample.get(i + 1);
      if (row.line > before.line + 1
          && !before.isMultiLine()
          && row.filled() >= width - 1
          && row.filledWidth() <= width
          && !row.hasNumbers()
          && after.filledWidth() == width
          && after.hasNumbers()) {
        return i;
      }
    }
    for (int i = 0; i + 1 < sample.size() && width >= 2; i++) {
      Sample row = sample.get(i);
      boolean isFull = row.filledWidth() >= width && row.filled() >= width - 1;
      if (isFull) {
        return !row.hasNumbers() || i == 0 ? i : 0;
      }
      boolean isTitle = row.filled() < width && !row.isNumber(0);
      if (!isTitle || DateText.isDate(row.cells[0])) {
        return 0;
      }
    }
    return 0;
  }

  private static int usualWidth(List<Sample> sample) {
    Map<Integer, Integer> counts = new HashMap<>();
    sample.forEach(row -> counts.merge(row.filledWidth(), 1, Integer::sum));
    return counts.entrySet().stream()
        .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  private static List<Column> columns(List<Sample> table, int width) {
    List<Column> columns = new ArrayList<>();
    for (int k = 0; k < width; k++) {
      columns.add(column(table, k));
    }
    return columns;
  }

  private static Column column(List<Sample> table, int k) {
    int filled = 0;
    int dates = 0;
    int texts = 0;
    Set<String> different = new HashSet<>();
    for (int i = 1; i < table.size(); i++) {
      Sample row = table.get(i);
      if (!row.isBlank(k)) {
        filled++;
        different.add(row.cells[k]);
        dates += DateText.isDate(row.cells[k]) ? 1 : 0;
        texts += row.isNumber(k) || Numeral.kind(row.cells[k]) != Numeral.Kind.TEXT ? 0 : 1;
      }
    }
    if (filled == 0 && !table.isEmpty() && table.get(0).isBlank(k)) {
      return Column.EMPTY;
    }
    boolean recurs = k == 0 && 2 * different.size() <= filled;
    if (recurs && (dates + texts >= filled || Dates.isAssetHeading(table.get(0).cells[0]))) {
      return Column.RECURRING;
    }
    if (filled > 1 && 2 * dates > filled) {
      return Column.DATES;
    }
    return filled > (k == 0 ? 1 : 0) && texts == filled ? Column.TEXT : Column.NUMBERS;
  }

  /** What there is to say of it; nothing if it is usual. */
  String remark() {
    if (numbered > 0) {
      return "an empty column or row numbers in front of the dates skipped";
    }
    if (columns.contains(Column.EMPTY)) {
      return "empty columns skipped";
    }
    return switch (header) {
      case USUAL -> "";
      case SHORT -> "no name for the first column, which labels the rows";
      case TICKERS -> "names from row " + firstLine;
    };
  }

  /** Leaves out empty cells on both sides of a table. */
  void trim(CsvCells cells) {
    cells.cutTo(width);
    if (column(0) == Column.EMPTY) {
      cells.cutFirst();
    }
  }

  /** What a column holds. */
  Column column(int k) {
    return k < columns.size() ? columns.get(k) : Column.NUMBERS;
  }
}
