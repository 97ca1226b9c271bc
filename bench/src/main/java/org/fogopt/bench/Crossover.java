package org.fogopt.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.fogopt.linalg.Rows;
import org.fogopt.method.auto.Automatic;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.problem.Traits;

/**
 * Which method is first by the clock, by the numbers of components and unknowns: the Java side of
 * bench/map.
 *
 * <pre>
 *   Crossover FOLDER SECONDS [--short | MxD]
 * </pre>
 */
public final class Crossover {
  static final List<String> METHODS = List.of("newton", "lbfgs", "agd", "sarah-c", "gd");
  static final double[] GAPS = {1e-2, 1e-6};

  /** Numbers in the largest matrix: 1.6 GB. */
  private static final double MOST_NUMBERS = 2e8;

  /**
   * Matrices of more numbers have four times the seconds: a pass over them takes a tenth of one.
   */
  private static final double LARGE = 2e7;

  /** A run shorter than this is repeated, and the best counts. */
  private static final double SHORT_SECONDS = 0.5;

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  /** The families, by the letter that {@link #problem} knows them by. */
  private enum Family {
    /** KL-DRO logistic: n = 1. */
    DRO("kl-dro"),
    /** log(1 + e²) of a tracking error: n = m, not convex. */
    TRACKING("tracking");

    private final String label;

    Family(String label) {
      this.label = label;
    }

    private Problem problem(int m, int d) {
      if (this == TRACKING) {
        return RobustTracking.problem(Rows.of(m, d, Data.returns(m, d, 1)), 2);
      }
      Rows rows = Rows.of(m, d, Data.contradicted(m, d, 1));
      return new CurvedForms(rows, new LinearForms.Dro(1)).problem(label);
    }
  }

  /** What a method reached: seconds to each gap, infinite where it did not. */
  record Cell(
      String family, int m, int d, String method, double[] seconds, double gap, String stop) {
    private String csv() {
      return String.format(
          Locale.ROOT,
          "%s,%d,%d,%s,%.4f,%.4f,%.1e,%s",
          family,
          m,
          d,
          method,
          seconds[0],
          seconds[1],
          gap,
          stop.replace(',', ';'));
    }
  }

  /** A size, with what {@link Automatic} chooses for it. */
  record Size(int m, int d, String chosen, List<Cell> cells) {}

  private Crossover() {}

  public static void main(String[] words) throws IOException {
    run(
        Path.of(words[0]),
        Double.parseDouble(words[1]),
        words.length > 2 ? words[2] : "",
        System.out);
  }

  static void run(Path folder, double limit, String only, PrintStream out) throws IOException {
    boolean isShort = only.equals("--short");
    int[] components = isShort ? new int[] {1000} : powers(3, 7);
    int[] unknowns = isShort ? new int[] {10, 40} : powers(1, 4);
    StringBuilder csv = new StringBuilder("family,components,unknowns,method,1e-2,1e-6,gap,stop\n");
    for (Family family : Family.values()) {
      prepare(family, isShort ? 1 : 3);
      List<Size> sizes = new ArrayList<>();
      for (int m : components) {
        for (int d : unknowns) {
          boolean isWanted = only.isEmpty() || isShort || only.equals(m + "x" + d);
          if (isWanted && (double) m * d <= MOST_NUMBERS) {
            double seconds = (double) m * d > LARGE ? 4 * limit : limit;
            Size size = size(family, m, d, seconds, out);
            sizes.add(size);
            csv.append("%s,%d,%d,auto: %s,,,,%n".formatted(family.label, m, d, size.chosen));
            size.cells.forEach(cell -> csv.append(cell.csv()).append('\n'));
          }
        }
      }
      Files.writeString(
          folder.resolve("map-" + family.label + ".svg"), HeatMap.of(family.label, sizes));
    }
    Files.writeString(folder.resolve("map.csv"), csv);
  }

  private static int[] powers(int least, int most) {
    int[] all = new int[most - least + 1];
    Arrays.setAll(all, k -> (int) Math.pow(10, least + k));
    return all;
  }

  /** So that the compiler has seen every method. */
  private static void prepare(Family family, int calls) {
    Problem problem = family.problem(2000, 20);
    for (String method : METHODS) {
      for (int call = 0; call < calls; call++) {
        new TimedPath().run(problem, method, new double[20], 5);
      }
    }
  }

  private static Size size(Family family, int m, int d, double limit, PrintStream out) {
    Problem problem = family.problem(m, d);
    String chosen = Automatic.choose(Traits.of(problem)).method().name();
    out.printf("%s, %d components, %d unknowns; auto is %s%n", family.label, m, d, chosen);
    List<TimedPath> paths = new ArrayList<>();
    double least = new TimedPath().run(problem, "auto", new double[d], 2 * limit);
    for (String method : METHODS) {
      TimedPath path = null;
      double spent = 0;
      for (int call = 0; call < 3 && spent < SHORT_SECONDS; call++) {
        TimedPath again = new TimedPath();
        least = Math.min(least, again.run(problem, method, new double[d], limit));
        spent = again.last();
        path = path == null || spent < path.last() ? again : path;
      }
      paths.add(path);
    }
    List<Cell> cells = new ArrayList<>();
    try (Workers workers = new Workers(THREADS)) {
      Evaluator evaluator = new Evaluator(problem, workers);
      double first = evaluator.objective(new double[d]);
      for (int k = 0; k < METHODS.size(); k++) {
        TimedPath path = paths.get(k);
        TimedPath.Reached reached = path.reached(evaluator, least, first, GAPS);
        Cell cell =
            new Cell(
                family.label, m, d, METHODS.get(k), reached.seconds(), reached.gap(), path.stop());
        cells.add(cell);
        out.printf(
            Locale.ROOT,
            "  %-8s %9.4f s to 1e-2 %9.4f s to 1e-6, %s%n",
            cell.method,
            cell.seconds[0],
            cell.seconds[1],
            cell.stop);
      }
    }
    return new Size(m, d, chosen, cells);
  }
}
