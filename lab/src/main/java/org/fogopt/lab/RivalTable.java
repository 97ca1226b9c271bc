package org.fogopt.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.fogopt.algorithm.Algorithm;
import org.fogopt.algorithm.Method;
import org.fogopt.algorithm.Methods;
import org.fogopt.algorithm.Parameter;
import org.fogopt.algorithm.Settings;
import org.fogopt.apps.io.ReadOptions;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.problem.Problem;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;
import org.jspecify.annotations.Nullable;

/**
 * All methods on a few problems, each at its best: passes to relative gaps of 1e-2, 1e-4 and 1e-6
 * (value functions: 1e-8) with the best step of a grid of factors of two, over a few choices of
 * batches. Prints Markdown, for a folder of returns or for random MDPs of so many states, actions
 * and features.
 *
 * <pre>
 * java -cp cli/target/fog.jar org.fogopt.lab.RivalTable FOLDER
 * java -cp cli/target/fog.jar org.fogopt.lab.RivalTable 400,10,100,1 400,10,0,1
 * </pre>
 */
public final class RivalTable {
  private static final double[] PORTFOLIO_GAPS = {1e-2, 1e-4, 1e-6};
  private static final double[] VALUE_GAPS = {1e-2, 1e-4, 1e-8};
  private static final double DISCOUNT = 0.95;
  private static final double BUDGET = 300;
  private static final long[] SEEDS = {1, 2, 3};

  /** Grid of steps: 2^GRID_FROM … 2^GRID_TO times the step that is measured at the start. */
  private static final int GRID_FROM = -5;

  private static final int GRID_TO = 6;

  /** Batches to try, by method; all others are tried as they come. */
  private static final Map<String, List<Map<String, String>>> CHOICES = choices();

  private RivalTable() {}

  /** The batches to try with a method. */
  static List<Map<String, String>> choices(String method) {
    return CHOICES.getOrDefault(method, List.of(Map.of()));
  }

  private static Map<String, List<Map<String, String>>> choices() {
    Map<String, List<Map<String, String>>> all = new LinkedHashMap<>();
    List<Map<String, String>> sarah = new ArrayList<>();
    for (String[] s : new String[][] {{"5", "1"}, {"5", "5"}, {"5", "20"}, {"20", "20"}}) {
      sarah.add(Map.of("S1", s[0], "S3", s[1], "leaps", "0"));
    }
    all.put("sarah-c", sarah);
    for (String name : List.of("c-svrg-1", "c-svrg-2", "vrsc-pg")) {
      List<Map<String, String>> svrg = new ArrayList<>();
      svrg.add(Map.of());
      for (String[] s :
          new String[][] {{"5", "5", "400"}, {"5", "20", "200"}, {"20", "20", "100"}}) {
        svrg.add(Map.of("A", s[0], "C", s[1], "K", s[2]));
      }
      all.put(name, svrg);
    }
    for (String name : List.of("scgd", "acc-scgd", "asc-pg", "scsc")) {
      all.put(name, List.of(Map.of(), Map.of("a", "10", "b", "10")));
    }
    all.put("nasa", List.of(Map.of(), Map.of("Sg", "10", "Sf", "10")));
    all.put(
        "storm-c", List.of(Map.of(), Map.of("Sg", "5", "SG", "5", "Sf", "5"), Map.of("a", "0.1")));
    all.put("civr", List.of(Map.of(), Map.of("S", "10", "tau", "20"), Map.of("adaptive", "1")));
    all.put("scvrg", List.of(Map.of(), Map.of("C", "5"), Map.of("A", "20", "C", "20")));
    return all;
  }

