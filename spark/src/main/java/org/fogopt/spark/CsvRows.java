package org.fogopt.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Reading;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.RowMatrix;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The rows of CSV files. A file is read by one task, as a whole, by the reader that reads files on
 * one machine, so numbers, headers, dates and errors are the same.
 */
final class CsvRows implements RowSource {
  /**
   * A file that was read.
   *
   * @param error what is wrong with it; reported by the driver, so that it is always the first
   *     file's, and no task is tried again for it
   */
  private record Parsed(
      File file,
      List<String> names,
      int rows,
      int droppedRows,
      List<String> droppedColumns,
      Reading reading,
      double[] values,
      @Nullable InputException error)
      implements Serializable {

    static Parsed failed(File file, InputException error) {
      return new Parsed(file, List.of(), 0, 0, List.of(), Reading.PLAIN, new double[0], error);
    }

    Parsed withoutValues() {
      return new Parsed(
          file, names, rows, droppedRows, droppedColumns, reading, new double[0], error);
    }
  }

  private final String name;
  private final JavaRDD<Parsed> parsed;
  private final List<Parsed> files;
  private final long[] starts;

  private CsvRows(String name, JavaRDD<Parsed> parsed, List<Parsed> files) {
    this.name = name;
    this.parsed = parsed;
    this.files = files;
    starts = new long[files.size() + 1];
    for (int k = 0; k < files.size(); k++) {
      starts[k + 1] = starts[k] + files.get(k).rows();
    }
  }

  static CsvRows read(
      JavaSparkContext spark,
      String name,
      List<File> files,
      Missing missing,
      @Nullable Character decimal) {
    if (missing == Missing.DROP_ASSETS && files.size() > 1) {
      throw new IllegalArgumentException(
          "--missing drop-assets needs all rows in one file; use drop-rows, or remove the columns");
    }
    Broadcast<SerializableConfiguration> settings =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    JavaRDD<Parsed> parsed =
        spark
            .parallelize(files, files.size())
            .map(file -> parse(file, settings, missing, decimal))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      List<Parsed> found = parsed.map(Parsed::withoutValues).collect();
      requireSameColumns(found);
      return new CsvRows(name, parsed, found);
    } catch (RuntimeException e) {
      parsed.unpersist(false);
      throw e;
    }
  }

  private static Parsed parse(
      File file,
      Broadcast<SerializableConfiguration> settings,
      Missing missing,
      @Nullable Character decimal) {
    Path path = new Path(file.path());
    try (InputStream in = path.getFileSystem(settings.value().value()).open(path)) {
      ReadOptions options = ReadOptions.defaults().withMissing(missing).withDecimal(decimal);
      Table table = TableReader.read(in, file.name(), options.withMaxBytes(Long.MAX_VALUE));
      RowMatrix rows = table.rows();
      double[] values = new double[rows.rows() * rows.columns()];
      double[] row = new double[rows.columns()];
      for (int i = 0; i < rows.rows(); i++) {
        rows.copyTo(i, row);
        System.arraycopy(row, 0, values, i * row.length, row.length);
      }
      return new Parsed(
          file,
          List.copyOf(table.names()),
          rows.rows(),
          table.droppedRows(),
          List.copyOf(table.droppedColumns()),
          table.reading(),
          values,
          null);
    } catch (InputException e) {
      return Parsed.failed(file, e);
    } catch (IOException e) {
      throw new IllegalStateException(file.name() + " could not be read", e);
    }
  }

  private static void requireSameColumns(List<Parsed> files) {
    Parsed first = files.get(0);
    for (Parsed file : files) {
      if (file.error() != null) {
        throw file.error();
      }
      if (!file.names().equals(first.names())) {
        throw new InputException(
            Place.in(file.file().name()),
            "its columns are not those of " + first.file().name(),
            "expected the same %d columns in the same order".formatted(first.names().size()));
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long count() {
    return starts[files.size()];
  }

  @Override
  public List<String> names() {
    return files.get(0).names();
  }

  @Override
  public long droppedRows() {
    return files.stream().mapToLong(Parsed::droppedRows).sum();
  }

  @Override
  public List<String> droppedColumns() {
    return files.get(0).droppedColumns();
  }

  @Override
  public Reading reading() {
    return files.get(0).reading();
  }

  @Override
  public JavaPairRDD<Long, Block> fragments(Layout layout) {
    long[] firsts = starts;
    return parsed
        .zipWithIndex()
        .flatMapToPair(file -> cut(layout, file._1(), firsts[file._2().intValue()]));
  }

  private static Iterator<Tuple2<Long, Block>> cut(Layout layout, Parsed file, long first) {
    Fragments fragments = new Fragments(layout);
    List<Tuple2<Long, Block>> pieces = new ArrayList<>();
    int columns = layout.columns();
    for (int i = 0; i < file.rows(); i++) {
      int at = fragments.add(first + i);
      System.arraycopy(file.values(), i * columns, fragments.values(), at, columns);
    }
    fragments.flush();
    for (Block piece = fragments.poll(); piece != null; piece = fragments.poll()) {
      pieces.add(new Tuple2<>(piece.first(), piece));
    }
    return pieces.iterator();
  }

  /** Missing values were reported when the file was read. */
  @Override
  public Place place(long row, int column) {
    return Place.in(name);
  }

  @Override
  public void close() {
    parsed.unpersist(false);
  }
}
