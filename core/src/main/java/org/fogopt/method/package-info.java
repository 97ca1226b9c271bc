/**
 * One file per method, each readable beside its pseudo-code.
 *
 * <p>An {@link org.fogopt.oracle.Oracle} and a starting point enter; proposals for the next point
 * leave. An algorithm knows nothing of stopping, logging, progress or files.
 */
package org.fogopt.method;
