package org.fogopt.spark;

import java.io.Serializable;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Problem;

/**
 * Values of states that are linear in features, where the features are too many for one machine and
 * the transitions are not. Row s holds the features of state s, then the mean features of the
 * states that follow it: 2d numbers.
 *
 * <p>The transitions are sent to every executor. Next states are drawn evenly and Jacobians come
 * from full restarts, as SARAH-Compositional and the methods on full gradients do it; a method that
 * samples Jacobians would need rows of other states, and is refused.
 *
 * <pre>{@code
 * LinearValues values = LinearValues.of(chain, rows, 0.95, Split.CENTRED);
 * Problem problem = rows.problem(values, Penalty.NONE);
 * }</pre>
 */
public final class LinearValues implements RowProblem {
  private static final long serialVersionUID = 1L;

  private final BellmanResidual outline;

  private LinearValues(BellmanResidual outline) {
    this.outline = outline;
  }

  /** The values of a chain. Every row comes to the driver once, for the mean of the features. */
  public static LinearValues of(RewardChain chain, SparkRows rows, double discount, Split split) {
    if (rows.columns() % 2 != 0) {
      throw new IllegalArgumentException(
          "expected features of a state and as many of the states that follow, found %d columns"
              .formatted(rows.columns()));
    }
    int d = rows.columns() / 2;
    BellmanResidual whole =
        BellmanResidual.of(
            chain, Columns.of(rows, 0, d), Columns.of(rows, d, 2 * d), discount, split);
    RowMatrix absent = new Absent(rows.count(), d);
    return new LinearValues(whole.over(absent, absent));
  }

  @Override
  public Problem over(RowMatrix rows) {
    return residual(rows).problem();
  }

  /** The same on the driver: values of states, residuals. */
  public BellmanResidual residual(RowMatrix rows) {
    int d = outline.dimension();
    return outline.over(Columns.of(rows, 0, d), Columns.of(rows, d, 2 * d));
  }

  /** Features that are left behind when the rest travels. */
  private record Absent(long count, int columns) implements RowMatrix, Serializable {
    private static UnsupportedOperationException absent() {
      return new UnsupportedOperationException("these features are remote");
    }

    @Override
    public void copyTo(long i, double[] into) {
      throw absent();
    }

    @Override
    public double dot(long i, double[] x) {
      throw absent();
    }

    @Override
    public double dotDifference(long i, double[] x, double[] xp) {
      throw absent();
    }

    @Override
    public void addTo(long i, double a, double[] y, int offset) {
      throw absent();
    }
  }
}
