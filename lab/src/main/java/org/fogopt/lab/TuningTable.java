package org.fogopt.lab;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.fogopt.Methods;
import org.fogopt.lab.compare.Choices;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/**
 * What no tuning costs: passes to three goals with everything chosen automatically, against the
 * best of a grid, for each goal apart: steps in factors of two, over a few batches and epoch
 * lengths. The grid's own cost is not counted, that of the automatic choice is. Prints Markdown.
 *
 * <pre>
 * java -cp cli/target/fog.jar org.fogopt.lab.TuningTable [OPTION…] PROBLEM…
 *   --method NAME    runs without any setting, against its own grid (sarah-c); "auto" runs the
 *                    automatic choice against the best of the grids of all methods
 *   --seeds N        seeds of the automatic run (20); a tuned run has the median of three
 *   --within         tuned runs get as many passes as the automatic one took, and 12 at least:
 *                    enough to show which method is first, and by how much if it is not the automatic one
 *   --no-grid        the automatic run alone, against what is in the memo
 *   --memo FILE      keeps what the grids found, and reads it first
 * </pre>
 *
 * Problems are named as in {@link Targets}. Calls are counted until a point that meets a goal was
 * at hand, known to the method or not: this table evaluates it outside the count.
 */
public final class TuningTable {
  private static final List<String> STEPS = List.of("eta", "alpha");

  private static final double BUDGET = 300;
  private static final double WITHIN_LEAST = 12;
  private static final int GRID_FROM = -5;
  private static final int GRID_TO = 6;
  private static final long[] SEEDS = {1, 2, 3};

  private String method = "sarah-c";
  private int seeds = 20;
  private boolean grid = true;
  private boolean within;
  private @Nullable Path memo;
  private final Properties found = new Properties();
  private final List<String> problems = new ArrayList<>();
  private final List<Double> ratios = new ArrayList<>();

  private TuningTable(String[] args) throws IOException {
    for (int k = 0; k < args.length; k++) {
      switch (args[k]) {
        case "--method" -> method = args[++k];
        case "--seeds" -> seeds = Integer.parseInt(args[++k]);
        case "--within" -> within = true;
        case "--no-grid" -> grid = false;
        case "--memo" -> memo = Path.of(args[++k]);
        default -> problems.add(args[k]);
      }
    }
    if (memo != null && Files.exists(memo)) {
      try (Reader reader = Files.newBufferedReader(memo)) {
        found.load(reader);
      }
    }
  }

