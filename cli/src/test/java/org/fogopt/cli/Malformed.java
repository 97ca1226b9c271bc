package org.fogopt.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Files that are wrong, each in its own way, by rules written by hand: nothing here is random. The
 * file at fault is called {@code bad} in the command; the others are sound.
 */
final class Malformed {
  /**
   * A case.
   *
   * @param name what is wrong
   * @param command how it is read
   * @param bytes of the file
   * @param place what the message must hold, such as {@code row 3, column 2}
   */
  @SuppressWarnings("ArrayRecordComponent") // read only, and never compared
  record Case(String name, String command, byte[] bytes, String place) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final String RETURNS = "portfolio --returns bad";
  static final String POINTS = "embed --data bad";
  static final String LABELS = "embed --data points.csv --labels bad";
  static final String START = "portfolio --returns returns.csv --start bad.csv";
  static final String GROUPS = "portfolio --returns returns.csv --group bad";
  static final String CHAIN = "value --transitions bad";
  static final String MATRIX = "value --rewards rewards.csv --transitions bad";
  static final String REWARDS = "value --transitions matrix.csv --rewards bad";
  static final String POLICY = "value --transitions mdp.csv --policy bad";
  static final String FEATURES = "value --transitions chain.csv --features bad";

  private final List<Case> cases = new ArrayList<>();

  static List<Case> all() {
    var made = new Malformed();
    made.cellsOfATable();
    made.shapesOfATable();
    made.notATable();
    made.packed();
    made.french();
    made.matlab();
    made.hdf5();
    made.idx();
    made.labels();
    made.startAndGroups();
    made.chains();
    made.matrices();
    made.policies();
    made.features();
    return made.cases;
  }

  private void add(String name, String command, byte[] bytes, String place) {
    cases.add(
        new Case(command.substring(0, command.indexOf(' ')) + ": " + name, command, bytes, place));
  }

  private void add(String name, String command, String text, String place) {
    add(name, command, text.getBytes(StandardCharsets.UTF_8), place);
  }

  private static final String[] NOT_NUMBERS = {
    "abc",
    "1..2",
    "--1",
    "1e",
    "e5",
    "0x10",
    "1d",
    "1f",
    "1_000",
    "$5",
    "5%",
    "1e+-5",
    "+-1",
    "-",
    "+",
    "..",
    "1/2",
    "½",
    "٣",
    "１",
    "#DIV/0!",
    "#REF!",
    "TRUE",
    "1;2",
    "1.2.3",
    "1e5e5",
    "NaN1",
    "0b1",
    "5--",
    "1E",
    "∞∞",
    "\"1\"\"2\""
  };
  private static final String[] INFINITE = {
    "Inf", "-inf", "+Infinity", "∞", "-∞", "1e400", "-1e999", "1" + "0".repeat(400)
  };
  private static final String[] MISSING = {"", "NA", "N/A", "nan", "null", "-99.99", "-999", "."};

  /** Every kind of wrong cell, in the middle and at the end of a table. */
  private void cellsOfATable() {
    for (String[] kind : new String[][] {NOT_NUMBERS, INFINITE, MISSING}) {
      for (String cell : kind) {
        String shown = cell.length() > 20 ? cell.substring(0, 20) + "…" : cell;
        add(
            "the cell <" + shown + "> in the middle",
            RETURNS,
            "A,B,C\n1,2,3\n4," + cell + ",6\n7,8,9\n",
            "row 3, column 2");
        add(
            "the cell <" + shown + "> at the end",
            RETURNS,
            "A,B,C\n1,2,3\n4,5,6\n7,8," + cell,
            "row 4, column 3");
      }
    }
    for (String cell : INFINITE) {
      add(
          "the point <" + shortened(cell) + ">",
          POINTS,
          "1,2\n3,4\n5," + cell + "\n7,9\n",
          "row 3, column 2");
    }
  }

  private static String shortened(String text) {
    return text.length() > 20 ? text.substring(0, 20) + "…" : text;
  }

