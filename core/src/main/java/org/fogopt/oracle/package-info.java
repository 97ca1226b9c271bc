/**
 * The only door between an algorithm and a problem, and what a look through it costs.
 *
 * <p>A problem, a seed and worker threads enter. Means over batches leave, each charged to the
 * {@link org.fogopt.oracle.Ledger} before it is computed. {@link org.fogopt.oracle.Evaluator} is
 * the uncounted side entrance for reports; algorithms are never handed one.
 */
package org.fogopt.oracle;
