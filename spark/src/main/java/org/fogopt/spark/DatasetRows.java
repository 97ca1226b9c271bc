package org.fogopt.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Missing;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The rows of a Dataset. Those of Parquet files are numbered by their file and their place in it;
 * those of any other Dataset by its partitions.
 */
final class DatasetRows implements RowSource {
  private final String name;
  private final List<String> names;
  private final int firstColumn;
  private final JavaRDD<InternalRow> rows;
  private final boolean hasPlaces; // two columns at the end name the file and the place in it
  private final List<File> files; // or the partitions
  private final long[] starts; // the first row of each

  private DatasetRows(
      String name,
      Numbers numbers,
      Dataset<Row> chosen,
      boolean hasPlaces,
      List<File> files,
      long[] starts) {
    this.name = name;
    names = numbers.names();
    firstColumn = numbers.first();
    rows = chosen.queryExecution().toRdd().toJavaRDD();
    this.hasPlaces = hasPlaces;
    this.files = files;
    this.starts = starts;
  }

  static DatasetRows parquet(SparkSession spark, String name, List<File> files, Missing missing) {
    requireNoneDropped(missing);
    String[] paths = files.stream().map(File::path).toArray(String[]::new);
    Dataset<Row> data = spark.read().parquet(paths);
    Numbers numbers = Numbers.in(data, name);
    Column file = functions.col("_metadata.file_path");
    Map<String, Long> counts = new HashMap<>();
    for (Row row : data.groupBy(file.as("file")).count().collectAsList()) {
      counts.merge(plain(row.getString(0)), row.getLong(1), Long::sum);
    }
    long[] starts = new long[files.size() + 1];
    for (int k = 0; k < files.size(); k++) {
      starts[k + 1] = starts[k] + counts.getOrDefault(plain(files.get(k).path()), 0L);
    }
    List<Column> all = new ArrayList<>(numbers.columns());
    all.add(file);
    all.add(functions.col("_metadata.row_index"));
    Dataset<Row> chosen = data.select(all.toArray(Column[]::new));
    return new DatasetRows(name, numbers, chosen, true, files, starts);
  }

  static DatasetRows of(Dataset<Row> data, String name, Missing missing) {
    requireNoneDropped(missing);
    Numbers numbers = Numbers.in(data, name);
    Dataset<Row> chosen = data.select(numbers.columns().toArray(Column[]::new));
    List<Long> counts =
        chosen.queryExecution().toRdd().toJavaRDD().mapPartitions(DatasetRows::count).collect();
    long[] starts = new long[counts.size() + 1];
    for (int k = 0; k < counts.size(); k++) {
      starts[k + 1] = starts[k] + counts.get(k);
    }
    return new DatasetRows(name, numbers, chosen, false, List.of(), starts);
  }

  private static Iterator<Long> count(Iterator<InternalRow> part) {
    long rows = 0;
    while (part.hasNext()) {
      part.next();
      rows++;
    }
    return List.of(rows).iterator();
  }

  private static void requireNoneDropped(Missing missing) {
    if (missing != Missing.REFUSE) {
      throw new IllegalArgumentException(
          "--missing: rows with missing values can be left out of CSV files only; filter the"
              + " Dataset, or write the Parquet files without them");
    }
  }

