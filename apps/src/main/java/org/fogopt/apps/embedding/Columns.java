package org.fogopt.apps.embedding;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.learn.table.FeatureFit;
import org.fogopt.apps.learn.table.Features;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the columns of a table of points.
 *
 * @param missing what is done about missing values that are not filled
 * @param fills whether the median stands for them, beside a column that says so
 * @param standardises whether columns of numbers get mean 0 and standard deviation 1
 * @param fitted as other points had them; null: fitted on these
 */
public record Columns(
    Missing missing, boolean fills, boolean standardises, @Nullable Features fitted) {
  /** As they are; a category becomes a column for each of its levels. */
  public static Columns plain(Missing missing) {
    return new Columns(missing, false, false, null);
  }

  /** The same for points that are to be compared with others. */
  public Columns as(@Nullable Features others) {
    return new Columns(missing, fills, standardises, others);
  }

  /** Whether numbers can be taken as they stand. */
  boolean arePlain() {
    return !fills && !standardises && fitted == null;
  }

  PointsFile.Contents encode(
      DataTable table, List<String> labels, @Nullable String labelled, List<String> notes) {
    List<String> said = new ArrayList<>(notes);
    int[] rows = table.allRows();
    Features features =
        fitted != null
            ? fitted
            : new FeatureFit(standardises, !fills, 0).features(table, rows, Set.of(), said);
    RowMatrix encoded = features.encode(table, rows, fills, said);
    return new PointsFile.Contents(dense(encoded), labels, labelled, said, List.of(), features);
  }

  private static Rows dense(RowMatrix matrix) {
    if (matrix instanceof Rows rows) {
      return rows;
    }
    double[] values = new double[Math.multiplyExact(matrix.rows(), matrix.columns())];
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyTo(i, row);
      System.arraycopy(row, 0, values, i * row.length, row.length);
    }
    return Rows.of(matrix.rows(), matrix.columns(), values);
  }
}
