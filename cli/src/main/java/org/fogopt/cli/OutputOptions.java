package org.fogopt.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
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

  /**
   * Refuses, before any work is done, a file that could not be written after it, and one that would
   * take the place of another.
   */
  void check(@Nullable Path out, @Nullable Path returns) {
    check(out, returns == null ? Map.of() : Map.of("--returns", returns));
  }

  /**
   * The same.
   *
   * @param inputs files that are read, by the option that names them
   */
  void check(@Nullable Path out, Map<String, Path> inputs) {
    Map<Path, String> uses = new HashMap<>();
    inputs.forEach((option, file) -> claim(uses, file, option));
    claim(uses, out, "--out");
    claim(uses, json, "--json");
    claim(uses, trace, "--trace");
    claim(uses, plot, "--plot");
    for (Path file : Arrays.asList(out, json, trace, plot)) {
      if (file != null) {
        AtomicFile.requireWritable(file);
      }
    }
    if (plot != null && !PortfolioPlot.canDraw(plot)) {
      throw new IllegalArgumentException(
          "--plot: expected a name that ends in .png or .svg, found \"" + plot + "\"");
    }
  }

  private static void claim(Map<Path, String> uses, @Nullable Path file, String option) {
    if (file == null || (Files.exists(file) && !Files.isRegularFile(file))) {
      return; // /dev/stdout may serve twice
    }
    String other = uses.putIfAbsent(canonical(file), option);
    if (other != null) {
      throw new IllegalArgumentException(
          "%s: %s is the file of %s; choose another name".formatted(option, file, other));
    }
  }

  private static Path canonical(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.toAbsolutePath().normalize();
    }
  }
}
