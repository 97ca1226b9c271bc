package org.fogopt.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.linalg.MappedRows;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;

/**
 * The measurements of docs/spark.md: the same rows as Parquet files in Spark and as a mapped file
 * on one machine, and the time of a restart on each. Not a test, for it takes minutes and disk.
 *
 * <pre>
 *   parquet FOLDER ROWS COLUMNS   writes the rows, single precision, one Parquet file for 2^20
 *   mapped FILE ROWS COLUMNS      writes the same rows as a raw file
 *   spark FOLDER                  restarts on Spark's local[2]
 *   local FILE ROWS COLUMNS       restarts on two threads
 * </pre>
 *
 * The value of row i and column k is the finaliser of SplitMix64 at (i·columns + k + 1)·golden,
 * scaled to [−0.9, 1.1).
 */
final class BigRows {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int RESTARTS = 4;

  private BigRows() {}

  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "parquet" -> parquet(args[1], Long.parseLong(args[2]), Integer.parseInt(args[3]));
      case "mapped" ->
          mapped(Path.of(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
      case "spark" -> spark(args[1]);
      case "local" -> local(Path.of(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", false)
        .config("spark.sql.ansi.enabled", false) // sums wrap around, as in Java
        .config("spark.rdd.compress", true)
        .getOrCreate();
  }

  private static void parquet(String folder, long rows, int columns) {
    SparkSession spark = session();
    Column[] cells = new Column[columns];
    for (int k = 0; k < columns; k++) {
      Column z =
          functions
              .col("id")
              .multiply((long) columns)
              .plus(k + 1L)
              .multiply(GOLDEN);
      z = z.bitwiseXOR(functions.shiftrightunsigned(z, 30)).multiply(0xBF58476D1CE4E5B9L);
      z = z.bitwiseXOR(functions.shiftrightunsigned(z, 27)).multiply(0x94D049BB133111EBL);
      z = z.bitwiseXOR(functions.shiftrightunsigned(z, 31));
      Column unit = functions.shiftrightunsigned(z, 11).cast("double").multiply(0x1p-53);
      cells[k] = unit.multiply(2.0).minus(0.9).cast("float").as("P" + (k + 1));
    }
    int files = (int) ((rows + (1 << 20) - 1) >> 20);
    spark
        .range(0, rows, 1, files)
        .select(cells)
        .write()
        .option("compression", "none")
        .option("parquet.enable.dictionary", false)
        .parquet(folder);
    spark.stop();
  }

  private static float value(long i, int columns, int k) {
    long z = (i * columns + k + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return (float) (2 * ((z >>> 11) * 0x1p-53) - 0.9);
  }

  private static void mapped(Path file, long rows, int columns) throws IOException {
    ByteBuffer buffer =
        ByteBuffer.allocateDirect((columns * Float.BYTES) << 12).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
          buffer.putFloat(value(i, columns, k));
        }
        if (!buffer.hasRemaining() || i == rows - 1) {
          buffer.flip();
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
          buffer.clear();
        }
      }
    }
  }

  private static void spark(String folder) {
    SparkSession spark = session();
    long start = System.nanoTime();
    RowFiles files = RowFiles.open(spark, folder, RowFiles.Options.DEFAULT);
    say("counted %d x %d".formatted(files.count(), files.names().size()), start);
    start = System.nanoTime();
    try (SparkRows rows = files.load()) {
      say("loaded into %d partitions".formatted(rows.partitions()), start);
      measure(rows.problem(matrix -> new MeanVariance(matrix, 1).problem(), Penalty.NONE));
    }
    spark.stop();
  }

  private static void local(Path file, long rows, int columns) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      measure(
          new MeanVariance(
                  MappedRows.of(channel, 0, rows, columns, MappedRows.Storage.FLOAT, "measured"), 1)
              .problem());
    }
  }

  /** Times restarts: g and its Jacobian, then the gradient of f, over all rows. */
  private static void measure(Problem problem) {
    try (Workers workers = new Workers(2)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Batch all = Batch.all(oracle.innerCount());
      double[] x = new double[oracle.dimension()];
      Arrays.fill(x, 1.0 / x.length);
      double[] y = new double[oracle.innerDimension()];
      var g = oracle.newJacobian();
      for (int restart = 1; restart <= RESTARTS; restart++) {
        long start = System.nanoTime();
        double[] gradient = new double[x.length];
        oracle.valueAndJacobian(all, x, y, g);
        double value = oracle.addGradient(all, y, g, 1, gradient);
        int bits = Arrays.hashCode(gradient);
        say("restart %d: value %s, bits %x".formatted(restart, value, bits), start);
        x[0] += 0.01;
      }
    }
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == java.lang.management.MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    System.out.printf("heap: at most %d MB of %d%n", peak >> 20, Runtime.getRuntime().maxMemory() >> 20);
  }

  private static void say(String what, long start) {
    System.out.printf("%s  %.2f s%n", what, (System.nanoTime() - start) / 1e9);
  }
}
