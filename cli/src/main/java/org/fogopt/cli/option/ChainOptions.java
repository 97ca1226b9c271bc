package org.fogopt.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.apps.value.ChainFile;
import org.fogopt.apps.value.Episodes;
import org.fogopt.apps.value.ExampleChain;
import org.fogopt.apps.value.FeaturesFile;
import org.fogopt.apps.value.RandomMdp;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which value function: the chain, the features, and how the problem is cut into components. */
public final class ChainOptions {
  @ArgGroup(exclusive = true)
  private @Nullable Source source;

  /** Where the chain comes from. */
  static final class Source {
    @Option(
        names = "--transitions",
        paramLabel = "FILE",
        description = "File of transitions, or a log.")
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
          "Policy for an MDP, as CSV: state,action,probability. Default: for an MDP all"
              + " actions are equally likely; for a log, the policy that made it.")
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
      description =
          "What a reward of the next step is worth; 1 if all episodes end. Default:"
              + " ${DEFAULT-VALUE}.")
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

  public double discount() {
    return discount;
  }

  public Split split() {
    return split;
  }

  /** Refuses, before any work is done, values that make no sense. */
  public void check() {
    RunOptions.require("--discount", discount >= 0 && discount <= 1, "0 to 1", discount);
    requireSource();
  }

  public Map<String, @Nullable Path> inputs() {
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

  /**
   * What the options describe.
   *
   * @param values the problem
   * @param notes on how the file was understood
   * @param visits of each state in a log; null for a model
   * @param episodes of a log that the policy to be valued made
   * @param features their names; empty for a value per state
   */
  public record Described(
      BellmanResidual values,
      List<String> notes,
      double @Nullable [] visits,
      @Nullable Episodes episodes,
      List<String> features) {}

  public BellmanResidual values() {
    return read().values();
  }

  /** Reads what the options describe. */
  public Described read() {
    Shape shape = nonlinear ? Shape.TANH : Shape.LINEAR;
    if (source != null && source.random != null) {
      BellmanResidual random = source.random.problem(discount, shape, split);
      List<String> names =
          IntStream.rangeClosed(1, random.isTabular() ? 0 : random.dimension())
              .mapToObj(Integer::toString)
              .toList();
      return new Described(random, List.of(), null, null, names);
    }
    ChainFile.Contents file =
        source != null && source.transitions != null
            ? ChainFile.read(source.transitions, rewards, policy, absorbing)
            : ChainFile.Contents.of(ExampleChain.read());
    if (features == null) {
      BellmanResidual tabular = BellmanResidual.tabular(file.chain(), discount, shape, split);
      return new Described(tabular, file.notes(), file.visits(), file.episodes(), List.of());
    }
    FeaturesFile rows = FeaturesFile.read(features, file.chain());
    BellmanResidual values = BellmanResidual.of(file.chain(), rows.rows(), discount, shape, split);
    return new Described(values, file.notes(), file.visits(), file.episodes(), rows.names());
  }

  /** The file of --features. */
  public @Nullable Path features() {
    return features;
  }

  /** Whether a chain is described, in a file or as a generator. */
  public boolean hasSource() {
    return source != null;
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
        // reported below
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