  private void shapesOfATable() {
    for (int row = 3; row <= 6; row++) {
      String[] lines = {"A,B,C", "1,2,3", "4,5,6", "7,8,1", "2,3,5", "9,8,7"};
      lines[row - 1] = "1,2";
      add("row " + row + " is short", RETURNS, String.join("\n", lines), "row " + row);
      lines[row - 1] = "1,2,3,4";
      add("row " + row + " is long", RETURNS, String.join("\n", lines), "row " + row);
      lines[row - 1] = "1;2;3";
      add("row " + row + " has other separators", RETURNS, String.join("\n", lines), "row " + row);
      lines[row - 1] = "1,\"2,3";
      add("row " + row + " opens a quote", RETURNS, String.join("\n", lines), "row " + row);
    }
    add("two columns of one name", RETURNS, "A,B,A\n1,2,3\n4,5,6\n", "row 1, column 3");
    add("two names that differ in blanks", RETURNS, "A,B, A \n1,2,3\n4,5,6\n", "row 1, column 3");
    add("a column without a name", RETURNS, "A,,C\n1,2,3\n4,5,6\n", "row 1, column 2");
    add("an unnamed column of numbers", RETURNS, ",A\n1.5,2\n2.5,4\n", "column 1");
    add("dates out of order", RETURNS, "20200131,1\n20190131,2\n20210131,3\n", "column 1");
    add("dates and then text", RETURNS, "20200131,1\nx,2\n20200331,3\n", "row 2, column 1");
    add("text and then numbers", RETURNS, "A,B\nx,1\n2.5,2\n3,4\n", "row 2, column 1");
    add("a header alone", RETURNS, "A,B\n", "bad: ");
    add("one row", RETURNS, "A,B\n1,2\n", "bad: holds only 1 row");
    add("one row without a header", RETURNS, "1,2\n", "bad: holds only 1 row");
    add("comments alone", RETURNS, "# one\n# two\n", "bad: ");
    add("a constant column", RETURNS, "A,B\n1,2\n3,2\n5,2\n", "column \"B\"");
    add("two decimal marks", RETURNS, "A;B\n1,5;2,5\n3.5;4,0\n", "row 3, column 1");
    add("decimal commas between commas", RETURNS, "A,B\n1,5,2,5\n3,5,4,0\n", "row 2");
    add(
        "a byte of Latin-1 in a cell",
        RETURNS,
        bytes("A,B\n1,2\n3,\u00e9\n", StandardCharsets.ISO_8859_1),
        "row 3, column 2");
    add("a missing first cell", RETURNS, "A,B\n,2\n3,4\n5,7\n", "row 2, column 1");
    add("a blank row inside", RETURNS, "A,B\n1,2\n,\n5,7\n", "row 3, column");
    add("too many columns", RETURNS, "1,".repeat(100_001) + "1\n", "row 1");
    add("a cell without end", RETURNS, "A,B\n1," + "9".repeat(70_000) + "\n3,4\n", "row 2");
    add("a quoted cell without end", RETURNS, "A,B\n1,\"" + "x".repeat(200_000), "row 2");
    add("one point", POINTS, "1,2\n", "bad: holds only 1 row");
    add("points of two widths", POINTS, "1,2\n3,4,5\n", "row 2");
  }

  private static byte[] bytes(String text, Charset charset) {
    return text.getBytes(charset);
  }

  /** What people hand in by mistake. */
  private void notATable() {
    for (String command : new String[] {RETURNS, POINTS, CHAIN, START, GROUPS}) {
      add("an empty file", command, "", "is empty");
      add("blanks alone", command, "  \n\t\n  ", "is empty");
      add("zero bytes", command, "A,B\n1,2\n\0\0\0\n", "zero bytes");
      add(
          "a PNG",
          command,
          new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n', 0, 0, 0, 13},
          "bad");
      add(
          "a PDF",
          command,
          "%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
          "bad");
      add(
          "an ELF",
          command,
          new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
          "bad");
      add("JSON", command, "{\"returns\": [[1, 2], [3, 4]]}\n", "bad");
      add(
          "XML",
          command,
          "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n<a>&e;</a>\n",
          "bad");
      add(
          "HTML",
          command,
          "<!doctype html>\n<html><body>\n<h1>404, not found</h1></body></html>\n",
          "bad");
      add("a program", command, "import numpy as np\n\nx = np.zeros(3)\nprint(x, 1)\n", "bad");
    }
  }

