/**
 * Measurements: {@link org.fogopt.bench.Clock}, {@link org.fogopt.bench.Calls}, {@link
 * org.fogopt.bench.Crossover} and {@link org.fogopt.bench.Size} are the Java sides of the scripts
 * clock, calls, map and size, {@link org.fogopt.bench.Measure} and {@link org.fogopt.bench.Scaling}
 * that of compare. The {@code …Benchmark} classes are for JMH. No other module uses this one.
 */
package org.fogopt.bench;
