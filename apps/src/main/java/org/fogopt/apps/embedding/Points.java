package org.fogopt.apps.embedding;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.fogopt.apps.io.LabelsFile;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.matrix.IdxFile;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Points to be mapped.
 *
 * @param rows one for each
 * @param labels one for each, or none at all
 * @param source the file, for messages
 */
public record Points(Rows rows, List<String> labels, String source) {
  /** Of the embedded example. */
  private static final int CLUSTERS = 5;

  private static final int OF_EACH = 60;
  private static final int COLUMNS = 10;

  public Points {
    labels = List.copyOf(labels);
  }

  /**
   * Reads points from CSV or IDX, plain or gzipped, known by their content.
   *
   * @param labels a file of labels; null: the table's own first column if its texts recur
   * @param most how many points at most, the first ones; null: all
   * @param scale what to multiply every number by
   * @throws org.fogopt.apps.io.file.InputException if a file is not what it should be
   */
  public static Points read(
      Path data, @Nullable Path labels, @Nullable Integer most, double scale) {
    Rows all;
    List<String> own = List.of();
    if (IdxFile.looksLike(data)) {
      all = IdxFile.read(data, most == null ? Integer.MAX_VALUE : most);
    } else {
      Table table = TableReader.read(data, ReadOptions.defaults());
      all = Rows.of(table.rows());
      own =
          new HashSet<>(table.labels()).size() <= table.labels().size() / 2
              ? table.labels()
              : List.of();
    }
    int n = most == null ? all.rows() : Math.min(most, all.rows());
    Rows rows = scaled(all, n, scale);
    List<String> names =
        labels != null
            ? LabelsFile.read(labels, n, most == null)
            : own.isEmpty() ? own : own.subList(0, n);
    return new Points(rows, names, data.toString());
  }

  private static Rows scaled(Rows all, int n, double scale) {
    if (scale == 1 && n == all.rows()) {
      return all;
    }
    double[] values = new double[n * all.columns()];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < all.columns(); k++) {
        values[i * all.columns() + k] = scale * all.get(i, k);
      }
    }
    return Rows.of(n, all.columns(), values);
  }

  /** An example that needs no file: five clusters of sixty points in ten dimensions. */
  public static Points example() {
    Random random = new Random(20);
    double[] values = new double[CLUSTERS * OF_EACH * COLUMNS];
    List<String> labels = new ArrayList<>();
    double[][] centres = new double[CLUSTERS][COLUMNS];
    for (double[] centre : centres) {
      for (int k = 0; k < COLUMNS; k++) {
        centre[k] = 2.5 * random.nextGaussian();
      }
    }
    for (int i = 0; i < CLUSTERS * OF_EACH; i++) {
      int cluster = i % CLUSTERS;
      labels.add(String.valueOf((char) ('A' + cluster)));
      for (int k = 0; k < COLUMNS; k++) {
        values[i * COLUMNS + k] = centres[cluster][k] + random.nextGaussian();
      }
    }
    return new Points(Rows.of(CLUSTERS * OF_EACH, COLUMNS, values), labels, "the embedded example");
  }
}
