/**
 * Binary matrices: MATLAB 5 to 7.3, HDF5 and IDX. A file enters. A grid of numbers leaves, checked
 * against the memory before it is read.
 */
@NullMarked
package org.fogopt.apps.io.matrix;

import org.jspecify.annotations.NullMarked;
