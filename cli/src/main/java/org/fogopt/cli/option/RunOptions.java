package org.fogopt.cli.option;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.fogopt.Methods;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.problem.Problem;
import org.fogopt.problem.Traits;
import org.fogopt.run.Output;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.RunException;
import org.fogopt.run.StopRule;
import org.fogopt.theory.Batches;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of every command that runs an algorithm. */
public final class RunOptions {
  /** More are a slip of the pen, and each costs memory. */
  private static final int MOST_THREADS = 1024;

  /** The default budget. */
  private static final double PASSES = 1000;

  /** The default of an endless supply, in calls: many restarts of the automatic choice. */
  private static final double CALLS = 1e6;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "Which method; 'fog algorithms' lists them. Default: auto, which chooses one.")
  private @Nullable String algorithm;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Set a parameter of the method; 'fog algorithms NAME' lists them. May be repeated.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--step",
      paramLabel = "auto|ETA",
      defaultValue = "auto",
      converter = StepConverter.class,
      description = "Step size of the method; auto leaves it to the method. Default: auto.")
  private StepSize step;

  @Option(
      names = "--epoch",
      paramLabel = "Q",
      description =
          "Steps from restart to restart. Default: adapted; with a given step, the calls of a"
              + " restart over those of half a step.")
  private @Nullable Long epoch;

  @Option(
      names = "--batch",
      paramLabel = "S1,S2,S3",
      converter = BatchesConverter.class,
      description = "Samples of g, of its Jacobian and of the gradient of f in a step.")
  private @Nullable Batches batch;

  @Option(
      names = "--restart",
      paramLabel = "full|S1,S2,S3",
      defaultValue = "full",
      converter = RestartConverter.class,
      description = "Samples at a restart: all of them, or so many. Default: full.")
  private RestartSize restart;

  @Option(
      names = "--shared-batch",
      description = "Let one batch of S1 serve both g and its Jacobian.")
  private boolean shared;

  @Option(
      names = "--output",
      paramLabel = "WHICH",
      defaultValue = "last",
      converter = OutputConverter.class,
      description =
          "Point to return: last, best (at restarts), average (of the last half) or random. Default: last.")
  private Output output;

  @Option(
      names = "--passes",
      paramLabel = "P",
      description =
          "Budget: calls in the paper's accounting and of second order, over the number of inner"
              + " components. Exceeded only to measure a step size at the start. Default: 1000; 3000"
              + " in 'fog learn', the whole schedule for t-SNE, at least 1e6 calls with --online.")
  private @Nullable Double passes;

  private double defaultPasses = PASSES;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Stop after so much work, such as 5s, 2m or 1h.")
  private @Nullable Duration time;

  @Option(
      names = "--tolerance",
      paramLabel = "R",
      defaultValue = "1e-8",
      description =
          "Stop when the gradient norm is R times the first; 0: never. A method without full"
              + " gradients pays for one every 10 passes. Default: ${DEFAULT-VALUE}.")
  private double tolerance;

  @Option(
      names = "--patience",
      paramLabel = "K",
      defaultValue = "20",
      description =
          "Stop after K restarts with no lower objective or gradient norm; 0: never. Default:"
              + " ${DEFAULT-VALUE}.")
  private int patience;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all draws. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; they change the speed, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  public long seed() {
    return seed;
  }

  public int threads() {
    return threads != null ? threads : Runtime.getRuntime().availableProcessors();
  }

  public double passes() {
    return passes != null ? passes : defaultPasses;
  }

  /**
   * Changes the default budget to that of an endless supply.
   *
   * @param pass the calls of a pass
   */
  public void endless(long pass) {
    defaultPasses = Math.max(PASSES, Math.ceil(CALLS / pass));
  }

  /** Changes the default budget to that of a method with a schedule. */
  public void usually(double budget) {
    defaultPasses = budget;
  }

  /** Refuses, before any work is done, values that make no sense. */
  public void check() {
    require("--epoch", epoch == null || epoch >= 1, "at least 1", epoch);
    require("--passes", passes == null || passes > 0, "a positive number", passes);
    require("--tolerance", tolerance >= 0 && tolerance < 1, "at least 0 and below 1", tolerance);
    require("--patience", patience >= 0, "at least 0", patience);
    requireThreads(threads);
    requireMethodOf("--set", !set.isEmpty());
    requireMethodOf("--step", step.eta() != null);
    requireMethodOf("--epoch", epoch != null);
    requireMethodOf("--batch", batch != null);
    requireMethodOf("--restart", restart.batches() != null);
    requireMethodOf("--shared-batch", shared);
  }

  /** Parameters belong to a method, and the automatic choice has none. */
  private void requireMethodOf(String option, boolean isGiven) {
    if (isGiven && isAutomatic()) {
      throw new IllegalArgumentException(
          option
              + ": the automatic choice takes no parameters; name the method as well, such as"
              + " --algorithm sarah-c");
    }
  }

  /** Whether the method is left to be chosen. */
  public boolean isAutomatic() {
    return method().equals(Automatic.METHOD);
  }

  /** Why the automatic choice is what it is; null if a method was named. */
  public @Nullable String reason(Problem problem) {
    return isAutomatic() ? Automatic.choose(Traits.of(problem)).reason() : null;
  }

  public static void requireThreads(@Nullable Integer threads) {
    require(
        "--threads",
        threads == null || (threads >= 1 && threads <= MOST_THREADS),
        "1 to " + MOST_THREADS,
        threads);
  }

  /** Refuses batches of more components than there are. */
  public void checkBatches(long inner, long outer) {
    requireAtMost("--batch", batch, inner, outer);
    requireAtMost("--restart", restart.batches(), inner, outer);
  }

  private static void requireAtMost(
      String option, @Nullable Batches sizes, long inner, long outer) {
    if (sizes != null) {
      require(option, sizes.s1() <= inner, "S1 to be at most " + inner, sizes.s1());
      require(option, sizes.s2() <= inner, "S2 to be at most " + inner, sizes.s2());
      require(option, sizes.s3() <= outer, "S3 to be at most " + outer, sizes.s3());
    }
  }

  /** Refuses an option that would change nothing here. */
  public static void refuse(CommandSpec spec, String option, String reason) {
    if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
      throw new IllegalArgumentException(option + ": changes nothing here: " + reason);
    }
  }

  public static void require(
      String option, boolean holds, String expected, @Nullable Object found) {
    if (!holds) {
      throw new IllegalArgumentException(option + ": expected " + expected + ", found " + found);
    }
  }

  /** Whether the method restarts, and on all components, as nothing else was asked for. */
  public boolean restartsInFull() {
    return restart.batches() == null
        && method().parameters().stream()
            .map(Parameter::name)
            .anyMatch(name -> (name.equals("S1L") || name.equals("D1")) && !set.containsKey(name));
  }

  /** The method with its parameters, from --set and from the options that name the usual ones. */
  public Algorithm algorithm() {
    Method method = method();
    Map<String, String> all = new LinkedHashMap<>(set);
    if (step.eta() != null) {
      put(all, method, "--step", step.eta(), "eta", "alpha");
    }
    if (epoch != null) {
      put(all, method, "--epoch", epoch, "q", "K", "tau");
    }
    if (batch != null) {
      put(all, method, "--batch", batch.s1(), "S1", "A", "Sg");
      put(all, method, "--batch", batch.s2(), "S2", "B", "SG");
      put(all, method, "--batch", batch.s3(), "S3", "C", "Sf");
    }
    Batches large = restart.batches();
    if (large != null) {
      put(all, method, "--restart", large.s1(), "S1L", "D1");
      put(all, method, "--restart", large.s2(), "S2L", "D2");
      put(all, method, "--restart", large.s3(), "S3L", "D3");
    }
    if (shared) {
      put(all, method, "--shared-batch", 1, "shared");
    }
    return method.with(Settings.parse(all, method.parameters()));
  }

  private Method method() {
    try {
      return Methods.named(algorithm != null ? algorithm : Automatic.METHOD.name());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--algorithm: " + e.getMessage(), e);
    }
  }

  /** Under the first of the names that the method has. */
  private static void put(
      Map<String, String> all, Method method, String option, Number value, String... names) {
    for (String name : names) {
      if (method.parameters().stream().anyMatch(p -> p.name().equals(name))) {
        if (all.put(name, value.toString()) != null) {
          throw new IllegalArgumentException(option + ": given again by --set " + name);
        }
        return;
      }
    }
    throw new IllegalArgumentException(
        "%s: %s has no such parameter; see 'fog algorithms %s'"
            .formatted(option, method.name(), method.name()));
  }

  /** Sets seed, threads, output and stop rules. */
  public void apply(Run run) {
    apply(run, tolerance, passes(), 0);
  }

  /**
   * The same for one of several runs.
   *
   * @param to the tolerance of this one
   * @param most its passes
   * @param spent seconds of those before, which are off the limit of --time
   */
  public void apply(Run run, double to, double most, double spent) {
    run.seed(seed)
        .threads(threads())
        .output(output)
        .stop(StopRule.tolerance(to))
        .stop(StopRule.passes(most));
    if (patience > 0) {
      run.stop(StopRule.noProgress(patience));
    }
    if (time != null) {
      long left = time.toNanos() - Math.round(spent * 1e9);
      run.stop(StopRule.time(Duration.ofNanos(Math.max(1, left))));
    }
  }

  /** The tolerance of --tolerance; another where none was given. */
  public double tolerance(CommandSpec spec, double usual) {
    return spec.commandLine().getParseResult().hasMatchedOption("--tolerance") ? tolerance : usual;
  }

  /** η, or null for auto. */
  record StepSize(@Nullable Double eta) {}

  /** S1L, S2L, S3L, or null for all. */
  record RestartSize(@Nullable Batches batches) {}

  /** {@code auto} or a positive number. */
  static final class StepConverter implements CommandLine.ITypeConverter<StepSize> {
    @Override
    public StepSize convert(String text) {
      if (text.equalsIgnoreCase("auto")) {
        return new StepSize(null);
      }
      double number;
      try {
        number = Double.parseDouble(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "expected auto or a positive number, found \"" + text + "\"");
      }
      if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
        throw new TypeConversionException(
            "expected auto or a positive number, found \"" + text + "\"");
      }
      return new StepSize(number);
    }
  }

  /** Three whole numbers. */
  static final class BatchesConverter implements CommandLine.ITypeConverter<Batches> {
    @Override
    public Batches convert(String text) {
      String[] parts = text.split(",", -1);
      if (parts.length != 3) {
        throw new TypeConversionException(
            "expected three whole numbers such as 5,5,1, found \"" + text + "\"");
      }
      try {
        return new Batches(
            Long.parseLong(parts[0].strip()),
            Long.parseLong(parts[1].strip()),
            Long.parseLong(parts[2].strip()));
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "expected three whole numbers such as 5,5,1, found \"" + text + "\"");
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** {@code full} or three whole numbers. */
  static final class RestartConverter implements CommandLine.ITypeConverter<RestartSize> {
    @Override
    public RestartSize convert(String text) {
      if (text.equalsIgnoreCase("full")) {
        return new RestartSize(null);
      }
      if (!text.contains(",")) {
        throw new TypeConversionException(
            "expected full or three whole numbers such as 60,60,60, found \"" + text + "\"");
      }
      return new RestartSize(new BatchesConverter().convert(text));
    }
  }

  /** {@code last}, {@code best}, {@code average} or {@code random}. */
  static final class OutputConverter implements CommandLine.ITypeConverter<Output> {
    @Override
    public Output convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "last" -> Output.LAST;
        case "best" -> Output.BEST;
        case "average" -> Output.AVERAGE;
        case "random" -> Output.RANDOM;
        default ->
            throw new TypeConversionException(
                "expected last, best, average or random, found \"" + text + "\"");
      };
    }
  }

  /** What a run reached, even if something threw: the result then says what, and that it failed. */
  public static Result toTheEnd(Run run) {
    try {
      return run.go();
    } catch (RunException e) {
      return e.result();
    }
  }
}
