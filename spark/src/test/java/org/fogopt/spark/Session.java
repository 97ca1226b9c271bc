package org.fogopt.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.fogopt.linalg.Rows;

/** One Spark for all tests: it takes seconds to start. */
public final class Session {
  private static final SparkSession SPARK = start();

  private Session() {}

  private static SparkSession start() {
    return SparkSession.builder()
        .master("local[2,4]") // two threads; a task may fail three times
        .appName("fog-tests")
        .config("spark.ui.enabled", false)
        .config("spark.sql.shuffle.partitions", 2)
        .config("spark.driver.host", "localhost")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate();
  }

  public static SparkSession spark() {
    return SPARK;
  }

  /** Rows as a table of three partitions. */
  static Dataset<Row> table(Rows rows) {
    StructType schema = new StructType();
    for (int k = 0; k < rows.columns(); k++) {
      schema = schema.add("P" + (k + 1), DataTypes.DoubleType);
    }
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < rows.rows(); i++) {
      Object[] cells = new Object[rows.columns()];
      for (int k = 0; k < cells.length; k++) {
        cells[k] = rows.get(i, k);
      }
      list.add(RowFactory.create(cells));
    }
    var context = JavaSparkContext.fromSparkContext(SPARK.sparkContext());
    return SPARK.createDataFrame(context.parallelize(list, 3), schema);
  }

  /** Writes rows as CSV files of those lengths into a folder; a last file takes the rest. */
  static Path csv(Path folder, Rows rows, int... lengths) throws IOException {
    Files.createDirectories(folder);
    int row = 0;
    for (int file = 0; file <= lengths.length; file++) {
      int end = file < lengths.length ? row + lengths[file] : rows.rows();
      StringBuilder text = new StringBuilder();
      for (int k = 0; k < rows.columns(); k++) {
        text.append(k == 0 ? "" : ",").append("P").append(k + 1);
      }
      text.append('\n');
      for (; row < end; row++) {
        for (int k = 0; k < rows.columns(); k++) {
          text.append(k == 0 ? "" : ",").append(rows.get(row, k));
        }
        text.append('\n');
      }
      Files.writeString(
          folder.resolve(String.format(Locale.ROOT, "part-%03d.csv", file)), text.toString());
    }
    return folder;
  }

  /** The files of a folder, in so many partitions. */
  static SparkRows open(Path folder, int partitions) {
    RowFiles.Options options = RowFiles.Options.DEFAULT.withPartitions(partitions);
    return RowFiles.open(SPARK, folder.toString(), options).load();
  }
}
