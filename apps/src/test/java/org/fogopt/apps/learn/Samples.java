package org.fogopt.apps.learn;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.fogopt.linalg.Rows;

/** Samples for tests: random ones, and the published sets in {@code FOG_DATA}. */
final class Samples {
  private Samples() {}

  /** Normal features, a linear target with heavy-tailed noise. */
  static Sample regression(int n, int d, long seed) {
    Random random = new Random(seed);
    double[] x = random.doubles((long) n * d, -1.7, 1.7).toArray();
    double[] y = new double[n];
    for (int j = 0; j < n; j++) {
      double noise = random.nextGaussian();
      y[j] = 0.5 + 0.3 * noise * noise * noise;
      for (int k = 0; k < d; k++) {
        y[j] += x[j * d + k] * (k % 3 - 1);
      }
    }
    return Sample.of(Rows.of(n, d, x), y);
  }

  /** The same features, with the target cut into classes of about the same size. */
  static Sample classes(int n, int d, int count, long seed) {
    Sample sample = regression(n, d, seed);
    double[] sorted = sample.y().clone();
    Arrays.sort(sorted);
    double[] y = new double[n];
    for (int j = 0; j < n; j++) {
      for (int c = 1; c < count; c++) {
        y[j] += sample.y()[j] >= sorted[c * n / count] ? 1 : 0;
      }
    }
    return new Sample(sample.x(), y, null, null, count);
  }

  static Sample grouped(Sample sample, int count) {
    int[] groups = new int[sample.rows()];
    Arrays.setAll(groups, j -> (j * j + j / 7) % count);
    return new Sample(sample.x(), sample.y(), sample.weights(), groups, sample.classes());
  }

  /** X standardised by the population's deviation; a number as target, too, by the sample's. */
  static Sample published(String name, boolean isRegression) {
    double[][] table = read(name);
    int n = table.length;
    int d = table[0].length - 1;
    double[] x = new double[n * d];
    double[] y = new double[n];
    for (int k = 0; k <= d; k++) {
      int column = k;
      double mean = Arrays.stream(table).mapToDouble(row -> row[column]).average().orElseThrow();
      double square =
          Arrays.stream(table).mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum();
      for (int j = 0; j < n; j++) {
        if (k < d) {
          x[j * d + k] = (table[j][k] - mean) / Math.sqrt(square / n);
        } else {
          y[j] = isRegression ? (table[j][k] - mean) / Math.sqrt(square / (n - 1)) : table[j][k];
        }
      }
    }
    return Sample.of(Rows.of(n, d, x), y);
  }

  private static double[][] read(String name) {
    Path file = Path.of(System.getenv("FOG_DATA"), "learn", name + "-train.csv.gz");
    try (var in = new GZIPInputStream(Files.newInputStream(file));
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<String> lines = reader.lines().skip(1).toList();
      return lines.stream()
          .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
          .toArray(double[][]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
