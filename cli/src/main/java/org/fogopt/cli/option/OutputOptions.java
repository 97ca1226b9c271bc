package org.fogopt.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.RunPlot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where results go. */
public final class OutputOptions {
  private static final Set<String> FORMATS =
      Set.of(
          "csv", "xlsx", "xls", "ods", "parquet", "feather", "json", "html", "pdf", "png", "svg",
          "mat", "npy", "zip", "gz", "db", "sqlite");

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Write a summary as JSON: results, what was chosen, what it cost and why it stopped.")
  private @Nullable Path json;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write step, calls, passes, objective, gradient norm, seconds and the method as CSV.")
  private @Nullable Path trace;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw convergence and result as .png or .svg.")
  private @Nullable Path plot;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a page with charts and tables, .html, that opens offline in a browser.")
  private @Nullable Path report;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  public @Nullable Path json() {
    return json;
  }

  public @Nullable Path trace() {
    return trace;
  }

  public @Nullable Path plot() {
    return plot;
  }

  public @Nullable Path report() {
    return report;
  }

  public boolean isQuiet() {
    return quiet;
  }

  /**
   * Refuses, before any work is done, a file that could not be written after it, and one that would
   * take the place of another.
   *
   * @param out of --out
   * @param inputs the files that are read, by option
   */
  public void check(@Nullable Path out, Map<String, @Nullable Path> inputs) {
    Map<String, @Nullable Path> outputs = new LinkedHashMap<>();
    outputs.put("--out", out);
    outputs.put("--json", json);
    outputs.put("--trace", trace);
    outputs.put("--plot", plot);
    outputs.put("--report", report);
    requireApart(inputs, outputs);
    requireCsv("--out", out);
    requireJson("--json", json);
    requireCsv("--trace", trace);
    requirePicture(plot);
    requireHtml(report);
  }

  static void requirePicture(@Nullable Path plot) {
    if (plot != null && !RunPlot.canDraw(plot)) {
      throw new IllegalArgumentException(
          "--plot: expected a name that ends in .png or .svg, found \"" + plot + "\"");
    }
  }

  /** Refuses a name that promises another format than CSV. */
  public static void requireCsv(String option, @Nullable Path file) {
    requireFormat(option, file, "csv", ", which spreadsheets and programs read");
  }

  /** Refuses a name that promises another format than JSON. */
  public static void requireJson(String option, @Nullable Path file) {
    requireFormat(option, file, "json", "");
  }

  private static void requireFormat(
      String option, @Nullable Path file, String format, String reason) {
    if (file == null || file.getFileName() == null) {
      return;
    }
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String ending = name.substring(dot + 1).toLowerCase(Locale.ROOT);
    if (dot >= 0 && FORMATS.contains(ending) && !ending.equals(format)) {
      throw new IllegalArgumentException(
          "%s: writes %s, not %s; name it %s.%s%s"
              .formatted(
                  option,
                  format.toUpperCase(Locale.ROOT),
                  name.substring(dot),
                  name.substring(0, dot),
                  format,
                  reason));
    }
  }

  public static void requireHtml(@Nullable Path report) {
    if (report != null && !report.toString().toLowerCase(Locale.ROOT).endsWith(".html")) {
      throw new IllegalArgumentException(
          "--report: expected a name that ends in .html, found \"" + report + "\"");
    }
  }

  /** The same of any files to be read and written, by option. */
  public static void requireApart(
      Map<String, @Nullable Path> inputs, Map<String, @Nullable Path> outputs) {
    Map<Path, String> uses = new HashMap<>();
    inputs.forEach((option, file) -> claim(uses, file, option));
    outputs.forEach((option, file) -> claim(uses, file, option));
    for (Map.Entry<String, @Nullable Path> output : outputs.entrySet()) {
      Path file = output.getValue();
      if (file != null && file.toString().equals(Words.STANDARD_INPUT)) {
        throw new IllegalArgumentException(
            output.getKey() + ": - is the standard input; name a file, or /dev/stdout");
      }
      if (file != null) {
        AtomicFile.requireWritable(file);
      }
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
