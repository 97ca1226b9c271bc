package org.fogopt.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.fogopt.apps.embedding.Columns;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.embedding.Start;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.lab.compare.ProblemInstance;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The data of the experiments: from a folder laid out as {@code returns/data_cov_4.csv.gz}, {@code
 * returns/Europe_OP.csv.gz}, … and {@code mnist2000/images-idx3-ubyte.gz}, or generated.
 *
 * @param folder of the files; null: generated
 * @param scale of what is generated
 */
record PaperData(@Nullable Path folder, Scale scale) {
  static final List<String> SYNTHETIC = List.of("cov_4", "cov_20");

  static final List<String> REGIONS =
      List.of(
          "Global_ex_US_OP",
          "Japan_OP",
          "Global_OP",
          "Asia_Pacific_ex_Japan_OP",
          "Europe_OP",
          "North_America_OP");

  /** The paper's images are scaled by 1/255, and then by 1/10 so that 2 sigma^2 = 1. */
  private static final double PIXEL = 1.0 / 2550;

  private static final double BANDWIDTH = 1;

  /** Of the paper's program; the text does not say. */
  private static final int MAP_DIMENSIONS = 10;

  private static final double DISCOUNT = 0.95;
  private static final int ACTIONS = 10;
  private static final int PORTFOLIOS = 25;
  private static final long SEED = 1;

  /** A set with its name. */
  record Named(String name, Supplier<ProblemInstance> instance) {}

  /** Where the data come from, for a reader. */
  String origin() {
    return folder == null ? "generated" : "files";
  }

  /** Refuses a folder that lacks a file. */
  void requireSynthetic() {
    SYNTHETIC.forEach(name -> require(syntheticFile(name)));
  }

  void requireRegions() {
    REGIONS.forEach(name -> require(regionFile(name)));
  }

  void requireImages() {
    require(imagesFile());
  }

  private void require(@Nullable Path file) {
    if (file != null && !Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          file + ": there is no such file; data are generated if no folder is given");
    }
  }

  private @Nullable Path syntheticFile(String name) {
    return folder == null ? null : folder.resolve("returns/data_" + name + ".csv.gz");
  }

  private @Nullable Path regionFile(String name) {
    return folder == null ? null : folder.resolve("returns/" + name + ".csv.gz");
  }

  private @Nullable Path imagesFile() {
    return folder == null ? null : folder.resolve("mnist2000/images-idx3-ubyte.gz");
  }

  List<Named> synthetic() {
    List<Named> sets = new ArrayList<>();
    for (String name : SYNTHETIC) {
      int condition = Integer.parseInt(name.substring("cov_".length()));
      sets.add(
          new Named(
              name,
              () ->
                  portfolio(
                      name,
                      rows(
                          syntheticFile(name),
                          () ->
                              new SyntheticReturns(scale.periods(), scale.assets(), condition)
                                  .draw(SEED)))));
    }
    return sets;
  }

  List<Named> regions() {
    List<Named> sets = new ArrayList<>();
    for (int k = 0; k < REGIONS.size(); k++) {
      String name = REGIONS.get(k);
      long seed = SEED + k;
      String shown = folder == null ? "stand-in " + (k + 1) : name.replace("_OP", "");
      sets.add(
          new Named(
              shown,
              () -> portfolio(shown, rows(regionFile(name), () -> market(scale.days(), seed)))));
    }
    return sets;
  }

  private static RowMatrix rows(@Nullable Path file, Supplier<Rows> otherwise) {
    return file == null ? otherwise.get() : TableReader.read(file, ReadOptions.defaults()).rows();
  }

  /**
   * Daily percent returns of 25 portfolios that move with one market: as the regional files are to
   * a method: one eigenvalue well above the others.
   */
  private static Rows market(int days, long seed) {
    Random random = new Random(seed);
    double[] beta = new double[PORTFOLIOS];
    for (int k = 0; k < PORTFOLIOS; k++) {
      beta[k] = 0.8 + 0.4 * random.nextDouble();
    }
    double[] values = new double[days * PORTFOLIOS];
    for (int t = 0; t < days; t++) {
      double market = 0.03 + random.nextGaussian();
      for (int k = 0; k < PORTFOLIOS; k++) {
        values[t * PORTFOLIOS + k] = beta[k] * market + (0.1 + 0.02 * k) * random.nextGaussian();
      }
    }
    return Rows.of(days, PORTFOLIOS, values);
  }

  private static ProblemInstance portfolio(String name, RowMatrix returns) {
    var problem = new MeanVariance(returns, 1);
    double[] ones = new double[returns.columns()];
    Arrays.fill(ones, 1); // the paper's start
    return new ProblemInstance(
        name, problem.problem(), ones, ExactMeanVariance.of(problem).objective());
  }

  Named mdp() {
    String name = "%d states, %d actions".formatted(scale.states(), ACTIONS);
    return new Named(
        name,
        () -> {
          var values =
              new RandomMdp(scale.states(), ACTIONS, scale.features(), SEED)
                  .problem(DISCOUNT, Shape.LINEAR, Split.PAPER);
          return new ProblemInstance(
              name,
              values.problem(),
              new double[values.dimension()],
              ExactValues.of(values).objective());
        });
  }

  /** The gap of this one is the divergence: its least objective is that of a perfect map. */
  Named map() {
    String name = folder == null ? "generated points" : "digits";
    return new Named(
        name,
        () -> {
          Rows points = points();
          try (var workers = new Workers(1)) {
            Embedding map =
                Embedding.gauss(
                    Similarities.ofBandwidth(points, BANDWIDTH, workers),
                    MAP_DIMENSIONS,
                    Embedding.Split.PAPER);
            return new ProblemInstance(
                name, map.problem(), Start.line(map.size(), MAP_DIMENSIONS), map.entropy());
          }
        });
  }

  /** How many points the map has. */
  int mapSize() {
    return folder == null
        ? Math.min(scale.points(), Points.example().rows().rows())
        : scale.points();
  }

  private Rows points() {
    Path images = imagesFile();
    if (images != null) {
      return Points.read(images, null, Columns.plain(Missing.REFUSE), scale.points(), PIXEL).rows();
    }
    Rows all = Points.example().rows();
    int n = mapSize();
    double square = 0; // mean square distance, which of the paper's images is about 1
    for (int i = 1; i < n; i++) {
      for (int k = 0; k < all.columns(); k++) {
        double difference = all.get(i, k) - all.get(i - 1, k);
        square += difference * difference / (n - 1);
      }
    }
    double scale = 1 / Math.sqrt(square);
    double[] values = new double[n * all.columns()];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < all.columns(); k++) {
        values[i * all.columns() + k] = scale * all.get(i, k);
      }
    }
    return Rows.of(n, all.columns(), values);
  }
}
