package org.fogopt.apps.portfolio;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * Runs, boiled down to a line that changes with any bit of them; a program of its own, too. A
 * Newton step by a Cholesky factor, one by a quadratic program, and one on growing samples with
 * secants.
 */
final class Fingerprint {
  // more than 5000 rows, so that full passes are cut up; a width that leaves tails behind SIMD
  private static final int ROWS = 6000;
  private static final int COLUMNS = 37;

  private Fingerprint() {}

  static String of(int threads) {
    Rows rows = new SyntheticReturns(ROWS, COLUMNS, 20).draw(5);
    MeanVariance portfolio = new MeanVariance(rows, 1);
    Penalty capped = Budget.of(Separable.box(0, 0.1), 1.0, List.of());
    Problem entropic =
        Components.map(COLUMNS, 1)
            .inner(
                ROWS,
                (j, x, y) -> y[0] = StrictMath.exp(-rows.dot(j, x)),
                (j, x, g) -> rows.addTo(j, -StrictMath.exp(-rows.dot(j, x)), g[0]))
            .outer(1, (i, y) -> StrictMath.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
            .named("entropic");
    return Stream.of(portfolio.problem(), portfolio.problem(capped), entropic)
        .map(problem -> of(problem, threads))
        .collect(Collectors.joining("; "));
  }

  private static String of(Problem problem, int threads) {
    double[] start = new double[COLUMNS];
    Arrays.fill(start, 0.1);
    Result result =
        Run.of(problem, Automatic.METHOD.with(Settings.NONE))
            .from(start)
            .seed(7)
            .threads(threads)
            .stop(StopRule.passes(40))
            .go();
    return "%016x %016x %016x %d %s"
        .formatted(
            hash(result.point()),
            Double.doubleToLongBits(result.objective()),
            Double.doubleToLongBits(result.gradientNorm()),
            result.callsPaper(),
            result.parameters());
  }

  /** FNV over the bits: {@code Arrays.hashCode} has only 32. */
  private static long hash(double[] x) {
    long hash = 0xCBF29CE484222325L;
    for (double v : x) {
      hash = (hash ^ Double.doubleToLongBits(v)) * 0x100000001B3L;
      hash ^= hash >>> 29;
    }
    return hash;
  }

  public static void main(String[] arguments) {
    System.out.println("simd " + Kernels.simd());
    System.out.println(of(Integer.parseInt(arguments[0])));
  }
}
