/**
 * Returns of assets, understood: whether a table holds prices, in which units and over which
 * periods. A table of a file enters. A {@link org.fogopt.apps.returns.ReturnSeries} leaves, or a
 * refusal with a remedy.
 */
@NullMarked
package org.fogopt.apps.returns;

import org.jspecify.annotations.NullMarked;
