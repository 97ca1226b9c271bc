/**
 * Text: CSV, gzipped or zipped, and the files of Ken French's data library. A stream of bytes
 * enters. Cells leave, as records or as a grid of numbers.
 */
@NullMarked
package org.fogopt.apps.io.csv;

import org.jspecify.annotations.NullMarked;
