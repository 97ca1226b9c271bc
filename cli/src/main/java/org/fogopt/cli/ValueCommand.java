package org.fogopt.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.algorithm.AcceleratedGradient;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.apps.value.ChainFile;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.ExampleChain;
import org.fogopt.apps.value.FeaturesFile;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.apps.value.ValuesFile;
import org.fogopt.lab.RunPlot;
import org.fogopt.lab.TraceFile;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Inner;
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
      "  fog value --random-mdp 400,10,100,1 --exact --trace trace.csv",
      "  fog value --random-mdp 50,5,10,1 --online --restart 1000,1000,50",
      "",
      "Files of transitions, CSV or CSV.gz, are known by their header:",
      "  state,next,probability,reward          transitions; few of many possible ones are fine",
      "  state,action,next,probability,reward   those of an MDP, with --policy",
      "  state,reward,next_state                a log: what happened, row by row",
      "  anything else                          a matrix of probabilities, with --rewards",
      "",
      "Where few of all transitions are possible, evenly drawn next states tell little: there the",
      "default is --algorithm agd, on full gradients."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Fog.VersionLine.class)
final class ValueCommand implements Callable<Integer> {
  /** Mean square of the weights n P_sj beyond which next states are not worth drawing evenly. */
  private static final double SPARSE = 4;

  /** States below which a batch is not much cheaper than all of them. */
  private static final int FEW = 50;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @ArgGroup(exclusive = true)
  private @Nullable Source source;

  /** Where the chain comes from. */
  static final class Source {
    @Option(
        names = "--transitions",
        paramLabel = "FILE",
        description = "File of transitions, or a log; see below.")
    @Nullable Path transitions;

    @Option(
        names = "--random-mdp",
        paramLabel = "N,A,D,SEED",
        converter = RandomMdpConverter.class,
        description =
            "Generate the paper's: N states, A actions, D features; D = 0: a value for each state.")
    @Nullable RandomMdp random;
  }

