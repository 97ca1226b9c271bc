package org.fogopt.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where tables and charts go, of commands that are no run of a method. */
public final class ResultOptions {
  @Option(names = "--out", paramLabel = "FILE", description = "Write the numbers as CSV.")
  private @Nullable Path out;

  @Option(names = "--json", paramLabel = "FILE", description = "Write a summary as JSON.")
  private @Nullable Path json;

  @Option(names = "--plot", paramLabel = "FILE", description = "Draw the chart as .png or .svg.")
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

  public @Nullable Path out() {
    return out;
  }

  public @Nullable Path json() {
    return json;
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
   * Refuses, before any work is done, a file that could not be written after it.
   *
   * @param inputs the files that are read, by option
   */
  public void check(Map<String, @Nullable Path> inputs) {
    Map<String, @Nullable Path> outputs = new LinkedHashMap<>();
    outputs.put("--out", out);
    outputs.put("--json", json);
    outputs.put("--plot", plot);
    outputs.put("--report", report);
    OutputOptions.requireApart(inputs, outputs);
    OutputOptions.requireCsv("--out", out);
    OutputOptions.requireJson("--json", json);
    OutputOptions.requirePicture(plot);
    OutputOptions.requireHtml(report);
  }
}