  /**
   * One spelling of a path: Spark writes file:///a where Hadoop has file:/a, and escapes blanks.
   */
  private static String plain(String path) {
    try {
      return new org.apache.hadoop.fs.Path(new java.net.URI(path)).toUri().getPath();
    } catch (java.net.URISyntaxException e) {
      return new org.apache.hadoop.fs.Path(path).toUri().getPath();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long count() {
    return starts[starts.length - 1];
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public long droppedRows() {
    return 0;
  }

  @Override
  public List<String> droppedColumns() {
    return List.of();
  }

  @Override
  public JavaPairRDD<Long, Block> fragments(Layout layout) {
    if (hasPlaces) {
      Map<String, Long> firsts = new HashMap<>();
      for (int k = 0; k < files.size(); k++) {
        firsts.put(plain(files.get(k).path()), starts[k]);
      }
      Broadcast<Map<String, Long>> known =
          JavaSparkContext.fromSparkContext(rows.context()).broadcast(firsts);
      return rows.mapPartitionsToPair(
          part -> new Cutter(layout, part, new ByFile(layout.columns(), known.value())));
    }
    long[] firsts = starts;
    JavaRDD<Tuple2<Long, Block>> pieces =
        rows.mapPartitionsWithIndex(
            (index, part) -> new Cutter(layout, part, new ByOrder(firsts[index])), false);
    return JavaPairRDD.fromJavaRDD(pieces);
  }

  @Override
  public Place place(long row, int column) {
    int at = Arrays.binarySearch(starts, row);
    int k = at < 0 ? -at - 2 : at;
    while (k + 1 < starts.length - 1 && starts[k + 1] == row) { // empty files before it
      k++;
    }
    Place file = Place.in(hasPlaces ? files.get(k).name() : name);
    long inFile = hasPlaces ? row - starts[k] : row;
    return file.atRow((int) Math.min(Integer.MAX_VALUE, inFile + 1))
        .atColumn(firstColumn + column, names.get(column));
  }

  @Override
  public void close() {}

  /** The number of a row. */
  private interface Numbering {
    long of(InternalRow row);
  }

  private static final class ByOrder implements Numbering {
    private long next;

    ByOrder(long first) {
      next = first;
    }

    @Override
    public long of(InternalRow row) {
      return next++;
    }
  }

  private static final class ByFile implements Numbering {
    private final int columns;
    private final Map<String, Long> firsts;
    private org.apache.spark.unsafe.types.@Nullable UTF8String file;
    private long first;

    ByFile(int columns, Map<String, Long> firsts) {
      this.columns = columns;
      this.firsts = firsts;
    }

    @Override
    public long of(InternalRow row) {
      var here = row.getUTF8String(columns);
      if (!here.equals(file)) {
        file = here.copy();
        Long known = firsts.get(plain(here.toString()));
        if (known == null) {
          throw new IllegalStateException(here + " was not there when rows were counted");
        }
        first = known;
      }
      return first + row.getLong(columns + 1);
    }
  }

  /** Cuts the rows of a partition into pieces of blocks. */
  private static final class Cutter implements Iterator<Tuple2<Long, Block>> {
    private final int columns;
    private final Iterator<InternalRow> rows;
    private final Numbering numbering;
    private final Fragments fragments;
    private @Nullable Block next;

    Cutter(Layout layout, Iterator<InternalRow> rows, Numbering numbering) {
      columns = layout.columns();
      this.rows = rows;
      this.numbering = numbering;
      fragments = new Fragments(layout);
      next = advance();
    }

    private @Nullable Block advance() {
      Block piece = fragments.poll();
      while (piece == null && rows.hasNext()) {
        InternalRow row = rows.next();
        int at = fragments.add(numbering.of(row));
        double[] values = fragments.values();
        for (int k = 0; k < columns; k++) {
          double value = row.isNullAt(k) ? Double.NaN : row.getDouble(k);
          values[at + k] = Missing.isMarker(value) ? Double.NaN : value;
        }
        piece = fragments.poll();
      }
      if (piece == null) {
        fragments.flush();
        piece = fragments.poll();
      }
      return piece;
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public Tuple2<Long, Block> next() {
      Block piece = next;
      if (piece == null) {
        throw new NoSuchElementException();
      }
      next = advance();
      return new Tuple2<>(piece.first(), piece);
    }
  }

  /**
   * The columns of numbers.
   *
   * @param first where in the file the first of them is, from 1
   */
  private record Numbers(List<String> names, List<Column> columns, int first) {
    /** All columns; the first may be a date or another label, which is left out. */
    static Numbers in(Dataset<Row> data, String name) {
      StructField[] fields = data.schema().fields();
      int first = fields.length > 1 && isLabel(fields[0]) ? 1 : 0;
      List<String> names = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (int k = first; k < fields.length; k++) {
        StructField field = fields[k];
        if (!(field.dataType() instanceof NumericType)) {
          throw new InputException(
              Place.in(name).atColumn(k + 1, field.name()),
              "expected numbers, found " + field.dataType().simpleString(),
              "leave the column out");
        }
        names.add(field.name());
        columns.add(
            functions.col("`" + field.name().replace("`", "``") + "`").cast(DataTypes.DoubleType));
      }
      if (names.isEmpty()) {
        throw new InputException(Place.in(name), "holds no columns of numbers", "expected some");
      }
      return new Numbers(List.copyOf(names), columns, first + 1);
    }

    private static boolean isLabel(StructField field) {
      var type = field.dataType();
      return type instanceof StringType
          || type instanceof DateType
          || type instanceof TimestampType
          || type instanceof TimestampNTZType;
    }
  }
}
