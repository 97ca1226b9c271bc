/**
 * Simple functions h with exact proximal maps: norms, bounds, budgets, caps on groups, any linear
 * constraints; and the quadratic programs that they make with a quadratic model.
 *
 * <p>Numbers enter, a {@link org.fogopt.problem.Penalty} leaves. Constraints that clash are named
 * before a run begins.
 */
package org.fogopt.penalty;
