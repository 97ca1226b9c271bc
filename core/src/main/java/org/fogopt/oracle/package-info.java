/**
 * The only connection between an algorithm and a problem, and what an evaluation costs.
 *
 * <p>A problem, a seed and worker threads enter. Means over batches leave, each charged to the
 * {@link org.fogopt.oracle.Ledger} before it is computed. {@link org.fogopt.oracle.Evaluator} is
 * uncounted, for reports; algorithms are never handed one.
 */
package org.fogopt.oracle;
