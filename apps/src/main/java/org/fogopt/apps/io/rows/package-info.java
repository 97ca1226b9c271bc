/**
 * Rows larger than memory: the format {@code .fogrows}, which is mapped and not read. Rows enter
 * one by one, from memory or from CSV. A file, or a matrix mapped from one, leaves.
 */
@NullMarked
package org.fogopt.apps.io.rows;

import org.jspecify.annotations.NullMarked;
