package org.fogopt.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Data drawn at random, and the raw little-endian files through which NumPy reads the same. */
final class Data {
  private Data() {}

  /** Row-major returns of one common factor and noise of their own, m × d. */
  static double[] returns(int m, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] beta = random.doubles(d, 0.5, 1.5).toArray();
    double[] noise = random.doubles(d, 0.5, 1.5).toArray();
    double[] mean = new double[d];
    Arrays.setAll(mean, k -> 0.05 + 0.05 * random.nextGaussian());
    double[] a = new double[Math.multiplyExact(m, d)];
    for (int i = 0; i < m; i++) {
      double factor = random.nextGaussian();
      for (int k = 0; k < d; k++) {
        a[i * d + k] = mean[k] + beta[k] * factor + noise[k] * random.nextGaussian();
      }
    }
    return a;
  }

  /**
   * Row-major features times label, m × d. A fifth of the labels are wrong, so that no x separates
   * them and a minimum exists.
   */
  static double[] labelled(int m, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] truth = gaussians(d, random);
    double[] a = features(m, d, random);
    for (int i = 0; i < m; i++) {
      double z = 0;
      for (int k = 0; k < d; k++) {
        z += a[i * d + k] * truth[k];
      }
      scale(a, i, d, (z < 0) == (random.nextDouble() < 0.2) ? 1 : -1);
    }
    return a;
  }

  /**
   * Rows with a common factor, their columns' scales from 1 to 1/10, the sign by their label. Every
   * second row contradicts the one before, more weakly: a minimum exists at any size, with more
   * unknowns than rows too.
   */
  static double[] contradicted(int m, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] truth = gaussians(d, random);
    double[] a = new double[Math.multiplyExact(m, d)];
    for (int i = 0; i < m; i++) {
      double factor = 0.7 * random.nextGaussian();
      double z = 0;
      for (int k = 0; k < d && i % 2 == 0; k++) {
        double scale = Math.pow(10, -k / (double) d) * 5 / Math.sqrt(d);
        a[i * d + k] = scale * (factor + random.nextGaussian());
        z += a[i * d + k] * truth[k];
      }
      if (i % 2 == 0) {
        scale(a, i, d, Math.signum(z));
      } else {
        System.arraycopy(a, (i - 1) * d, a, i * d, d);
        scale(a, i, d, -random.nextDouble(0.2, 0.8));
      }
    }
    return a;
  }

  private static double[] features(int m, int d, SplittableRandom random) {
    double[] a = new double[Math.multiplyExact(m, d)];
    for (int at = 0; at < a.length; at++) {
      a[at] = random.nextGaussian() * (at % d % 5 == 0 ? 2 : 1) / Math.sqrt(d);
    }
    return a;
  }

  private static void scale(double[] a, int row, int d, double c) {
    for (int k = row * d; k < (row + 1) * d; k++) {
      a[k] *= c;
    }
  }

  static double[] gaussians(int count, SplittableRandom random) {
    double[] v = new double[count];
    Arrays.setAll(v, k -> random.nextGaussian());
    return v;
  }

  /** Transitions on a ring, likelier to near states, n × n: each row sums to 1. */
  static double[] ring(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] p = new double[Math.multiplyExact(n, n)];
    for (int s = 0; s < n; s++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        int way = Math.min(Math.abs(s - j), n - Math.abs(s - j));
        p[s * n + j] = random.nextDouble(0.5, 1.5) * Math.exp(-10.0 * way / n);
        sum += p[s * n + j];
      }
      scale(p, s, n, 1 / sum);
    }
    return p;
  }

  /** The same rows as a user of lambdas has them. */
  static double[][] byRow(double[] a, int d) {
    double[][] rows = new double[a.length / d][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(a, i * d, (i + 1) * d));
    return rows;
  }

  /** Sizes stand in the name. */
  static Path file(Path folder, String kind, int rows, int columns) {
    return folder.resolve("%s-%dx%d.f64".formatted(kind, rows, columns));
  }

  static void write(Path file, double[] values) {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel
          .map(FileChannel.MapMode.READ_WRITE, 0, 8L * values.length)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asDoubleBuffer()
          .put(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static double[] read(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      double[] values = new double[(int) (Files.size(file) / 8)];
      channel
          .map(FileChannel.MapMode.READ_ONLY, 0, 8L * values.length)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asDoubleBuffer()
          .get(values);
      return values;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
