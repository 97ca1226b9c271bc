package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/** One run, boiled down to a line that changes with any bit of it; a program of its own, too. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(int threads) {
    // more than 5000 rows, so that full passes are cut up; a width that leaves tails behind SIMD
    MeanVariance problem = new MeanVariance(new SyntheticReturns(6000, 37, 20).draw(5), 1);
    double[] ones = new double[37];
    Arrays.fill(ones, 1);
    Result result =
        Run.of(problem.problem(), Automatic.METHOD.with(Settings.NONE))
            .from(ones)
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
