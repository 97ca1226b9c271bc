package org.fogopt.apps.io.csv;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.reader.RecordType;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Missing;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one record, without the blanks around them. One object serves all records of a file,
 * and a number is read where it lies: no String per cell.
 */
public final class CsvCells extends CsvCallbackHandler<CsvCells> {
  /** More columns than any table of assets has; a file of commas only should end here. */
  public static final int MAX_COLUMNS = 100_000;

  /** The longest cell; an unclosed quote should end here and not with the file. */
  public static final int MAX_CELL = 1 << 16;

  private static final int MAX_RECORD = 1 << 24;
  private static final String RULE = "-=+:";

  /**
   * What follows the # of a first cell that begins no comment: the heading # with another one
   * beside it, or an error of a spreadsheet, such as #N/A.
   */
  private static final Pattern SHARP_CELL =
      Pattern.compile(
          "(?=[,;|\\t] *[^,;|\\t\\s])"
              + "|(N/A|NA|NV|N/D|DIV/0!|VALUE!|REF!|NAME\\?|NUM!|NULL!)(?=[,;|\\t])");

  private static final char NO_QUOTES = '\0';
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final char NO_BREAK_SPACE = '\u00A0';

  private final Place file;
  private char[] chars = new char[1 << 12];
  private int[] ends = new int[1 << 6];
  private int count;
  private int line;
  private RecordType type = RecordType.DATA;
  private long separators; // between the cells of the last record
  private int commentsLikeRows;
  private int plainCell = -1; // the last that was found to be a plain number
  private final @Nullable NumberStyle style; // null: plain numbers only
  private final NumberStyle.Plain plain = new NumberStyle.Plain();

  private final char separator;

  private CsvCells(Place file, @Nullable NumberStyle style, char separator) {
    this.file = file;
    this.style = style;
    this.separator = separator;
  }

  /** Hands every record that holds something, but no comment, to {@code each}. */
  public static void forEach(Reader reader, char separator, Place file, Consumer<CsvCells> each) {
    forEach(reader, separator, null, file, each);
  }

  /**
   * The same of a file that may write numbers in its own style.
   *
   * @return how many comments have as many cells as the record above them
   */
  static int forEach(Reader reader, Layout layout, Place file, Consumer<CsvCells> each) {
    return forEach(reader, layout.separator(), layout.style(), file, each);
  }

  private static int forEach(
      Reader reader,
      char separator,
      @Nullable NumberStyle style,
      Place file,
      Consumer<CsvCells> each) {
    var builder =
        CsvReader.builder().commentStrategy(CommentStrategy.READ).fieldSeparator(separator);
    var cells = new CsvCells(file, style, separator);
    run(builder, reader, cells, each);
    return cells.commentsLikeRows;
  }

  /** Hands every line, empty ones too, to {@code each}: nothing is a comment, nothing quoted. */
  static void forEachLine(Reader reader, Place file, Consumer<CsvCells> each) {
    var builder = CsvReader.builder().skipEmptyLines(false).quoteCharacter(NO_QUOTES);
    run(builder, reader, new CsvCells(file, null, ','), each);
  }

  private static void run(
      CsvReader.CsvReaderBuilder builder, Reader reader, CsvCells cells, Consumer<CsvCells> each) {
    builder
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .maxBufferSize(MAX_CELL);
    try (var records = builder.build(cells, reader)) {
      for (CsvCells record : records) {
        if (record.type != RecordType.COMMENT && !record.isRule()) {
          each.accept(record);
        }
      }
    } catch (CsvParseException e) {
      throw cells.failure(e);
    } catch (UncheckedIOException e) {
      throw InputFile.failure(cells.place(), Objects.requireNonNull(e.getCause()));
    } catch (IOException e) {
      throw InputFile.failure(cells.file, e);
    }
  }

  private InputException failure(CsvParseException e) {
    if (e.getCause() instanceof InputException cause) {
      return cause;
    }
    if (e.getCause() instanceof OutOfMemoryError error) {
      throw error;
    }
    // The library speaks of its buffer and its settings, which mean nothing to a user.
    return new InputException(
        place(),
        "a quote is not closed, text follows a closing quote, or a cell is longer than "
            + MAX_CELL
            + " characters",
        "check the quotes in this row",
        e);
  }

  @Override
  protected RecordType getRecordType() {
    return type;
  }

  @Override
  protected int getFieldCount() {
    return count;
  }

  @Override
  protected void beginRecord(long startingLineNumber) {
    line = Math.toIntExact(startingLineNumber);
    separators = count > 0 ? count - 1 : separators;
    count = 0;
    plainCell = -1;
    type = RecordType.DATA;
  }

