/**
 * Measurements. {@link org.fogopt.bench.Measure} times the steps of the side-by-side table, the
 * {@code …Benchmark} classes are for JMH. Nothing uses this room.
 */
package org.fogopt.bench;
