/**
 * Portfolios through time: chosen on the past, held, drifting, and chosen again. Returns and {@link
 * org.fogopt.apps.portfolio.backtest.Strategy strategies} enter; what each of them would have
 * earned leaves.
 */
@NullMarked
package org.fogopt.apps.portfolio.backtest;

import org.jspecify.annotations.NullMarked;