  @Override
  protected void addField(char[] buffer, int offset, int length, boolean quoted) {
    int from = offset;
    int to = offset + length;
    while (from < to && isBlank(buffer[from])) {
      from++;
    }
    while (from < to && isBlank(buffer[to - 1])) {
      to--;
    }
    if (separator == ' ' && from == to && !quoted) {
      return; // several blanks are one
    }
    if (count == MAX_COLUMNS) {
      throw new InputException(
          place(), "has more than " + MAX_COLUMNS + " columns", "expected a row per line");
    }
    int begin = start(count);
    int end = begin + to - from;
    if (end > MAX_RECORD) {
      throw new InputException(
          place(), "is longer than " + MAX_RECORD + " characters", "expected a row per line");
    }
    if (end > chars.length) {
      chars = Arrays.copyOf(chars, Math.max(end, 2 * chars.length));
    }
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    System.arraycopy(buffer, from, chars, begin, to - from);
    ends[count++] = end;
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || c == NO_BREAK_SPACE || c == BYTE_ORDER_MARK;
  }

  @Override
  protected void setComment(char[] buffer, int offset, int length) {
    type = RecordType.COMMENT;
    var text = new String(buffer, offset, length);
    Matcher first = SHARP_CELL.matcher(text);
    if (first.lookingAt() && text.charAt(first.end()) == separator) {
      addRow(text);
      return;
    }
    int end = offset;
    while (end < offset + length && buffer[end] == '#') {
      end++;
    }
    if (end > offset && end < offset + length && ",;|\t".indexOf(buffer[end]) >= 0) {
      throw NotANumber.tooNarrow(place().atColumn(1, null)); // not a comment: a cell of # alone
    }
    boolean isLikeRow = text.chars().filter(c -> c == separator).count() == separators;
    commentsLikeRows += isLikeRow && separators > 0 && !text.startsWith(" ") ? 1 : 0;
  }

  /** The cells of a line that begins with # and is no comment. */
  private void addRow(String text) {
    int at = line;
    var row = CsvReader.builder().fieldSeparator(separator).allowUnclosedQuote(false);
    row.build(this, "#" + text).forEach(cells -> {});
    line = at;
  }

  @Override
  protected void setEmpty() {
    type = RecordType.EMPTY;
  }

  @Override
  protected CsvCells buildRecord() {
    return this;
  }

  /** How many cells the record has; none if the line is empty. */
  public int count() {
    return count;
  }

  /** The line on which the record starts, from 1. */
  public int line() {
    return line;
  }

  /** Where this record is. */
  public Place place() {
    return line > 0 ? file.atRow(line) : file;
  }

  private int start(int k) {
    return k == 0 ? 0 : ends[k - 1];
  }

  /** Whether no cell holds anything. */
  public boolean isBlank() {
    return count == 0 || ends[count - 1] == 0;
  }

  boolean isEmpty(int k) {
    return start(k) == ends[k];
  }

  public Numeral.Kind kind(int k) {
    Numeral.Kind kind = Numeral.kind(chars, start(k), ends[k]);
    if (kind == Numeral.Kind.NUMBER && !isOfAnotherStyle(k)) {
      plainCell = k;
      return kind;
    }
    if (style == null || kind == Numeral.Kind.MISSING || kind == Numeral.Kind.INFINITE) {
      return kind;
    }
    boolean isNumber = style.plain(chars, start(k), ends[k], plain);
    return isNumber ? Numeral.Kind.NUMBER : Numeral.Kind.TEXT;
  }

  /** Whether a point in it cannot be the decimal point. */
  private boolean isOfAnotherStyle(int k) {
    return style != null && style.decimal() != '.' && text(k).indexOf('.') >= 0;
  }

  /** Whether a number needs no style to be read. */
  private boolean isPlain(int k) {
    return plainCell == k || (Numeral.isNumber(chars, start(k), ends[k]) && !isOfAnotherStyle(k));
  }

  /** The value of a cell that is a number. */
  public double value(int k) {
    if (isPlain(k)) {
      return Numeral.value(chars, start(k), ends[k]);
    }
    NumberStyle how = style == null ? NumberStyle.PLAIN : style;
    how.plain(chars, start(k), ends[k], plain);
    return plain.value();
  }

  /** The value of a cell that is a short plain number; NaN if it is anything else. */
  double shortValue(int k) {
    return style == null || style.decimal() == '.'
        ? Numeral.shortValue(chars, start(k), ends[k])
        : Double.NaN;
  }

