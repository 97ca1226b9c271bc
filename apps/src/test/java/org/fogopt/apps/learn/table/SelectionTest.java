package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest {
  private static final int ROWS = 60;
  private static final int COLUMNS = 3;

  /** Features and targets with means of their own; an outlier among the targets. */
  private static Sample sample(int classes) {
    Random random = new Random(25);
    double[] x = new double[ROWS * COLUMNS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double sum = 2;
      for (int k = 0; k < COLUMNS; k++) {
        x[i * COLUMNS + k] = 1 + random.nextGaussian();
        sum += x[i * COLUMNS + k] * (k + 1) / 4.0;
      }
      y[i] = classes == 0 ? sum + random.nextGaussian() : random.nextInt(10) < 6 ? 0 : i % classes;
    }
    y[0] = classes == 0 ? 500 : y[0];
    return new Sample(Rows.of(ROWS, COLUMNS, x), y, null, null, classes);
  }

  /** With a little more all coefficients are 0, with a little less one is not. */
  @ParameterizedTest
  @CsvSource({
    "squared, 0, true", "squared, 0, false",
    "huber:0.7, 0, true", "huber:0.7, 0, false",
    "logistic, 2, true", "logistic, 2, false",
    "softmax, 3, true", "softmax, 3, false",
  })
  void thePathBeginsWhereAllCoefficientsAreZero(String name, int classes, boolean intercept) {
    Sample sample = sample(classes);
    Loss loss = Loss.parse(name);
    double most = Selection.largestSlope(sample, loss, intercept);
    for (double factor : new double[] {1.01, 0.97}) {
      Fit fit = Learner.of(sample).loss(loss).intercept(intercept).l1(factor * most).fit();
      int stride = COLUMNS + (intercept ? 1 : 0);
      double largest =
          IntStream.range(0, fit.parameters().length)
              .filter(k -> k % stride < COLUMNS)
              .mapToDouble(k -> Math.abs(fit.parameters()[k]))
              .max()
              .orElseThrow();
      assertThat(largest > 1e-6).as("%s times", factor).isEqualTo(factor < 1);
    }
  }

  @Test
  void aFitThatDivergedIsNotChosen() {
    Sample all = sample(0);
    double[] x = new double[ROWS];
    Arrays.setAll(x, i -> ((Rows) all.x()).get(i, 0));
    int[] lines = IntStream.rangeClosed(2, ROWS + 1).toArray();
    var columns = List.of(new DataTable.Numbers("x", x), new DataTable.Numbers("y", all.y()));
    var data = new DataTable(List.copyOf(columns), lines, null, "t.csv", List.of());
    var setup =
        new Trainer.Setup(
            "y",
            "squared",
            new FeatureFit(true, false, 0),
            true,
            Network.LINEAR,
            true,
            null,
            Set.of(),
            1);
    boolean[] begun = new boolean[1];
    Trainer trainer =
        new Trainer(
            data,
            setup,
            learner -> {
              Fit fit = learner.fit();
              if (!begun[0]) { // the first, of the strongest penalty
                begun[0] = true;
                Arrays.fill(fit.parameters(), Double.NaN);
              }
              return fit;
            });
    Parts parts = Parts.deal(new int[ROWS], 2, 1);
    Selection found = Selection.choose(trainer, Objective.MEAN, data.allRows(), parts, 2, null, 0.);
    assertThat(found.path().get(0).value()).isNaN();
    assertThat(found.diverged()).isEqualTo(1);
    double least =
        found.path().stream().skip(1).mapToDouble(Selection.Point::value).min().orElseThrow();
    assertThat(found.path())
        .filteredOn(point -> point.penalties().equals(found.chosen()))
        .singleElement()
        .satisfies(point -> assertThat(point.value()).isEqualTo(least));
  }
}
