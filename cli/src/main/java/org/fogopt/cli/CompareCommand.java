package org.fogopt.cli;

import java.util.concurrent.Callable;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.io.Table;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.lab.contest.Arena;
import org.fogopt.lab.contest.PaperGrids;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fog compare}. */
@Command(
    name = "compare",
    header = "Several methods on one problem under one budget of calls.",
    description = {
      "",
      "Each method chooses its step from a grid by a trial run, then all run with the same seeds. Told",
      "are medians and quartiles over the seeds, and apart from them what choosing cost.",
      ""
    },
    synopsisSubcommandLabel = "PROBLEM",
    commandListHeading = "%nProblems:%n",
    optionListHeading = "Options:%n",
    footer = {
      "",
      "Examples:",
      "  fog compare portfolio",
      "  fog compare portfolio --returns returns.csv --report report.html",
      "  fog compare value --random-mdp 400,10,100,1 --algorithms sarah-c:auto,agd,civr",
      "",
      "'fog compare PROBLEM --help' lists the options, which are those of 'fog PROBLEM' and more."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Fog.VersionLine.class,
    subcommands = {
      CompareCommand.OnPortfolio.class,
      CompareCommand.OnValue.class,
      CompareCommand.OnEmbedding.class
    })
final class CompareCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code fog compare portfolio}. */
  @Command(
      name = "portfolio",
      header = "Methods on a portfolio of least risk for its return.",
      description = {
        "",
        "The problem is that of 'fog portfolio', which tells of files of returns.",
        ""
      },
      optionListHeading = "Options:%n",
      sortOptions = false,
      footer = {
        "",
        "Examples:",
        "  fog compare portfolio",
        "  fog compare portfolio --returns returns.csv --report report.html --plot curves.svg",
        "  fog compare portfolio --synthetic 2000,200,20 --start ones --passes 100 --seeds 1-9",
        "  fog compare portfolio --algorithms sarah-c,vrsc-pg --set sarah-c.q=20 --grid powers"
      },
      mixinStandardHelpOptions = true,
      versionProvider = Fog.VersionLine.class)
  static final class OnPortfolio implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Mixin private ReturnsOptions data;

    @Mixin private ConstraintOptions constraints;

    @Mixin private ContestOptions contest;

    @Override
    public Integer call() {
      contest.check(data.inputs());
      constraints.check();
      data.check();
      Table returns = data.read(contest.seed(), note -> contest.note(spec, note));
      MeanVariance meanVariance = data.meanVariance(returns);
      return contest.hold(
          spec,
          new Arena(
              returns.source(),
              meanVariance.problem(constraints.penalty(returns.names())),
              data.startingPoint(returns.names()),
              least(meanVariance)),
          PaperGrids.PORTFOLIO);
    }

    private @Nullable Double least(MeanVariance problem) {
      Double l2 = constraints.onlyL2();
      try {
        return l2 == null ? null : (Double) ExactMeanVariance.of(problem, l2).objective();
      } catch (ArithmeticException e) {
        return null;
      }
    }
  }

  /** {@code fog compare value}. */
  @Command(
      name = "value",
      header = "Methods on the values of states under a policy.",
      description = {
        "",
        "The problem is that of 'fog value', which tells of files of transitions.",
        ""
      },
      optionListHeading = "Options:%n",
      sortOptions = false,
      footer = {
        "",
        "Examples:",
        "  fog compare value",
        "  fog compare value --random-mdp 400,10,100,1 --algorithms sarah-c:auto,sarah-c,agd,civr"
      },
      mixinStandardHelpOptions = true,
      versionProvider = Fog.VersionLine.class)
  static final class OnValue implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Mixin private ChainOptions data;

    @Mixin private ContestOptions contest;

    @Override
    public Integer call() {
      contest.check(data.inputs());
      data.check();
      BellmanResidual values = data.values();
      return contest.hold(
          spec,
          new Arena(
              values.chain().source(),
              values.problem(),
              new double[values.dimension()],
              least(values)),
          PaperGrids.VALUE);
    }

    private static @Nullable Double least(BellmanResidual values) {
      try {
        return ExactValues.of(values).objective();
      } catch (ArithmeticException e) {
        return null;
      }
    }
  }

  /** {@code fog compare embed}. */
  @Command(
      name = "embed",
      header = "Methods on a map of points.",
      description = {
        "",
        "The problem is that of 'fog embed', which tells of files of points. Its minimum is not known:",
        "gaps are over the lowest objective that any of the runs has seen.",
        ""
      },
      optionListHeading = "Options:%n",
      sortOptions = false,
      footer = {
        "",
        "Examples:",
        "  fog compare embed --passes 60",
        "  fog compare embed --data points.csv --kernel student --perplexity 5 --seeds 1-3"
      },
      mixinStandardHelpOptions = true,
      versionProvider = Fog.VersionLine.class)
  static final class OnEmbedding implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Mixin private PointsOptions data;

    @Mixin private ContestOptions contest;

    @Override
    public Integer call() {
      contest.check(data.inputs());
      data.check();
      Points points = data.read();
      Embedding map;
      try (var workers = new Workers(contest.threads())) {
        map = data.embedding(points, workers);
      }
      return contest.hold(
          spec,
          new Arena(points.source(), map.problem(), data.start(points, contest.seed()), null),
          ContestOptions.POWERS);
    }
  }
}
