package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.Preparation;
import org.fogopt.apps.embedding.TSne;
import org.fogopt.apps.io.PlacesFile;
import org.fogopt.cli.option.CheckpointOptions;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.PointsOptions;
import org.fogopt.cli.option.PointsOptions.Kernel;
import org.fogopt.cli.option.PointsOptions.Plan;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.option.TransformOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.ProgressDisplay;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.RunReport;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.Summary;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.EmbeddingPlot;
import org.fogopt.lab.TraceFile;
import org.fogopt.lab.report.Scatter;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fog embed}. */
@Command(
    name = "embed",
    header = "A map of high-dimensional points: stochastic neighbour embedding or t-SNE.",
    description = {
      "",
      "Places points in the plane so that near ones stay near: minimises the Kullback-Leibler",
      "divergence between similarities of the points and of their places. Without options it runs a",
      "built-in example.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog embed",
      "  fog embed points.csv --out map.csv --plot map.png --report report.html",
      "  fog embed points.csv --labels colour --perplexity 10",
      "  fog embed points.csv --map map.csv --transform new.csv --out new-map.csv",
      "  fog embed --data images-idx3-ubyte.gz --labels labels-idx1-ubyte.gz --scale 1/255 --rows 2000",
      "",
      "Files of points: CSV or CSV.gz, a row per point, header optional, with or without a column of",
      "labels; NumPy's .npy; IDX or IDX.gz, as MNIST is published. A column of categories becomes a",
      "column for each. Files of labels: one per line, .npy or IDX. Labels that are many different",
      "numbers colour the map from low to high."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class EmbedCommand implements Callable<Integer> {
  /** Columns in the report: 60 000 points of so many are about ten megabytes. */
  private static final int MOST_COLOURS = 16;

  private static final MathContext SHOWN = new MathContext(5);

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private PointsOptions data;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the places as CSV: label,x1,x2.")
  private @Nullable Path out;

  @Mixin private TransformOptions transform;

  @Mixin private OutputOptions files;

  @Override
  public Integer call() {
    Map<String, @Nullable Path> inputs = data.inputs();
    inputs.putAll(transform.inputs());
    files.check(out, inputs);
    run.check();
    data.check();
    if (data.isTsne(run)) {
      RunOptions.refuse(
          spec, "--split", "t-SNE has no components; give --algorithm or --kernel gauss with it");
    }
    transform.check(spec, out);
    Path fresh = transform.fresh();
    Path map = transform.map();
    if (fresh != null && map != null && out != null) {
      Placing.place(data, fresh, map, out, run.threads(), spec.commandLine().getOut());
      return ExitCode.DONE;
    }
    try (var keeping = checkpoints.open(spec, files.isQuiet())) {
      return minimise(keeping);
    }
  }

  private int minimise(Keeping keeping) {
    Points points = data.read();
    run.checkBatches(points.rows().rows(), points.rows().rows());
    Result result;
    try (var workers = new Workers(run.threads());
        var preparing = ProgressDisplay.onStandardError(0)) {
      Preparation preparation = files.isQuiet() ? Preparation.SILENT : preparing::prepared;
      Plan plan = data.plan(points, run, workers, preparation);
      Embedding map = plan.map();
      // The hook lets Ctrl-C end the run early; what was found is written before the process ends.
      try (var interruption = new Interruption();
          var display = preparing.next(run.passes())) {
        Run minimise =
            Run.of(map.problem(), plan.algorithm())
                .from(plan.start())
                .stop(StopRule.steps(plan.steps()))
                .stop(StopRule.when(interruption));
        run.apply(minimise);
        keeping.apply(minimise);
        if (!files.isQuiet()) {
          minimise.observe(display);
        }
        result = RunOptions.toTheEnd(minimise);
        report(points, plan, result, workers);
        keeping.ended(result);
      }
    }
    if (result.stop().diverged()) {
      complain(
          result.stop().detail()
              + (out == null ? "" : "; the best point before that is in " + out));
      return ExitCode.DIVERGED;
    }
    return ExitCode.DONE;
  }

  /** Writes what was asked for, then prints the report. */
  private void report(Points points, Plan plan, Result result, Workers workers) {
    Embedding map = plan.map();
    double divergence = map.divergence(result.objective());
    boolean isSeen = !files.isQuiet() || files.json() != null || files.report() != null;
    Figures figures = isSeen ? Figures.of(points, plan, result, workers) : Figures.NONE;
    var saving = new Saving();
    saving.write(out, file -> PlacesFile.write(file, points.labels(), result.point(), map.size()));
    var summary =
        new Summary(result, map.problem(), plan.reason())
            .put("source", points.source())
            .put("points", map.size())
            .put("notes", points.notes())
            .put("columns", points.rows().columns())
            .put("dimensions", map.dimensions())
            .put("kernel", data.kernel().name().toLowerCase(Locale.ROOT))
            .put("schedule", schedule(plan, result))
            .put("klDivergence", divergence)
            .put("trustworthiness", figures.trust())
            .put("neighboursKept10", figures.kept10())
            .put("neighboursKept100", figures.kept100())
            .put("neighbourAgreement", figures.agreement())
            .put("silhouette", figures.silhouette())
            .put("interpolationError", figures.error())
            .put("clippedEstimates", map.clippedEstimates());
    saving.write(files.json(), summary::write);
    saving.write(
        files.trace(), file -> TraceFile.write(file, result, "klDivergence", map::divergence));
    var plot =
        new EmbeddingPlot(
            "%s of %s: divergence %.4g"
                .formatted(name(), Words.count(map.size(), "point"), divergence),
            points.labels(),
            result.point(),
            map.size());
    saving.write(files.plot(), plot::write);
    if (files.report() != null) {
      var page =
          new RunReport(
                  spec,
                  name() + " of " + Words.count(map.size(), "point"),
                  result,
                  null,
                  plan.reason())
              .measured("Kullback-Leibler divergence", map::divergence)
              .whole(isWhole(plan, result))
              .row("Kullback-Leibler divergence", "%.10g".formatted(divergence));
      figures.lines().forEach((name, value) -> page.row(name, value));
      page.fact("data", points.source()).inputs(data.inputs());
      saving.write(files.report(), file -> page.write(file, List.of(map(points, map, result))));
    }
    if (!files.isQuiet()) {
      print(points, plan, result, figures, saving);
    }
    saving.requireComplete();
  }

  private String name() {
    return data.kernel() == Kernel.GAUSS ? "SNE" : "t-SNE";
  }

  private static Scatter map(Points points, Embedding map, Result result) {
    int n = map.size();
    List<Scatter.Place> places = new ArrayList<>();
    for (int t = 0; t < n; t++) {
      places.add(
          new Scatter.Place(
              result.point()[t],
              map.dimensions() > 1 ? result.point()[n + t] : 0,
              points.labels().isEmpty() ? "" : points.labels().get(t)));
    }
    String note =
        map.dimensions() > 2
            ? "The first two of " + map.dimensions() + " dimensions."
            : "Coordinates have no unit and no direction.";
    return new Scatter("Map", note, places, columns(points));
  }

  /** Of few columns all, to colour the map by; of many, such as pixels, none. */
  private static List<Scatter.Column> columns(Points points) {
    Rows rows = points.rows();
    List<String> names = points.columnNames();
    List<Scatter.Column> columns = new ArrayList<>();
    for (int k = 0; k < rows.columns() && rows.columns() <= MOST_COLOURS; k++) {
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < rows.rows(); i++) {
        values.add(new BigDecimal(rows.get(i, k)).round(SHOWN).doubleValue());
      }
      columns.add(new Scatter.Column(names.get(k), values));
    }
    return columns;
  }

  private void print(Points points, Plan plan, Result result, Figures figures, Saving saving) {
    Embedding map = plan.map();
    PrintWriter o = spec.commandLine().getOut();
    if (!plan.hasSchedule()) {
      Report.status(o, result);
    } else if (!isWhole(plan, result)) {
      o.println(cutShort(result));
    }
    o.printf(
        "%s: %s of %s, onto %s by %s%n",
        points.source(),
        Words.count(map.size(), "point"),
        Words.count(points.rows().columns(), "column"),
        Words.count(map.dimensions(), "dimension"),
        data.kernel() == Kernel.GAUSS ? "stochastic neighbour embedding" : "t-SNE");
    points.notes().forEach(note -> Words.hanging(o, "  ", note));
    o.println();
    var trace = result.trace().rows();
    o.printf(
        "divergence       %.8g  (%.8g at the start)%n",
        map.divergence(result.objective()),
        trace.isEmpty() ? Double.NaN : map.divergence(trace.get(0).objective()));
    figures.lines().forEach((name, value) -> o.printf("%-16s %s%n", name, value));
    if (map.clippedEstimates() > 0) {
      o.printf(
          "clipped          %s of a normaliser%n", Words.count(map.clippedEstimates(), "estimate"));
    }
    o.println();
    Report.method(o, result, plan.reason());
    o.printf("gradient norm    %.3g%n", result.gradientNorm());
    o.printf("cost             %s%n", Report.cost(result));
    o.printf("stopped          %s%n", result.stop().detail());
    Report.written(o, saving.written());
    o.flush();
  }

  /**
   * Whether a schedule of steps was run to its end, or until further steps would change nothing.
   */
  private static boolean isWhole(Plan plan, Result result) {
    boolean isDone = result.stop().converged() && result.steps() > early(result);
    return plan.hasSchedule() && (isDone || result.steps() >= TSne.STEPS);
  }

  private static long early(Result result) {
    return result.parameters().getOrDefault(TSne.EARLY.name(), 0).longValue();
  }

  private static String schedule(Plan plan, Result result) {
    return !plan.hasSchedule() ? "none" : isWhole(plan, result) ? "whole" : "cut short";
  }

  /** What a map lacks whose schedule ended early: by --passes, --time, Ctrl-C or a failure. */
  private static String cutShort(Result result) {
    boolean bySteps = result.stop().reason() == Stop.Reason.STEPS; // --passes
    return "cut short: %d of the %d steps of the schedule%s%s"
        .formatted(
            result.steps(),
            TSne.STEPS,
            result.steps() <= early(result) ? ", all under early exaggeration" : "",
            bySteps ? "; more --passes complete it" : " (" + result.stop().detail() + ")");
  }

  private void complain(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }
}
