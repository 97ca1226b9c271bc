package org.fogopt.cli.command;

import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.MeanVarianceBounds;
import org.fogopt.cli.option.PlanOptions;
import org.fogopt.cli.option.PlanProblemOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fog plan portfolio}. */
@Command(
    name = "portfolio",
    header = "Plan for the mean-variance portfolio of a file of returns.",
    description = {"", "Without options it plans for a built-in example.", ""},
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog plan portfolio",
      "  fog plan portfolio --returns returns.csv --eps 0.01 --json plan.json",
      "  fog plan portfolio --synthetic 200,10,20 --estimate",
      "",
      "See 'fog portfolio --help' for files of returns."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class PlanPortfolioCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ReturnsOptions returns;

  @Mixin private PlanProblemOptions constants;

  @Mixin private PlanOptions plan;

  @Override
  public void run() {
    plan.check();
    constants.check();
    returns.check();
    Table table = returns.read(constants.seed(), this::note);
    MeanVariance problem = returns.meanVariance(table);
    constants.plan(
        plan,
        spec.commandLine().getOut(),
        "%s: %s over %s, risk aversion %s"
            .formatted(
                table.source(),
                Words.count(table.rows().columns(), "asset"),
                Words.count(table.rows().count(), "period"),
                Words.plain(problem.riskAversion())),
        problem.problem(),
        returns.startingPoint(table.names()),
        first -> gap(problem, first),
        (radius, gap) -> MeanVarianceBounds.of(problem, radius, gap));
  }

  private static PlanProblemOptions.Gap gap(MeanVariance problem, double first) {
    try {
      return new PlanProblemOptions.Gap(
          first - ExactMeanVariance.of(problem).objective(), "by linear algebra");
    } catch (ArithmeticException e) {
      return new PlanProblemOptions.Gap(null, String.valueOf(e.getMessage()));
    }
  }

  private void note(String message) {
    var err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }
}
