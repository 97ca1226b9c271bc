package org.fogopt.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.fogopt.apps.embedding.Columns;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Embedding.Split;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.Preparation;
import org.fogopt.apps.embedding.PrincipalComponents;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.embedding.Start;
import org.fogopt.apps.embedding.TSne;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.cli.output.Words;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Algorithm;
import org.fogopt.method.auto.Automatic;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Traits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which map: the points, the similarities, and where to begin. */
public final class PointsOptions {
  /** Standard deviation of the starting places: small, for the map to unfold from. */
  private static final double START = 1e-2;

  /** t-SNE compares points by so many principal components, as is usual. */
  public static final int COLUMNS = 50;

  @Option(names = "--data", paramLabel = "FILE", description = "File of points.")
  private @Nullable Path data;

  @Option(
      names = "--labels",
      paramLabel = "WHICH",
      description =
          "Labels, for colours and for the agreement of neighbours: a column of the file by its name,"
              + " first or last, or a file of labels. Default: a column named label, class or target,"
              + " or a first or last column of texts that recur.")
  private @Nullable String labels;

  @Option(
      names = "--missing",
      paramLabel = "HOW",
      defaultValue = "refuse",
      converter = MissingConverter.class,
      description =
          "Missing values: refuse, fill with the median of the column, drop-rows or drop-columns that"
              + " have one. Default: ${DEFAULT-VALUE}.")
  private Columns columns;

