package org.fogopt.cli.command;

import org.fogopt.apps.value.BellmanBounds;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.cli.option.ChainOptions;
import org.fogopt.cli.option.PlanOptions;
import org.fogopt.cli.option.PlanProblemOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fog plan value}. */
@Command(
    name = "value",
    header = "Plan for the value function of transitions or a log.",
    description = {"", "Without options it plans for a built-in example.", ""},
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog plan value",
      "  fog plan value --transitions log.csv --eps 0.1 --json plan.json",
      "  fog plan value --random-mdp 50,5,10,1 --nonlinear --estimate",
      "",
      "See 'fog value --help' for files of transitions."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class PlanValueCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ChainOptions chain;

  @Mixin private PlanProblemOptions constants;

  @Mixin private PlanOptions plan;

  @Override
  public void run() {
    plan.check();
    constants.check();
    chain.check();
    RunOptions.require(
        "--discount", chain.discount() < 1, "a discount below 1 to plan with", chain.discount());
    BellmanResidual values = chain.values();
    constants.plan(
        plan,
        spec.commandLine().getOut(),
        "%s: %s, discount %s"
            .formatted(
                values.chain().source(),
                Words.count(values.chain().size(), "state"),
                Words.plain(chain.discount())),
        values.problem(),
        new double[values.dimension()],
        first -> gap(values, first),
        (radius, gap) -> BellmanBounds.of(values, radius, gap));
  }

  private static PlanProblemOptions.Gap gap(BellmanResidual values, double first) {
    try {
      return new PlanProblemOptions.Gap(
          first - ExactValues.of(values).objective(), "by linear algebra");
    } catch (ArithmeticException e) {
      return new PlanProblemOptions.Gap(
          first, "is the objective at the start, which cannot fall below 0");
    }
  }
}
