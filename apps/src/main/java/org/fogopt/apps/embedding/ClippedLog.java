package org.fogopt.apps.embedding;

import java.util.concurrent.atomic.LongAdder;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * A logarithm for estimates of a positive sum, which may themselves be zero or negative: below a
 * clipped it goes on as the tangent there, so value and slope stay finite and continuous. How often
 * that happened is counted, for a report; nothing else depends on the count.
 */
final class ClippedLog implements Stateful {
  private final double least;
  private final double logLeast;
  private final LongAdder hits = new LongAdder();

  ClippedLog(double least) {
    this.least = least;
    logLeast = StrictMath.log(least);
  }

  double log(double z) {
    return z >= least ? StrictMath.log(z) : logLeast + (z - least) / least;
  }

  /** The derivative of {@link #log}; a NaN stays one, to be noticed. */
  double slope(double z) {
    return z < least ? 1 / least : 1 / z;
  }

  void count(double z) {
    if (z < least) {
      hits.increment();
    }
  }

  long hits() {
    return hits.sum();
  }

  @Override
  public void state(State s) {
    long count = s.value("hits", hits.sum());
    if (s.isReading()) {
      hits.reset();
      hits.add(count);
    }
  }
}