  /** How the number in a cell is written; null if it is plain. */
  NumberStyle.@Nullable Plain written(int k) {
    if (style == null || isPlain(k)) {
      return null;
    }
    style.plain(chars, start(k), ends[k], plain);
    return plain;
  }

  /** Puts an empty name in front of a header that has none for the first column. */
  void complete(Layout layout) {
    if (layout.header() == Layout.Header.SHORT) {
      insertEmpty();
    }
  }

  private void insertEmpty() {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    System.arraycopy(ends, 0, ends, 1, count);
    ends[0] = 0;
    count++;
    plainCell = -1;
  }

  /** Leaves out the first cell, if it is empty. */
  void cutFirst() {
    if (count > 1 && isEmpty(0)) {
      System.arraycopy(ends, 1, ends, 0, --count);
    }
  }

  /** Leaves out empty cells to the right of a table. */
  void cutTo(int width) {
    if (count > width && ends[count - 1] == (width == 0 ? 0 : ends[width - 1])) {
      count = width;
    }
  }

  /** Whether it holds nothing but words in its first cell, and no row with other separators. */
  boolean isTextAlone() {
    return count > 0
        && ends[0] == ends[count - 1]
        && kind(0) == Numeral.Kind.TEXT
        && !beginsWithNumber()
        && !DateText.isDate(text(0))
        && !text(0).matches(".*[;\t|,] *[-+]?[0-9].*");
  }

  /** Whether it holds texts and years alone, fewer than a row has cells: a sentence with commas. */
  boolean isSentence(int width) {
    int filled = 0;
    for (int k = 0; k < count; k++) {
      filled += isEmpty(k) ? 0 : 1;
      boolean isText = kind(k) == Numeral.Kind.TEXT && !DateText.isDate(text(k));
      boolean isYear = k > 0 && text(k).matches("(19|20)[0-9]{2}");
      if (!isText && !isYear && !(isEmpty(k) && k > 0)) {
        return false;
      }
    }
    return filled < width && !beginsWithNumber();
  }

  /** But not with that of a note, as in "1) net of fees". */
  private boolean beginsWithNumber() {
    return Character.isDigit(chars[0]) && !text(0).matches("[0-9]{1,2}[.)] *\\p{L}.*");
  }

  /** Whether a cell but the first is a number. */
  boolean hasNumbers() {
    for (int k = 1; k < count; k++) {
      if (kind(k) == Numeral.Kind.NUMBER) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is a line under a header, as in {@code |---|:--:|} or {@code ---+---}. */
  private boolean isRule() {
    int filled = 0;
    for (int k = 0; k < count; k++) {
      filled += isEmpty(k) ? 0 : 1;
    }
    int end = count == 0 ? 0 : ends[count - 1];
    for (int i = 0; i < end; i++) {
      if (RULE.indexOf(chars[i]) < 0) {
        return false;
      }
    }
    return end >= 3 * Math.max(1, filled); // "-" and "--" stand for missing values
  }

  boolean isWhole(int k) {
    return Numeral.isWhole(chars, start(k), ends[k]);
  }

  public String text(int k) {
    return new String(chars, start(k), ends[k] - start(k));
  }

  /** The record as it stands in the file, but for blanks. */
  String line(char separator) {
    var line = new StringBuilder();
    for (int k = 0; k < count; k++) {
      line.append(k == 0 ? "" : separator).append(chars, start(k), ends[k] - start(k));
    }
    return line.toString();
  }

  /**
   * The number in a cell, NaN if it is missing.
   *
   * @throws InputException if it is neither
   */
  double number(int k, Place place, Layout layout) {
    return switch (kind(k)) {
      case MISSING -> Double.NaN;
      case NUMBER -> finite(k, place);
      case INFINITE ->
          throw new InputException(
              place,
              "expected a finite number, found " + InputException.quote(text(k)),
              NotANumber.LEAVE_OUT);
      case TEXT -> throw NotANumber.in(place, text(k), layout, k);
    };
  }

  private double finite(int k, Place place) {
    double value = value(k);
    if (Double.isInfinite(value)) {
      throw new InputException(
          place,
          "expected a number below 1.8e308 in size, found " + InputException.quote(text(k)),
          NotANumber.LEAVE_OUT);
    }
    return Missing.isMarker(value) ? Double.NaN : value;
  }

  static InputException notUtf8(Place place) {
    return new InputException(
        place, "expected UTF-8 text, found a byte of another encoding", "save the file as UTF-8");
  }
}
