package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.table.DataTable;

/**
 * Columns that hold the target itself: a copy, an affine copy a·x + b of a number, another
 * increasing or decreasing function of it, or other names for its classes. Whoever learns from one
 * has learned nothing.
 */
public final class Leaks {
  /** So close to ±1 a correlation differs from it by rounding alone. */
  private static final double ROUNDING = 1e-10;

  /** Fewer rows can lie on a line by chance. */
  private static final int FEWEST = 5;

  /** Ten rows are in one of two orders by chance once in two million. */
  private static final int FEWEST_ORDERED = 10;

  /** If so many rows are not ordered, the others need not be sorted. */
  private static final int TRIED = 50;

  private Leaks() {}

  /**
   * What to say of each column that is the target under another name.
   *
   * @param others columns that are no features
   */
  public static List<String> of(DataTable data, Target target, int[] rows, Set<String> others) {
    DataTable.Column y = data.column(target.name(), "--target");
    List<String> found = new ArrayList<>();
    for (DataTable.Column column : data.columns()) {
      if (others.contains(column.name()) || rows.length < FEWEST) {
        continue;
      }
      String how =
          column instanceof DataTable.Numbers x
                  && y instanceof DataTable.Numbers numbers
                  && !target.isClass()
              ? affine(x.values(), numbers.values(), rows)
              : target.isClass() && renames(column, y, rows) ? "tells the class in every row" : "";
      if (!how.isEmpty()) {
        found.add(
            "%s %s: the target under another name? If it is not known when predicting, --drop %s"
                .formatted(column.name(), how, column.name()));
      }
    }
    return found;
  }

  private static String affine(double[] x, double[] y, int[] rows) {
    double meanX = 0;
    double meanY = 0;
    boolean isEqual = true;
    int n = 0;
    for (int i : rows) {
      if (!Double.isNaN(x[i])) {
        n++;
        meanX += (x[i] - meanX) / n;
        meanY += (y[i] - meanY) / n;
        isEqual &= x[i] == y[i];
      }
    }
    if (n < FEWEST) {
      return "";
    }
    if (isEqual) {
      return "equals the target";
    }
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i : rows) {
      if (!Double.isNaN(x[i])) {
        xx += (x[i] - meanX) * (x[i] - meanX);
        yy += (y[i] - meanY) * (y[i] - meanY);
        xy += (x[i] - meanX) * (y[i] - meanY);
      }
    }
    boolean isLine = xx > 0 && yy > 0 && xy * xy >= (1 - ROUNDING) * xx * yy;
    return isLine
        ? "lies on a line with the target (target = %.6g + %.6g %s)"
            .formatted(meanY - xy / xx * meanX, xy / xx, "x")
        : isOrdered(x, y, Arrays.copyOf(rows, Math.min(rows.length, TRIED)))
                && isOrdered(x, y, rows)
            ? "orders all rows as the target does, or the other way round"
            : "";
  }

  /** Whether y is an increasing or a decreasing function of x, and x of y. */
  private static boolean isOrdered(double[] x, double[] y, int[] rows) {
    int[] sorted =
        Arrays.stream(rows)
            .filter(i -> !Double.isNaN(x[i]))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> x[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    if (sorted.length < FEWEST_ORDERED) {
      return false;
    }
    double rise = y[sorted[sorted.length - 1]] - y[sorted[0]];
    for (int k = 1; k < sorted.length; k++) {
      double dx = x[sorted[k]] - x[sorted[k - 1]];
      double dy = y[sorted[k]] - y[sorted[k - 1]];
      if ((dx == 0) != (dy == 0) || dy * rise < 0) {
        return false;
      }
    }
    return rise != 0;
  }

  /** Whether there is a value for each class and a class for each value. */
  private static boolean renames(DataTable.Column column, DataTable.Column y, int[] rows) {
    Map<String, String> classOf = new HashMap<>();
    Map<String, String> valueOf = new HashMap<>();
    for (int i : rows) {
      if (column.isMissing(i)) {
        return false;
      }
      String value = column.text(i);
      String of = y.text(i);
      String otherClass = classOf.putIfAbsent(value, of);
      String otherValue = valueOf.putIfAbsent(of, value);
      if ((otherClass != null && !otherClass.equals(of))
          || (otherValue != null && !otherValue.equals(value))) {
        return false;
      }
    }
    return true;
  }
}
