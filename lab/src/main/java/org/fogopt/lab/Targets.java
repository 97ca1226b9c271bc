package org.fogopt.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.embedding.Start;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;

/**
 * The problems on which methods are tried, by name:
 *
 * <ul>
 *   <li>{@code FOLDER}: every {@code .csv.gz} of returns in it; or {@code FILE};
 *   <li>{@code returns:N,kappa,tails}: N made-up assets whose covariance has condition number κ;
 *       tails are the degrees of freedom of Student's distribution, 0 for Gauss's;
 *   <li>{@code mdp:states,actions,features,seed}: {@link RandomMdp}; without features tabular;
 *   <li>{@code walk:states}: the values of a random walk, tabular;
 *   <li>{@code tanh:states,features}: values that are bounded, so that nothing is convex;
 *   <li>{@code sne:n}: stochastic neighbour embedding of n points in three clouds;
 *   <li>{@code robust:N}: a portfolio with log(1 + e²) for the squared deviation e²;
 *   <li>{@code bent:N}: a portfolio of tanh(return), so that g is not affine.
 * </ul>
 */
final class Targets {
  /** What {@code generated} stands for. */
  private static final List<String> GENERATED =
      List.of(
          "returns:10,1,0",
          "returns:50,100,3",
          "returns:200,100,0",
          "returns:200,10000,3",
          "returns:500,10000,0",
          "mdp:400,10,100,1",
          "mdp:400,1,100,1",
          "mdp:400,10,0,1",
          "walk:200",
          "tanh:200,20",
          "sne:200",
          "robust:20",
          "bent:20");

  private static final double DISCOUNT = 0.95;
  private static final int PERIODS = 2000;

  private Targets() {}

  /** The problems of one name; {@code generated} stands for one or more of each kind. */
  static List<Target> named(String name) {
    if (name.equals("generated")) {
      return GENERATED.stream().flatMap(each -> named(each).stream()).toList();
    }
    if (Files.isDirectory(Path.of(name))) {
      return folder(Path.of(name));
    }
    if (Files.exists(Path.of(name))) {
      return List.of(file(Path.of(name)));
    }
    String[] parts = name.split(":", 2);
    double[] sizes =
        Arrays.stream(parts.length < 2 ? new String[0] : parts[1].split(","))
            .mapToDouble(Double::parseDouble)
            .toArray();
    return List.of(
        switch (parts[0]) {
          case "returns" -> returns(name, (int) sizes[0], sizes[1], (int) sizes[2]);
          case "mdp" -> mdp(name, sizes);
          case "walk" -> walk(name, (int) sizes[0]);
          case "tanh" -> bounded(name, (int) sizes[0], (int) sizes[1]);
          case "sne" -> embedding(name, (int) sizes[0]);
          case "robust" -> robust(name, (int) sizes[0]);
          case "bent" -> bent(name, (int) sizes[0]);
          default -> throw new IllegalArgumentException("no folder and no problem: " + name);
        });
  }