  @Option(
      names = "--standardise",
      description = "Give every column of numbers mean 0 and standard deviation 1.")
  private boolean standardise;

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
      defaultValue = "student",
      converter = KernelConverter.class,
      description =
          "Similarity on the map: student, also tsne (t-SNE), or gauss (stochastic neighbour"
              + " embedding). Default: ${DEFAULT-VALUE}.")
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

  public enum Kernel {
    GAUSS,
    STUDENT
  }

  enum Init {
    PCA,
    RANDOM,
    LINE
  }

  public Map<String, @Nullable Path> inputs() {
    Map<String, @Nullable Path> inputs = new LinkedHashMap<>();
    if (data != null) {
      inputs.put("--data", data);
    }
    if (labels != null && Files.exists(Path.of(labels))) {
      inputs.put("--labels", Path.of(labels));
    }
    return inputs;
  }

  public Kernel kernel() {
    return kernel;
  }

  public Points read() {
    return data == null
        ? Points.example()
        : Points.read(data, labels, columns(), rows, scale).requireMap();
  }

  /** Other points, read in the same way as these were. */
  public Points readMore(Path file, Points first) {
    boolean isColumn = labels != null && !Files.exists(Path.of(labels));
    return first.readMore(file, isColumn ? labels : null, columns(), scale);
  }

  private Columns columns() {
    return new Columns(columns.missing(), columns.fills(), standardise, null);
  }

  /** Refuses, before any work is done, values that make no sense. */
  public void check() {
    if (data == null && (labels != null || rows != null)) {
      throw new IllegalArgumentException(
          (labels != null ? "--labels" : "--rows") + ": needs --data, which was not given");
    }
    if (perplexity != null && bandwidth != null) {
      throw new IllegalArgumentException(
          "--perplexity and --bandwidth: only one of them can be given");
    }
    if (kernel == Kernel.STUDENT && split == Split.PAPER) {
      throw new IllegalArgumentException(
          "--split: paper needs --kernel gauss, and the default is student");
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

  /**
   * What is to be minimised, and how.
   *
   * @param compared the points as the similarities have them
   * @param start where to begin
   * @param algorithm what minimises it
   * @param reason why that, if it was chosen
   * @param steps how many make a whole run, for a method with a schedule; otherwise no limit
   */
  public record Plan(
      Embedding map,
      Rows compared,
      double[] start,
      Algorithm algorithm,
      @Nullable String reason,
      long steps) {
    /** Whether the method is t-SNE's own. */
    public boolean hasSchedule() {
      return steps < Long.MAX_VALUE;
    }
  }

  /** Whether t-SNE's own method runs, which sees the map as a whole. */
  public boolean isTsne(RunOptions run) {
    return kernel == Kernel.STUDENT && bandwidth == null && run.isAutomatic();
  }

  /**
   * The map of these points. t-SNE offers its own method, unless another is named; {@code workers}
   * are needed as long as the map is.
   */
  public Plan plan(Points points, RunOptions run, Workers workers, Preparation preparation) {
    if (!isTsne(run)) {
      Embedding map = embedding(points, workers);
      double[] start = start(points, run.seed());
      String reason = run.reason(map.problem());
      return new Plan(map, points.rows(), start, run.algorithm(), reason, Long.MAX_VALUE);
    }
    Rows compared = PrincipalComponents.reduce(points.rows(), COLUMNS, workers, preparation);
    Similarities p = similarities(compared, true, workers, preparation);
    Embedding map = Embedding.tsne(p, dimensions, workers);
    boolean isReduced = init == Init.PCA && compared != points.rows() && dimensions <= COLUMNS;
    double[] start =
        isReduced
            ? jittered(Start.firstColumns(compared, dimensions, TSne.START), run.seed())
            : start(compared, TSne.START, run.seed());
    Automatic.Choice choice = Automatic.choose(Traits.of(map.problem()), TSne.OFFER);
    boolean isOffered = choice.method().equals(TSne.METHOD);
    if (isOffered) {
      run.usually(TSne.STEPS * TSne.PASSES_PER_STEP);
    }
    long steps = isOffered ? (long) (run.passes() / TSne.PASSES_PER_STEP) : Long.MAX_VALUE;
    return new Plan(map, compared, start, choice.method().byDefault(), choice.reason(), steps);
  }

  /** The map as it is for any method. */
  public Embedding embedding(Points points, Workers workers) {
    Similarities p = similarities(points.rows(), false, workers, Preparation.SILENT);
    return kernel == Kernel.GAUSS
        ? Embedding.gauss(p, dimensions, split)
        : Embedding.student(p, dimensions, split);
  }

  /** Where to begin; {@code seed} is that of what is random in it. */
  public double[] start(Points points, long seed) {
    return start(points.rows(), START, seed);
  }

  private Similarities similarities(
      Rows points, boolean isSparse, Workers workers, Preparation preparation) {
    Double width = bandwidth;
    try {
      if (width != null) {
        return Similarities.ofBandwidth(points, width, workers);
      }
      double usual = Math.max(2, Math.min(30, Math.floor((points.rows() - 1) / 3.0)));
      double wanted = perplexity != null ? perplexity : usual;
      return isSparse
          ? Similarities.ofNearest(points, wanted, workers, preparation)
          : Similarities.ofPerplexity(points, wanted, workers);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          (width != null ? "--bandwidth: " : perplexity != null ? "--perplexity: " : "")
              + e.getMessage(),
          e);
    }
  }

  private double[] start(Rows points, double deviation, long seed) {
    return switch (init) {
      case PCA -> jittered(Start.principalComponents(points, dimensions, deviation), seed);
      case RANDOM -> Start.random(points.rows(), dimensions, deviation, seed);
      case LINE -> Start.line(points.rows(), dimensions);
    };
  }

  private double[] jittered(double[] x, long seed) {
    return Start.jittered(x, x.length / dimensions, seed);
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

  /** {@code refuse}, {@code fill}, {@code drop-rows} or {@code drop-columns}. */
  static final class MissingConverter implements CommandLine.ITypeConverter<Columns> {
    @Override
    public Columns convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "refuse" -> Columns.plain(Missing.REFUSE);
        case "fill" -> new Columns(Missing.REFUSE, true, false, null);
        case "drop-rows" -> Columns.plain(Missing.DROP_ROWS);
        // the second as other commands have it
        case "drop-columns", "drop-assets" -> Columns.plain(Missing.DROP_ASSETS);
        default ->
            throw new TypeConversionException(
                "expected refuse, fill, drop-rows or drop-columns, found \"" + text + "\"");
      };
    }
  }

  /** {@code gauss} or {@code student}. */
  static final class KernelConverter implements CommandLine.ITypeConverter<Kernel> {
    @Override
    public Kernel convert(String text) {
      boolean isTsne = text.equalsIgnoreCase("tsne") || text.equalsIgnoreCase("t-sne");
      return isTsne ? Kernel.STUDENT : Words.oneOf(Kernel.class, text);
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
