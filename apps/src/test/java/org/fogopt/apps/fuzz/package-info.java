/**
 * The readers under fire. {@code FuzzedReader} lists them with sound files to begin with; {@code
 * ReaderFuzz} is what Jazzer calls, for minutes; {@code ReaderFuzzTest} what every build does, for
 * seconds.
 */
package org.fogopt.apps.fuzz;
