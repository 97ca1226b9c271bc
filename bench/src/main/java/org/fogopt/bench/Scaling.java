package org.fogopt.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.UniformReturns;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Problem;

/**
 * How costs grow.
 *
 * <pre>
 *   Scaling pass 2000000 100           full passes on one thread and on two, beside a plain sum over
 *                                      the same memory
 *   Scaling pass file.fogrows          the same of a mapped file
 *   Scaling restart sne 2000 2         a restart on one thread and on two; or value 2000 100
 *   Scaling rows 10000,100000 16       a step by the number of rows; float after it: kept as floats
 *   Scaling near 10000,100000 16       the same where they all stand for a few that are in the cache
 *   Scaling looks 10000,100000 16      nothing but a look at the six rows of a step
 *   Scaling columns 2000 100,200,400   a step by the number of columns
 * </pre>
 */
public final class Scaling {
  private static final double TURNS_NANOS = 6e9;

  private Scaling() {}

  public static void main(String[] arguments) {
    switch (arguments[0]) {
      case "pass" -> {
        boolean isFile = arguments[1].endsWith(".fogrows");
        RowMatrix rows =
            isFile
                ? RowFile.read(Path.of(arguments[1])).rows()
                : new Filled(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])).rows();
        passes(rows, arguments.length > 3 && arguments[3].equals("float"));
      }
      case "restart" ->
          restarts(arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
      case "rows" -> {
        for (String count : arguments[1].split(",", -1)) {
          Rows rows = new Filled(Integer.parseInt(count), Integer.parseInt(arguments[2])).rows();
          boolean inFloat = arguments.length > 3 && arguments[3].equals("float");
          step(inFloat ? FloatRows.of(rows) : rows);
        }
      }
      case "near" -> {
        for (String count : arguments[1].split(",", -1)) {
          step(Near.of(Long.parseLong(count), Integer.parseInt(arguments[2])));
        }
      }
      case "looks" -> {
        for (String count : arguments[1].split(",", -1)) {
          looks(new Filled(Integer.parseInt(count), Integer.parseInt(arguments[2])).rows());
        }
      }
      case "columns" -> {
        for (String columns : arguments[2].split(",", -1)) {
          step(new Filled(Integer.parseInt(arguments[1]), Integer.parseInt(columns)).rows());
        }
      }
      default -> throw new IllegalArgumentException("no measurement called " + arguments[0]);
    }
  }

  /** A matrix in memory, filled in place. */
  private record Filled(int count, int columns) {
    Rows rows() {
      double[] data = new double[Math.multiplyExact(count, columns)];
      double[] row = new double[columns];
      var made = new UniformReturns(count, columns, 1);
      for (int i = 0; i < count; i++) {
        made.copyTo(i, row);
        System.arraycopy(row, 0, data, i * columns, columns);
      }
      return Rows.of(count, columns, data);
    }
  }

  /**
   * As many rows as one likes, of which each is one of {@link #KEPT}: what a step costs apart from
   * fetching rows from afar.
   */
  private record Near(long count, Rows kept) implements RowMatrix {
    private static final int KEPT = 8192; // a power of two, so that the choice costs nothing

    static Near of(long count, int columns) {
      return new Near(count, new Filled(KEPT, columns).rows());
    }

    private static long in(long i) {
      return i & (KEPT - 1);
    }

    @Override
    public int columns() {
      return kept.columns();
    }

    @Override
    public void copyTo(long i, double[] into) {
      kept.copyTo(in(i), into);
    }

    @Override
    public double dot(long i, double[] x) {
      return kept.dot(in(i), x);
    }

    @Override
    public double dotDifference(long i, double[] x, double[] xp) {
      return kept.dotDifference(in(i), x, xp);
    }

    @Override
    public double addDotDifferences(
        double sum, long i0, long i1, long i2, long i3, long i4, double[] x, double[] xp) {
      return kept.addDotDifferences(sum, in(i0), in(i1), in(i2), in(i3), in(i4), x, xp);
    }

    @Override
    public void addTo(long i, double a, double[] y, int offset) {
      kept.addTo(in(i), a, y, offset);
    }

    @Override
    public void addTo(long i, double a, double[] y) {
      kept.addTo(in(i), a, y);
    }

    @Override
    public void addTo(long i, double a, double b, double[] other, double[] y) {
      kept.addTo(in(i), a, b, other, y);
    }
  }

  /** The best of some rounds, in seconds. */
  private static double best(int rounds, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - begin) / 1e9);
    }
    return best;
  }

  /** The best of each, in seconds, in turns: a busy moment does not strike one of them only. */
  private static double[] inTurns(Runnable... works) {
    double[] best = new double[works.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    long begin = System.nanoTime();
    for (int round = 0; round < 6 || System.nanoTime() - begin < TURNS_NANOS; round++) {
      for (int k = 0; k < works.length; k++) {
        best[k] = Math.min(best[k], best(1, works[k]));
      }
    }
    return best;
  }

  private static void passes(RowMatrix given, boolean inFloat) {
    RowMatrix rows = inFloat ? FloatRows.of(given) : given;
    double gigabytes = rows.count() * rows.columns() * (inFloat ? 4e-9 : 8e-9);
    double[] x = Cases.scattered(rows.columns());
    double[] gradient = new double[rows.columns()];
    double[] sums = new double[2];
    try (Workers one = new Workers(1);
        Workers two = new Workers(2)) {
      Evaluator alone = new Evaluator(new MeanVariance(rows, 1).problem(), one);
      Evaluator together = new Evaluator(new MeanVariance(rows, 1).problem(), two);
      double[] took =
          inTurns(
              // The yardstick: nothing but a sum of all numbers, in as many stretches as threads.
              () -> plainSum(rows, 1, sums, one),
              () -> plainSum(rows, 2, sums, two),
              () -> alone.objective(x),
              () -> together.objective(x),
              () -> alone.gradient(x, gradient),
              () -> together.gradient(x, gradient));
      System.out.printf(
          Locale.ROOT,
          "%d x %d (%.0f MB), GB/s of looks at rows: one thread, two, two / one%n",
          rows.count(),
          rows.columns(),
          1000 * gigabytes);
      String[] names = {"plain sum", "objective", "gradient"};
      for (int k = 0; k < names.length; k++) {
        double looked = (k + 1) * gigabytes; // two looks at each row for the objective, then three
        System.out.printf(
            Locale.ROOT,
            "  %-10s %7.2f (%3.0f %%) %7.2f (%3.0f %%) %6.2f%n",
            names[k],
            looked / took[2 * k],
            100 * (k + 1) * took[0] / took[2 * k],
            looked / took[2 * k + 1],
            100 * (k + 1) * took[1] / took[2 * k + 1],
            took[2 * k] / took[2 * k + 1]);
      }
    }
  }

  /** Restarts that look at all components and compute more than they fetch. */
  private static void restarts(String kind, int size, int columns) {
    try (Workers one = new Workers(1);
        Workers two = new Workers(2)) {
      Problem problem =
          kind.equals("sne")
              ? Cases.embedding(size, columns, two).problem()
              : Cases.value(size, columns);
      Iteration alone = Cases.restarts(problem, 1e-9, one);
      Iteration together = Cases.restarts(problem, 1e-9, two);
      double[] took = inTurns(() -> step(alone), () -> step(together));
      System.out.printf(
          Locale.ROOT,
          "restart, %s %d x %d: %.3f ms, two threads %.3f ms, %.2f times one%n",
          kind,
          size,
          columns,
          took[0] * 1e3,
          took[1] * 1e3,
          took[0] / took[1]);
    }
  }

  private static void step(Iteration steps) {
    steps.step();
    steps.commit();
  }

  private static void plainSum(RowMatrix rows, int stretches, double[] sums, Workers workers) {
    double[] ones = new double[rows.columns()];
    Arrays.fill(ones, 1);
    workers.inOrder(
        stretches,
        (s, slot) -> {
          long from = rows.count() * s / stretches;
          long to = rows.count() * (s + 1) / stretches;
          double sum = 0;
          for (long i = from; i < to; i++) {
            sum += rows.dot(i, ones);
          }
          sums[(int) s] = sum;
        },
        (s, slot) -> {});
  }

  /** The way to the rows of eight steps at once, as a step that looks ahead has it. */
  private static void looks(Rows rows) {
    int steps = 8;
    var sampler = new Draws(1).sampler(Draws.Stream.OUTER, rows.count(), 6 * steps);
    int groups = 400;
    long[] t = {0};
    double[] sum = new double[1];
    double best =
        best(
            800,
            () -> {
              for (int g = 0; g < groups; g++) {
                Batch batch = sampler.at(t[0]++);
                for (int k = 0; k < 6 * steps; k++) {
                  sum[0] += rows.prefetch(batch.at(k));
                }
              }
            });
    System.out.printf(
        Locale.ROOT,
        "%d x %d: %.0f ns a step (sum %.3g)%n",
        rows.count(),
        rows.columns(),
        best / groups / steps * 1e9,
        sum[0]);
  }

  private static void step(RowMatrix rows) {
    int columns = rows.columns();
    try (Workers one = new Workers(1)) {
      Iteration steps = Cases.innerSteps(new MeanVariance(rows, 1).problem(), 1e-7, 5, 5, 1, one);
      int each = 1 + 2_000_000 / (500 + 10 * columns);
      double best =
          best(
              800,
              () -> {
                for (int t = 0; t < each; t++) {
                  step(steps);
                }
              });
      Runtime.getRuntime().gc();
      long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
      System.out.printf(
          Locale.ROOT,
          "%d x %d: %.0f ns a step; heap %d MB, data %d MB%n",
          rows.count(),
          columns,
          best / each * 1e9,
          used >> 20,
          ((rows instanceof Near near ? near.kept() : rows).count() * columns * 8) >> 20);
    }
  }
}
