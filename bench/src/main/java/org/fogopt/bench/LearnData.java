package org.fogopt.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.fogopt.apps.learn.Sample;
import org.fogopt.linalg.Rows;

/** The public sets in {@code FOG_DATA}, standardised as in the papers that are compared with. */
final class LearnData {
  private LearnData() {}

  /** X by the population's deviation, a number as target by the sample's; the target is last. */
  static Sample read(String name, boolean isRegression) throws IOException {
    String folder = System.getenv("FOG_DATA");
    if (folder == null) {
      throw new IOException("FOG_DATA must name the folder that has learn/" + name);
    }
    Path file = Path.of(folder, "learn", name + "-train.csv.gz");
    double[][] table;
    try (var in = new GZIPInputStream(Files.newInputStream(file));
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      table =
          reader
              .lines()
              .skip(1)
              .map(
                  line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
              .toArray(double[][]::new);
    }
    int n = table.length;
    int d = table[0].length - 1;
    double[] x = new double[n * d];
    double[] y = new double[n];
    for (int k = 0; k <= d; k++) {
      int column = k;
      double mean = Arrays.stream(table).mapToDouble(row -> row[column]).average().orElseThrow();
      double sum = Arrays.stream(table).mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum();
      for (int j = 0; j < n; j++) {
        if (k < d) {
          x[j * d + k] = (table[j][k] - mean) / Math.sqrt(sum / n);
        } else {
          y[j] = isRegression ? (table[j][k] - mean) / Math.sqrt(sum / (n - 1)) : table[j][k];
        }
      }
    }
    return Sample.of(Rows.of(n, d, x), y);
  }
}
