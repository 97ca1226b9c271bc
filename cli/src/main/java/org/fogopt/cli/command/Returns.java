package org.fogopt.cli.command;

import java.util.List;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;

/** Returns as {@code portfolio} needs them, in memory or remote. */
public interface Returns extends AutoCloseable {
  /** A name for each asset. */
  List<String> names();

  /** A row for each period. */
  RowMatrix rows();

  /** Where they come from, for messages. */
  String source();

  /** The problem over these rows. */
  default Problem problem(MeanVariance meanVariance, Penalty penalty) {
    return meanVariance.problem(penalty);
  }

  @Override
  default void close() {}

  /** A table in memory. */
  static Returns here(Table table) {
    record Here(List<String> names, RowMatrix rows, String source) implements Returns {}
    return new Here(table.names(), table.rows(), table.source());
  }
}
