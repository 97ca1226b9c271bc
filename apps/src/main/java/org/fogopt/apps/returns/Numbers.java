package org.fogopt.apps.returns;

import java.util.Arrays;
import org.fogopt.linalg.RowMatrix;

/** What a column looks like, from its first rows. */
final class Numbers {
  /** Enough to tell prices from returns and percent from fractions. */
  private static final int MOST_ROWS = 5000;

  /** Prices seldom change by a third from row to row; positive returns do, as a rule. */
  private static final double LARGE_CHANGE = 0.3;

  /** More decimals are those of a division. */
  private static final int MANY_DECIMALS = 7;

  /** Fewer say little of a volatility: its error is 1 / √(2n), a quarter at 8 rows. */
  private static final int FEWEST_ROWS = 8;

  private final double[] values;

  Numbers(double[] values) {
    this.values = values;
  }

  /** Of each column of a table. */
  static Numbers[] of(RowMatrix rows) {
    int count = (int) Math.min(MOST_ROWS, rows.count());
    double[][] columns = new double[rows.columns()][count];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < count; i++) {
      rows.copyTo(i, row);
      for (int k = 0; k < row.length; k++) {
        columns[k][i] = row[k];
      }
    }
    return Arrays.stream(columns).map(Numbers::new).toArray(Numbers[]::new);
  }

  int count() {
    return values.length;
  }

  double get(int i) {
    return values[i];
  }

  boolean isPositive() {
    return least() > 0;
  }

  double least() {
    return Arrays.stream(values).min().orElse(Double.NaN);
  }

  /** Where the least of them stands. */
  int worst() {
    int worst = 0;
    for (int i = 1; i < values.length; i++) {
      worst = values[i] < values[worst] ? i : worst;
    }
    return worst;
  }

  double most() {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }

  double median() {
    return median(values.clone());
  }

  /** Divided by T, as all moments here. */
  double deviation() {
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    return Math.sqrt(squares / values.length);
  }

  /**
   * The deviation without regard to outliers: 1.4826 times the median distance from the median,
   * which for normal numbers is the deviation (Hampel 1974); that itself if most are the same.
   */
  double spread() {
    double middle = median();
    double distance = median(Arrays.stream(values).map(x -> Math.abs(x - middle)).toArray());
    return distance > 0 ? 1.4826 * distance : deviation();
  }

  /** The spread of the last quarter over that of the first; 1 if there are few rows. */
  double growth() {
    int quarter = values.length / 4;
    if (quarter < FEWEST_ROWS) {
      return 1;
    }
    var first = new Numbers(Arrays.copyOf(values, quarter));
    var last = new Numbers(Arrays.copyOfRange(values, values.length - quarter, values.length));
    return last.spread() / first.spread();
  }

  /** Whether it falls at times and varies more than it earns, as cash does not. */
  boolean isRisky() {
    return !isPositive() && deviation() > Arrays.stream(values).average().orElse(0);
  }

  /** Von Neumann's: of the mean squared change from row to row to the variance. */
  double neumannRatio() {
    double squares = 0;
    for (int i = 1; i < values.length; i++) {
      double change = values[i] - values[i - 1];
      squares += change * change;
    }
    double deviation = deviation();
    return squares / (values.length - 1) / (deviation * deviation);
  }

  /** Whether all are positive and most changes from row to row small against the level. */
  boolean isSmooth() {
    return isPositive() && deviation() > 0 && medianChange() < LARGE_CHANGE;
  }

  /** Of positive numbers: the median of |log x_t − log x_(t−1)|. */
  double medianChange() {
    double[] changes = new double[values.length - 1];
    Arrays.setAll(changes, i -> Math.abs(Math.log(values[i + 1] / values[i])));
    return median(changes);
  }

  /** The logarithms of the quotients of these and others. */
  Numbers over(Numbers others) {
    double[] logarithms = new double[values.length];
    Arrays.setAll(logarithms, i -> Math.log(values[i] / others.values[i]));
    return new Numbers(logarithms);
  }

  boolean isWithin(double least, double most) {
    return least() >= least && most() <= most;
  }

  /** Whether they are 0, 1, 2 and so on, or 1, 2, 3. */
  boolean countsRows() {
    if (!(values[0] == 0 || values[0] == 1)) {
      return false;
    }
    for (int i = 1; i < values.length; i++) {
      if (values[i] != values[0] + i) {
        return false;
      }
    }
    return true;
  }

  /** How many decimals they are written with, at most {@link #MANY_DECIMALS}. */
  int decimals() {
    double scale = 1;
    for (int d = 0; d < MANY_DECIMALS; d++, scale *= 10) {
      double one = scale;
      if (Arrays.stream(values).allMatch(x -> Math.abs(one * x - Math.rint(one * x)) < 1e-9)) {
        return d;
      }
    }
    return MANY_DECIMALS;
  }

  private static double median(double[] sorted) {
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
