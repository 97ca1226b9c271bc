package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.fogopt.Methods;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Penalty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Linear value functions over features in a cluster. */
class ValuesTest {
  /** 14 chunks of 1024 states. */
  private static final int N = 14_000;

  private static final int D = 5;
  private static final double DISCOUNT = 0.9;
  private static final RewardChain CHAIN = chain();
  private static final Rows FEATURES = features();

  /** Three next states for each, of probabilities 1/2, 1/4, 1/4. */
  private static RewardChain chain() {
    var random = new Random(5);
    int[] starts = IntStream.rangeClosed(0, N).map(s -> 3 * s).toArray();
    int[] next = new int[3 * N];
    double[] probability = new double[3 * N];
    double[] reward = new double[3 * N];
    for (int s = 0; s < N; s++) {
      int first = random.nextInt(N);
      for (int k = 0; k < 3; k++) {
        next[3 * s + k] = (first + 17 * k) % N;
        probability[3 * s + k] = k == 0 ? 0.5 : 0.25;
        reward[3 * s + k] = random.nextDouble();
      }
    }
    return new RewardChain(
        IntStream.range(0, N).mapToObj(Integer::toString).toList(),
        SparseRows.of(N, N, starts, next, probability),
        SparseRows.of(N, N, starts, next, reward),
        "test");
  }

  private static Rows features() {
    var random = new Random(6);
    return Rows.of(N, D, random.doubles((long) N * D, 0, 1).toArray());
  }

  /** Features of a state, then the mean features of the states that follow, summed as P·F is. */
  private static Rows pairs() {
    double[] all = new double[N * 2 * D];
    SparseRows p = (SparseRows) CHAIN.transitions();
    for (int s = 0; s < N; s++) {
      FEATURES.addTo(s, 1, all, s * 2 * D);
      for (int k = p.start(s); k < p.start(s + 1); k++) {
        FEATURES.addTo(p.column(k), p.value(k), all, s * 2 * D + D);
      }
    }
    return Rows.of(N, 2 * D, all);
  }

  private static SparkRows open(int partitions) {
    return RowFiles.of(
            Session.table(pairs()), "features", RowFiles.Options.DEFAULT.withPartitions(partitions))
        .load();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 13})
  void valuesHaveTheBitsAndTheLedgerOfTheLocalRun(int partitions) {
    BellmanResidual local = BellmanResidual.of(CHAIN, FEATURES, DISCOUNT, Shape.LINEAR);
    Runs here = Runs.of(local.problem(), SarahParameters.METHOD.byDefault(), 8);
    try (SparkRows rows = open(partitions)) {
      LinearValues values = LinearValues.of(CHAIN, rows, DISCOUNT, Split.CENTRED);
      Runs there =
          Runs.of(rows.problem(values, Penalty.NONE), SarahParameters.METHOD.byDefault(), 8);
      assertThat(there).isEqualTo(here);
      double[] x = there.point().stream().mapToDouble(v -> v).toArray();
      assertThat(values.residual(rows).of(x)).isEqualTo(local.of(x));
    }
  }

  @Test
  void theFullGradientIsThatOfThePaperSummedStateByState() {
    // Φ(x) = Σ (a_sᵀx − b_s)² with a_s = φ_s − γ(PF)_s, so ∇Φ(0) = −2 Σ b_s a_s
    double[] b = CHAIN.expectedRewards();
    Rows pairs = pairs();
    double[] expected = new double[D];
    for (int s = 0; s < N; s++) {
      for (int k = 0; k < D; k++) {
        expected[k] -= 2 * b[s] * (pairs.get(s, k) - DISCOUNT * pairs.get(s, D + k));
      }
    }
    try (SparkRows rows = open(3);
        var workers = new org.fogopt.oracle.Workers(1)) {
      LinearValues values = LinearValues.of(CHAIN, rows, DISCOUNT, Split.CENTRED);
      var evaluator = new org.fogopt.oracle.Evaluator(rows.problem(values, Penalty.NONE), workers);
      double[] gradient = new double[D];
      long before = rows.jobs();
      evaluator.gradient(new double[D], gradient);
      assertThat(rows.jobs() - before).isEqualTo(3); // g, ∇f and the product with the Jacobian
      for (int k = 0; k < D; k++) {
        assertThat(gradient[k])
            .isCloseTo(expected[k], org.assertj.core.api.Assertions.withinPercentage(1e-9));
      }
      assertThat(Arrays.stream(gradient).allMatch(Double::isFinite)).isTrue();
    }
  }

  @Test
  void rowsOfAnOddNumberOfColumnsAreRefused() {
    try (SparkRows rows =
        RowFiles.of(Session.table(FEATURES), "features", RowFiles.Options.DEFAULT).load()) {
      assertThatThrownBy(() -> LinearValues.of(CHAIN, rows, DISCOUNT, Split.CENTRED))
          .hasMessageContaining("found 5 columns");
    }
  }

  @Test
  void acceleratedGradientsAgreeToo() {
    var algorithm = Methods.named("agd").with(Settings.NONE);
    BellmanResidual local = BellmanResidual.of(CHAIN, FEATURES, DISCOUNT, Shape.LINEAR);
    try (SparkRows rows = open(4)) {
      LinearValues values = LinearValues.of(CHAIN, rows, DISCOUNT, Split.CENTRED);
      assertThat(Runs.of(rows.problem(values, Penalty.NONE), algorithm, 12))
          .isEqualTo(Runs.of(local.problem(), algorithm, 12));
    }
  }
}