  private static List<Target> folder(Path folder) {
    List<Target> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv.gz")).sorted().toList()) {
        all.add(file(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private static Target file(Path file) {
    String name = String.valueOf(file.getFileName()).replace(".csv.gz", "");
    return portfolio(name, TableReader.read(file, ReadOptions.defaults()).rows());
  }

  private static Target portfolio(String name, RowMatrix returns) {
    MeanVariance problem = new MeanVariance(returns, 1);
    double exact = ExactMeanVariance.of(problem).objective();
    return Target.gap(name, problem.problem(), exact, ones(returns.columns()));
  }

  private static double[] ones(int d) {
    double[] ones = new double[d];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static Target returns(String name, int assets, double condition, int tails) {
    int periods = Math.max(PERIODS, 6 * assets);
    return portfolio(name, Rows.of(periods, assets, draw(periods, assets, condition, tails)));
  }

  /** 0.05 + Q diag(√λ) z, with λ from 1/κ to 1 in equal ratios and Q a product of reflections. */
  private static double[] draw(int periods, int assets, double condition, int tails) {
    SplittableRandom random = new SplittableRandom(assets);
    double[][] mirrors = new double[5][assets];
    for (double[] v : mirrors) {
      Arrays.setAll(v, k -> gaussian(random));
    }
    double[] data = new double[periods * assets];
    double[] z = new double[assets];
    for (int i = 0; i < periods; i++) {
      for (int k = 0; k < assets; k++) {
        double share = assets == 1 ? 0 : (double) k / (assets - 1);
        z[k] = Math.sqrt(Math.pow(condition, share - 1)) * noise(random, tails);
      }
      for (double[] v : mirrors) {
        double twice = 2 * dot(v, z) / dot(v, v);
        for (int k = 0; k < assets; k++) {
          z[k] -= twice * v[k];
        }
      }
      for (int k = 0; k < assets; k++) {
        data[i * assets + k] = 0.05 + z[k];
      }
    }
    return data;
  }

  private static double noise(SplittableRandom random, int tails) {
    double z = gaussian(random);
    double sum = 0;
    for (int k = 0; k < tails; k++) {
      double e = gaussian(random);
      sum += e * e;
    }
    return tails == 0 ? z : z / Math.sqrt(sum / tails);
  }

  private static double gaussian(SplittableRandom random) {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  private static Target mdp(String name, double[] s) {
    RandomMdp mdp = new RandomMdp((int) s[0], (int) s[1], (int) s[2], (long) s[3]);
    return values(name, mdp.problem(DISCOUNT, Shape.LINEAR));
  }

  private static Target values(String name, BellmanResidual values) {
    double exact = ExactValues.of(values).objective();
    return Target.gap(name, values.problem(), exact, new double[values.dimension()]);
  }

  /** Up with probability 0.7, down with 0.3; a reward at either end. */
  private static Target walk(String name, int states) {
    double[] p = new double[states * states];
    double[] r = new double[states * states];
    for (int s = 0; s < states; s++) {
      int up = Math.min(states - 1, s + 1);
      int down = Math.max(0, s - 1);
      p[s * states + up] += 0.7;
      p[s * states + down] += 0.3;
      r[s * states + up] = s == states - 1 ? 1 : 0;
      r[s * states + down] = s == 0 ? -1 : 0;
    }
    List<String> names = IntStream.rangeClosed(1, states).mapToObj(Integer::toString).toList();
    RewardChain chain =
        new RewardChain(
            names, Rows.of(states, states, p), Rows.of(states, states, r), "a random walk");
    return values(name, BellmanResidual.tabular(chain, DISCOUNT, Shape.LINEAR));
  }

  private static Target bounded(String name, int states, int features) {
    var values = new RandomMdp(states, 1, features, 1).problem(DISCOUNT, Shape.TANH);
    return Target.near(name, values.problem(), new double[values.dimension()]);
  }

  private static Target embedding(String name, int n) {
    SplittableRandom random = new SplittableRandom(n);
    double[] data = new double[n * 5];
    for (int i = 0; i < data.length; i++) {
      data[i] = gaussian(random) + (i / 5 % 3 == i % 5 ? 4 : 0);
    }
    Rows points = Rows.of(n, 5, data);
    try (Workers workers = new Workers(1)) {
      Similarities p = Similarities.ofPerplexity(points, Math.min(30, n / 4.0), workers);
      Embedding map = Embedding.gauss(p, 2, Embedding.Split.PAIRS);
      return Target.near(name, map.problem(), Start.principalComponents(points, 2, 1));
    }
  }

  /** f_i(w, s) = log(1 + (r_iᵀw − s)²) − r_iᵀw + |w|²/20. */
  private static Target robust(String name, int assets) {
    double[] data = draw(PERIODS, assets, 100, 0);
    double[][] r = rows(data, assets);
    Problem problem =
        Components.map(assets, assets + 1)
            .inner(
                PERIODS,
                (j, x, y) -> {
                  System.arraycopy(x, 0, y, 0, assets);
                  y[assets] = dot(r[(int) j], x);
                },
                (j, x, jac) -> {
                  for (int k = 0; k < assets; k++) {
                    jac[k][k] = 1;
                    jac[assets][k] = r[(int) j][k];
                  }
                })
            .affine()
            .outer(
                PERIODS,
                (i, y) -> {
                  double along = dot(r[(int) i], y);
                  double e = along - y[assets];
                  return Math.log1p(e * e) - along + 0.05 * (dot(y, y) - y[assets] * y[assets]);
                },
                (i, y, u) -> {
                  double e = dot(r[(int) i], y) - y[assets];
                  double slope = 2 * e / (1 + e * e);
                  for (int k = 0; k < assets; k++) {
                    u[k] = (slope - 1) * r[(int) i][k] + 0.1 * y[k];
                  }
                  u[assets] = -slope;
                })
            .named(name);
    return Target.near(name, problem, ones(assets));
  }

  /** g_j(x) = [x; tanh(0.3 r_jᵀx)], f_i(w, s) = 4(tanh(0.3 r_iᵀw) − s)² − tanh(…) + |w|²/20. */
  private static Target bent(String name, int assets) {
    double[][] r = rows(draw(PERIODS, assets, 100, 0), assets);
    Problem problem =
        Components.map(assets, assets + 1)
            .inner(
                PERIODS,
                (j, x, y) -> {
                  System.arraycopy(x, 0, y, 0, assets);
                  y[assets] = Math.tanh(0.3 * dot(r[(int) j], x));
                },
                (j, x, jac) -> {
                  double t = Math.tanh(0.3 * dot(r[(int) j], x));
                  for (int k = 0; k < assets; k++) {
                    jac[k][k] = 1;
                    jac[assets][k] = 0.3 * (1 - t * t) * r[(int) j][k];
                  }
                })
            .outer(
                PERIODS,
                (i, y) -> {
                  double t = Math.tanh(0.3 * dot(r[(int) i], y));
                  double e = t - y[assets];
                  return 4 * e * e - t + 0.05 * (dot(y, y) - y[assets] * y[assets]);
                },
                (i, y, u) -> {
                  double t = Math.tanh(0.3 * dot(r[(int) i], y));
                  double e = t - y[assets];
                  double slope = (8 * e - 1) * 0.3 * (1 - t * t);
                  for (int k = 0; k < assets; k++) {
                    u[k] = slope * r[(int) i][k] + 0.1 * y[k];
                  }
                  u[assets] = -8 * e;
                })
            .named(name);
    return Target.near(name, problem, ones(assets));
  }

  private static double[][] rows(double[] data, int columns) {
    double[][] rows = new double[data.length / columns][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(data, i * columns, (i + 1) * columns));
    return rows;
  }
}
