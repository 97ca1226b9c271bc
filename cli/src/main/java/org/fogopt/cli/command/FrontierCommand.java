package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.FigureOptions;
import org.fogopt.cli.option.ResultOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.FrontierPage;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.ChartPlot;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fog frontier}. */
@Command(
    name = "frontier",
    header = "The least risk at every expected return, from a file of returns.",
    description = {
      "",
      "Weights of least risk at returns evenly spaced from that of the least risk to the largest,",
      "each with a bound on its gap. Weights sum to 1 and are not negative, unless --budget and",
      "--min-weight say otherwise. Figures are per period, in the units of the returns.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog frontier --points 20",
      "  fog frontier --returns returns.csv --risk cvar:0.95 --max-weight 0.1 --out frontier.csv",
      "  fog frontier --prices prices.csv --plot frontier.svg --report frontier.html"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class FrontierCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ReturnsOptions data;

  @Option(
      names = "--points",
      paramLabel = "N",
      defaultValue = "50",
      description = "Points of the frontier. Default: ${DEFAULT-VALUE}.")
  private int points;

  @Mixin private RiskOptions risk;

  @Mixin private ConstraintOptions constraints;

  @Mixin private FigureOptions figures;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; they change the speed, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  @Mixin private ResultOptions files;

  @Override
  public Integer call() {
    var inputs = risk.inputs(data.inputs());
    files.check(inputs);
    data.check();
    RunOptions.refuse(spec, "--start", "a frontier is solved exactly, from no start");
    RunOptions.refuse(spec, "--risk-aversion", "a frontier has every trade-off of risk and return");
    risk.check();
    risk.requireNoRowWeights(data.isPrices(), "goes with --returns, not with --prices");
    constraints.check();
    figures.check();
    RunOptions.requireThreads(threads);
    RunOptions.require("--points", points >= 2 && points <= 10_000, "2 to 10000", points);
    ReturnSeries series = data.read(1, this::note, figures.periodsPerYear(), true);
    RiskOptions.Split split = risk.split(series.table());
    try (var workers =
        new Workers(threads == null ? Runtime.getRuntime().availableProcessors() : threads)) {
      Portfolio portfolio =
          risk.portfolio(split, constraints.of(split.assets().names()), this::note)
              .riskFree(figures.riskFreeOfPeriod(series))
              .parallel(workers.parallel());
      List<Allocation> frontier = portfolio.frontier(points);
      var page = new FrontierPage(split.assets(), frontier, ratio(portfolio));
      write(page, series, Map.copyOf(FrontierPage.present(inputs)));
    }
    return ExitCode.DONE;
  }

  private @Nullable Allocation ratio(Portfolio portfolio) {
    try {
      return portfolio.maximiseRatio();
    } catch (IllegalArgumentException e) {
      note("note: no tangency point: " + e.getMessage());
      return null;
    }
  }

  private void write(FrontierPage page, ReturnSeries series, Map<String, Path> inputs) {
    var saving = new Saving();
    saving.write(files.out(), page::writeCsv);
    saving.write(files.json(), file -> page.writeJson(file, series.table().source()));
    saving.write(files.plot(), file -> ChartPlot.of(page.chart()).write(file));
    saving.write(files.report(), file -> page.writeReport(file, spec, inputs));
    if (!files.isQuiet()) {
      PrintWriter o = spec.commandLine().getOut();
      page.print(o);
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
  }

  private void note(String message) {
    if (!files.isQuiet()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(spec.qualifiedName() + ": " + message);
      err.flush();
    }
  }
}