  /** Prints the table. */
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    new TuningTable(args).print();
  }

  private void print() throws IOException {
    System.out.println("| problem | tuned | automatic | worst seed | ratios | diverged |");
    System.out.println("|---|---|---|---|---|---|");
    for (String name : problems) {
      for (Target target : Targets.named(name)) {
        row(target);
      }
    }
    double[] all = ratios.stream().mapToDouble(Double::doubleValue).toArray();
    double mean = Math.exp(Arrays.stream(all).map(Math::log).average().orElse(0));
    System.out.printf(
        "%ngeometric mean of %d ratios %.2f, worst %.2f%n",
        all.length, mean, Arrays.stream(all).max().orElse(Double.NaN));
  }

  private void row(Target target) throws IOException {
    boolean all = method.equals("auto");
    double[][] runs = new double[seeds][];
    int diverged = 0;
    for (int k = 0; k < seeds; k++) {
      var approach = target.run(Methods.named(method).with(Settings.NONE), k + 1, BUDGET);
      runs[k] = approach.passes();
      diverged += approach.result().stop().diverged() ? 1 : 0;
    }
    double[] median = ranked(runs, (seeds - 1) / 2);
    double[] worst = ranked(runs, seeds - 1);
    double[] best = new double[target.goals().length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    String[] by = new String[best.length];
    Arrays.fill(by, "none");
    double budget = within ? withinReach(median) : BUDGET;
    for (Method each : all ? tunable() : List.of(Methods.named(method))) {
      double[] tuned = tuned(target, each, budget);
      for (int g = 0; g < best.length; g++) {
        if (tuned[g] < best[g]) {
          best[g] = tuned[g];
          by[g] = each.name();
        }
      }
    }
    List<String> parts = new ArrayList<>();
    for (int g = 0; g < best.length; g++) {
      double ratio = median[g] / best[g];
      if (Double.isFinite(best[g])) {
        ratios.add(Math.min(ratio, 10 * BUDGET)); // not reached at all: a ratio that shows
      }
      parts.add(Double.isNaN(ratio) ? "-" : "%.2f".formatted(ratio));
    }
    System.out.printf(
        "| %s | %s | %s | %s | %s | %d |%n",
        target.name(),
        text(best) + (all ? " " + String.join("/", by) : ""),
        text(median),
        text(worst),
        String.join(" / ", parts),
        diverged);
    System.out.flush();
  }

  /** Methods with a step size to be given, which is then their first parameter. */
  private static List<Method> tunable() {
    return Methods.ALL.stream()
        .filter(each -> each.parameters().stream().anyMatch(p -> STEPS.contains(p.name())))
        .toList();
  }

  /** The passes to the last goal that was met. */
  private static double withinReach(double[] passes) {
    double last = Arrays.stream(passes).filter(Double::isFinite).max().orElse(BUDGET);
    return Math.max(WITHIN_LEAST, last);
  }

  /** Goal by goal, the k-th smallest. */
  private static double[] ranked(double[][] runs, int k) {
    double[] ranked = new double[runs[0].length];
    for (int g = 0; g < ranked.length; g++) {
      int at = g;
      ranked[g] = Arrays.stream(runs).mapToDouble(p -> p[at]).sorted().toArray()[k];
    }
    return ranked;
  }

  private static String text(double[] passes) {
    List<String> parts = new ArrayList<>();
    for (double p : passes) {
      parts.add(Double.isInfinite(p) ? "-" : format(p).formatted(p));
    }
    return String.join(" / ", parts);
  }

  private static String format(double passes) {
    if (passes < 0.095) {
      return "%.4f";
    }
    return passes < 10 ? "%.1f" : "%.0f";
  }

  /** The best of the grid, for each goal apart. */
  private double[] tuned(Target target, Method method, double passes) throws IOException {
    String key = target.name() + " " + method.name();
    String known = found.getProperty(key);
    if (known != null) {
      return Arrays.stream(known.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }
    double[] best = new double[target.goals().length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    if (!grid) {
      return best;
    }
    for (Map<String, String> choice : Choices.of(method)) {
      search(target, method, choice, passes, best);
      if (method.name().equals("sarah-c")) {
        Map<String, String> shorter = new LinkedHashMap<>(choice);
        shorter.put("q", Long.toString(epoch(target, choice) / 5 + 1));
        search(target, method, shorter, passes, best);
      }
    }
    if (memo != null) {
      StringBuilder line = new StringBuilder();
      for (double p : best) {
        line.append(p).append(' ');
      }
      found.setProperty(key, line.toString().trim());
      try (Writer writer = Files.newBufferedWriter(memo)) {
        found.store(writer, null);
      }
    }
    return best;
  }

  private static long epoch(Target target, Map<String, String> choice) {
    long m = target.problem().inner().count();
    long n = target.problem().outer().count();
    long s1 = Long.parseLong(choice.get("S1"));
    long s2 = target.problem().inner().affine() ? 0 : s1;
    return (2 * m + n) / (s1 + s2 + Long.parseLong(choice.get("S3")));
  }

  private void search(
      Target target, Method method, Map<String, String> choice, double passes, double[] best) {
    double measured = measuredStep(target, method, choice);
    for (int power = GRID_FROM; power <= GRID_TO; power++) {
      Map<String, String> all = new LinkedHashMap<>(choice);
      String eta = Double.toString(measured * Math.scalb(1.0, power));
      all.put(method.parameters().get(0).name(), eta);
      double[][] runs = new double[SEEDS.length][];
      double budget = Math.min(passes, 1 + best[best.length - 1]);
      runs[0] = passes(target, make(method, all), SEEDS[0], budget);
      boolean promising = false;
      for (int g = 0; g < best.length; g++) {
        promising |= runs[0][g] < 1.1 * best[g];
      }
      if (!promising) {
        continue;
      }
      for (int k = 1; k < SEEDS.length; k++) {
        runs[k] = passes(target, make(method, all), SEEDS[k], budget);
      }
      double[] median = ranked(runs, 1);
      for (int g = 0; g < best.length; g++) {
        best[g] = Math.min(best[g], median[g]);
      }
    }
  }

  private static double[] passes(Target target, Algorithm algorithm, long seed, double budget) {
    return target.run(algorithm, seed, budget).passes();
  }

  /** What the method would take itself, rounded to a power of two. */
  private static double measuredStep(Target target, Method method, Map<String, String> choice) {
    Result one =
        Run.of(target.problem(), make(method, choice))
            .from(target.x0())
            .stop(StopRule.steps(20))
            .go();
    Number step = one.parameters().get(method.parameters().get(0).name());
    if (step == null) {
      throw new IllegalStateException(method.name() + " reports no step size");
    }
    return Math.scalb(1.0, Math.getExponent(step.doubleValue()));
  }

  private static Algorithm make(Method method, Map<String, String> settings) {
    return method.with(Settings.parse(settings, method.parameters()));
  }
}
