/**
 * Numbers in memory: a row-major matrix and the few kernels that touch it.
 *
 * <p>Plain arrays enter, plain arrays leave. Every sum has a fixed order, so the same input gives
 * the same bits on any machine, with or without SIMD.
 */
package org.fogopt.linalg;
