package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.FeaturesFile;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.apps.value.ValuesFile;
import org.fogopt.cli.option.ChainOptions;
import org.fogopt.cli.option.CheckpointOptions;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.option.StoredWeights;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.ProgressDisplay;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.RunReport;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.Summary;
import org.fogopt.cli.output.ValueReport;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.RunPlot;
import org.fogopt.lab.TraceFile;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fog value}. */
@Command(
    name = "value",
    header = "What states are worth under a policy, from transitions or logs.",
    description = {
      "",
      "Minimises the sum over states of the squared Bellman residual V(s) - E[R + discount V(next)],",
      "over a value for each state or over weights of features. Without options it runs an embedded",
      "example.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog value",
      "  fog value --transitions log.csv --discount 0.9 --out values.csv",
      "  fog value --transitions mdp.csv --policy policy.csv --exact",
      "  fog value --transitions P.csv --rewards R.csv --features features.csv",
      "  fog value --weights weights.json --features features.csv --out values.csv",
      "  fog value --random-mdp 400,10,100,1 --exact --trace trace.csv --report report.html",
      "  fog value --random-mdp 50,5,10,1 --online",
      "",
      "Files of transitions, CSV or CSV.gz, are known by their header:",
      "  state,next,probability,reward          transitions; few of many possible ones are fine",
      "  state,action,next,probability,reward   those of an MDP, with --policy",
      "  state,reward,next_state                a log: what happened, row by row; also obs, next_obs",
      "                                         and terminated, truncated or done, 1 or 0, true or false",
      "  anything else                          a matrix of probabilities, with --rewards"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class ValueCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ChainOptions data;

  @Option(names = "--online", description = "Draw transitions from a simulator, without end.")
  private boolean online;

  @Option(
      names = "--exact",
      description = "Also solve exactly, by linear algebra, and report the gap.")
  private boolean exact;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description =
          "Value the states of --features by the weights in this file, which --json of an earlier run"
              + " wrote.")
  private @Nullable Path weights;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the values as CSV: state,value and what else is known.")
  private @Nullable Path out;

  @Mixin private OutputOptions files;

  @Override
  public Integer call() {
    Map<String, @Nullable Path> inputs = data.inputs();
    inputs.put("--weights", weights);
    files.check(out, inputs);
    run.check();
    if (weights != null) {
      return fromWeights(weights);
    }
    data.check();
    if (online && !run.isAutomatic() && run.restartsInFull()) {
      throw new IllegalArgumentException(
          "--online: a simulator has no last transition to restart on; give --restart S1,S2,S3,"
              + " such as 1000,1000,1000, or leave --algorithm out");
    }
    try (var keeping = checkpoints.open(spec, files.isQuiet())) {
      return minimise(keeping);
    }
  }

  private int minimise(Keeping keeping) {
    ChainOptions.Described described = data.read();
    BellmanResidual values = described.values();
    int n = values.chain().size();
    if (online) {
      run.endless(n);
    }
    run.checkBatches(online ? Inner.UNBOUNDED : n, n);
    Problem problem = online ? values.online() : values.problem();
    var algorithm = run.algorithm();
    Result result;
    // The hook lets Ctrl-C end the run early; what was found is written before the process ends.
    try (var interruption = new Interruption();
        var display = ProgressDisplay.onStandardError(run.passes())) {
      Run minimise = Run.of(problem, algorithm).stop(StopRule.when(interruption));
      run.apply(minimise);
      keeping.apply(minimise);
      if (!files.isQuiet()) {
        minimise.observe(display);
      }
      result = RunOptions.toTheEnd(minimise);
      report(described, problem, result);
      keeping.ended(result);
    }
    if (result.stop().diverged()) {
      complain(
          result.stop().detail()
              + (out == null ? "" : "; the best point before that is in " + out));
      return ExitCode.DIVERGED;
    }
    return ExitCode.DONE;
  }

  /** Writes what was asked for, then prints the report. */
  private void report(ChainOptions.Described described, Problem problem, Result result) {
    BellmanResidual values = described.values();
    RewardChain chain = values.chain();
    var found =
        new ValueReport(
            values, described.features(), result, described.visits(), described.episodes());
    var summary = new Summary(result, problem, run.reason(problem));
    found.summarise(summary);
    summary.put("split", data.split().name().toLowerCase(Locale.ROOT));
    summary.put("notes", described.notes());
    var trace = result.trace().rows();
    double startObjective = trace.isEmpty() ? Double.NaN : trace.get(0).objective();
    ExactValues reference = exact ? reference(values) : null;
    found.exact(reference);
    if (exact) {
      double least = reference == null ? Double.NaN : reference.objective();
      summary.put("exactObjective", least);
      summary.put("relativeGap", (result.objective() - least) / (startObjective - least));
      summary.put("largestError", found.largestError());
    }
    var saving = new Saving();
    saving.write(out, found::write);
    saving.write(files.json(), summary::write);
    saving.write(files.trace(), file -> TraceFile.write(file, result));
    Double least = reference == null ? null : (Double) reference.objective();
    var plot =
        new RunPlot(size(values), result.trace(), least, "Values", found.states(), found.values());
    saving.write(files.plot(), plot::write);
    if (files.report() != null) {
      var page =
          new RunReport(spec, "Values of " + size(values), result, least, run.reason(problem));
      found.qualities().forEach(page::row);
      page.fact("data", chain.source())
          .inputs(data.inputs())
          .fact("discount", Words.plain(data.discount()));
      saving.write(files.report(), file -> page.write(file, List.of(found.table())));
    }
    if (files.isQuiet()) {
      saving.requireComplete();
      return;
    }
    PrintWriter o = spec.commandLine().getOut();
    Report.status(o, result);
    o.printf("%s: %s, discount %s%n", chain.source(), size(values), Words.plain(data.discount()));
    described.notes().forEach(note -> Words.hanging(o, "  ", note));
    o.println();
    found.largest(o);
    o.println();
    found.quality(o);
    o.println();
    Report.method(o, result, run.reason(problem));
    Report.outcome(o, result, least, startObjective);
    Report.written(o, saving.written());
    o.flush();
    saving.requireComplete();
  }

  /** Values of states by weights of an earlier run: nothing is minimised. */
  private int fromWeights(Path stored) {
    Path features = data.features();
    if (features == null || data.hasSource()) {
      throw new IllegalArgumentException(
          "--weights: expected the states to be valued, as --features FILE, and no transitions");
    }
    FeaturesFile states = FeaturesFile.read(features);
    double[] found = StoredWeights.read(stored).values(states, features);
    var saving = new Saving();
    saving.write(out, file -> ValuesFile.write(file, states.states(), Map.of("value", found)));
    if (!files.isQuiet()) {
      PrintWriter o = spec.commandLine().getOut();
      o.printf("%s, by the weights of %s%n", Words.count(found.length, "state"), stored);
      Report.largest(o, states.states(), found);
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
    return ExitCode.DONE;
  }

  private @Nullable ExactValues reference(BellmanResidual values) {
    try {
      return ExactValues.of(values);
    } catch (ArithmeticException e) {
      complain("no exact solution: " + e.getMessage());
      return null;
    }
  }

  private static String size(BellmanResidual values) {
    return Words.count(values.chain().named(), "state")
        + (values.isTabular() ? "" : ", " + Words.count(values.dimension(), "feature"));
  }

  private void complain(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }
}
