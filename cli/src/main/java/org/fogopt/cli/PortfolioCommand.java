package org.fogopt.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.fogopt.apps.io.Missing;
import org.fogopt.apps.io.ReadOptions;
import org.fogopt.apps.io.Table;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.ExampleReturns;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.lab.RunPlot;
import org.fogopt.lab.TraceFile;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code fog portfolio}. */
@Command(
    name = "portfolio",
    header = "Weights of least risk for their return, from a file of returns.",
    description = {
      "",
      "Minimises -mean + lambda * variance of the portfolio's return, over all weights or those that",
      "satisfy constraints. Without options it runs an embedded example.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog portfolio",
      "  fog portfolio --returns returns.csv --out weights.csv --plot weights.svg",
      "  fog portfolio --returns 25_Portfolios_ME_OP_5x5_Daily_CSV.zip --missing drop-rows",
      "  fog portfolio --returns returns.csv --long-only --budget 1 --max-weight 0.4",
      "  fog portfolio --synthetic 2000,200,20 --exact --trace trace.csv",
      "  fog portfolio --algorithm vrsc-pg --set A=20 --set C=20 --set K=100 --step 1e-3",
      "  fog portfolio --returns returns.csv --step 1e-3 --epoch 545 --batch 5,5,1 --passes 430",
      "",
      "Files of returns: CSV or CSV.gz, a row per period and a column per asset, header and date",
      "column optional; Ken French's files as downloaded (.CSV or .zip); MATLAB .mat. In all of them",
      "-99.99 and -999 stand for a missing value."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Fog.VersionLine.class)
final class PortfolioCommand implements Callable<Integer> {
  static final String START = "--start";

  private static final Set<String> START_WORDS = Set.of("equal", "ones", "zeros");

  static boolean isStartWord(String text) {
    return START_WORDS.contains(text.toLowerCase(Locale.ROOT));
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ArgGroup(exclusive = true)
  private @Nullable Source source;

  /** Where returns come from. */
  static final class Source {
    @Option(names = "--returns", paramLabel = "FILE", description = "File of returns; see below.")
    @Nullable Path returns;

    @Option(
        names = "--synthetic",
        paramLabel = "T,N,K",
        converter = SyntheticConverter.class,
        description =
            "Generate the paper's: T periods, N assets, |N(0, S)|, S of condition number K.")
    @Nullable SyntheticReturns synthetic;
  }

  @Option(
      names = "--table",
      paramLabel = "WHICH",
      description =
          "Table of a file that holds several: its number, a part of its title, or a MATLAB variable."
              + " Default: the first.")
  private @Nullable String table;

  @Option(
      names = "--missing",
      paramLabel = "HOW",
      defaultValue = "refuse",
      converter = MissingConverter.class,
      description =
          "Missing values: refuse, drop-rows or drop-assets that have one. Default:"
              + " ${DEFAULT-VALUE}.")
  private Missing missing;

  @Option(
      names = "--risk-aversion",
      paramLabel = "LAMBDA",
      defaultValue = "1",
      description = "Weight of the variance. Default: ${DEFAULT-VALUE}.")
  private double riskAversion;

  @Option(
      names = START,
      paramLabel = "WHERE",
      defaultValue = "equal",
      description =
          "Where to begin: equal (1/N each), ones, zeros, or a file of weights as --out writes it."
              + " Default: ${DEFAULT-VALUE}.")
  private String start;

  @Option(
      names = "--exact",
      description = "Also solve exactly, by linear algebra, and tell the gap.")
  private boolean exact;

  @Mixin private ConstraintOptions constraints;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the weights as CSV: asset,weight.")
  private @Nullable Path out;

  @Mixin private OutputOptions files;

  @Override
  public Integer call() {
    files.check(out, Collections.singletonMap("--returns", source == null ? null : source.returns));
    run.check();
    constraints.check();
    RunOptions.require("--risk-aversion", riskAversion > 0, "a positive number", riskAversion);
    requireStart();
    try (var keeping = checkpoints.open(spec, files.quiet)) {
      return minimise(keeping);
    }
  }

  private int minimise(Keeping keeping) {
    Table returns = returns().requireVarying();
    run.checkBatches(returns.rows().rows(), returns.rows().rows());
    var meanVariance = new MeanVariance(returns.rows(), riskAversion);
    var problem = meanVariance.problem(constraints.penalty(returns.names()));
    var algorithm = run.algorithm();
    double[] x0 = startingPoint(returns.names());
    Result result;
    // The hook lets Ctrl-C end the run early; what was found is written before the process ends.
    try (var interruption = new Interruption();
        var display = ProgressDisplay.onStandardError(run.passes())) {
      Run minimise = Run.of(problem, algorithm).from(x0).stop(StopRule.when(interruption));
      run.apply(minimise);
      keeping.apply(minimise);
      if (!files.quiet) {
        minimise.observe(display);
      }
      result = minimise.go();
      report(returns, meanVariance, problem, result);
      keeping.ended(result);
    }
    if (result.stop().diverged()) {
      complain(
          result.stop().detail()
              + (out == null ? "" : "; the best point before that is in " + out));
      return Fog.DIVERGED;
    }
    return Fog.DONE;
  }

  private Table returns() {
    if (source != null && source.returns != null) {
      Table read =
          TableReader.read(
              source.returns, ReadOptions.defaults().withMissing(missing).withTable(table));
      tellDropped(read);
      return read;
    }
    if (source != null && source.synthetic != null) {
      var rows = source.synthetic.draw(run.seed());
      List<String> names =
          IntStream.rangeClosed(1, rows.columns()).mapToObj(k -> "asset" + k).toList();
      return new Table(names, List.of(), rows, "synthetic returns, seed " + run.seed());
    }
    return ExampleReturns.read();
  }

  private void tellDropped(Table read) {
    if (files.quiet) {
      return;
    }
    if (read.droppedRows() > 0) {
      complain("left out " + Words.count(read.droppedRows(), "row") + " with missing values");
    }
    if (!read.droppedColumns().isEmpty()) {
      complain("left out for missing values: " + String.join(", ", read.droppedColumns()));
    }
  }

  private void requireStart() {
    if (!isStartWord(start) && !Files.exists(Path.of(start))) {
      throw new IllegalArgumentException(
          "--start: expected equal, ones, zeros or a file of weights, found \""
              + start
              + "\", which does not exist");
    }
  }

  private double[] startingPoint(List<String> names) {
    double[] x = new double[names.size()];
    switch (start.toLowerCase(Locale.ROOT)) {
      case "equal" -> Arrays.fill(x, 1.0 / x.length);
      case "ones" -> Arrays.fill(x, 1);
      case "zeros" -> Arrays.fill(x, 0);
      default -> {
        return WeightsFile.read(Path.of(start), names);
      }
    }
    return x;
  }

  /** Writes what was asked for, then tells the user. */
  private void report(Table returns, MeanVariance meanVariance, Problem problem, Result result) {
    var summary = new Summary(result, problem);
    summary.put("source", returns.source());
    summary.put("periods", returns.rows().rows()).put("assets", returns.rows().columns());
    summary.put("riskAversion", meanVariance.riskAversion());
    var trace = result.trace().rows();
    double startObjective = trace.isEmpty() ? Double.NaN : trace.get(0).objective();
    Double exactObjective = null;
    if (exact) {
      exactObjective = exactObjective(meanVariance);
      double least = exactObjective == null ? Double.NaN : exactObjective;
      summary.put("exactObjective", least);
      summary.put("relativeGap", (result.objective() - least) / (startObjective - least));
    }
    if (out != null) {
      WeightsFile.write(out, returns.names(), result.point());
    }
    if (files.json != null) {
      summary.write(files.json);
    }
    if (files.trace != null) {
      TraceFile.write(files.trace, result.trace());
    }
    if (files.plot != null) {
      new RunPlot(
              size(returns),
              result.trace(),
              exactObjective,
              "Weights",
              returns.names(),
              result.point())
          .write(files.plot);
    }
    if (!files.quiet) {
      tell(returns, meanVariance, result, exactObjective, startObjective);
    }
  }

  private @Nullable Double exactObjective(MeanVariance problem) {
    Double l2 = constraints.onlyL2();
    if (l2 == null) {
      note("--exact left out: with these constraints there is no solution by linear algebra");
      return null;
    }
    try {
      return ExactMeanVariance.of(problem, l2).objective();
    } catch (ArithmeticException e) {
      note("--exact left out: " + e.getMessage());
      return null;
    }
  }

  private void tell(
      Table returns,
      MeanVariance problem,
      Result result,
      @Nullable Double exactObjective,
      double startObjective) {
    PrintWriter o = spec.commandLine().getOut();
    o.printf(
        "%s: %s, risk aversion %s%n",
        returns.source(), size(returns), Words.plain(problem.riskAversion()));
    Report.method(o, result);
    Report.outcome(o, result, exactObjective, startObjective);
    Report.largest(o, returns.names(), result.point());
    Report.written(o, out, files.json, files.trace, files.plot);
    o.flush();
  }

  private static String size(Table returns) {
    return Words.count(returns.rows().columns(), "asset")
        + " over "
        + Words.count(returns.rows().rows(), "period");
  }

  private void note(String message) {
    if (!files.quiet) {
      complain("note: " + message);
    }
  }

  private void complain(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }

  /** {@code 2000,200,20}. */
  static final class SyntheticConverter implements CommandLine.ITypeConverter<SyntheticReturns> {
    @Override
    public SyntheticReturns convert(String text) {
      String[] parts = text.split(",", -1);
      try {
        if (parts.length == 3) {
          return new SyntheticReturns(
              Integer.parseInt(parts[0].strip()),
              Integer.parseInt(parts[1].strip()),
              Double.parseDouble(parts[2].strip()));
        }
      } catch (NumberFormatException e) {
        // told below
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      throw new TypeConversionException(
          "expected periods, assets and condition number such as 2000,200,20, found \""
              + text
              + "\"");
    }
  }

  /** {@code drop-rows}. */
  static final class MissingConverter implements CommandLine.ITypeConverter<Missing> {
    @Override
    public Missing convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "refuse" -> Missing.REFUSE;
        case "drop-rows" -> Missing.DROP_ROWS;
        case "drop-assets" -> Missing.DROP_ASSETS;
        default ->
            throw new TypeConversionException(
                "expected refuse, drop-rows or drop-assets, found \"" + text + "\"");
      };
    }
  }
}
