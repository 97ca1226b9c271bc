package org.fogopt.apps.returns;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.RowMatrix;

/** Points out prices that may not be adjusted for splits, and those that stand still. */
final class PriceChecks {
  /** Shares are split 3 to 1, a pound is 100 pence; prices hardly change so much in a period. */
  private static final double LARGE_FACTOR = 2.9;

  /** The ratios of splits below it, or of reverse ones. */
  private static final double[] SPLITS = {1.5, 2, 2.5};

  /** A split is that far beyond the median change of its column, about seven deviations. */
  private static final double BEYOND = 10;

  /** The period's own change beside the split's in medians, about three deviations. */
  private static final double BESIDE = 5;

  /** Equal prices, fewer of which are rounding, and one of so many rows. */
  private static final int FEWEST_EQUAL = 10;

  private static final int SHARE_EQUAL = 5;

  private PriceChecks() {}

  static void remark(Table prices, Numbers[] columns, List<String> remarks) {
    RowMatrix rows = prices.rows();
    int n = columns.length;
    double[] usual = Arrays.stream(columns).mapToDouble(Numbers::medianChange).toArray();
    double[] before = new double[n];
    double[] after = new double[n];
    int[] equal = new int[n]; // changes of 0 up to this row
    int[] longest = new int[n];
    int[] last = new int[n]; // row of the longest
    double largest = 0;
    int jumps = 0;
    String jump = "";
    rows.copyTo(0, before);
    for (int i = 1; i < rows.rows(); i++) {
      rows.copyTo(i, after);
      for (int k = 0; k < n; k++) {
        double change = Math.abs(Math.log(after[k] / before[k]));
        equal[k] = change == 0 ? equal[k] + 1 : 0;
        if (equal[k] > longest[k]) {
          longest[k] = equal[k];
          last[k] = i;
        }
        if (isJump(change, usual[k])) {
          jumps++;
          if (change > largest) {
            largest = change;
            jump =
                "%s goes from %s to %s%s"
                    .formatted(
                        prices.names().get(k),
                        before[k],
                        after[k],
                        prices.labels().isEmpty() ? "" : " at " + prices.labels().get(i));
          }
        }
      }
      System.arraycopy(after, 0, before, 0, n);
    }
    if (jumps > 0) {
      remarks.add(
          "%s%s; are the prices adjusted for splits, and in one currency?"
              .formatted(
                  jump, jumps == 1 ? "" : ", the largest of %d such changes".formatted(jumps)));
    }
    int count = rows.rows();
    int[] still = // but for cash, which never changes
        IntStream.range(0, n)
            .filter(k -> longest[k] + 1 >= Math.max(FEWEST_EQUAL, count / SHARE_EQUAL + 1))
            .filter(k -> longest[k] < count - 1)
            .toArray();
    if (still.length > 0 && 2 * still.length <= n) {
      int k = still[0];
      rows.copyTo(last[k], after);
      remarks.add(
          "%s stays at %s in %d of %d rows, from %s to %s%s; is it traded then?"
              .formatted(
                  prices.names().get(k),
                  after[k],
                  longest[k] + 1,
                  count,
                  at(prices, last[k] - longest[k]),
                  at(prices, last[k]),
                  still.length == 1
                      ? ""
                      : ", the first of %d such columns".formatted(still.length)));
    }
  }

  private static boolean isJump(double change, double usual) {
    return change >= Math.log(LARGE_FACTOR)
        || (usual > 0
            && change > BEYOND * usual
            && Arrays.stream(SPLITS)
                .anyMatch(split -> Math.abs(change - Math.log(split)) < BESIDE * usual));
  }

  private static String at(Table prices, int row) {
    return prices.labels().isEmpty() ? "row " + (row + 1) : prices.labels().get(row);
  }
}
