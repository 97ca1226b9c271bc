package org.fogopt.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.linalg.Rows;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Problem;

/**
 * A job of {@link Clock}: a family and a size. Versions 0.1 and later compile it.
 *
 * @param family one of portfolio, capped, dro, entropic, sharpe, linear, tabular
 * @param rows components; states for the last two
 * @param columns unknowns
 */
record Job(String family, int rows, int columns) {
  static final double RISK_AVERSION = 1;
  static final double CAP = 0.1;
  static final double DISCOUNT = 0.95;
  private static final long SEED = 1;

  static final List<Job> ALL =
      Stream.of(
              "portfolio-7240x25",
              "portfolio-2500x500",
              "portfolio-200000x200",
              "portfolio-2000000x50",
              "capped-2500x500",
              "capped-2500x1000",
              "capped-5000x3000",
              "dro-20000x50",
              "dro-5000x1200",
              "dro-1000000x30",
              "entropic-5000x30",
              "entropic-200000x50",
              "sharpe-5000x30",
              "sharpe-200000x50",
              "linear-400x100",
              "tabular-999x999")
          .map(Job::named)
          .toList();

  static final List<Job> SHORT =
      Stream.of("capped-200x20", "sharpe-500x5", "tabular-30x30").map(Job::named).toList();

  static Job named(String name) {
    String[] parts = name.split("-|(?<=\\d)x", -1);
    return new Job(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  String name() {
    return "%s-%dx%d".formatted(family, rows, columns);
  }

  /** How the problem is written, by name; one form for problems that Fog ships. */
  List<String> forms() {
    boolean isOwn = List.of("dro", "entropic", "sharpe").contains(family);
    return isOwn ? List.of("lambdas", "joint", "batched") : List.of("shipped");
  }

  private boolean isChain() {
    return family.equals("linear") || family.equals("tabular");
  }

  private String kind() {
    return family.equals("dro") ? "labelled" : "returns";
  }

  /** Writes the data unless another job did. */
  void makeData(Path folder) {
    if (isChain()) {
      SplittableRandom random = new SplittableRandom(~SEED);
      write(folder, "transitions", rows, Data.ring(rows, SEED));
      write(folder, "rewards", rows, Data.gaussians(rows * rows, random));
      write(folder, "features", columns, Data.gaussians(rows * columns, random));
    } else if (!Files.exists(Data.file(folder, kind(), rows, columns))) {
      boolean isLabelled = family.equals("dro");
      double[] a =
          isLabelled ? Data.labelled(rows, columns, SEED) : Data.returns(rows, columns, SEED);
      write(folder, kind(), columns, a);
    }
  }

  private void write(Path folder, String kind, int width, double[] values) {
    Data.write(Data.file(folder, kind, rows, width), values);
  }

  private static double[] all(Rows matrix) {
    return IntStream.range(0, matrix.rows())
        .mapToObj(i -> row(matrix, i))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  private static double[] row(Rows matrix, int i) {
    double[] row = new double[matrix.columns()];
    matrix.copyTo(i, row);
    return row;
  }

  /** Reads the data; what is returned makes the problem of it, which the clock includes. */
  Supplier<Problem> problem(Path folder, String form) {
    if (isChain()) {
      RewardChain chain =
          new RewardChain(
              IntStream.range(0, rows).mapToObj(Integer::toString).toList(),
              read(folder, "transitions", rows),
              read(folder, "rewards", rows),
              name());
      Rows features = read(folder, "features", columns);
      return () ->
          (family.equals("tabular")
                  ? BellmanResidual.tabular(chain, DISCOUNT, Shape.LINEAR)
                  : BellmanResidual.of(chain, features, DISCOUNT, Shape.LINEAR))
              .problem();
    }
    if (form.equals("lambdas")) {
      double[][] a = byRow(folder);
      return () ->
          switch (family) {
            case "dro" -> Lambdas.dro(a, 1);
            case "entropic" -> Lambdas.entropic(a, 1);
            default -> Lambdas.sharpe(a);
          };
    }
    Rows data = read(folder, kind(), columns);
    return () ->
        switch (family) {
          case "portfolio" -> new MeanVariance(data, RISK_AVERSION).problem();
          case "capped" ->
              new MeanVariance(data, RISK_AVERSION)
                  .problem(Budget.of(Separable.box(0, CAP), 1.0, List.of()));
          case "dro" -> new LinearForms(data, new LinearForms.Dro(1)).problem(name());
          case "entropic" -> new LinearForms(data, new LinearForms.Entropic(1)).problem(name());
          case "sharpe" -> new LinearForms(data, new LinearForms.Sharpe()).problem(name());
          default -> throw new IllegalArgumentException("no family called " + family);
        };
  }

  /** The data as a user of lambdas has it. */
  double[][] byRow(Path folder) {
    return Data.byRow(all(read(folder, kind(), columns)), columns);
  }

  private Rows read(Path folder, String kind, int width) {
    return Rows.of(rows, width, Data.read(Data.file(folder, kind, rows, width)));
  }

  /** Zeros, but equal weights for the Sharpe ratio, which zero has none of. */
  double[] start(Problem problem) {
    double[] x = new double[problem.dimension()];
    Arrays.fill(x, family.equals("sharpe") ? 1.0 / x.length : 0);
    return x;
  }
}