  @Option(
      names = "--rewards",
      paramLabel = "FILE",
      description =
          "Rewards for a matrix of probabilities: a matrix too, or a column with one for each state.")
  private @Nullable Path rewards;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "Policy for an MDP, as CSV: state,action,probability. Default: all actions alike.")
  private @Nullable Path policy;

  @Option(
      names = "--features",
      paramLabel = "FILE",
      description =
          "Features of the states, as CSV: state, then numbers. Default: a value for each state.")
  private @Nullable Path features;

  @Option(
      names = "--absorbing",
      description = "States that are never left end an episode and are worth 0.")
  private boolean absorbing;

  @Option(
      names = "--discount",
      paramLabel = "GAMMA",
      defaultValue = "0.95",
      description = "What a reward of the next step is worth. Default: ${DEFAULT-VALUE}.")
  private double discount;

  @Option(
      names = "--nonlinear",
      description = "V = B tanh(t/B), B the most a value can be, instead of V = t; not convex.")
  private boolean nonlinear;

  @Option(
      names = "--split",
      paramLabel = "WHICH",
      defaultValue = "centred",
      converter = SplitConverter.class,
      description =
          "Draw next states less their mean (centred) or as in the paper; the minimum is the same."
              + " Default: ${DEFAULT-VALUE}.")
  private Split split;

  @Option(
      names = "--online",
      description = "Draw transitions from a simulator, without end; needs --restart.")
  private boolean online;

  @Option(
      names = "--exact",
      description = "Also solve exactly, by linear algebra, and tell the gap.")
  private boolean exact;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the values as CSV: state,value.")
  private @Nullable Path out;

  @Mixin private OutputOptions files;

  @Override
  public Integer call() {
    files.check(out, inputs());
    run.check();
    RunOptions.require("--discount", discount >= 0 && discount < 1, "0 to below 1", discount);
    requireSource();
    if (online && run.restartsInFull()) {
      throw new IllegalArgumentException(
          "--online: a simulator has no last transition to restart on; give --restart S1,S2,S3, such"
              + " as 1000,1000,1000");
    }
    try (var keeping = checkpoints.open(spec, files.quiet)) {
      return minimise(keeping);
    }
  }

  private int minimise(Keeping keeping) {
    BellmanResidual values = values();
    int n = values.chain().size();
    run.checkBatches(online ? Inner.UNBOUNDED : n, n);
    boolean full =
        !online
            && (n < FEW || values.spreadOfWeights() > SPARSE)
            && run.prefer(AcceleratedGradient.METHOD);
    var algorithm = run.algorithm();
    Problem problem = online ? values.online() : values.problem();
    Result result;
    // The hook lets Ctrl-C end the run early; what was found is written before the process ends.
    try (var interruption = new Interruption();
        var display = ProgressDisplay.onStandardError(run.passes())) {
      Run minimise = Run.of(problem, algorithm).stop(StopRule.when(interruption));
      run.apply(minimise);
      keeping.apply(minimise);
      if (!files.quiet) {
        minimise.observe(display);
      }
      result = minimise.go();
      report(values, problem, full, result);
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

  private Map<String, @Nullable Path> inputs() {
    Map<String, @Nullable Path> inputs = new LinkedHashMap<>();
    inputs.put("--transitions", source == null ? null : source.transitions);
    inputs.put("--rewards", rewards);
    inputs.put("--policy", policy);
    inputs.put("--features", features);
    return inputs;
  }

  private void requireSource() {
    if (source != null && source.transitions != null) {
      return;
    }
    String needless =
        rewards != null
            ? "--rewards"
            : policy != null ? "--policy" : absorbing ? "--absorbing" : null;
    if (needless == null && features != null && source != null) {
      needless = "--features";
    }
    if (needless != null) {
      throw new IllegalArgumentException(needless + ": goes with --transitions only");
    }
  }

  private BellmanResidual values() {
    Shape shape = nonlinear ? Shape.TANH : Shape.LINEAR;
    if (source != null && source.random != null) {
      return source.random.problem(discount, shape, split);
    }
    RewardChain chain =
        source != null && source.transitions != null
            ? ChainFile.read(source.transitions, rewards, policy, absorbing)
            : ExampleChain.read();
    if (features == null) {
      return BellmanResidual.tabular(chain, discount, shape, split);
    }
    RowMatrix rows = FeaturesFile.read(features, chain.states());
    return BellmanResidual.of(chain, rows, discount, shape, split);
  }

  /** Writes what was asked for, then tells the user. */
  private void report(BellmanResidual values, Problem problem, boolean full, Result result) {
    RewardChain chain = values.chain();
    double[] found = values.of(result.point());
    double residual = values.residual(found);
    var summary = new Summary(result, problem);
    summary.put("source", chain.source());
    summary.put("states", chain.size());
    summary.put("features", values.isTabular() ? 0 : values.dimension());
    summary.put("discount", discount);
    summary.put("split", split.name().toLowerCase(Locale.ROOT));
    summary.put("bellmanResidual", residual);
    var trace = result.trace().rows();
    double startObjective = trace.isEmpty() ? Double.NaN : trace.get(0).objective();
    ExactValues reference = exact ? reference(values) : null;
    double error = Double.NaN;
    if (exact) {
      double least = reference == null ? Double.NaN : reference.objective();
      error = reference == null ? Double.NaN : largestError(found, reference.values());
      summary.put("exactObjective", least);
      summary.put("relativeGap", (result.objective() - least) / (startObjective - least));
      summary.put("largestError", error);
    }
    if (out != null) {
      ValuesFile.write(out, chain.states(), found);
    }
    if (files.json != null) {
      summary.write(files.json);
    }
    if (files.trace != null) {
      TraceFile.write(files.trace, result.trace());
    }
    Double least = reference == null ? null : (Double) reference.objective();
    if (files.plot != null) {
      new RunPlot(size(values), result.trace(), least, "Values", chain.states(), found)
          .write(files.plot);
    }
    if (files.quiet) {
      return;
    }
    PrintWriter o = spec.commandLine().getOut();
    o.printf("%s: %s, discount %s%n", chain.source(), size(values), Words.plain(discount));
    if (full) {
      o.println(
          values.chain().size() < FEW
              ? "few states, so full gradients are taken"
              : "few of all transitions are possible, so full gradients are taken");
    }
    Report.method(o, result);
    o.printf("Bellman error  %.3g, root mean square over the states%n", residual);
    if (reference != null) {
      o.printf("value error    %.3g at most%n", error);
    }
    Report.outcome(o, result, least, startObjective);
    Report.largest(o, chain.states(), found);
    Report.written(o, out, files.json, files.trace, files.plot);
    o.flush();
  }

  private @Nullable ExactValues reference(BellmanResidual values) {
    try {
      return ExactValues.of(values);
    } catch (ArithmeticException e) {
      complain("no exact solution: " + e.getMessage());
      return null;
    }
  }

  private static double largestError(double[] found, double[] exact) {
    double largest = 0;
    for (int s = 0; s < found.length; s++) {
      largest = Math.max(largest, Math.abs(found[s] - exact[s]));
    }
    return largest;
  }

  private static String size(BellmanResidual values) {
    return Words.count(values.chain().size(), "state")
        + (values.isTabular() ? "" : ", " + Words.count(values.dimension(), "feature"));
  }

  private void complain(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }

  /** {@code 400,10,100,1}. */
  static final class RandomMdpConverter implements CommandLine.ITypeConverter<RandomMdp> {
    @Override
    public RandomMdp convert(String text) {
      String[] parts = text.split(",", -1);
      try {
        if (parts.length == 4) {
          return new RandomMdp(
              Integer.parseInt(parts[0].strip()),
              Integer.parseInt(parts[1].strip()),
              Integer.parseInt(parts[2].strip()),
              Long.parseLong(parts[3].strip()));
        }
      } catch (NumberFormatException e) {
        // told below
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      throw new TypeConversionException(
          "expected states, actions, features and seed such as 400,10,100,1, found \""
              + text
              + "\"");
    }
  }

  /** {@code centred} or {@code paper}. */
  static final class SplitConverter implements CommandLine.ITypeConverter<Split> {
    @Override
    public Split convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "centred" -> Split.CENTRED;
        case "paper" -> Split.PAPER;
        default ->
            throw new TypeConversionException("expected centred or paper, found \"" + text + "\"");
      };
    }
  }
}
