package org.fogopt.cli.command;

import java.util.List;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/** Returns as {@code portfolio} needs them, in memory or remote. */
public interface Returns extends AutoCloseable {
  /** A name for each asset. */
  List<String> names();

  /** A row for each period. */
  RowMatrix rows();

  /** Where they come from, for messages. */
  String source();

  /** What else is known of them; null if they are remote. */
  default @Nullable ReturnSeries series() {
    return null;
  }

  /** The problem over these rows. */
  default Problem problem(MeanVariance meanVariance, Penalty penalty) {
    return meanVariance.problem(penalty);
  }

  @Override
  default void close() {}

  /** Returns in memory. */
  static Returns here(ReturnSeries series) {
    record Here(ReturnSeries series) implements Returns {
      @Override
      public List<String> names() {
        return series.table().names();
      }

      @Override
      public RowMatrix rows() {
        return series.table().rows();
      }

      @Override
      public String source() {
        return series.table().source();
      }
    }
    return new Here(series);
  }
}
