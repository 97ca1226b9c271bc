/**
 * The same problems over rows that live in an Apache Spark cluster.
 *
 * <p>A folder of files or a Dataset enters and becomes {@link org.fogopt.spark.SparkRows}; with a
 * {@link org.fogopt.spark.RowProblem} they make a {@link org.fogopt.problem.Problem} for any
 * algorithm. What leaves has the bits of a run on one machine: full passes are summed by the
 * cluster in the same chunks, and steps run on the driver with rows that were sent for in advance.
 */
package org.fogopt.spark;
