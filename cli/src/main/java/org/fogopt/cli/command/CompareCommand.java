package org.fogopt.cli.command;

import java.io.IOException;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.cli.option.ChainOptions;
import org.fogopt.cli.option.ComparisonOptions;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.PointsOptions;
import org.fogopt.cli.option.ProblemClassOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.compare.PaperGrids;
import org.fogopt.lab.compare.ProblemInstance;
import org.fogopt.oracle.Workers;
import org.fogopt.run.RunException;
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
      "Each method chooses its step from a grid by a trial run, then all run with the same seeds. The",
      "report has medians and quartiles over the seeds; the cost of choosing is listed apart.",
      ""
    },
    synopsisSubcommandLabel = "[PROBLEM]",
    commandListHeading = "%nProblems:%n",
    optionListHeading = "Options:%n",
    footer = {
      "",
      "Examples:",
      "  fog compare portfolio",
      "  fog compare portfolio --returns returns.csv --report report.html",
      "  fog compare value --random-mdp 400,10,100,1 --algorithms sarah-c:auto,agd,civr",
      "  fog compare --problem-class com.example.MyProblem --jar my-problem.jar",
      "",
      "'fog compare PROBLEM --help' lists the options, which are those of 'fog PROBLEM' and more."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    subcommands = {
      CompareCommand.OnPortfolio.class,
      CompareCommand.OnValue.class,
      CompareCommand.OnEmbedding.class
    })
public final class CompareCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ProblemClassOptions own;

  @Mixin private ComparisonOptions comparison;

  @Override
  public Integer call() throws IOException {
    if (!own.isAsked()) {
      if (!spec.commandLine().getParseResult().matchedOptions().isEmpty()) {
        throw new IllegalArgumentException(
            "which problem? portfolio, value, embed, or --problem-class CLASS --jar FILE");
      }
      spec.commandLine().usage(spec.commandLine().getOut());
      return ExitCode.DONE;
    }
    try (URLClassLoader classes = own.open()) {
      comparison.check(Map.of());
      return comparison.run(spec, own.instance(classes), ComparisonOptions.POWERS);
    } catch (RunException e) {
      throw new IllegalArgumentException("--problem-class: " + e.getMessage(), e);
    }
  }

  /** {@code fog compare portfolio}. */
  @Command(
      name = "portfolio",
      header = "Methods on a portfolio of least risk for its return.",
      description = {
        "",
        "The problem is that of 'fog portfolio', which describes files of returns.",
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
      versionProvider = VersionLine.class)
  static final class OnPortfolio implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Mixin private ReturnsOptions data;

    @Mixin private ConstraintOptions constraints;

    @Mixin private ComparisonOptions comparison;

    @Override
    public Integer call() {
      comparison.check(data.inputs());
      constraints.check();
      data.check();
      Table returns = data.read(comparison.seed(), note -> comparison.note(spec, note));
      MeanVariance meanVariance = data.meanVariance(returns);
      WeightConstraints asked = constraints.of(returns.names());
      return comparison.run(
          spec,
          new ProblemInstance(
              returns.source(),
              meanVariance.problem(asked.penalty(returns.names().size())),
              data.startingPoint(returns.names()),
              least(meanVariance, asked)),
          PaperGrids.PORTFOLIO);
    }

    private static @Nullable Double least(MeanVariance problem, WeightConstraints asked) {
      try {
        return asked.isSolvedLinearly()
            ? (Double) ExactMeanVariance.of(problem, asked.l2(), asked.budget()).objective()
            : null;
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
        "The problem is that of 'fog value', which describes files of transitions.",
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
      versionProvider = VersionLine.class)
  static final class OnValue implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Mixin private ChainOptions data;

    @Mixin private ComparisonOptions comparison;

    @Override
    public Integer call() {
      comparison.check(data.inputs());
      data.check();
      BellmanResidual values = data.values();
      return comparison.run(
          spec,
          new ProblemInstance(
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
        "The problem is that of 'fog embed', which describes files of points. Its minimum is not known,",
        "so gaps are over the lowest objective of all runs.",
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
      versionProvider = VersionLine.class)
  static final class OnEmbedding implements Callable<Integer> {
    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    @Mixin private PointsOptions data;

    @Mixin private ComparisonOptions comparison;

    @Override
    public Integer call() {
      comparison.check(data.inputs());
      data.check();
      Points points = data.read();
      Embedding map;
      try (var workers = new Workers(comparison.threads())) {
        map = data.embedding(points, workers);
      }
      return comparison.run(
          spec,
          new ProblemInstance(
              points.source(), map.problem(), data.start(points, comparison.seed()), null),
          ComparisonOptions.POWERS);
    }
  }
}