  /** Prints the table for every {@code .csv.gz} in the folder, or for the random MDPs. */
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    System.out.println("| problem | method | passes to the gaps | step | batches |");
    System.out.println("|---|---|---|---|---|");
    for (String arg : args) {
      if (Files.isDirectory(Path.of(arg))) {
        List<Path> files;
        try (Stream<Path> all = Files.list(Path.of(arg))) {
          files = all.filter(f -> f.toString().endsWith(".csv.gz")).sorted().toList();
        }
        files.forEach(file -> OneProblem.portfolio(file).print());
      } else {
        OneProblem.value(arg).print();
      }
    }
  }

  /**
   * One problem.
   *
   * @param exact the least objective
   * @param gaps the relative gaps to reach, the smallest last
   */
  private record OneProblem(
      String name, Problem problem, double exact, double[] x0, double[] gaps) {

    static OneProblem portfolio(Path file) {
      var problem = new MeanVariance(TableReader.read(file, ReadOptions.defaults()).rows(), 1);
      double[] x0 = new double[problem.returns().columns()];
      Arrays.fill(x0, 1);
      return new OneProblem(
          String.valueOf(file.getFileName()).replace(".csv.gz", ""),
          problem.problem(),
          ExactMeanVariance.of(problem).objective(),
          x0,
          PORTFOLIO_GAPS);
    }

    static OneProblem value(String sizes) {
      int[] s = Arrays.stream(sizes.split(",")).mapToInt(Integer::parseInt).toArray();
      var values = new RandomMdp(s[0], s[1], s[2], s[3]).problem(DISCOUNT, Shape.LINEAR);
      return new OneProblem(
          "MDP " + sizes,
          values.problem(),
          ExactValues.of(values).objective(),
          new double[values.dimension()],
          VALUE_GAPS);
    }

    void print() {
      Best automatic = new Best();
      automatic.offer(median(Methods.named("sarah-c"), Map.of()), Double.NaN, Map.of());
      row("sarah-c, automatic", automatic);
      for (Method method : Methods.ALL) {
        Best best = new Best();
        for (Map<String, String> batches : choices(method.name())) {
          search(method, batches, best);
        }
        row(method.name(), best);
      }
    }

    private void search(Method method, Map<String, String> batches, Best best) {
      Parameter step = method.parameters().get(0);
      double measured = measuredStep(method, batches);
      for (int power = GRID_FROM; power <= GRID_TO; power++) {
        double eta = measured * Math.scalb(1.0, power);
        Map<String, String> all = new LinkedHashMap<>(batches);
        all.put(step.name(), Double.toString(eta));
        double[] first = passes(run(make(method, all), SEEDS[0]));
        if (best.mayBeBeatenBy(first)) {
          best.offer(median(method, all), eta, batches);
        }
      }
    }

    /** What the method would take itself, rounded to a power of two for a grid that is the same. */
    private double measuredStep(Method method, Map<String, String> batches) {
      Result one = Run.of(problem, make(method, batches)).from(x0).stop(StopRule.steps(20)).go();
      Map<String, Number> chosen = one.parameters();
      Number eta = chosen.containsKey("eta") ? chosen.get("eta") : chosen.get("alpha");
      if (eta == null) {
        throw new IllegalStateException(method.name() + " tells no step size");
      }
      return Math.scalb(1.0, Math.getExponent(eta.doubleValue()));
    }

    private double[] median(Method method, Map<String, String> settings) {
      double[][] all = new double[SEEDS.length][];
      for (int k = 0; k < SEEDS.length; k++) {
        all[k] = passes(run(make(method, settings), SEEDS[k]));
      }
      double[] middle = new double[gaps.length];
      for (int g = 0; g < gaps.length; g++) {
        int at = g;
        middle[g] = Arrays.stream(all).mapToDouble(p -> p[at]).sorted().toArray()[1];
      }
      return middle;
    }

    private static Algorithm make(Method method, Map<String, String> settings) {
      return method.with(Settings.parse(settings, method.parameters()));
    }

    private Result run(Algorithm algorithm, long seed) {
      return Run.of(problem, algorithm)
          .from(x0)
          .seed(seed)
          .stop(StopRule.passes(BUDGET))
          .stop(new Reached(exact, gaps[gaps.length - 1]))
          .go();
    }

    private double[] passes(Result result) {
      double[] passes = new double[gaps.length];
      Arrays.fill(passes, Double.POSITIVE_INFINITY);
      List<Trace.Row> rows = result.trace().rows();
      for (int r = rows.size() - 1; r >= 0; r--) {
        double gap = (rows.get(r).objective() - exact) / (rows.get(0).objective() - exact);
        for (int g = 0; g < gaps.length; g++) {
          if (gap <= gaps[g]) {
            passes[g] = rows.get(r).passes();
          }
        }
      }
      return passes;
    }

    private void row(String method, Best best) {
      System.out.printf(
          "| %s | %s | %s | %s | %s |%n", name, method, best.passes(), best.step(), best.batches);
      System.out.flush();
    }
  }

  /** Ends a run that has arrived at the smallest gap. */
  private static final class Reached implements StopRule {
    private final double exact;
    private final double goal;
    private double first = Double.NaN;

    Reached(double exact, double goal) {
      this.exact = exact;
      this.goal = goal;
    }

    @Override
    public @Nullable Stop after(Progress progress) {
      double gap = progress.objective() - exact;
      if (Double.isNaN(first)) {
        first = gap;
      }
      return gap <= goal * first ? new Stop(Stop.Reason.TOLERANCE, "arrived") : null;
    }
  }

  /** The best choice so far: least passes to the smallest gap, then to the next. */
  private static final class Best {
    private double @Nullable [] best;
    private double step;
    private Map<String, String> batches = Map.of();

    boolean mayBeBeatenBy(double[] passes) {
      return best == null || compare(passes, best, 1.1) < 0;
    }

    void offer(double[] passes, double eta, Map<String, String> choice) {
      if (best == null || compare(passes, best, 1) < 0) {
        best = passes;
        step = eta;
        batches = choice;
      }
    }

    private static int compare(double[] a, double[] b, double slack) {
      for (int g = a.length - 1; g >= 0; g--) {
        double left = a[g];
        double right = b[g] * slack;
        if (left != right) {
          return Double.compare(left, right);
        }
      }
      return 0;
    }

    String passes() {
      if (best == null) {
        return "-";
      }
      List<String> parts = new ArrayList<>();
      for (double p : best) {
        parts.add(Double.isInfinite(p) ? "-" : "%.0f".formatted(p));
      }
      return String.join(" / ", parts);
    }

    String step() {
      return Double.isNaN(step) ? "adapted" : "%.3g".formatted(step);
    }
  }
}
