package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Programs with hinges; the repetition is the seed of a random one. */
class HingesTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static double[] filled(int d, double value) {
    double[] x = new double[d];
    Arrays.fill(x, value);
    return x;
  }

  private static double[] gaussian(Random random, int n) {
    return IntStream.range(0, n).mapToDouble(k -> random.nextGaussian()).toArray();
  }

  private static Solution solve(RandomProgram program, Hinges hinges) {
    return QuadraticProgram.of(
            program.matrix(), program.c(), program.set(), hinges, Parallel.SERIAL)
        .solve();
  }

  private static double value(Hinges hinges, double[] x) {
    double sum = 0;
    for (int t = 0; t < hinges.count(); t++) {
      double v = hinges.offsets()[t];
      for (int k = 0; k < x.length; k++) {
        v += hinges.rows()[t * x.length + k] * x[k];
      }
      sum += hinges.costs()[t] * Math.max(0, v);
    }
    return sum;
  }

  /** Each hinge as a variable u ≥ 0 with the row u ≥ aᵀx + b: a program without hinges. */
  private static Solution written(RandomProgram program, Hinges hinges) {
    int d = program.c().length;
    int all = d + hinges.count();
    double[] c = Arrays.copyOf(program.c(), all);
    System.arraycopy(hinges.costs(), 0, c, d, hinges.count());
    var h = new SymmetricMatrix(all);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        h.add(i, j, program.h()[i][j]);
      }
    }
    double[] upper = filled(all, INF);
    System.arraycopy(program.set().upper(), 0, upper, 0, d);
    List<Row> rows = new ArrayList<>();
    for (Row row : program.set().rows()) {
      rows.add(
          new Row(row.name(), Arrays.copyOf(row.coefficients(), all), row.least(), row.most()));
    }
    for (int t = 0; t < hinges.count(); t++) {
      double[] a = Arrays.copyOf(Arrays.copyOfRange(hinges.rows(), t * d, t * d + d), all);
      a[d + t] = -1;
      rows.add(new Row("hinge " + t, a, -INF, -hinges.offsets()[t]));
    }
    Polyhedral set =
        Polyhedral.box(Arrays.copyOf(program.set().lower(), all), upper)
            .with(rows.toArray(new Row[0]))
            .withAbsoluteCosts(
                Arrays.copyOf(program.set().absoluteCosts(), all),
                Arrays.copyOf(program.set().centres(), all));
    return QuadraticProgram.of(h, c, set).solve();
  }

  @RepeatedTest(100)
  void theyAreTheProgramWithAVariableForEach(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(10);
    int count = 1 + random.nextInt(40);
    int rank = random.nextBoolean() ? d : random.nextInt(d + 1);
    var program = RandomProgram.of(random, d, rank, random.nextInt(4), 0);
    double[] costs = random.doubles(count).map(u -> u < 0.1 ? 0 : u).toArray();
    var hinges = new Hinges(d, gaussian(random, count * d), gaussian(random, count), costs);
    Solution solution = solve(program, hinges);
    Solution other = written(program, hinges);
    // sets without an interior may end a little before the last digits
    assertThat(Math.max(solution.gap(), solution.residual())).isLessThanOrEqualTo(1e-7);
    double size = 1 + program.scale() + Arrays.stream(costs).sum();
    assertThat(solution.objective()).isCloseTo(other.objective(), within(1e-8 * size));
    assertThat(solution.objective())
        .isCloseTo(
            program.objective(solution.z()) + value(hinges, solution.z()), within(1e-12 * size));
    assertThat(solution.gapBound()).isBetween(-1e-12 * size, 1e-8 * size);
    for (int t = 0; t < count; t++) {
      assertThat(solution.hingeMultipliers()[t]).isBetween(0.0, costs[t] + 1e-12);
    }
    for (int k = 0; k < d; k++) {
      assertThat(solution.z()[k]).isBetween(program.set().lower()[k], program.set().upper()[k]);
    }
    for (Row row : program.set().rows()) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        sum += row.coefficients()[k] * solution.z()[k];
      }
      assertThat(sum).isBetween(row.least() - 1e-10, row.most() + 1e-10);
    }
  }

  /** Expected shortfall of long-only weights, with the quantile as one more unknown. */
  private static QuadraticProgram shortfall(
      double[] returns, int d, double tail, Parallel threads) {
    int count = returns.length / d;
    Hinges hinges = Hinges.of(Rows.of(count, d, returns), -1, 1 / (tail * count), -1);
    double[] c = new double[d + 1];
    c[d] = 1;
    double[] lower = new double[d + 1];
    lower[d] = -INF;
    int[] weights = IntStream.range(0, d).toArray();
    Polyhedral set =
        Polyhedral.box(lower, filled(d + 1, INF)).with(Row.sum("budget", d + 1, weights, 1, 1));
    return QuadraticProgram.of(null, c, set, hinges, threads);
  }

  @RepeatedTest(20)
  void anExpectedShortfallIsTheMeanOfTheWorst(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 2 + random.nextInt(10);
    int count = 200;
    double[] returns = gaussian(random, count * d);
    Solution solution = shortfall(returns, d, 0.05, Parallel.SERIAL).solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    double[] x = Arrays.copyOf(solution.z(), d);
    assertThat(Arrays.stream(x).sum()).isCloseTo(1, within(1e-13));
    assertThat(solution.objective()).isCloseTo(worst(returns, x), within(1e-9));
    for (int i = 0; i < 50; i++) { // and no other portfolio has less
      double[] other = random.doubles(d).map(u -> -StrictMath.log(u)).toArray();
      double sum = Arrays.stream(other).sum();
      double share = StrictMath.pow(10, -random.nextInt(6));
      Arrays.setAll(other, k -> (1 - share) * x[k] + share * other[k] / sum);
      assertThat(worst(returns, other)).isGreaterThan(solution.objective() - 1e-9);
    }
  }

  /** The mean of the ten largest losses. */
  private static double worst(double[] returns, double[] x) {
    int d = x.length;
    double[] z = new double[returns.length / d];
    for (int t = 0; t < z.length; t++) {
      for (int k = 0; k < d; k++) {
        z[t] += returns[t * d + k] * x[k];
      }
    }
    return -Arrays.stream(z).sorted().limit(10).sum() / 10;
  }

  @Test
  void weightsThatVanishAreExactZeros() {
    int d = 60;
    Solution solution =
        shortfall(gaussian(new Random(1), 400 * d), d, 0.05, Parallel.SERIAL).solve();
    long zeros = Arrays.stream(solution.z()).limit(d).filter(z -> z == 0).count();
    long small = Arrays.stream(solution.z()).limit(d).filter(z -> z < 1e-6).count();
    assertThat(zeros).isEqualTo(small).isPositive();
    for (int k = 0; k < d; k++) {
      assertThat(solution.boundMultipliers()[k] != 0).isEqualTo(solution.z()[k] == 0);
    }
    assertThat(Arrays.stream(solution.hingeMultipliers()).sum()).isCloseTo(1, within(1e-9));
    assertThat(solution.iterations()).isLessThanOrEqualTo(25);
  }

  @Test
  void theNumberOfThreadsDoesNotChangeABit() {
    int d = 70;
    double[] returns = gaussian(new Random(3), 300 * d);
    Parallel backwards =
        (tasks, task) -> {
          for (int t = tasks - 1; t >= 0; t--) {
            task.accept(t);
          }
        };
    assertThat(shortfall(returns, d, 0.1, backwards).solve().z())
        .containsExactly(shortfall(returns, d, 0.1, Parallel.SERIAL).solve().z());
  }

  @Test
  void aQuantileWithoutEnoughWeightFallsWithoutEnd() {
    double[] returns = gaussian(new Random(5), 40);
    Solution solution = shortfall(returns, 2, 1.5, Parallel.SERIAL).solve();
    assertThat(solution.status()).isEqualTo(Status.UNBOUNDED);
    assertThat(solution.recession()).isNotNull();
    assertThat(solution.recession()[2]).isNegative();
  }

  @Test
  void rowsThatClashAreProven() {
    Polyhedral set =
        Polyhedral.box(2, 0, 0.4)
            .with(Row.sum("budget", 2, 1, 1), new Row("other", filled(2, 1), 0, 5));
    var hinges = new Hinges(2, new double[] {1, 2}, new double[1], filled(1, 1));
    Solution solution =
        QuadraticProgram.of(null, new double[2], set, hinges, Parallel.SERIAL).solve();
    assertThat(solution.status()).isEqualTo(Status.INFEASIBLE);
    assertThat(solution.rowMultipliers()[0]).isNegative();
    assertThat(solution.rowMultipliers()[1]).isZero();
  }

  @Test
  void sizesAndCostsAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Hinges(2, new double[3], new double[1], new double[1]))
        .withMessage("1 costs, 1 offsets, and 3 coefficients in rows of 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Hinges(1, new double[1], new double[1], filled(1, -1)))
        .withMessageContaining("at least 0");
  }
}
