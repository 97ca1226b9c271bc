package org.fogopt.cli;

import java.nio.file.Path;
import org.fogopt.apps.io.AtomicFile;
import org.fogopt.lab.PortfolioPlot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go. */
final class OutputOptions {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write a summary: objective, calls, why it stopped, what was chosen.")
  @Nullable Path json;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Write step, calls, passes, objective, gradient norm and seconds as CSV.")
  @Nullable Path trace;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw convergence and result as .png or .svg.")
  @Nullable Path plot;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  boolean quiet;

  /** Refuses, before any work is done, a file that could not be written after it. */
  void check() {
    check(json);
    check(trace);
    check(plot);
    if (plot != null && !PortfolioPlot.canDraw(plot)) {
      throw new IllegalArgumentException(
          "--plot: expected a name that ends in .png or .svg, found \"" + plot + "\"");
    }
  }

  static void check(@Nullable Path file) {
    if (file != null) {
      AtomicFile.requireWritable(file);
    }
  }
}
