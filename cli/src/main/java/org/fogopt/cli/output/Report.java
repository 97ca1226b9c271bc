package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.jspecify.annotations.Nullable;

/** What every command prints of its run. */
public final class Report {
  static final int MOST_SHOWN = 10;

  private Report() {}

  /** The first line of a run that did not converge. */
  public static void status(PrintWriter o, Result result) {
    if (!result.converged()) {
      o.printf("not converged: %s%n", result.stop().detail());
    }
  }

  /**
   * The method, its parameters and what was decided on the way.
   *
   * @param reason why the automatic choice is what it is; null if a method was named
   */
  public static void method(PrintWriter o, Result result, @Nullable String reason) {
    List<String> parts = new ArrayList<>();
    boolean adapted = result.decisions().stream().anyMatch(line -> line.contains("step size"));
    result
        .parameters()
        .forEach(
            (name, value) ->
                parts.add(
                    (name.equals("eta") && adapted ? "last eta" : name)
                        + " = "
                        + parameter(value)));
    o.printf(
        "%s, seed %d; at the end %s%n",
        result.algorithm(), result.seed(), String.join(", ", parts));
    if (reason != null) {
      o.printf("  chosen automatically: %s%n", reason);
    }
    for (String decision : result.decisions()) {
      if (reason == null || !decision.endsWith(": " + reason)) {
        o.printf("  %s%n", decision);
      }
    }
    o.println();
  }

  /** A parameter's value; a radius or a limit may be infinite. */
  static String parameter(Number value) {
    if (!(value instanceof Double d)) {
      return value.toString();
    }
    return Double.isInfinite(d) ? "unlimited" : "%.4g".formatted(d);
  }

  /** Passes, the calls that they are, steps and seconds. */
  public static String cost(Result result) {
    String secondOrder =
        result.secondOrderCalls() == 0
            ? ""
            : " + %d of second order".formatted(result.secondOrderCalls());
    return "%.1f passes = %d calls (%d strict)%s, %d steps, %.3f s"
        .formatted(
            result.passes(),
            result.callsPaper(),
            result.calls(),
            secondOrder,
            result.steps(),
            result.seconds());
  }

  /** Where it ended, at which cost, and why. */
  public static void outcome(
      PrintWriter o, Result result, @Nullable Double exactObjective, double startObjective) {
    o.printf("objective      %.10g  (%.10g at the start)%n", result.objective(), startObjective);
    if (exactObjective != null) {
      o.printf(
          "exact minimum  %.10g  relative gap %.2g%n",
          exactObjective,
          (result.objective() - exactObjective) / (startObjective - exactObjective));
    }
    if (!result.stop().detail().startsWith("gradient norm")) { // which names the one it saw
      o.printf("gradient norm  %.3g%n", result.gradientNorm());
    }
    o.printf("cost           %s%n", cost(result));
    o.printf("stopped        %s%n", result.stop().detail());
    boolean spent =
        result.stop().reason() == Stop.Reason.PASSES || result.stop().reason() == Stop.Reason.TIME;
    if (spent && !result.trace().rows().isEmpty()) {
      o.printf(
          "               the gradient norm is %.2g of the first; more --passes bring it lower%n",
          result.gradientNorm() / result.trace().rows().get(0).gradientNorm());
    }
  }

  /** The places of the numbers of largest size. */
  static int[] largest(double[] numbers, int most) {
    return IntStream.range(0, numbers.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> -Math.abs(numbers[k])))
        .mapToInt(Integer::intValue)
        .limit(most)
        .toArray();
  }

  /** The numbers of largest size, with their names. */
  public static void largest(PrintWriter o, List<String> names, double[] numbers) {
    int[] largest = largest(numbers, MOST_SHOWN);
    int width = Arrays.stream(largest).map(k -> names.get(k).length()).max().orElse(0);
    for (int k : largest) {
      o.printf("  %-" + Math.max(1, width) + "s  %12s%n", names.get(k), decimals(numbers[k]));
    }
    if (numbers.length > MOST_SHOWN) {
      o.printf("  and %d more%n", numbers.length - MOST_SHOWN);
    }
  }

  /** With six decimals. */
  static String decimals(double number) {
    return Words.unsigned("%.6f".formatted(number));
  }

  /** The files that were asked for. */
  public static void written(PrintWriter o, @Nullable Path... files) {
    written(o, Arrays.stream(files).filter(Objects::nonNull).toList());
  }

  /** The files that were asked for. */
  public static void written(PrintWriter o, List<Path> files) {
    if (!files.isEmpty()) {
      o.printf("%nwrote %s%n", String.join(", ", files.stream().map(Path::toString).toList()));
    }
  }
}
