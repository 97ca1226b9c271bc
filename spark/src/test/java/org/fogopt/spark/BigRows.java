package org.fogopt.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.spark.sql.SparkSession;
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
 * scaled to [−0.9, 1.1). -Drestarts=N says how many to time: the first ones warm up.
 */
@SuppressWarnings("deprecation") // what replaces them asks for more code
final class BigRows {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int RESTARTS = Integer.getInteger("restarts", 4);
  private static final long FILE_ROWS = 1 << 20;

  private BigRows() {}

  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "parquet" -> parquet(args[1], Long.parseLong(args[2]), Integer.parseInt(args[3]));
      case "mapped" -> mapped(Path.of(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
      case "spark" -> spark(args[1]);
      case "local" -> local(Path.of(args[1]), Long.parseLong(args[2]), Integer.parseInt(args[3]));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", false)
        .config("spark.shuffle.compress", false) // noise does not shrink
        .getOrCreate();
  }

  private static void parquet(String folder, long rows, int columns) {
    var fields = Types.buildMessage();
    for (int k = 0; k < columns; k++) {
      fields.required(PrimitiveTypeName.FLOAT).named("P" + (k + 1));
    }
    MessageType schema = fields.named("rows");
    LongStream.range(0, (rows + FILE_ROWS - 1) / FILE_ROWS)
        .parallel()
        .forEach(k -> parquet(folder, k, Math.min(rows, (k + 1) * FILE_ROWS), schema));
  }

  private static void parquet(String folder, long number, long end, MessageType schema) {
    var file = new org.apache.hadoop.fs.Path(folder, "part-%06d.parquet".formatted(number));
    int columns = schema.getFieldCount();
    try (ParquetWriter<Long> writer = new Writer(file, schema, columns).build()) {
      for (long i = number * FILE_ROWS; i < end; i++) {
        writer.write(i);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes rows by their numbers, without an object for each value. */
  private static final class Writer extends ParquetWriter.Builder<Long, Writer> {
    private final MessageType schema;
    private final int columns;

    Writer(org.apache.hadoop.fs.Path file, MessageType schema, int columns) {
      super(file);
      this.schema = schema;
      this.columns = columns;
      withDictionaryEncoding(false);
    }

    @Override
    protected Writer self() {
      return this;
    }

    @Override
    protected WriteSupport<Long> getWriteSupport(Configuration settings) {
      return new WriteSupport<>() {
        private final String[] names =
            schema.getFields().stream().map(Type::getName).toArray(String[]::new);
        private RecordConsumer consumer;

        @Override
        public WriteContext init(Configuration conf) {
          return new WriteContext(schema, Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer target) {
          consumer = target;
        }

        @Override
        public void write(Long row) {
          consumer.startMessage();
          for (int k = 0; k < columns; k++) {
            consumer.startField(names[k], k);
            consumer.addFloat(value(row, columns, k));
            consumer.endField(names[k], k);
          }
          consumer.endMessage();
        }
      };
    }
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
      peak +=
          pool.getType() == java.lang.management.MemoryType.HEAP
              ? pool.getPeakUsage().getUsed()
              : 0;
    }
    System.out.printf(
        "heap: at most %d MB of %d%n", peak >> 20, Runtime.getRuntime().maxMemory() >> 20);
  }

  private static void say(String what, long start) {
    System.out.printf("%s  %.2f s%n", what, (System.nanoTime() - start) / 1e9);
  }
}
