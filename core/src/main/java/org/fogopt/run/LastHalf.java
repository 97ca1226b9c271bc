package org.fogopt.run;

import java.util.Arrays;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The mean of the last half of a sequence of points, of unknown length, from two sums: points b … t
 * − 1 and b/2 … b − 1, b the largest power of two below t. So it spans between half and three
 * quarters.
 */
final class LastHalf implements Stateful {
  private final double[] older;
  private final double[] current;
  private long olderCount;
  private long currentCount;
  private long count;

  LastHalf(int dimension) {
    older = new double[dimension];
    current = new double[dimension];
  }

  void add(double[] x) {
    if (count > 0 && Long.highestOneBit(count) == count) {
      System.arraycopy(current, 0, older, 0, older.length);
      olderCount = currentCount;
      Arrays.fill(current, 0);
      currentCount = 0;
    }
    for (int k = 0; k < x.length; k++) {
      current[k] += x[k];
    }
    currentCount++;
    count++;
  }

  boolean isEmpty() {
    return count == 0;
  }

  double[] mean() {
    double[] mean = new double[current.length];
    for (int k = 0; k < mean.length; k++) {
      mean[k] = (older[k] + current[k]) / (olderCount + currentCount);
    }
    return mean;
  }

  @Override
  public void state(State s) {
    s.array("older", older);
    s.array("current", current);
    olderCount = s.value("older count", olderCount);
    currentCount = s.value("current count", currentCount);
    count = s.value("count", count);
  }
}
