package org.fogopt.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Embedding.Split;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.Quality;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.embedding.Start;
import org.fogopt.apps.io.PlacesFile;
import org.fogopt.lab.EmbeddingPlot;
import org.fogopt.lab.TraceFile;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code fog embed}. */
@Command(
    name = "embed",
    header = "A map of high-dimensional points: stochastic neighbour embedding or t-SNE.",
    description = {
      "",
      "Places points in the plane so that near ones stay near: minimises the Kullback-Leibler",
      "divergence between similarities of the points and of their places. Without options it runs an",
      "embedded example.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog embed",
      "  fog embed --kernel student --out places.csv --plot map.png",
      "  fog embed --data points.csv --perplexity 10 --kernel student --passes 300",
      "  fog embed --data images-idx3-ubyte.gz --labels labels-idx1-ubyte.gz --scale 1/255 --rows 2000",
      "",
      "Files of points: CSV or CSV.gz, a row per point, header optional, a first column of texts is",
      "taken for labels if they recur; IDX or IDX.gz, as MNIST is published. Labels: one per line, or",
      "IDX."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Fog.VersionLine.class)
final class EmbedCommand implements Callable<Integer> {
  private static final int NEIGHBOURS_TRUSTED = 12;
  private static final int NEIGHBOURS_ASKED = 10;

  /** Standard deviation of the starting places: small, for the map to unfold from. */
  private static final double START = 1e-2;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(names = "--data", paramLabel = "FILE", description = "File of points; see below.")
  private @Nullable Path data;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "File of labels, for colours and for the agreement of neighbours.")
  private @Nullable Path labels;

  @Option(names = "--rows", paramLabel = "N", description = "Take the first N points only.")
  private @Nullable Integer rows;

  @Option(
      names = "--scale",
      paramLabel = "C",
      defaultValue = "1",
      converter = ScaleConverter.class,
      description = "Multiply every number by C, such as 1/255. Default: ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--kernel",
      paramLabel = "KERNEL",
      defaultValue = "gauss",
      converter = KernelConverter.class,
      description =
          "Similarity on the map: gauss (stochastic neighbour embedding) or student (t-SNE). Default:"
              + " ${DEFAULT-VALUE}.")
  private Kernel kernel;

  @Option(
      names = "--perplexity",
      paramLabel = "P",
      description =
          "About how many neighbours a point has. Default: 30, at most a third of the points.")
  private @Nullable Double perplexity;

  @Option(
      names = "--bandwidth",
      paramLabel = "W",
      description = "Instead: one bandwidth 2 sigma^2 = W for all points, as in the paper.")
  private @Nullable Double bandwidth;

  @Option(
      names = "--dimensions",
      paramLabel = "K",
      defaultValue = "2",
      description = "Dimensions of the map. Default: ${DEFAULT-VALUE}.")
  private int dimensions;

  @Option(
      names = "--split",
      paramLabel = "SPLIT",
      defaultValue = "pairs",
      converter = SplitConverter.class,
      description =
          "How the outer sum is cut into components: pairs, points, or paper (gauss only). Default:"
              + " ${DEFAULT-VALUE}.")
  private Split split;

  @Option(
      names = "--init",
      paramLabel = "WHERE",
      defaultValue = "pca",
      converter = InitConverter.class,
      description =
          "Where to begin: pca (principal components), random, or line (the paper's). Default:"
              + " ${DEFAULT-VALUE}.")
  private Init init;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the places as CSV: label,x1,x2.")
  private @Nullable Path out;

  @Mixin private OutputOptions files;

  enum Kernel {
    GAUSS,
    STUDENT
  }

  enum Init {
    PCA,
    RANDOM,
    LINE
  }

  @Override
  public Integer call() {
    Map<String, @Nullable Path> inputs = new LinkedHashMap<>();
    if (data != null) {
      inputs.put("--data", data);
    }
    if (labels != null) {
      inputs.put("--labels", labels);
    }
    files.check(out, inputs);
    run.check();
    check();
    try (var keeping = checkpoints.open(spec, files.quiet)) {
      return minimise(keeping);
    }
  }

  private int minimise(Keeping keeping) {
    Points points = data == null ? Points.example() : Points.read(data, labels, rows, scale);
    run.checkBatches(points.rows().rows(), points.rows().rows());
    Result result;
    try (var workers = new Workers(run.threads())) {
      Embedding map = embedding(similarities(points, workers));
      double[] x0 = start(points);
      // The hook lets Ctrl-C end the run early; what was found is written before the process ends.
      try (var interruption = new Interruption();
          var display = ProgressDisplay.onStandardError(run.passes())) {
        Run minimise =
            Run.of(map.problem(), run.algorithm(map.parameters().settings()))
                .from(x0)
                .stop(StopRule.when(interruption));
        run.apply(minimise);
        keeping.apply(minimise);
        if (!files.quiet) {
          minimise.observe(display);
        }
        result = minimise.go();
        report(points, map, result, workers);
        keeping.ended(result);
      }
    }
    if (result.stop().diverged()) {
      complain(
          result.stop().detail()
              + (out == null ? "" : "; the best point before that is in " + out));
      return Fog.DIVERGED;
    }
    return Fog.DONE;
  }

  private void check() {
    if (data == null && (labels != null || rows != null)) {
      throw new IllegalArgumentException(
          (labels != null ? "--labels" : "--rows") + ": needs --data, which was not given");
    }
    if (perplexity != null && bandwidth != null) {
      throw new IllegalArgumentException(
          "--perplexity and --bandwidth: only one of them can be given");
    }
    if (kernel == Kernel.STUDENT && split == Split.PAPER) {
      throw new IllegalArgumentException("--split: paper needs --kernel gauss");
    }
    RunOptions.require("--rows", rows == null || rows >= 3, "at least 3", rows);
    RunOptions.require("--scale", scale > 0, "a positive number", scale);
    RunOptions.require(
        "--perplexity", perplexity == null || perplexity >= 2, "at least 2", perplexity);
    RunOptions.require(
        "--bandwidth", bandwidth == null || bandwidth > 0, "a positive number", bandwidth);
    RunOptions.require(
        "--dimensions", dimensions >= 1 && dimensions <= 1000, "1 to 1000", dimensions);
  }

  private Similarities similarities(Points points, Workers workers) {
    Double width = bandwidth;
    try {
      if (width != null) {
        return Similarities.ofBandwidth(points.rows(), width, workers);
      }
      double usual = Math.max(2, Math.min(30, Math.floor((points.rows().rows() - 1) / 3.0)));
      return Similarities.ofPerplexity(
          points.rows(), perplexity != null ? perplexity : usual, workers);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          (width != null ? "--bandwidth: " : "--perplexity: ") + e.getMessage(), e);
    }
  }

  private Embedding embedding(Similarities p) {
    return kernel == Kernel.GAUSS
        ? Embedding.gauss(p, dimensions, split)
        : Embedding.student(p, dimensions, split);
  }

  private double[] start(Points points) {
    int n = points.rows().rows();
    return switch (init) {
      case PCA -> Start.principalComponents(points.rows(), dimensions, START);
      case RANDOM -> Start.random(n, dimensions, START, run.seed());
      case LINE -> Start.line(n, dimensions);
    };
  }

  /** Writes what was asked for, then tells the user. */
  private void report(Points points, Embedding map, Result result, Workers workers) {
    double divergence = map.divergence(result.objective());
    var quality = new Quality(result.point(), map.size(), workers);
    double trust = quality.trustworthiness(points.rows(), NEIGHBOURS_TRUSTED);
    double agreement =
        points.labels().isEmpty()
            ? Double.NaN
            : quality.neighbourAgreement(points.labels(), NEIGHBOURS_ASKED);
    if (out != null) {
      PlacesFile.write(out, points.labels(), result.point(), map.size());
    }
    if (files.json != null) {
      new Summary(result, map.problem())
          .put("source", points.source())
          .put("points", map.size())
          .put("columns", points.rows().columns())
          .put("dimensions", map.dimensions())
          .put("kernel", kernel.name().toLowerCase(Locale.ROOT))
          .put("klDivergence", divergence)
          .put("trustworthiness", trust)
          .put("neighbourAgreement", agreement)
          .put("floors", map.floors())
          .write(files.json);
    }
    if (files.trace != null) {
      TraceFile.write(files.trace, result.trace(), "klDivergence", map::divergence);
    }
    if (files.plot != null) {
      new EmbeddingPlot(
              "%s of %s: divergence %.4g"
                  .formatted(
                      kernel == Kernel.GAUSS ? "SNE" : "t-SNE",
                      Words.count(map.size(), "point"),
                      divergence),
              points.labels(),
              result.point(),
              map.size())
          .write(files.plot);
    }
    if (!files.quiet) {
      tell(points, map, result, trust, agreement);
    }
  }

  private void tell(Points points, Embedding map, Result result, double trust, double agreement) {
    PrintWriter o = spec.commandLine().getOut();
    o.printf(
        "%s: %s of %s, onto %s by %s%n",
        points.source(),
        Words.count(map.size(), "point"),
        Words.count(points.rows().columns(), "column"),
        Words.count(map.dimensions(), "dimension"),
        kernel == Kernel.GAUSS ? "stochastic neighbour embedding" : "t-SNE");
    Report.method(o, result);
    var trace = result.trace().rows();
    o.printf(
        "divergence       %.8g  (%.8g at the start)%n",
        map.divergence(result.objective()),
        trace.isEmpty() ? Double.NaN : map.divergence(trace.get(0).objective()));
    o.printf("trustworthiness  %.4f  (%d neighbours)%n", trust, NEIGHBOURS_TRUSTED);
    if (!Double.isNaN(agreement)) {
      o.printf("label agreement  %.4f  (vote of %d neighbours)%n", agreement, NEIGHBOURS_ASKED);
    }
    if (map.floors() > 0) {
      o.printf("floored          %s of a normaliser%n", Words.count(map.floors(), "estimate"));
    }
    o.printf("gradient norm    %.3g%n", result.gradientNorm());
    o.printf(
        "cost             %.1f passes = %d calls (%d strict), %d steps, %.3f s%n",
        result.passes(), result.callsPaper(), result.calls(), result.steps(), result.seconds());
    o.printf("stopped          %s%n", result.stop().detail());
    List<String> written = new ArrayList<>();
    for (Path file : Arrays.asList(out, files.json, files.trace, files.plot)) {
      if (file != null) {
        written.add(file.toString());
      }
    }
    if (!written.isEmpty()) {
      o.printf("%nwrote %s%n", String.join(", ", written));
    }
    o.flush();
  }

  private void complain(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }

  /** {@code 0.1} or {@code 1/255}. */
  static final class ScaleConverter implements CommandLine.ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      String[] parts = text.split("/", -1);
      if (parts.length > 2) {
        throw new TypeConversionException(
            "expected a number or a fraction such as 1/255, found \"" + text + "\"");
      }
      double value = Words.number(parts[0]);
      return Words.finite(parts.length == 1 ? value : value / Words.number(parts[1]), text);
    }
  }

  /** {@code gauss} or {@code student}. */
  static final class KernelConverter implements CommandLine.ITypeConverter<Kernel> {
    @Override
    public Kernel convert(String text) {
      return Words.oneOf(Kernel.class, text);
    }
  }

  /** {@code pairs}, {@code points} or {@code paper}. */
  static final class SplitConverter implements CommandLine.ITypeConverter<Split> {
    @Override
    public Split convert(String text) {
      return Words.oneOf(Split.class, text);
    }
  }

  /** {@code pca}, {@code random} or {@code line}. */
  static final class InitConverter implements CommandLine.ITypeConverter<Init> {
    @Override
    public Init convert(String text) {
      return Words.oneOf(Init.class, text);
    }
  }
}
