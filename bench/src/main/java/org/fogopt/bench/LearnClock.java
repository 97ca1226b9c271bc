package org.fogopt.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;

/**
 * One case of {@code bench/learn}: a linear model of generated rows, with an intercept and l2 =
 * 1/n. Writes the rows for the peers, and prints a line for the first and one for the third call.
 */
final class LearnClock {
  private static final long SEED = 21;
  private static final int CALLS = 3;

  private LearnClock() {}

  /**
   * Arguments: loss, objective, rows, columns, share of entries that are not 0, the data's file.
   */
  public static void main(String[] args) throws IOException {
    int n = Integer.parseInt(args[2]);
    int d = Integer.parseInt(args[3]);
    double share = Double.parseDouble(args[4]);
    Sample sample = sample(args[0].equals("logistic"), n, d, share, SEED);
    write(sample, Path.of(args[5]));
    for (int call = 1; call <= CALLS; call++) {
      long start = System.nanoTime();
      Learner learner =
          Learner.of(sample)
              .loss(Loss.parse(args[0]))
              .objective(Objective.parse(args[1]))
              .l2(1.0 / n);
      Fit fit = learner.fit();
      double seconds = 1e-9 * (System.nanoTime() - start);
      if (call != 2) {
        double first = learner.objective(learner.start());
        System.out.printf(
            Locale.ROOT,
            "%s,%s,%d,%d,fog call %d: %s,%.4f,%.12g,%.17g,%.12g%n",
            args[0],
            args[1].replace(',', ';'),
            n,
            d,
            call,
            fit.method(),
            seconds,
            fit.objective(),
            fit.objective() - fit.gapBound(),
            first);
      }
    }
  }

  /** Normal features; classes by a logistic model, numbers with one outlier in twenty. */
  static Sample sample(boolean isClassified, int n, int d, double share, long seed) {
    var random = new SplittableRandom(seed);
    double[] truth = new double[d];
    for (int k = 0; k < d; k++) {
      truth[k] = normal(random) * 2 / Math.sqrt(share * d);
    }
    RowMatrix x = share < 1 ? sparse(n, d, share, random) : dense(n, d, random);
    double[] y = new double[n];
    for (int j = 0; j < n; j++) {
      double score = x.dot(j, truth);
      if (isClassified) {
        y[j] = random.nextDouble() < 1 / (1 + Math.exp(-score)) ? 1 : 0;
      } else {
        y[j] = score + normal(random) * (random.nextInt(20) == 0 ? 5 : 0.5);
      }
    }
    return Sample.of(x, y);
  }

  private static Rows dense(int n, int d, SplittableRandom random) {
    double[] x = new double[Math.multiplyExact(n, d)];
    for (int k = 0; k < x.length; k++) {
      x[k] = normal(random);
    }
    return Rows.of(n, d, x);
  }

  private static SparseRows sparse(int n, int d, double share, SplittableRandom random) {
    int each = (int) Math.round(share * d);
    int step = d / each;
    int[] starts = new int[n + 1];
    int[] columns = new int[n * each];
    double[] values = new double[n * each];
    for (int j = 0; j < n; j++) {
      starts[j + 1] = (j + 1) * each;
      for (int k = 0; k < each; k++) {
        columns[j * each + k] = k * step + random.nextInt(step);
        values[j * each + k] = normal(random);
      }
    }
    return SparseRows.of(n, d, starts, columns, values);
  }

  /** Nearly normal: the sum of uniform numbers, without the tails. */
  private static double normal(SplittableRandom random) {
    double sum = 0;
    for (int k = 0; k < 6; k++) {
      sum += random.nextDouble(-1, 1);
    }
    return sum / Math.sqrt(2);
  }

  /** Little-endian doubles: targets, then rows; of sparse ones all columns, then all values. */
  private static void write(Sample sample, Path file) throws IOException {
    try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      write(sample.y(), out);
      if (sample.x() instanceof SparseRows sparse) {
        double[] part = new double[sparse.nonZeros()];
        Arrays.setAll(part, sparse::column);
        write(part, out);
        Arrays.setAll(part, sparse::value);
        write(part, out);
      } else {
        double[] row = new double[sample.x().columns()];
        for (int j = 0; j < sample.rows(); j++) {
          sample.x().copyTo(j, row);
          write(row, out);
        }
      }
    }
  }

  private static void write(double[] values, OutputStream out) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    out.write(bytes.array());
  }
}
