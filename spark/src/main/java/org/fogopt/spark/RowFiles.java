package org.fogopt.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.Reading;
import org.fogopt.linalg.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * Rows in files or in a Dataset, counted and put in order: that of the files' names, and within a
 * file its own. The order does not depend on how Spark cuts files into pieces, so the same files
 * are the same matrix at every run.
 *
 * <pre>{@code
 * RowFiles files = RowFiles.open(spark, "s3a://bucket/returns", RowFiles.Options.DEFAULT);
 * try (SparkRows rows = files.load()) { … }
 * }</pre>
 */
public final class RowFiles {
  /**
   * How to read and keep rows.
   *
   * @param missing what to do with missing values; only CSV files can leave rows out
   * @param decimal the decimal mark of CSV files, a point or a comma; null to tell it from each
   * @param constant whether a column may hold one and the same number in every row
   * @param partitions parts to keep the rows in, or 0 to choose
   * @param grain the largest {@link org.fogopt.problem.Placement#grain()} of the problems to come
   * @param cacheBytes memory on the driver for rows of the coming steps
   * @param storage how executors keep them
   */
  public record Options(
      Missing missing,
      @Nullable Character decimal,
      boolean constant,
      int partitions,
      int grain,
      long cacheBytes,
      StorageLevel storage) {
    /**
     * Missing values and constant columns refused, 256 MB for rows on the driver, the rest chosen.
     */
    public static final Options DEFAULT =
        new Options(
            Missing.REFUSE, null, false, 0, 1024, 256L << 20, StorageLevel.MEMORY_AND_DISK());

    public Options withPartitions(int wanted) {
      return new Options(missing, decimal, constant, wanted, grain, cacheBytes, storage);
    }

    public Options withMissing(Missing how) {
      return new Options(how, decimal, constant, partitions, grain, cacheBytes, storage);
    }

    public Options withDecimal(@Nullable Character mark) {
      return new Options(missing, mark, constant, partitions, grain, cacheBytes, storage);
    }

    public Options withConstant(boolean allowed) {
      return new Options(missing, decimal, allowed, partitions, grain, cacheBytes, storage);
    }

    public Options withGrain(int wanted) {
      return new Options(missing, decimal, constant, partitions, wanted, cacheBytes, storage);
    }

    public Options withCacheBytes(long bytes) {
      return new Options(missing, decimal, constant, partitions, grain, bytes, storage);
    }
  }

  private final JavaSparkContext spark;
  private final Options options;
  private final RowSource rows;

  private RowFiles(JavaSparkContext spark, Options options, RowSource rows) {
    this.spark = spark;
    this.options = options;
    this.rows = rows;
    if (rows.count() < 2) {
      throw new InputException(
          Place.in(rows.name()),
          "holds " + rows.count() + " rows of numbers",
          "expected at least 2");
    }
  }

