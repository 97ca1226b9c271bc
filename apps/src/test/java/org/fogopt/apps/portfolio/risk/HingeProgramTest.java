package org.fogopt.apps.portfolio.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out of a program at first is in its answer. */
class HingeProgramTest {
  private static final int MODELS = 20;

  /** Relative: two runs of the interior-point method, each to 1e-10 of the sizes of its terms. */
  private static final double ACCURACY = 1e-8;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void thePartsGiveTheWhole(boolean isCvar) {
    for (long seed = 1; seed <= MODELS; seed++) {
      var random = new SplittableRandom(seed);
      int n = random.nextInt(20, 60);
      int count = random.nextInt(200, 500);
      double[] rows = random.doubles((long) count * n, -1, 1.1).toArray();
      Scenarios scenarios =
          Scenarios.of(
              Rows.of(count, n, rows), random.doubles(count, 0, 1).toArray(), Parallel.SERIAL);
      boolean isOpen = random.nextBoolean();
      Polyhedral set =
          Polyhedral.box(
                  n, random.nextBoolean() ? 0 : -0.2, isOpen ? Double.POSITIVE_INFINITY : 0.3)
              .with(Row.sum("budget", n, 1, 1), Row.sum("half", n, half(n), -1, 0.6))
              .withAbsoluteCosts(random.doubles(n, 0, 0.1).toArray(), new double[n]);
      double[] c = random.doubles(n, -0.1, 0.1).toArray();
      double[] guess = new double[n];
      guess[random.nextInt(n)] = 1;
      Best whole = program(isCvar, scenarios, set).minimise(c, null);
      Best parts = program(isCvar, scenarios, set).minimise(c, guess);
      double size = Math.abs(whole.objective()) + 0.1;
      assertThat(parts.objective())
          .as("seed %d", seed)
          .isCloseTo(whole.objective(), within(ACCURACY * size));
      assertThat(parts.gapBound()).as("seed %d", seed).isBetween(0.0, ACCURACY * size);
      assertThat(Arrays.stream(parts.x()).sum()).isCloseTo(1, within(1e-9));
    }
  }

  /** Trades p − m that sum to 0 but for an ulp, which is no measure of how long they are. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tradesFromWeightsOfWhichTheSumIsRoundedGiveTheWhole(boolean isCvar) {
    for (long seed = 1; seed <= MODELS; seed++) {
      var random = new SplittableRandom(seed);
      int n = 12;
      int count = 80;
      double[] rows = new double[count * (2 * n + 1)];
      for (int t = 0; t < count; t++) {
        for (int k = 0; k < n; k++) {
          double r = random.nextDouble(-1, 1.1) * (k + 1);
          rows[t * (2 * n + 1) + k] = r;
          rows[t * (2 * n + 1) + n + k] = -r;
          rows[t * (2 * n + 1) + 2 * n] += r / n;
        }
      }
      Scenarios scenarios =
          Scenarios.of(
              Rows.of(count, 2 * n + 1, rows),
              random.doubles(count, 0, 1).toArray(),
              Parallel.SERIAL);
      double[] lower = new double[2 * n + 1];
      double[] upper = new double[2 * n + 1];
      Arrays.fill(upper, 0, n, Double.POSITIVE_INFINITY);
      Arrays.fill(upper, n, 2 * n, 1.0 / n);
      lower[2 * n] = 1;
      upper[2 * n] = 1;
      double[] sum = new double[2 * n + 1];
      double[] sizes = new double[2 * n + 1];
      Arrays.fill(sum, 0, n, 1);
      Arrays.fill(sum, n, 2 * n, -1);
      sum[2 * n] = Math.nextDown(1.0);
      Arrays.fill(sizes, 0, 2 * n, 1);
      Polyhedral set =
          Polyhedral.box(lower, upper)
              .with(new Row("budget", sum, 1, 1), new Row("turnover", sizes, -1, 0.2));
      double[] c = random.doubles(2 * n + 1, -0.1, 0.1).toArray();
      double[] guess = new double[2 * n + 1];
      guess[random.nextInt(n)] = 0.05;
      guess[n + random.nextInt(n)] = 0.05;
      guess[2 * n] = 1;
      Best whole = program(isCvar, scenarios, set).minimise(c, null);
      Best parts = program(isCvar, scenarios, set).minimise(c, guess);
      assertThat(parts.objective())
          .as("seed %d", seed)
          .isCloseTo(whole.objective(), within(ACCURACY * (Math.abs(whole.objective()) + 0.1)));
    }
  }

  private static HingeProgram program(boolean isCvar, Scenarios scenarios, Polyhedral set) {
    return isCvar
        ? HingeProgram.cvar(scenarios, set, 0.9, 1.3)
        : HingeProgram.absolute(scenarios, set, 1.3);
  }

  private static int[] half(int n) {
    int[] members = new int[n / 2];
    Arrays.setAll(members, k -> 2 * k);
    return members;
  }
}
