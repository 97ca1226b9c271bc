/**
 * Files for users: {@link org.fogopt.apps.io.TableReader} reads tables of numbers in every known
 * format, and the other classes read and write weights, groups, labels and places. A path enters. A
 * table without missing values leaves, or an error that names file, row and column.
 */
@NullMarked
package org.fogopt.apps.io;

import org.jspecify.annotations.NullMarked;
