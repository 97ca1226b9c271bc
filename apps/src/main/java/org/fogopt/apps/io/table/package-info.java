/**
 * A table of numbers, and how to read one. Cells as they were read enter, missing ones as NaN. A
 * {@link org.fogopt.apps.io.table.Table} without missing values leaves.
 */
@NullMarked
package org.fogopt.apps.io.table;

import org.jspecify.annotations.NullMarked;
