package org.fogopt.apps.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.fogopt.apps.io.csv.MixedCsv;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.DataTable.Kind;
import org.fogopt.apps.io.table.Grid;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.StoredColumns;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.MappedRows;
import org.fogopt.linalg.RowMatrix;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table of numbers and text: CSV, packed or not; sparse rows as LIBSVM writes them; or any
 * other file that {@link TableReader} reads, which holds numbers alone. The columns of a mapped
 * file are loaded when they are asked for.
 *
 * <pre>{@code
 * DataTable houses = DataReader.read(Path.of("houses.csv.gz"), name -> null);
 * }</pre>
 */
public final class DataReader {
  /** A block of columns of a mapped file takes at most such a part of the memory. */
  private static final int BLOCK = 8;

  private DataReader() {}

  /**
   * Reads a table.
   *
   * @param known what the column of a name holds; null to tell it from the file
   * @throws InputException if the file is not there or is no such table, with the place and a
   *     remedy
   */
  public static DataTable read(Path path, Function<String, @Nullable Kind> known) {
    return read(path, null, known);
  }

  /**
   * The same with a decimal mark.
   *
   * @param decimal a point or a comma; null to tell it from the file
   */
  public static DataTable read(
      Path path, @Nullable Character decimal, Function<String, @Nullable Kind> known) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try {
      boolean isText =
          !Files.isRegularFile(path)
              || Files.size(path) == 0
              || TableReader.isPlainCsv(path, file, ReadOptions.defaults());
      return isText ? text(path, file, decimal, known) : numbers(path, known);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
  }

  /** Whether a file is one of sparse rows, as LIBSVM writes them. */
  public static boolean isSparse(Path path, Place file) throws IOException {
    try (var text = TextSource.open(path, file, ReadOptions.DEFAULT_MAX_BYTES)) {
      return LibsvmFile.looksLike(text.sampleLines());
    }
  }

  private static DataTable text(
      Path path, Place file, @Nullable Character decimal, Function<String, @Nullable Kind> known)
      throws IOException {
    try (var text = TextSource.open(path, file, ReadOptions.DEFAULT_MAX_BYTES)) {
      if (LibsvmFile.looksLike(text.sampleLines())) {
        text.requireRoom(file, ':', LibsvmFile.NUMBERS);
        return LibsvmFile.read(text, file);
      }
      text.requireRoom(file);
      return MixedCsv.read(text, file, decimal, known);
    }
  }

  private static DataTable numbers(Path path, Function<String, @Nullable Kind> known) {
    Table table = TableReader.read(path, ReadOptions.defaults().withMissing(Missing.KEEP));
    RowMatrix rows = table.rows();
    boolean isMapped = rows instanceof MappedRows;
    long most = Runtime.getRuntime().maxMemory();
    var stored = new StoredColumns(rows, isMapped ? most / BLOCK : most);
    boolean hasSigns = table.reading().hasPercentSigns();
    boolean isUnnamed = table.names().equals(Grid.numbered(rows.columns()));
    List<DataTable.Column> all = new ArrayList<>();
    for (int k = 0; k < rows.columns(); k++) {
      int column = k;
      String name = isUnnamed ? "column" + (k + 1) : table.names().get(k);
      double[] kept = isMapped ? null : stored.column(column);
      var numbers =
          new DataTable.Numbers(name, () -> kept == null ? stored.column(column) : kept, hasSigns);
      all.add(known.apply(name) == Kind.TEXT ? DataTable.Texts.of(numbers) : numbers);
    }
    int[] lines = new int[rows.rows()];
    Arrays.setAll(lines, i -> i + 1);
    List<String> remarks = table.reading().remarks();
    return new DataTable(all, lines, null, isMapped ? rows : null, table.source(), remarks);
  }
}