  /**
   * Counts the rows of a file or of all files in a folder, CSV or Parquet.
   *
   * @param uri a path or a URI that Hadoop's file systems know
   * @throws InputException if they are not there or not tables of the same columns, with the file
   *     and the line
   */
  public static RowFiles open(SparkSession session, String uri, Options options) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(session.sparkContext());
    List<RowSource.File> files = list(spark, uri);
    RowSource source =
        isParquet(files, uri)
            ? DatasetRows.parquet(session, uri, files, options.missing())
            : CsvRows.read(spark, uri, files, options.missing(), options.decimal());
    return new RowFiles(spark, options, source);
  }

  /**
   * The rows of a Dataset in the order of its partitions. It must give the same rows in the same
   * order whenever it is computed; one read from files does, one that was shuffled need not.
   */
  public static RowFiles of(Dataset<Row> data, String name, Options options) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    return new RowFiles(spark, options, DatasetRows.of(data, name, options.missing()));
  }

  private static List<RowSource.File> list(JavaSparkContext spark, String uri) {
    try {
      Path root = new Path(uri);
      FileSystem system = root.getFileSystem(spark.hadoopConfiguration());
      String base = system.getFileStatus(root).getPath().toString();
      List<RowSource.File> files = new ArrayList<>();
      collect(system, system.getFileStatus(root), base, uri, files);
      if (files.isEmpty()) {
        throw new InputException(Place.in(uri), "holds no files", "expected CSV or Parquet files");
      }
      files.sort(Comparator.comparing(RowSource.File::path));
      return files;
    } catch (FileNotFoundException e) {
      throw new InputException(Place.in(uri), "does not exist", "check the name and the folder", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          Place.in(uri), "could not be read (" + e.getMessage() + ")", "check the address", e);
    }
  }

  private static void collect(
      FileSystem system, FileStatus at, String base, String uri, List<RowSource.File> files)
      throws IOException {
    if (at.isFile()) {
      String path = at.getPath().toString();
      files.add(new RowSource.File(path, uri + path.substring(base.length()), at.getLen()));
      return;
    }
    for (FileStatus child : system.listStatus(at.getPath())) {
      String name = child.getPath().getName();
      if (!name.startsWith("_") && !name.startsWith(".")) { // as Spark itself does
        collect(system, child, base, uri, files);
      }
    }
  }

  private static boolean isParquet(List<RowSource.File> files, String uri) {
    long parquet =
        files.stream()
            .filter(file -> file.path().toLowerCase(Locale.ROOT).endsWith(".parquet"))
            .count();
    if (parquet > 0 && parquet < files.size()) {
      throw new InputException(
          Place.in(uri),
          "holds %d Parquet files and %d others".formatted(parquet, files.size() - parquet),
          "put files of one kind into a folder");
    }
    return parquet > 0;
  }

  /** How many rows. */
  public long count() {
    return rows.count();
  }

  /** A name for each column. */
  public List<String> names() {
    return rows.names();
  }

  /** The folder, for messages. */
  public String name() {
    return rows.name();
  }

  /** Rows left out for missing values. */
  public long droppedRows() {
    return rows.droppedRows();
  }

  /** How the first file was understood. */
  public Reading reading() {
    return rows.reading();
  }

  /** Columns left out for missing values. */
  public List<String> droppedColumns() {
    return rows.droppedColumns();
  }

  /**
   * Brings the rows to where they will be kept: every one travels once.
   *
   * @throws InputException naming the first value that is missing, or a column of one and the same
   *     number if none may be
   */
  public SparkRows load() {
    Layout layout =
        Layout.of(
            count(),
            names().size(),
            options.grain(),
            spark.defaultParallelism(),
            options.partitions());
    JavaPairRDD<Long, Block> pieces = rows.fragments(layout);
    JavaRDD<Block> blocks =
        pieces
            .repartitionAndSortWithinPartitions(new ByGroup(layout))
            .values()
            .mapPartitions(part -> Fragments.assemble(layout, part))
            .persist(options.storage());
    try {
      String fingerprint = audit(layout, blocks);
      return new SparkRows(spark, blocks, layout, fingerprint, options.cacheBytes());
    } catch (RuntimeException e) {
      blocks.unpersist(false);
      throw e;
    } finally {
      rows.close();
    }
  }

  private String audit(Layout layout, JavaRDD<Block> blocks) {
    List<Audit.Finding> findings =
        new ArrayList<>(blocks.mapPartitions(new Audit(layout)).collect());
    findings.sort(Comparator.comparingLong(Audit.Finding::first));
    Fingerprint all = new Fingerprint("rows in chunks").add(count()).add(layout.columns());
    long next = 0;
    for (Audit.Finding finding : findings) {
      if (finding.missingRow() >= 0) {
        throw new InputException(
            rows.place(finding.missingRow(), finding.missingColumn()),
            "the value is missing (null, NaN, infinite, -99.99 or -999)",
            "fill it in, or leave the row out");
      }
      if (finding.first() != next) {
        break;
      }
      next += finding.rows();
      finding.digests().forEach(all::add);
    }
    if (next != count()) {
      throw new InputException(
          Place.in(name()),
          "holds other rows than a moment ago",
          "do not change files while they are read");
    }
    if (!options.constant()) {
      requireVarying(findings);
    }
    return all.toString();
  }

  /** A column without variance makes the covariance singular; see Table.requireVarying. */
  private void requireVarying(List<Audit.Finding> findings) {
    for (int k = 0; k < names().size(); k++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (Audit.Finding finding : findings) {
        least = Math.min(least, finding.least()[k]);
        most = Math.max(most, finding.most()[k]);
      }
      if (least == most) {
        throw new InputException(
            Place.in(name()).atColumn(0, names().get(k)),
            "expected values that vary, found " + least + " in every row",
            "remove the column; it is cash where there is a --budget");
      }
    }
  }

  /** Sends pieces to the partition of their group. */
  private static final class ByGroup extends Partitioner {
    private static final long serialVersionUID = 1L;
    private final Layout layout;

    ByGroup(Layout layout) {
      this.layout = layout;
    }

    @Override
    public int numPartitions() {
      return layout.partitions();
    }

    @Override
    public int getPartition(Object firstRow) {
      return layout.partition((Long) firstRow);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ByGroup same && same.layout.equals(layout);
    }

    @Override
    public int hashCode() {
      return layout.hashCode();
    }
  }
}
