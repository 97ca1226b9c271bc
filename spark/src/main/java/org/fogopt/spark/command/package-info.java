/**
 * The command fog-spark: options of fog, and where the cluster is. Arguments enter, files and an
 * exit code leave; no mathematics.
 */
package org.fogopt.spark.command;
