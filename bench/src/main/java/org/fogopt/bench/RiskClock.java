package org.fogopt.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/**
 * One case of {@code bench/risk}: the least risk of a factor model's returns, long-only. Writes the
 * returns for the peers, row by row as little-endian doubles, and prints a line for the first and
 * one for the third call.
 */
final class RiskClock {
  private static final int FACTORS = 10;
  private static final long SEED = 20;
  private static final int CALLS = 3;

  private RiskClock() {}

  /** Arguments: risk, periods, assets, the file of the returns. */
  public static void main(String[] args) throws IOException {
    Risk risk = Risk.parse(args[0]);
    int periods = Integer.parseInt(args[1]);
    int assets = Integer.parseInt(args[2]);
    double[] all = returns(periods, assets);
    write(all, assets, Path.of(args[3]));
    RowMatrix rows = Rows.of(periods, assets, all);
    try (var workers = new Workers(Runtime.getRuntime().availableProcessors())) {
      for (int call = 1; call <= CALLS; call++) {
        long start = System.nanoTime();
        Allocation best =
            Portfolio.of(rows)
                .parallel(workers.parallel())
                .risk(risk)
                .longOnly()
                .budget(1)
                .minimise();
        double seconds = 1e-9 * (System.nanoTime() - start);
        if (call != 2) {
          System.out.printf(
              Locale.ROOT,
              "%s,%d,%d,fog call %d,%.4f,%.12g,%.17g%n",
              args[0],
              periods,
              assets,
              call,
              seconds,
              best.riskValue(),
              best.objective() - best.gapBound());
        }
      }
    }
  }

  /** Percent: factors of several sizes, of which all assets have a part, and noise. */
  static double[] returns(int periods, int assets) {
    var random = new SplittableRandom(SEED);
    double[] loadings = random.doubles((long) assets * FACTORS, -0.5, 1).toArray();
    double[] all = new double[Math.multiplyExact(periods, assets)];
    for (int t = 0; t < periods; t++) {
      double[] factors = random.doubles(FACTORS, -1, 1.05).toArray();
      double size = 1 / Math.sqrt(1 - 0.9 * random.nextDouble()); // some days are wilder
      for (int k = 0; k < assets; k++) {
        double sum = random.nextDouble(-1, 1);
        for (int f = 0; f < FACTORS; f++) {
          sum += loadings[k * FACTORS + f] * factors[f] / (1 + f);
        }
        all[t * assets + k] = size * sum;
      }
    }
    return all;
  }

  private static void write(double[] all, int assets, Path file) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer row = ByteBuffer.allocate(assets * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int from = 0; from < all.length; from += assets) {
        row.clear();
        row.asDoubleBuffer().put(all, from, assets);
        while (row.hasRemaining()) {
          channel.write(row);
        }
      }
    }
  }
}