  private void packed() {
    String text = "A,B\n1,2\n3,4\n5,7\n8,1\n";
    byte[] gzip = gzip(text.getBytes(StandardCharsets.UTF_8));
    for (int cut = 2; cut < gzip.length; cut += 4) {
      add("gzip cut at " + cut, RETURNS, Arrays.copyOf(gzip, cut), "bad: ");
    }
    add(
        "gzip with a wrong checksum",
        RETURNS,
        with(gzip, gzip.length - 6, 0x55),
        "damaged compressed data");
    add(
        "gzip with a wrong length",
        RETURNS,
        with(gzip, gzip.length - 2, 0x55),
        "damaged compressed data");
    add("gzip of another method", RETURNS, with(gzip, 2, 7), "damaged compressed data");
    add("gzip with damaged blocks", RETURNS, with(gzip, 10, 0xff), "damaged compressed data");
    add("gzip of gzip", RETURNS, gzip(gzip), "packed twice");
    add("gzip of nothing", RETURNS, gzip(new byte[0]), "is empty");
    add("gzip of IDX for returns", RETURNS, gzip(idx(8, 4, 2, 2)), "zero bytes");
    byte[] zip = zip("t.csv", text);
    for (int cut = 2; cut < zip.length; cut += 8) {
      add("zip cut at " + cut, RETURNS, Arrays.copyOf(zip, cut), "bad: ");
    }
    add("zip of two tables", RETURNS, zip("a.csv", text, "b.txt", text), "\"a.csv\", \"b.txt\"");
    add("zip without a table", RETURNS, zip("a.xlsx", text), "holds no .csv or .txt");
    add("zip of a folder", RETURNS, zip("a.csv/", ""), "holds no .csv or .txt");
    add("zip of nothing", RETURNS, zip(), "bad: ");
    add(
        "zip of attributes of a Mac",
        RETURNS,
        zip("__MACOSX/._t.csv", text),
        "holds no .csv or .txt");
    add("zip of zip", RETURNS, zipBytes("t.csv", zip), "packed twice");
    add("zip of gzip", RETURNS, zipBytes("t.csv", gzip), "packed twice");
    add("zip of an empty table", RETURNS, zip("t.csv", ""), "is empty");
    add(
        "zip of a path out of the folder, and no table",
        RETURNS,
        zip("../../etc/passwd", text),
        "holds no .csv or .txt");
    add("zip with a wrong name at its end", RETURNS, with(zip, zip.length - 22 - 5, 0xff), "bad: ");
    add("zip with damaged blocks", RETURNS, with(zip, 37, 0xff), "bad: ");
  }

  private void french() {
    String head = "This file was created by X.\n\n  Average Returns -- Daily\n,Lo,Hi\n";
    String rows = "19630701, 1.0, 2.0\n19630702, 3.0, 4.5\n19630703, 5.0, 6.0\n";
    for (String cell : MISSING) {
      add(
          "French: the cell <" + cell + ">",
          RETURNS,
          head + "19630701, 1.0, 2.0\n19630702, " + cell + ", 4.5\n19630703, 5, 6\n",
          "row 6, column 2");
    }
    for (String cell : new String[] {"abc", "1..2", "Inf", "1e400", "5%"}) {
      add(
          "French: the cell <" + cell + ">",
          RETURNS,
          head + "19630701, 1.0, 2.0\n19630702, " + cell + ", 4.5\n19630703, 5, 6\n",
          "row 6, column 2");
    }
    add(
        "French: a short row",
        RETURNS,
        head + "19630701, 1.0, 2.0\n19630702, 3.0\n19630703, 5, 6\n",
        "row 6");
    add(
        "French: a long row",
        RETURNS,
        head + "19630701, 1.0, 2.0\n19630702, 3.0, 4, 5\n19630703, 5, 6\n",
        "row 6");
    add("French: one row", RETURNS, head + "19630701, 1.0, 2.0\n", "bad: ");
    add("French: a table that is not there", RETURNS + " --table 7", head + rows, "bad: ");
    add("French: a title that is not there", RETURNS + " --table Monthly", head + rows, "bad: ");
    add(
        "French: two columns of one name",
        RETURNS,
        head.replace("Hi", "Lo") + rows,
        "row 4, column 3");
    add(
        "a second table of a plain file",
        RETURNS + " --table 2",
        "A,B\n1,2\n3,4\n",
        "holds one table");
  }

