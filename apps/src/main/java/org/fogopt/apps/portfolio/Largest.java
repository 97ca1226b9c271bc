package org.fogopt.apps.portfolio;

import java.util.Comparator;
import java.util.stream.IntStream;

/** The largest holdings, which are kept where the number of assets is limited. */
final class Largest {
  private Largest() {}

  /** All but the largest weights; what must be held is not among them. */
  static int[] others(double[] x, int most, double[] lower, double[] upper) {
    boolean[] isHeld = new boolean[x.length]; // as the bounds do not hold 0
    for (int k = 0; k < x.length; k++) {
      isHeld[k] = lower[k] > 0 || upper[k] < 0;
    }
    int[] order =
        IntStream.range(0, x.length)
            .boxed()
            .sorted(
                Comparator.comparing((Integer k) -> !isHeld[k])
                    .thenComparingDouble(k -> -Math.abs(x[k])))
            .skip(most)
            .mapToInt(k -> k)
            .toArray();
    if (isHeld[order[0]]) {
      throw new IllegalArgumentException(
          "the bounds leave no weight of 0 for %d assets, but at most %d may be held"
              .formatted(IntStream.range(0, x.length).filter(k -> isHeld[k]).count(), most));
    }
    return order;
  }
}
