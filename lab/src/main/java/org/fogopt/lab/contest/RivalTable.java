package org.fogopt.lab.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fogopt.method.Method;
import org.fogopt.method.auto.Methods;
import org.fogopt.apps.io.ReadOptions;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.RandomMdp;

/**
 * All methods on a few problems, each at its best: passes to relative gaps of 1e-2, 1e-4 and 1e-6
 * (value functions: 1e-8) with the best step of a grid of factors of two, over a few choices of
 * batches. Prints Markdown, for a folder of returns or for random MDPs of so many states, actions
 * and features.
 *
 * <pre>
 * java -cp cli/target/fog.jar org.fogopt.lab.contest.RivalTable FOLDER
 * java -cp cli/target/fog.jar org.fogopt.lab.contest.RivalTable 400,10,100,1 400,10,0,1
 * </pre>
 */
public final class RivalTable {
  private static final double[] PORTFOLIO_GAPS = {1e-2, 1e-4, 1e-6};
  private static final double[] VALUE_GAPS = {1e-2, 1e-4, 1e-8};
  private static final double DISCOUNT = 0.95;
  private static final double BUDGET = 300;
  private static final long[] SEEDS = {1, 2, 3};
  private static final Steps GRID = new Steps.Powers(-5, 6);

  private RivalTable() {}

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
        files.forEach(file -> print(portfolio(file), PORTFOLIO_GAPS));
      } else {
        print(value(arg), VALUE_GAPS);
      }
    }
  }

  private static Arena portfolio(Path file) {
    var problem = new MeanVariance(TableReader.read(file, ReadOptions.defaults()).rows(), 1);
    double[] x0 = new double[problem.returns().columns()];
    Arrays.fill(x0, 1);
    return new Arena(
        String.valueOf(file.getFileName()).replace(".csv.gz", ""),
        problem.problem(),
        x0,
        ExactMeanVariance.of(problem).objective());
  }

  private static Arena value(String sizes) {
    int[] s = Arrays.stream(sizes.split(",")).mapToInt(Integer::parseInt).toArray();
    var values = new RandomMdp(s[0], s[1], s[2], s[3]).problem(DISCOUNT, Shape.LINEAR);
    return new Arena(
        "MDP " + sizes,
        values.problem(),
        new double[values.dimension()],
        ExactValues.of(values).objective());
  }

  private static void print(Arena arena, double[] gaps) {
    Method sarah = Methods.named("sarah-c");
    row(
        arena,
        gaps,
        new Entrant("sarah-c, automatic", sarah, List.of(Map.of()), new Steps.Automatic()));
    for (Method method : Methods.ALL) {
      row(arena, gaps, new Entrant(method.name(), method, Choices.of(method), GRID));
    }
  }

  /** Chosen and counted with the same three seeds: three are too few to set some aside. */
  private static void row(Arena arena, double[] gaps, Entrant entrant) {
    Standing standing =
        new Contest(arena)
            .enter(entrant)
            .seeds(SEEDS)
            .tuning(SEEDS)
            .passes(BUDGET)
            .targets(gaps)
            .goal(gaps[gaps.length - 1])
            .threads(Runtime.getRuntime().availableProcessors())
            .go()
            .standings()
            .get(0);
    Map<String, String> batches = new LinkedHashMap<>(standing.settings());
    batches.remove(entrant.step());
    System.out.printf(
        "| %s | %s | %s | %s | %s |%n",
        arena.name(),
        entrant.label(),
        standing.passesTo().stream()
            .map(p -> Double.isInfinite(p) ? "-" : "%.0f".formatted(p))
            .collect(Collectors.joining(" / ")),
        standing.step() == null ? "adapted" : "%.3g".formatted(standing.step()),
        batches);
    System.out.flush();
  }
}
