/**
 * Sums of a kernel over all pairs of many points of the plane, in a time that grows with the number
 * of points: splines on a grid, and a fast Fourier transform of the grid.
 *
 * <p>Points enter by coordinate; what leaves is the sum and its gradient. Nothing here knows what
 * they are for.
 */
@NullMarked
package org.fogopt.apps.embedding.grid;

import org.jspecify.annotations.NullMarked;
