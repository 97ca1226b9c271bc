/**
 * The door for files: tables of numbers come in, weights go out.
 *
 * <p>What may enter is a CSV file (plain, gzipped or zipped), a raw file of Kenneth French's data
 * library or a MATLAB matrix, by a {@link org.fogopt.apps.io.TableReader}; whatever is wrong with
 * it is said in one line that names file, row and column. What leaves is a {@link
 * org.fogopt.apps.io.Table} without a single missing value, and result files that are written whole
 * or not at all.
 */
@NullMarked
package org.fogopt.apps.io;

import org.jspecify.annotations.NullMarked;
