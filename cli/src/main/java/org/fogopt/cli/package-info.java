/** The command {@code fog}: options enter, files and exit codes leave. No mathematics. */
package org.fogopt.cli;
