/**
 * What a command shows and writes: progress, the printed report, summaries, pages, files and exit
 * codes. Results of runs enter. Text leaves; nothing here computes.
 */
package org.fogopt.cli.output;
