package org.fogopt.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.fogopt.Methods;
import org.fogopt.cli.output.Columns;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.Invocation;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.ResultFile;
import org.fogopt.cli.output.TallyDisplay;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.ChartPlot;
import org.fogopt.lab.ChartPlot.Cost;
import org.fogopt.lab.ChartPlot.Measure;
import org.fogopt.lab.compare.Comparison;
import org.fogopt.lab.compare.Contender;
import org.fogopt.lab.compare.MethodResult;
import org.fogopt.lab.compare.Outcome;
import org.fogopt.lab.compare.ProblemInstance;
import org.fogopt.lab.compare.ResultsFile;
import org.fogopt.lab.compare.Steps;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Page;
import org.fogopt.method.Method;
import org.fogopt.method.auto.Automatic;
import org.fogopt.problem.Traits;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a comparison, and the comparison. */
public final class ComparisonOptions {
  /** Factors of two around the step that a method measures itself. */
  public static final Steps POWERS = new Steps.Powers(-5, 5);

  /** More seeds than this are a slip of the pen. */
  private static final int MOST_SEEDS = 1000;

  private static final String AUTOMATIC = ":auto";

  @Option(
      names = "--algorithms",
      paramLabel = "NAMES",
      defaultValue = "auto,sarah-c,vrsc-pg,asc-pg,scgd,agd",
      description =
          "Which methods; 'fog algorithms' lists them. NAME:auto chooses its own step, auto the method"
              + " too. Default: ${DEFAULT-VALUE}.")
  private String algorithms;

  @Option(
      names = "--set",
      paramLabel = "NAME.KEY=VALUE",
      description = "Set a parameter of a method, such as sarah-c.q=20. May be repeated.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--seeds",
      paramLabel = "FROM-TO",
      defaultValue = "1-5",
      converter = SeedsConverter.class,
      description = "Seeds of the runs, such as 1-5 or 3,5,8. Default: ${DEFAULT-VALUE}.")
  private Seeds seeds;

  @Option(
      names = "--passes",
      paramLabel = "P",
      defaultValue = "300",
      description =
          "Budget of each run: calls in the paper's accounting and of second order, over the number"
              + " of inner components. Default: ${DEFAULT-VALUE}.")
  private double passes;

  @Option(
      names = "--goal",
      paramLabel = "R",
      defaultValue = "1e-8",
      description =
          "A run is done when its gap is R times the first; where the minimum is not known, its"
              + " gradient norm. Both are evaluated outside the count. Default: ${DEFAULT-VALUE}.")
  private double goal;

  @Option(
      names = "--grid",
      paramLabel = "GRID",
      converter = GridConverter.class,
      description =
          "Steps to choose from: paper, powers (of two, around a measured one), or such as"
              + " 1e-3,1e-2. Default: paper; for maps and own problems, powers.")
  private @Nullable Grid grid;

