/**
 * Risk measures of a portfolio's returns, and the convex programs that balance them against the
 * expected return.
 */
@NullMarked
package org.fogopt.apps.portfolio.risk;

import org.jspecify.annotations.NullMarked;
