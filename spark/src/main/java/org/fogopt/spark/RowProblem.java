package org.fogopt.spark;

import java.io.Serializable;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Problem;

/**
 * A problem whose components are rows of a matrix: what it is, given the rows. It is called on the
 * driver with all rows and on executors with those at hand, so it must not read rows itself, and a
 * component may read the row of its own number and at no other. What it captures is sent to every
 * executor.
 *
 * <pre>{@code
 * double lambda = 2;
 * RowProblem portfolio = rows -> new MeanVariance(rows, lambda).problem();
 * Problem problem = sparkRows.problem(portfolio, Penalty.NONE);
 * }</pre>
 *
 * <p>The penalty of the problem is left behind: {@link SparkRows#problem} is given one, which need
 * not travel.
 */
@FunctionalInterface
public interface RowProblem extends Serializable {
  Problem over(RowMatrix rows);
}
