/**
 * Simple functions h with exact proximal maps: norms, bounds, budgets, caps on groups.
 *
 * <p>Numbers enter, a {@link org.fogopt.problem.Penalty} leaves. Constraints that clash are named
 * before a run begins.
 */
package org.fogopt.penalty;