  @Option(
      names = "--step",
      paramLabel = "auto|ETA",
      converter = RunOptions.StepConverter.class,
      description = "No grid: every method chooses its own step (auto), or all have this one.")
  private RunOptions.@Nullable StepSize step;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of generated data and random starts. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Runs side by side; they change the speed, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write an interactive report as one HTML file.")
  private @Nullable Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "Draw the gaps over the passes as .png or .svg.")
  private @Nullable Path plot;

  @Option(
      names = "--result",
      paramLabel = "FILE",
      description = "Write everything but timings as JSON; 'fog repeat FILE' repeats it.")
  private @Nullable Path result;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the table as CSV, numbers with all their digits.")
  private @Nullable Path csv;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  /** Prints a note beside the results. */
  public void note(CommandSpec spec, String message) {
    if (!quiet) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(spec.qualifiedName() + ": " + message);
      err.flush();
    }
  }

  public long seed() {
    return seed;
  }

  public int threads() {
    return threads != null ? threads : Runtime.getRuntime().availableProcessors();
  }

  /** Refuses, before any work is done, what makes no sense or could not be written after it. */
  public void check(Map<String, @Nullable Path> inputs) {
    Map<String, @Nullable Path> outputs = new LinkedHashMap<>();
    outputs.put("--report", report);
    outputs.put("--plot", plot);
    outputs.put("--result", result);
    outputs.put("--csv", csv);
    OutputOptions.requireApart(inputs, outputs);
    if (plot != null && !ChartPlot.canDraw(plot)) {
      throw new IllegalArgumentException(
          "--plot: expected a name that ends in .png or .svg, found \"" + plot + "\"");
    }
    OutputOptions.requireHtml(report);
    RunOptions.require("--passes", passes > 0, "a positive number", passes);
    RunOptions.require("--goal", goal > 0 && goal < 1, "above 0 and below 1", goal);
    RunOptions.requireThreads(threads);
    if (grid != null && step != null) {
      throw new IllegalArgumentException("--grid and --step: only one of them can be given");
    }
    contenders(POWERS); // names and parameters that there are not
  }

  /**
   * Runs the comparison, writes what was asked for and prints the report.
   *
   * @param usual the grid if none is given
   * @return the exit code
   */
  public int run(CommandSpec spec, ProblemInstance instance, Steps usual) {
    Outcome outcome;
    try (var interruption = new Interruption();
        var display = TallyDisplay.onStandardError()) {
      Comparison comparison =
          new Comparison(instance)
              .seeds(seeds.numbers())
              .passes(passes)
              .goal(goal)
              .threads(threads())
              .interruptedBy(interruption);
      if (!quiet) {
        comparison.watch(display);
      }
      contenders(usual).forEach(comparison::enter);
      outcome = comparison.go();
    } catch (CancellationException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(spec.qualifiedName() + ": interrupted; nothing was written");
      err.flush();
      return ExitCode.INTERRUPTED;
    }
    List<String> command = Invocation.of(spec);
    String reason = Automatic.choose(Traits.of(instance.problem())).reason();
    if (result != null) {
      ResultFile.write(result, command, seed, outcome);
    }
    if (csv != null) {
      ResultsFile.write(csv, List.of(outcome));
    }
    if (plot != null) {
      ChartPlot.of(outcome.chart("Methods on " + outcome.problem()), Cost.PASSES, Measure.GAP)
          .write(plot);
    }
    if (report != null) {
      HtmlReport.write(page(command, outcome, reason), report);
    }
    if (!quiet) {
      print(spec.commandLine().getOut(), outcome, reason, steps(usual) instanceof Steps.Powers);
    }
    return ExitCode.DONE;
  }

  private List<Contender> contenders(Steps usual) {
    List<Contender> contenders = new ArrayList<>();
    Map<String, String> left = new LinkedHashMap<>(set);
    for (String name : algorithms.split(",", -1)) {
      String label = name.strip().toLowerCase(Locale.ROOT);
      boolean automatic = label.endsWith(AUTOMATIC);
      Method method =
          method(automatic ? label.substring(0, label.length() - AUTOMATIC.length()) : label);
      Map<String, String> settings = new LinkedHashMap<>();
      set.forEach(
          (key, value) -> {
            if (key.startsWith(method.name() + ".")) {
              settings.put(key.substring(method.name().length() + 1), value);
              left.remove(key);
            }
          });
      if (method.equals(Automatic.METHOD) && !settings.isEmpty()) {
        throw new IllegalArgumentException(
            "--set: the automatic choice takes no parameters; set them of a method, such as"
                + " sarah-c.q=20");
      }
      boolean isAutomatic = automatic || !Contender.takesStep(method);
      try {
        contenders.add(
            new Contender(
                label,
                method,
                List.of(settings),
                isAutomatic ? new Steps.Automatic() : steps(usual)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--set: " + method.name() + ": " + e.getMessage(), e);
      }
    }
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "--set: expected NAME.KEY=VALUE with one of the names of --algorithms, found \"%s\""
              .formatted(left.keySet().iterator().next()));
    }
    return contenders;
  }

  private static Method method(String name) {
    try {
      return Methods.named(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--algorithms: " + e.getMessage(), e);
    }
  }

  private Steps steps(Steps usual) {
    if (step != null) {
      return step.eta() == null ? new Steps.Automatic() : new Steps.Given(List.of(step.eta()));
    }
    return grid == null || grid.steps() == null ? usual : grid.steps();
  }

  private static String listed(List<Long> seeds) {
    return seeds.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private Page page(List<String> command, Outcome outcome, String reason) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("problem", outcome.problem());
    facts.put("fingerprint of the data", outcome.fingerprint());
    facts.put("budget", Words.plain(outcome.passes()) + " passes each");
    facts.put("seeds", listed(outcome.seeds()));
    facts.put("seeds of trial runs", listed(outcome.tuningSeeds()));
    String measure = outcome.leastKnown() ? "gap " : "gradient norm ";
    facts.put("goal", "relative " + measure + Double.toString(goal).replace(".0E", "e"));
    for (MethodResult result : automatic(outcome)) {
      facts.put(result.label(), chosen(result, reason));
    }
    facts.put("version", Version.current());
    return new Page(
        "Methods on " + outcome.problem(),
        Invocation.line(command),
        facts,
        List.of(
            outcome.grid(
                "Results", "Medians over the seeds; passes do not include the tuning calls."),
            outcome.chart("Convergence")));
  }

  private void print(PrintWriter o, Outcome outcome, String reason, boolean hasPowers) {
    o.printf(
        "%s: %s, %s passes each%n",
        outcome.problem(), Words.count(outcome.seeds().size(), "seed"), Words.plain(passes));
    o.printf(
        "%s, %.4g at the start; data %s%n%n",
        outcome.gapName(), outcome.firstGap(), outcome.fingerprint());
    Columns.print(o, outcome.columns(), outcome.rows());
    o.println();
    for (MethodResult result : automatic(outcome)) {
      o.printf("%s: %s%n", result.label(), chosen(result, reason));
    }
    double seconds =
        outcome.results().stream().map(MethodResult::tuning).mapToDouble(t -> t.seconds()).sum();
    o.printf("choosing the step sizes took another %.1f s of work%n", seconds);
    List<String> edge =
        outcome.results().stream().filter(MethodResult::atEdge).map(MethodResult::label).toList();
    if (!edge.isEmpty()) {
      o.printf(
          "%s: the best step is at the edge of its grid; %s may have a better one%n",
          String.join(", ", edge),
          hasPowers
              ? "a grid beyond it, given as --grid STEP,STEP,"
              : "a wider grid, or --grid powers,");
    }
    Report.written(o, report, plot, result, csv);
    o.flush();
  }

  /** Those whose method was chosen automatically. */
  private static List<MethodResult> automatic(Outcome outcome) {
    return outcome.results().stream()
        .filter(result -> result.label().equals(Automatic.METHOD.name()))
        .toList();
  }

  private static String chosen(MethodResult result, String reason) {
    return "%s ran (%s)".formatted(result.method(), reason);
  }

  /** Steps; null: the paper's. */
  record Grid(@Nullable Steps steps) {}

  /** Numbers of runs. */
  record Seeds(long... numbers) {}

  /** {@code 1-5} or {@code 3,5,8}. */
  static final class SeedsConverter implements CommandLine.ITypeConverter<Seeds> {
    @Override
    public Seeds convert(String text) {
      try {
        String[] ends = text.split("-", -1);
        if (ends.length == 2) {
          long from = Long.parseLong(ends[0].strip());
          long to = Long.parseLong(ends[1].strip());
          if (from <= to && to - from < MOST_SEEDS) {
            return new Seeds(LongStream.rangeClosed(from, to).toArray());
          }
        } else {
          String[] numbers = text.split(",", -1);
          if (numbers.length <= MOST_SEEDS) {
            return new Seeds(
                Arrays.stream(numbers).map(String::strip).mapToLong(Long::parseLong).toArray());
          }
        }
      } catch (NumberFormatException e) {
        // reported below
      }
      throw new TypeConversionException(
          "expected at most %d seeds such as 1-5 or 3,5,8, found \"%s\""
              .formatted(MOST_SEEDS, text));
    }
  }

  /** {@code paper}, {@code powers} or numbers. */
  static final class GridConverter implements CommandLine.ITypeConverter<Grid> {
    @Override
    public Grid convert(String text) {
      if (text.equalsIgnoreCase("paper")) {
        return new Grid(null);
      }
      if (text.equalsIgnoreCase("powers")) {
        return new Grid(POWERS);
      }
      List<Double> steps = new ArrayList<>();
      try {
        for (String number : text.split(",", -1)) {
          steps.add(Double.parseDouble(number.strip()));
        }
      } catch (NumberFormatException e) {
        steps.clear(); // reported below
      }
      if (steps.isEmpty() || !steps.stream().allMatch(s -> s > 0 && Double.isFinite(s))) {
        throw new TypeConversionException(
            "expected paper, powers or positive numbers such as 1e-3,1e-2, found \"" + text + "\"");
      }
      return new Grid(new Steps.Given(steps));
    }
  }
}
