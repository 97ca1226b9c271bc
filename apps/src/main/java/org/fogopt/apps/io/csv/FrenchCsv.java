package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of Kenneth French's data library as it is downloaded: free text, then tables, each
 * under a title and a header that begins with an empty cell, its rows beginning with a date; blank
 * lines between them and a copyright at the end.
 *
 * <pre>
 * This file was created by CMPT_ME_OP_RETS using the 202312 CRSP database.
 *
 *   Average Value Weighted Returns -- Daily
 * ,SMALL LoOP,ME1 OP2
 * 19630701,  -0.61,   0.20
 * </pre>
 */
public final class FrenchCsv {
  private static final int LONGEST_TITLE = 120;

  /** How well a table fits what was asked for. */
  private enum Fit {
    NOT,
    PART,
    EXACT
  }

  private final Place file;
  private final @Nullable String wanted;
  private final List<String> titles = new ArrayList<>();
  private final StringBuilder title = new StringBuilder();
  private boolean titleIsOver;

  private int width;
  private int headerLine;
  private boolean isWanted;
  private boolean isInTable;

  private @Nullable GridBuilder grid;
  private Fit fit = Fit.NOT;
  private int fits;
  private int chosen;

  private FrenchCsv(Place file, @Nullable String wanted) {
    this.file = file;
    this.wanted = wanted == null ? null : wanted.strip();
  }

  /**
   * Whether lines are such a file: a header with an empty first cell and names in the others, below
   * at least one line of text and above a row that begins with a date.
   */
  public static boolean looksLike(List<String> lines) {
    List<String> rows =
        lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    for (int i = 1; i + 1 < rows.size(); i++) {
      if (startsWithDate(rows.get(i - 1))) {
        return false;
      }
      if (isHeader(rows.get(i)) && startsWithDate(rows.get(i + 1))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHeader(String line) {
    String[] cells = line.split(",", -1);
    if (cells.length < 2 || !cells[0].isBlank()) {
      return false;
    }
    for (int k = 1; k < cells.length; k++) {
      if (Numeral.kind(cells[k].strip()) != Numeral.Kind.TEXT) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsWithDate(String line) {
    int comma = line.indexOf(',');
    return comma > 0 && isDate(line.substring(0, comma).strip());
  }

  /** YYYY, YYYYMM or YYYYMMDD. */
  private static boolean isDate(String text) {
    if (Numeral.kind(text) != Numeral.Kind.NUMBER || text.indexOf('.') >= 0) {
      return false;
    }
    double value = Double.parseDouble(text);
    return Dates.isCompact(value) || (text.length() == 4 && value >= 1800 && value < 2200);
  }

  /** Reads the table that is wanted, the first if none is named. */
  public static Table read(TextSource text, Place file, ReadOptions options) {
    var french = new FrenchCsv(file, options.table());
    CsvCells.forEachLine(text.reader(), file, french::add);
    return french.table(options.missing());
  }

  private void add(CsvCells cells) {
    if (cells.isBlank()) {
      isInTable = false;
      titleIsOver = true;
    } else if (startsTable(cells)) {
      startTable(cells);
    } else if (isInTable && belongs(cells)) {
      addRow(cells);
    } else {
      addText(cells);
    }
  }

  private static boolean startsTable(CsvCells cells) {
    if (cells.count() < 2 || !cells.isEmpty(0)) {
      return false;
    }
    for (int k = 1; k < cells.count(); k++) {
      if (cells.kind(k) == Numeral.Kind.NUMBER) {
        return false;
      }
    }
    return true;
  }

  private void startTable(CsvCells cells) {
    titles.add(title.isEmpty() ? "untitled" : title.toString());
    title.setLength(0);
    width = cells.count();
    headerLine = cells.line();
    isInTable = true;
    Fit now = fit(titles.size(), titles.get(titles.size() - 1));
    isWanted = now != Fit.NOT && now.compareTo(fit) > 0;
    if (isWanted) {
      grid = GridBuilder.withLabels(file, cells, Layout.plain(cells.count()));
      chosen = titles.size();
      fit = now;
      fits = 1;
    } else if (now != Fit.NOT && now == fit) {
      fits++;
    }
  }

  private Fit fit(int number, String candidate) {
    if (wanted == null) {
      return number == 1 ? Fit.EXACT : Fit.NOT;
    }
    if (wanted.equals(String.valueOf(number)) || wanted.equalsIgnoreCase(candidate)) {
      return Fit.EXACT;
    }
    boolean isPart =
        !wanted.chars().allMatch(Character::isDigit)
            && candidate.toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
    return isPart ? Fit.PART : Fit.NOT;
  }

  /** A line that is as wide as the table or begins with a digit is a row, be it a bad one. */
  private boolean belongs(CsvCells cells) {
    return cells.count() == width || Character.isDigit(cells.text(0).concat(" ").charAt(0));
  }

  private void addRow(CsvCells cells) {
    if (!isWanted || grid == null) {
      return;
    }
    if (cells.count() == width && !isDate(cells.text(0))) {
      throw new InputException(
          cells.place().atColumn(1, null),
          "expected a date such as 20200131, 202001 or 2020, found "
              + InputException.quote(cells.text(0)),
          "correct it, or put a blank line before the text after the table");
    }
    grid.add(cells);
  }

  private void addText(CsvCells cells) {
    if (isWanted && cells.count() == width && isDate(cells.text(0))) {
      throw new InputException(
          cells.place(),
          "a row of numbers after the end of the table that began in row " + headerLine,
          "remove the blank line or the text above it");
    }
    isInTable = false;
    if (titleIsOver) {
      title.setLength(0);
      titleIsOver = false;
    }
    if (title.length() < LONGEST_TITLE) {
      title.append(title.isEmpty() ? "" : " ").append(cells.line(','));
      title.setLength(Math.min(title.length(), LONGEST_TITLE));
    }
  }

  private Table table(Missing missing) {
    if (grid == null) {
      String problem = "holds no table " + InputException.quote(wanted == null ? "1" : wanted);
      throw new InputException(file, problem + "; it holds " + listed(), "choose with --table");
    }
    if (fits > 1) {
      String problem = fits + " tables fit " + InputException.quote(wanted == null ? "1" : wanted);
      throw new InputException(
          file, problem + "; it holds " + listed(), "choose with --table and a number");
    }
    String source = file.file() + " (" + titles.get(chosen - 1) + ")";
    return grid.build().table(missing, source);
  }

  private String listed() {
    List<String> listed = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      listed.add((i + 1) + ": " + InputException.quote(titles.get(i)));
    }
    return String.join(", ", listed);
  }
}
