package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.PointsDisplay;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.ComplexityPlot;
import org.fogopt.lab.RunPlot;
import org.fogopt.lab.complexity.ComplexityPage;
import org.fogopt.lab.complexity.Findings;
import org.fogopt.lab.complexity.Fit;
import org.fogopt.lab.complexity.Study;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code fog complexity}. */
@Command(
    name = "complexity",
    header = "Measure how calls grow with the components and with the accuracy.",
    description = {
      "",
      "Runs methods on a non-convex family with known constants until the mean of |gradient|^2 is at",
      "most eps^2, with the parameters of their theories and with tuned ones, and fits exponents in",
      "m + n and in 1/eps. They are printed beside the upper bounds of the literature.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog complexity --quick",
      "  fog complexity --report complexity.html --plot complexity.svg",
      "  fog complexity --methods sarah-c,asc-pg,nasa --quick"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class ComplexityCommand implements Runnable {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final int QUICK_SEEDS = 3;
  private static final int SEEDS = 5;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(names = "--quick", description = "Fewer points: about a minute.")
  private boolean quick;

  @Option(
      names = "--methods",
      paramLabel = "NAME,...",
      split = ",",
      hideParamSyntax = true,
      description =
          "Methods to measure, of sarah-c, gd, vrsc-pg, scvr, scgd, acc-scgd, asc-pg, nasa, scsc."
              + " Default: sarah-c,vrsc-pg,gd,scgd.")
  private @Nullable List<String> methods;

  @Option(
      names = "--seeds",
      paramLabel = "K",
      description = "Runs of each random method at each point. Default: 5; quick, 3.")
  private @Nullable Integer seeds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; they change the time, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  @Option(names = "--report", paramLabel = "FILE", description = "Write a page, as .html.")
  private @Nullable Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw calls and fitted lines as .png or .svg.")
  private @Nullable Path plot;

  @Option(names = "--json", paramLabel = "FILE", description = "Write everything measured as JSON.")
  private @Nullable Path json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  @Override
  public void run() {
    int runs = seeds != null ? seeds : quick ? QUICK_SEEDS : SEEDS;
    RunOptions.require("--seeds", runs >= 1 && runs <= 1000, "1 to 1000", runs);
    int workers = threads != null ? threads : Runtime.getRuntime().availableProcessors();
    RunOptions.require("--threads", workers >= 1 && workers <= 1024, "1 to 1024", workers);
    Arrays.asList(report, plot, json).stream()
        .filter(Objects::nonNull)
        .forEach(AtomicFile::requireWritable);
    if (plot != null && !RunPlot.canDraw(plot)) {
      throw new IllegalArgumentException(
          "--plot: expected a name that ends in .png or .svg, found \"" + plot + "\"");
    }
    List<String> names = methods != null ? methods : Study.METHODS;
    Study study = quick ? Study.quick(names, runs) : Study.full(names, runs);
    var display = new PointsDisplay(System.err, !quiet, Boolean.getBoolean("fog.terminal"));
    Findings findings = study.run(workers, display::show);
    display.close();
    if (report != null) {
      HtmlReport.write(ComplexityPage.of(findings, command(names, runs), facts(runs)), report);
    }
    if (plot != null) {
      new ComplexityPlot(findings).write(plot);
    }
    if (json != null) {
      write(json, findings, runs);
    }
    if (!quiet) {
      print(findings);
    }
  }

  private String command(List<String> names, int runs) {
    return "fog complexity%s --methods %s --seeds %d"
        .formatted(quick ? " --quick" : "", String.join(",", names), runs);
  }

  private Map<String, String> facts(int runs) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("seeds", "1 to " + runs);
    facts.put("points", quick ? "quick" : "full");
    facts.put("version", Version.current());
    return facts;
  }

  private void print(Findings findings) {
    PrintWriter out = spec.commandLine().getOut();
    Grid grid = ComplexityPage.exponents(findings);
    out.println("exponents of calls, with 95 % intervals of the fitted slope");
    row(out, "", grid.columns().subList(1, grid.columns().size()));
    String group = "";
    for (List<String> cells : grid.rows()) {
      if (!cells.get(0).equals(group)) {
        group = cells.get(0);
        out.println(group);
      }
      row(out, "  ", cells.subList(1, cells.size()));
    }
    out.println();
    out.println(
        "Upper bounds are for the worst problem; docs/complexity.md explains these figures.");
    Report.written(out, json, plot, report);
    out.flush();
  }

  private static void row(PrintWriter out, String indent, List<String> cells) {
    out.printf(
        "%-14s%-26s%-26s%s%n", indent + cells.get(0), cells.get(1), cells.get(2), cells.get(3));
  }

  private void write(Path file, Findings findings, int runs) {
    ObjectNode root = JSON.createObjectNode();
    root.put("seeds", runs).put("quick", quick).put("version", Version.current());
    var all = root.putArray("series");
    for (Findings.Series series : findings.series()) {
      ObjectNode node = all.addObject();
      node.put("method", series.method());
      node.put("axis", series.axis().name().toLowerCase(Locale.ROOT));
      node.put("parameters", series.mode().name().toLowerCase(Locale.ROOT));
      node.put("fixed", series.fixed());
      put(node, "upperBound", series.expected());
      Fit fit = series.fit();
      put(node, "exponent", fit == null ? Double.NaN : fit.exponent());
      put(node, "low", fit == null ? Double.NaN : fit.low());
      put(node, "high", fit == null ? Double.NaN : fit.high());
      var points = node.putArray("points");
      for (Findings.Point point : series.points()) {
        ObjectNode p = points.addObject();
        p.put("x", point.x());
        var calls = p.putArray("calls");
        point.calls().forEach(calls::add);
        put(p, "theorem", point.predicted());
        p.put("settings", point.settings());
      }
    }
    AtomicFile.write(file, out -> out.write(JSON.writeValueAsString(root) + "\n"));
  }

  /** JSON has no NaN: what is not known is null. */
  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