  private void matlab() {
    byte[] sound = sound("five.mat");
    for (int cut = 20; cut < sound.length; cut += 12) {
      add("MATLAB 5 cut at " + cut, RETURNS, Arrays.copyOf(sound, cut), "bad: ");
    }
    // type and length of the variable at 128, flags at 136, dimensions at 152, name at 168,
    // numbers at 184
    add("MATLAB 5: a variable of type 99", RETURNS, withInt(sound, 128, 99), "begins no variable");
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30, 153}) {
      add(
          "MATLAB 5: a variable of " + length + " bytes",
          RETURNS,
          withInt(sound, 132, length),
          "bad: ");
    }
    for (int length : new int[] {0, 1, 7, 15, 40}) {
      add(
          "MATLAB 5: a variable cut to " + length + " bytes",
          RETURNS,
          withInt(sound, 132, length),
          "bad: ");
    }
    for (int type : new int[] {0, 1, 5, 7, 14, 15, 255}) {
      add("MATLAB 5: flags of type " + type, RETURNS, withInt(sound, 136, type), "has no flags");
    }
    for (int kind : new int[] {0, 1, 2, 3, 4, 5, 16, 17, 255}) {
      add(
          "MATLAB 5: a variable of class " + kind,
          RETURNS,
          with(sound, 144, kind),
          "no two-dimensional matrix");
    }
    add("MATLAB 5: complex numbers", RETURNS, with(sound, 145, 8), "no two-dimensional matrix");
    add("MATLAB 5: logical values", RETURNS, with(sound, 145, 2), "no two-dimensional matrix");
    for (int length : new int[] {0, 4, -1, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      add(
          "MATLAB 5: dimensions of " + length + " bytes",
          RETURNS,
          withInt(sound, 156, length),
          "has no dimensions");
    }
    add("MATLAB 5: dimensions of type 9", RETURNS, withInt(sound, 152, 9), "has no dimensions");
    for (int rows : new int[] {0, -1, Integer.MIN_VALUE}) {
      add(
          "MATLAB 5: " + rows + " rows",
          RETURNS,
          withInt(sound, 160, rows),
          "no two-dimensional matrix");
    }
    for (int rows : new int[] {5, 1000, 100_000}) {
      add(
          "MATLAB 5: " + rows + " rows that are not there",
          RETURNS,
          withInt(sound, 160, rows),
          "damaged");
    }
    for (int size : new int[] {1 << 20, 1 << 30, Integer.MAX_VALUE}) {
      add("MATLAB 5: " + size + " rows", RETURNS, withInt(sound, 160, size), "bad: ");
      add("MATLAB 5: " + size + " columns", RETURNS, withInt(sound, 164, size), "columns");
    }
    for (int length : new int[] {-1, 5000, Integer.MAX_VALUE}) {
      add(
          "MATLAB 5: a name of " + length + " bytes",
          RETURNS,
          withInt(sound, 172, length),
          "has no name");
    }
    add(
        "MATLAB 5: a small part of nine bytes",
        RETURNS,
        withInt(sound, 168, 9 << 16 | 1),
        "small part");
    for (int type : new int[] {0, 8, 10, 11, 14, 15, 16, 99}) {
      add("MATLAB 5: numbers of type " + type, RETURNS, withInt(sound, 184, type), "damaged");
    }
    for (int length : new int[] {0, 8, 95, 97, -1, Integer.MAX_VALUE}) {
      add(
          "MATLAB 5: numbers in " + length + " bytes",
          RETURNS,
          withInt(sound, 188, length),
          "damaged");
    }
    for (int k = 0; k < 3; k++) {
      String place = "row 1, column " + (k + 1);
      int at = 192 + 8 * 4 * k;
      add(
          "MATLAB 5: an infinite number in column " + (k + 1),
          RETURNS,
          withDouble(sound, at, Double.NEGATIVE_INFINITY),
          place);
      add(
          "MATLAB 5: a missing number in column " + (k + 1),
          RETURNS,
          withDouble(sound, at, Double.NaN),
          place);
    }
    add(
        "MATLAB 5: the other order of bytes",
        RETURNS,
        with(with(sound, 126, 'M'), 127, 'I'),
        "bad: ");
    add(
        "MATLAB 5: a matrix that is not there",
        RETURNS + " --table S",
        sound,
        "it holds R (4 x 3)");
    add(
        "MATLAB 7.3 in name only",
        RETURNS,
        Arrays.copyOf("MATLAB 7.3 MAT-file".getBytes(StandardCharsets.US_ASCII), 600),
        "is not a whole MATLAB file");
    byte[] packed = withInt(sound, 128, 15);
    add("MATLAB 5: packed data that are not", RETURNS, packed, "bad: ");
    add("MATLAB 5 for points of a map, cut", POINTS, Arrays.copyOf(sound, 200), "bad: ");
  }

  private void hdf5() {
    byte[] old = sound("old.h5");
    byte[] chunked = sound("chunked.h5");
    byte[] fresh = sound("new.h5");
    for (int cut = 8; cut < old.length; cut += 64) {
      add("HDF5 cut at " + cut, RETURNS, Arrays.copyOf(old, cut), "bad: ");
    }
    for (int cut = 8; cut < 512; cut += 24) {
      add("HDF5 with checksums cut at " + cut, RETURNS, Arrays.copyOf(fresh, cut), "bad: ");
    }
    for (int at = 8; at < 48; at += 3) {
      add(
          "HDF5 with checksums, byte " + at + " changed",
          RETURNS,
          with(fresh, at, fresh[at] ^ 0x40),
          "bad: ");
    }
    add("HDF5: superblock of version 9", RETURNS, with(old, 8, 9), "bad: ");
    for (int size : new int[] {0, 1, 3, 255}) {
      add("HDF5: offsets of " + size + " bytes", RETURNS, with(old, 13, size), "bad: ");
      add("HDF5: lengths of " + size + " bytes", RETURNS, with(old, 14, size), "bad: ");
    }
    for (long address : new long[] {0, 1, 96, 5000, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40}) {
      if (address != 96) {
        add("HDF5: root at " + address, RETURNS, withLong(old, 64, address), "bad: ");
      }
      add(
          "HDF5: tree of the group at " + address,
          RETURNS,
          withLong(withLong(old, 80, address), 120, address),
          "bad: ");
      add(
          "HDF5: names at " + address,
          RETURNS,
          withLong(withLong(old, 88, address), 128, address),
          "bad: ");
      add(
          "HDF5: a child of the tree at " + address,
          RETURNS,
          withLong(old, 136 + 32, address),
          "bad: ");
      add("HDF5: the dataset at " + address, RETURNS, withLong(old, 744 + 16, address), "bad: ");
      if (address > 96 || address < 0) {
        add("HDF5: the numbers at " + address, RETURNS, withLong(old, 1154, address), "bad: ");
      }
    }
    add(
        "HDF5: a tree that holds itself",
        RETURNS,
        withLong(with(old, 136 + 5, 1), 136 + 32, 136),
        "bad: ");
    for (long size : new long[] {0, -1, 1 << 20, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
      add("HDF5: " + size + " rows", RETURNS, withLong(old, 1104, size), "bad: ");
      add("HDF5: " + size + " columns", RETURNS, withLong(old, 1112, size), "bad: ");
    }
    for (int type : new int[] {0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1f}) {
      add(
          "HDF5: numbers of type " + Integer.toHexString(type),
          RETURNS,
          with(old, 1128, type),
          "bad: ");
    }
    for (int width : new int[] {0, 1, 3, 9, 1 << 20, -1}) {
      add("HDF5: numbers of " + width + " bytes", RETURNS, withInt(old, 1132, width), "bad: ");
    }
    for (int layout : new int[] {2, 3, 4, 9, 255}) {
      add("HDF5: layout of kind " + layout, RETURNS, with(old, 1161 - 8, layout), "bad: ");
    }
    for (int size : new int[] {0, -1, 1 << 24, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      add("HDF5: chunks of " + size + " rows", RETURNS, withInt(chunked, 1163, size), "bad: ");
    }
    for (long address : new long[] {0, 5000, -2, Long.MAX_VALUE}) {
      add(
          "HDF5: tree of the chunks at " + address,
          RETURNS,
          withLong(chunked, 1155, address),
          "bad: ");
      add("HDF5: a chunk at " + address, RETURNS, withLong(chunked, 1384 + 56, address), "bad: ");
    }
    for (int size : new int[] {-1, 1 << 20, Integer.MAX_VALUE}) {
      add(
          "HDF5: a chunk of " + size + " bytes",
          RETURNS,
          withInt(chunked, 1384 + 24, size),
          "bad: ");
    }
    for (int filter : new int[] {4, 5, 99, 32000}) {
      add(
          "HDF5: packed by filter " + filter,
          RETURNS,
          with(with(chunked, 1192, filter), 1193, filter >> 8),
          "bad: ");
    }
    for (int at = 1602; at < chunked.length; at += 6) {
      add(
          "HDF5: a damaged chunk, byte " + at,
          RETURNS,
          with(chunked, at, chunked[at] ^ 0xff),
          "bad: ");
    }
    add(
        "HDF5: an infinite number",
        RETURNS,
        withDouble(old, 1384 + 8 * 4, Double.POSITIVE_INFINITY),
        "row 2, column 2");
    add(
        "HDF5: a missing number",
        RETURNS,
        withDouble(old, 1384 + 8 * 5, Double.NaN),
        "row 2, column 3");
    add("HDF5: a matrix that is not there", RETURNS + " --table S", old, "it holds R (4 x 3)");
  }

  private void idx() {
    byte[] sound = idx(8, 3 * 4, 3, 2, 2);
    for (int cut = 4; cut < sound.length; cut++) {
      add("IDX cut at " + cut, POINTS, Arrays.copyOf(sound, cut), "bad: ");
    }
    for (int at = 4; at <= 12; at += 4) {
      for (int size : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 20, 4}) {
        add(
            "IDX: a dimension of " + size + " at " + at,
            POINTS,
            withBigInt(sound, at, size),
            "bad: ");
      }
    }
    add("IDX that goes on", POINTS, Arrays.copyOf(sound, sound.length + 1), "goes on");
    add("IDX of nine dimensions", POINTS, with(sound, 3, 9), "bad: ");
    add("IDX of 127 dimensions", POINTS, with(sound, 3, 127), "bad: ");
    for (int type : new int[] {0x0b, 0x0c, 0x0d, 0x0e}) {
      add(
          "IDX: wider numbers than there are, type " + type,
          POINTS,
          with(sound, 2, type),
          "ends after");
    }
    byte[] doubles = idx(0x0e, 8 * 4, 2, 2);
    add(
        "IDX: an infinite number",
        POINTS,
        withBigLong(doubles, 12 + 8, 0x7ff0000000000000L),
        "not finite");
    add(
        "IDX: not a number",
        POINTS,
        withBigLong(doubles, 12 + 16, 0x7ff8000000000000L),
        "not finite");
    byte[] gzip = gzip(sound);
    for (int cut = 12; cut < gzip.length; cut += 4) {
      add("gzipped IDX cut at " + cut, POINTS, Arrays.copyOf(gzip, cut), "bad: ");
    }
    add("gzipped IDX with a wrong checksum", POINTS, with(gzip, gzip.length - 6, 0x55), "bad: ");
  }

  private void labels() {
    add("too few labels", LABELS, "a\nb\n", "holds 2 labels");
    add("too many labels", LABELS, "a\n".repeat(9), "holds 9 labels");
    add("labels in two columns", LABELS, "a,1\nb,2\nc,3\nd,4\n", "row 1");
    add("labels with a comma below", LABELS, "a\nb\nc,d\ne\n", "row 3");
    add("labels with an open quote", LABELS, "a\nb\n\"c\nd\n", "bad: ");
    add("no labels", LABELS, "", "is empty");
    add("labels of zero bytes", LABELS, "a\nb\nc\n\0\n", "zero bytes");
    add("labels in IDX, too few", LABELS, idx(8, 3, 3), "holds 3 labels");
    add("labels in IDX of two columns", LABELS, idx(8, 8, 4, 2), "numbers per row");
    add("labels in IDX, cut", LABELS, Arrays.copyOf(idx(8, 4, 4), 10), "ends after");
  }

  private void startAndGroups() {
    String[] names = {"Alpha", "Beta", "Gamma", "Delta"};
    for (int k = 0; k < 4; k++) {
      String[] rows = rows(names, "%s,0.25");
      rows[k] = names[k];
      add("start: no weight for " + names[k], START, table("asset,weight", rows), "row " + (k + 2));
      rows[k] = names[k] + ",x";
      add(
          "start: text for " + names[k],
          START,
          table("asset,weight", rows),
          "row " + (k + 2) + ", column 2");
      rows[k] = names[k] + ",1e400";
      add(
          "start: too much of " + names[k],
          START,
          table("asset,weight", rows),
          "row " + (k + 2) + ", column 2");
      rows[k] = names[k] + ",NaN";
      add(
          "start: NaN of " + names[k],
          START,
          table("asset,weight", rows),
          "row " + (k + 2) + ", column 2");
      rows[k] = "Omega,1";
      add(
          "start: Omega for " + names[k],
          START,
          table("asset,weight", rows),
          "row " + (k + 2) + ", column 1");
      rows[k] = names[(k + 1) % 4] + ",1";
      add(
          "start: another for " + names[k],
          START,
          table("asset,weight", rows),
          k == 3 ? "row 5, column 1" : "row " + (k + 3) + ", column 1");
      rows[k] = "";
      add(
          "start: nothing of " + names[k],
          START,
          table("asset,weight", rows),
          "has no weight for the asset \"" + names[k]);

      String[] groups = rows(names, "%s,all,0.5");
      groups[k] = names[k] + ",all";
      add(
          "groups: no cap for " + names[k],
          GROUPS,
          table("asset,group,cap", groups),
          "row " + (k + 2));
      groups[k] = names[k] + ",all,x";
      add(
          "groups: text for " + names[k],
          GROUPS,
          table("asset,group,cap", groups),
          "row " + (k + 2) + ", column 3");
      groups[k] = names[k] + ",all,Inf";
      add(
          "groups: an infinite cap for " + names[k],
          GROUPS,
          table("asset,group,cap", groups),
          "row " + (k + 2) + ", column 3");
      groups[k] = "Omega,all,0.5";
      add(
          "groups: Omega for " + names[k],
          GROUPS,
          table("asset,group,cap", groups),
          "row " + (k + 2) + ", column 1");
      groups[k] = names[k] + ",all,0.75";
      add(
          "groups: another cap for " + names[k],
          GROUPS,
          table("asset,group,cap", groups),
          ", column 3");
      groups[k] = names[(k + 1) % 4] + ",all,0.5";
      add(
          "groups: another asset for " + names[k],
          GROUPS,
          table("asset,group,cap", groups),
          ", column 1");
    }
    add("groups: a header alone", GROUPS, "asset,group,cap\n", "has no groups");
    add("start: a header alone", START, "asset,weight\n", "has no weight for 4 assets");
  }

  private static String[] rows(String[] names, String format) {
    return Arrays.stream(names).map(format::formatted).toArray(String[]::new);
  }

  private static String table(String header, String... rows) {
    return header + "\n" + String.join("\n", rows) + "\n";
  }

  private void chains() {
    String header = "state,next,probability,reward";
    for (String cell : new String[] {"x", "-0.1", "1.5", "NaN", "Inf", "", "1e400", "50%", "½"}) {
      add(
          "chain: the probability <" + cell + ">",
          CHAIN,
          table(header, "a,b,1,0", "b,a," + cell + ",1"),
          "row 3, column 3");
    }
    for (String cell : new String[] {"x", "NaN", "-inf", "", "1e400", "5 apples"}) {
      add(
          "chain: the reward <" + cell + ">",
          CHAIN,
          table(header, "a,b,1," + cell, "b,a,1,1"),
          "row 2, column 4");
      add(
          "log: the reward <" + cell + ">",
          CHAIN,
          table("state,reward,next_state", "a,1,b", "b," + cell + ",a"),
          "row 3, column 2");
    }
    add("chain: no state", CHAIN, table(header, "a,b,1,0", ",a,1,1"), "row 3, column 1");
    add("chain: no next state", CHAIN, table(header, "a,b,1,0", "b,,1,1"), "row 3, column 2");
    add(
        "chain: a sum below 1",
        CHAIN,
        table(header, "a,b,0.5,0", "b,a,1,1"),
        "row 2: the probabilities of state \"a\"");
    add(
        "chain: a sum above 1",
        CHAIN,
        table(header, "a,b,1,0", "b,a,0.7,1", "b,b,0.7,1"),
        "row 3: the probabilities of state \"b\"");
    add(
        "chain: a state that is never left",
        CHAIN,
        table(header, "a,b,1,0"),
        "state \"b\" has no transitions");
    add("chain: a short row", CHAIN, table(header, "a,b,1,0", "b,a,1"), "row 3");
    add("chain: a long row", CHAIN, table(header, "a,b,1,0", "b,a,1,1,1"), "row 3");
    add("chain: a header alone", CHAIN, header + "\n", "holds no transitions");
    add(
        "chain: two columns state",
        CHAIN,
        table("state,state,next,probability,reward", "a,a,b,1,0"),
        "row 1, column 2");
    add(
        "chain: two columns next",
        CHAIN,
        table("state,next,next_state,reward", "a,b,b,0"),
        "row 1, column 3");
    add("chain: no column reward", CHAIN, table("state,next,probability", "a,a,1"), "row 1");
    add("chain: no column next", CHAIN, table("state,probability,reward", "a,1,1"), "row 1");
    add("chain: no column state", CHAIN, table("next,probability,reward", "a,1,1"), "row 1");
    add(
        "MDP: a sum below 1",
        CHAIN,
        table("state,action,next,probability,reward", "a,go,a,0.5,1", "a,stay,a,1,1"),
        "row 2: the probabilities of state \"a\", action \"go\"");
    add(
        "MDP: no action",
        CHAIN,
        table("state,action,next,probability,reward", "a,,a,1,1"),
        "row 2, column 2");
    add("chain: an open quote", CHAIN, header + "\na,\"b,1,0\nb,a,1,1\n", "row 2");
  }

  private void matrices() {
    add("matrix: not square", MATRIX, "1,0\n0,1\n1,0\n", "square");
    add("matrix: one row short", MATRIX, "0.5,0.5\n1\n", "row 2");
    for (String cell : new String[] {"x", "-0.5", "NaN", "Inf", "", "1e400"}) {
      add("matrix: the entry <" + cell + ">", MATRIX, "0.5,0.5\n" + cell + ",1\n", "row 2");
      add(
          "rewards: the entry <" + cell.replace("-0.5", "a") + ">",
          REWARDS,
          "1\n" + (cell.equals("") ? "?" : cell.replace("-0.5", "a")) + "\n",
          "row 2, column 1");
    }
    add(
        "matrix: a sum of 0.9",
        MATRIX,
        "0.5,0.5\n0.4,0.5\n",
        "row 2: the probabilities of state \"2\"");
    add("matrix: a row of zeros", MATRIX, "0.5,0.5\n0,0\n", "row 2");
    add("matrix: two states of one name", MATRIX, "state,a,a\na,1,0\na,0,1\n", "bad: ");
    add("matrix: rows named otherwise", MATRIX, "state,a,b\nb,1,0\na,0,1\n", "named differently");
    add("matrix without rewards", CHAIN, "0.5,0.5\n0.5,0.5\n", "without rewards");
    add("matrix: a header alone", MATRIX, "a,b\n", "holds no rows");
    add("rewards: too few", REWARDS, "1\n", "expected rewards of 2 x 2");
    add("rewards: too many", REWARDS, "1\n2\n3\n", "expected rewards of 2 x 2");
    add("rewards: three columns", REWARDS, "1,2,3\n4,5,6\n", "expected rewards of 2 x 2");
    add("rewards: of other states", REWARDS, "state,reward\nx,1\ny,2\n", "named differently");
    add("rewards: ragged", REWARDS, "1,2\n3\n", "row 2");
  }

  private void policies() {
    String header = "state,action,probability";
    for (String cell : new String[] {"x", "-0.1", "1.5", "NaN", "Inf", "", "1e400"}) {
      add(
          "policy: the probability <" + cell + ">",
          POLICY,
          table(header, "a,go," + cell, "b,stay,1"),
          "row 2, column 3");
    }
    add("policy: an unknown state", POLICY, table(header, "z,go,1"), "row 2, column 2");
    add("policy: an unknown action", POLICY, table(header, "a,fly,1"), "row 2, column 2");
    add(
        "policy: an action twice",
        POLICY,
        table(header, "a,go,0.5", "a,go,0.5"),
        "row 3, column 2");
    add(
        "policy: a sum below 1",
        POLICY,
        table(header, "a,go,0.5", "b,stay,1"),
        "state \"a\" sum to 0.5");
    add("policy: nothing for a state", POLICY, table(header, "a,go,1"), "state \"b\" sum to 0.0");
    add("policy: no header", POLICY, "a,go,1\nb,stay,1\n", "row 1: expected a header");
    add("policy: a short row", POLICY, table(header, "a,go"), "row 2");
    add(
        "policy of a chain",
        "value --transitions chain.csv --policy bad",
        table(header, "a,go,1"),
        "no column action");
  }

  private void features() {
    String header = "state,x,y";
    for (String cell : new String[] {"q", "NaN", "Inf", "", "1e400"}) {
      add(
          "features: the cell <" + cell + ">",
          FEATURES,
          table(header, "a,1,2", "b,3," + cell),
          "row 3, column 3");
    }
    add("features: an unknown state", FEATURES, table(header, "a,1,2", "z,3,4"), "row 3, column 1");
    add("features: a state twice", FEATURES, table(header, "a,1,2", "a,3,4"), "row 3, column 1");
    add(
        "features: a state missing",
        FEATURES,
        table(header, "a,1,2"),
        "no features of state \"b\"");
    add(
        "features: too few without names",
        FEATURES,
        "1,2\n",
        "expected a row for each of 2 states");
    add("features: ragged", FEATURES, table(header, "a,1,2", "b,3"), "row 3");
    add("features: a header alone", FEATURES, header + "\n", "holds no rows");
  }

  // --- making of bytes ---------------------------------------------------------------------------

  private static byte[] sound(String name) {
    try (InputStream in = Malformed.class.getResourceAsStream("/sound/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] with(byte[] bytes, int at, int value) {
    byte[] changed = bytes.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static byte[] withInt(byte[] bytes, int at, int value) {
    return little(bytes).putInt(at, value).array();
  }

  private static byte[] withLong(byte[] bytes, int at, long value) {
    return little(bytes).putLong(at, value).array();
  }

  private static byte[] withDouble(byte[] bytes, int at, double value) {
    return little(bytes).putDouble(at, value).array();
  }

  private static byte[] withBigInt(byte[] bytes, int at, int value) {
    return ByteBuffer.wrap(bytes.clone()).putInt(at, value).array();
  }

  private static byte[] withBigLong(byte[] bytes, int at, long value) {
    return ByteBuffer.wrap(bytes.clone()).putLong(at, value).array();
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes.clone()).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] idx(int type, int bytes, int... dimensions) {
    ByteBuffer buffer = ByteBuffer.allocate(4 + 4 * dimensions.length + bytes);
    buffer.put((byte) 0).put((byte) 0).put((byte) type).put((byte) dimensions.length);
    for (int size : dimensions) {
      buffer.putInt(size);
    }
    return buffer.array();
  }

  private static byte[] gzip(byte[] content) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] zip(String... namesAndTexts) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        out.putNextEntry(new ZipEntry(namesAndTexts[i]));
        out.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] zipBytes(String name, byte[] content) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      out.putNextEntry(new ZipEntry(name));
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
