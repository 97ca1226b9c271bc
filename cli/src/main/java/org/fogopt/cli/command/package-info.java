/**
 * The commands, a class each: they read data, run an algorithm or a comparison, and report. Parsed
 * options enter. Results in files and on the standard output leave, with an exit code.
 */
package org.fogopt.cli.command;
