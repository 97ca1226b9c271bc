package org.fogopt.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.FrontierPage;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.ChartPlot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
      "  fog frontier --prices prices.csv --plot frontier.svg --report frontier.html",
      "",
      "Files of returns are those of 'fog portfolio'."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class FrontierCommand extends StudyCommand {
  @Option(
      names = "--points",
      paramLabel = "N",
      defaultValue = "50",
      description = "Points of the frontier. Default: ${DEFAULT-VALUE}.")
  private int points;

  @Override
  public Integer call() {
    var inputs = check("a frontier is solved exactly, from no start");
    RunOptions.refuse(spec, "--risk-aversion", "a frontier has every trade-off of risk and return");
    risk.requireCovariance();
    risk.requireNoRowWeights(data.isPrices(), "goes with --returns, not with --prices");
    RunOptions.require("--points", points >= 2 && points <= 10_000, "2 to 10000", points);
    ReturnSeries series = read(1);
    RiskOptions.Split split = risk.split(series, data);
    try (var workers = workers()) {
      Portfolio portfolio =
          risk.portfolioFromHeld(split, constraints.of(split.assets().names()), this::note)
              .riskFree(figures.riskFreeOfPeriod(series))
              .parallel(workers.parallel());
      List<Allocation> frontier = portfolio.frontier(points);
      if (frontier.size() < points) {
        note(
            "note: %d of %d points are left out: so few assets that reach their return were not found (--max-assets)"
                .formatted(points - frontier.size(), points));
      }
      var page = new FrontierPage(split.assets(), frontier, ratio(portfolio), portfolio.sample());
      Map<String, Path> read = Map.copyOf(FrontierPage.present(inputs));
      write(
          page::writeCsv,
          file -> page.writeJson(file, series),
          file -> ChartPlot.of(page.chart()).write(file),
          file -> page.writeReport(file, spec, read),
          page::print);
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
}
