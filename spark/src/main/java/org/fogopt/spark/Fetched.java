package org.fogopt.spark;

import java.io.Serializable;

/**
 * Rows on their way to the driver.
 *
 * @param indices which, in rising order
 * @param values their numbers, row after row
 */
record Fetched(long[] indices, double[] values) implements Serializable {}
