package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.fogopt.Methods;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.method.newton.Newton;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of method and problem gives on Spark what it gives on one machine. */
class SameAnswerOfMethodsTest {
  private static final RowProblem PORTFOLIO = SameAnswerTest.PORTFOLIO;
  private static final Rows RETURNS = SameAnswerTest.RETURNS;

  @TempDir static Path temp;

  @BeforeAll
  static void writeFiles() throws IOException {
    Session.csv(temp, RETURNS, 7001, 13, 5000);
  }

  private static SparkRows open(int partitions) {
    return Session.open(temp, partitions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gd", "c-svrg-1", "c-svrg-2", "scgd", "nasa", "civr"})
  void otherMethodsAgreeToo(String method) {
    var algorithm = Methods.named(method).with(Settings.NONE);
    try (SparkRows rows = open(3)) {
      Runs here = Runs.of(PORTFOLIO.over(RETURNS), algorithm, 4);
      assertThat(Runs.of(rows.problem(PORTFOLIO, Penalty.NONE), algorithm, 4)).isEqualTo(here);
    }
  }

  /**
   * log mean exp(−rᵀx) + |x|²/2, spelled out: g is curved, and its curvature comes from secants.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void newtonAgreesOnACurvedProblemToo(int partitions) {
    RowProblem entropic =
        rows ->
            Components.map(8, 1)
                .inner(
                    rows.count(),
                    (j, x, y) -> y[0] = Math.exp(-rows.dot(j, x)),
                    (j, x, jacobian) -> rows.addTo(j, -Math.exp(-rows.dot(j, x)), jacobian[0]))
                .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
                .named("entropic");
    Algorithm newton = Newton.METHOD.with(Settings.NONE.with(Newton.SAMPLES, 0));
    try (SparkRows rows = open(partitions)) {
      Runs here = Runs.of(entropic.over(RETURNS), newton, 20);
      assertThat(Runs.of(rows.problem(entropic, Penalty.NONE), newton, 20)).isEqualTo(here);
    }
  }

  @Test
  void restartsFromLargeSamplesAgreeToo() {
    var online = SarahParameters.METHOD.with(SarahParameters.restart(3000, 3000, 5000));
    try (SparkRows rows = open(3)) {
      Runs here = Runs.of(PORTFOLIO.over(RETURNS), online, 3);
      assertThat(Runs.of(rows.problem(PORTFOLIO, Penalty.NONE), online, 3)).isEqualTo(here);
    }
  }

  @Test
  void constraintsStayOnTheDriver() {
    Penalty longOnly = Separable.elasticNet(0, 0).within(0, Double.POSITIVE_INFINITY);
    Problem here = new MeanVariance(RETURNS, 2).problem(longOnly);
    try (SparkRows rows = open(5)) {
      assertThat(Runs.of(rows.problem(PORTFOLIO, longOnly))).isEqualTo(Runs.of(here));
    }
  }

  @Test
  void aProblemWrittenOneComponentAtATimeNeedsNoOtherCode() {
    // mean_i (r_iᵀx − mean_j r_jᵀx)² + |x − 1|², spelled out
    RowProblem own =
        rows ->
            Components.map(8, 9)
                .inner(
                    rows.count(),
                    (j, x, y) -> {
                      System.arraycopy(x, 0, y, 0, 8);
                      y[8] = rows.dot(j, x);
                    },
                    (j, x, jacobian) -> {
                      for (int k = 0; k < 8; k++) {
                        jacobian[k][k] = 1;
                      }
                      rows.addTo(j, 1, jacobian[8]);
                    })
                .outer(
                    rows.count(),
                    (i, y) -> Math.pow(rows.dot(i, y) - y[8], 2) + Math.pow(y[0] - 1, 2),
                    (i, y, u) -> {
                      double slope = 2 * (rows.dot(i, y) - y[8]);
                      rows.addTo(i, slope, u);
                      u[8] = -slope;
                      u[0] += 2 * (y[0] - 1);
                    })
                .named("own");
    try (SparkRows rows = open(4)) {
      assertThat(Runs.of(rows.problem(own, Penalty.NONE), SarahParameters.METHOD.byDefault(), 10))
          .isEqualTo(Runs.of(own.over(RETURNS), SarahParameters.METHOD.byDefault(), 10));
    }
  }
}
