package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quadratic programs; the repetition is the seed of a random one. */
class QuadraticProgramTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static double[] zeros(int d) {
    return new double[d];
  }

  private static double[] filled(int d, double value) {
    double[] x = new double[d];
    Arrays.fill(x, value);
    return x;
  }

  private static SymmetricMatrix diagonal(double... values) {
    var h = new SymmetricMatrix(values.length);
    h.addDiagonal(values);
    return h;
  }

  /** A market factor, a few more, and a variance of its own for each. */
  private static SymmetricMatrix covariance(Random random, int d) {
    var h = new SymmetricMatrix(d);
    for (int f = 0; f < 5; f++) {
      double mean = f == 0 ? 0.01 : 0;
      double[] b =
          IntStream.range(0, d).mapToDouble(k -> mean + 0.003 * random.nextGaussian()).toArray();
      h.addRows(1, b, new double[] {1});
    }
    h.addDiagonal(random.doubles(d, 5e-5, 2e-4).toArray());
    return h;
  }

  // Random problems

  @RepeatedTest(200)
  void theKktConditionsHold(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(40);
    int rank = random.nextInt(3) == 0 ? d : random.nextInt(d + 1);
    var program = RandomProgram.of(random, d, rank, random.nextInt(6), 0);
    Solution solution = program.solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    assertThat(solution.gap()).isLessThanOrEqualTo(1e-10);
    assertThat(solution.residual()).isLessThanOrEqualTo(1e-10);
    assertThat(solution.iterations()).isLessThanOrEqualTo(40);
    assertThat(solution.objective())
        .isCloseTo(program.objective(solution.z()), within(1e-12 * (1 + program.scale())));
    program.requireKkt(solution, 1e-10);
  }

  @RepeatedTest(200)
  void soTheyDoWhereScalesDiffer(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(20);
    var program = RandomProgram.of(random, d, random.nextInt(d + 1), random.nextInt(5), 6);
    Solution solution = program.solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    program.requireKkt(solution, 1e-9);
  }

  @RepeatedTest(100)
  void noActiveSetGivesLess(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(4);
    var program = RandomProgram.of(random, d, d + 2, random.nextInt(3), 0);
    double[] best = new ActiveSetEnumeration(program).best();
    assertThat(program.solve().z()).containsExactly(best, within(1e-8));
  }

  /** Proximal gradients on a strongly convex objective, until they do not move any more. */
  @RepeatedTest(50)
  void proximalGradientsEndAtTheSamePoint(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 2 + random.nextInt(8);
    double[] c = random.doubles(d, -1, 1).toArray();
    var h = new SymmetricMatrix(d);
    for (int r = 0; r < d; r++) {
      h.addRows(1, random.doubles(d, -1, 1).toArray(), new double[] {1});
    }
    h.addDiagonal(0.5);
    Penalty penalty =
        Budget.of(
            Separable.elasticNet(0.2 * random.nextInt(3), 0.1).within(-0.3, 0.6),
            random.nextBoolean() ? 0.25 : null,
            List.of(new Budget.Group("first", new int[] {0, 1}, -0.2, 0.3)));
    double[] x = zeros(d);
    double[] gradient = zeros(d);
    double eta = 1.0 / (d * d + 1);
    for (int i = 0; i < 20_000; i++) {
      h.times(x, gradient);
      for (int k = 0; k < d; k++) {
        x[k] -= eta * (gradient[k] + c[k]);
      }
      penalty.prox(x, eta);
    }
    Polyhedral structure = penalty.polyhedral(d);
    assertThat(structure).isNotNull();
    assertThat(QuadraticProgram.of(h, c, structure).solve().z()).containsExactly(x, within(1e-10));
  }

  @RepeatedTest(50)
  void aDiagonalMatrixIsThatOfADenseOne(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(30);
    Polyhedral set = RandomProgram.of(random, d, 0, random.nextInt(5), 0).set();
    double[] h = random.doubles(d, 0.1, 2).toArray();
    double[] c = random.doubles(d, -1, 1).toArray();
    assertThat(QuadraticProgram.diagonal(h, c, set).solve().z())
        .containsExactly(QuadraticProgram.of(diagonal(h), c, set).solve().z(), within(1e-11));
  }

  // Portfolios

  @ParameterizedTest
  @ValueSource(ints = {25, 100, 300})
  void aPortfolioHasExactZerosAndItsBudgetToTheLastDigits(int d) {
    var random = new Random(d);
    SymmetricMatrix h = covariance(random, d);
    double[] c = random.doubles(d, -1e-4, 1e-4).toArray();
    Polyhedral set = Polyhedral.box(d, 0, 0.1).with(Row.sum("budget", d, 1, 1));
    Solution solution = QuadraticProgram.of(h, c, set).solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    assertThat(solution.iterations()).isLessThanOrEqualTo(20);
    assertThat(Arrays.stream(solution.z()).sum()).isCloseTo(1, within(1e-14));
    for (int k = 0; k < d; k++) {
      double multiplier = solution.boundMultipliers()[k];
      double z = solution.z()[k];
      assertThat(z).isEqualTo(multiplier < 0 ? 0 : multiplier > 0 ? 0.1 : z);
    }
    assertThat(Arrays.stream(solution.z()).filter(z -> z == 0).count()).isGreaterThan(5);
  }

  @Test
  void theNumberOfThreadsDoesNotChangeABit() {
    int d = 150;
    var random = new Random(7);
    SymmetricMatrix h = covariance(random, d);
    double[] c = random.doubles(d, -1e-4, 1e-4).toArray();
    Polyhedral set =
        Polyhedral.box(d, 0, 0.1)
            .with(
                Row.sum("budget", d, 1, 1),
                new Row("return", random.doubles(d).toArray(), 0.6, INF));
    Parallel threads =
        (tasks, task) -> {
          var next = new AtomicInteger();
          Runnable work =
              () -> {
                for (int t = next.getAndIncrement(); t < tasks; t = next.getAndIncrement()) {
                  task.accept(t);
                }
              };
          CompletableFuture.allOf(
                  CompletableFuture.runAsync(work), CompletableFuture.runAsync(work))
              .join();
        };
    Solution one = QuadraticProgram.of(h, c, set).solve();
    Solution two = QuadraticProgram.of(h, c, set, threads).solve();
    assertThat(two.z()).containsExactly(one.z());
    assertThat(two.rowMultipliers()).containsExactly(one.rowMultipliers());
  }

  @Test
  void aGuessWithTheRightActiveSetNeedsNoIteration() {
    int d = 80;
    var random = new Random(3);
    SymmetricMatrix h = covariance(random, d);
    double[] c = random.doubles(d, -1e-4, 1e-4).toArray();
    Polyhedral set =
        Polyhedral.box(d, 0, 0.1)
            .with(Row.sum("budget", d, 1, 1))
            .withAbsoluteCosts(filled(d, 1e-5), filled(d, 1.0 / d));
    Solution first = QuadraticProgram.of(h, c, set).solve();
    double[] moved = c.clone();
    moved[0] -= 1e-9;
    Solution next = QuadraticProgram.of(h, moved, set).solve(first.z());
    assertThat(next.iterations()).isZero();
    assertThat(next.z())
        .containsExactly(QuadraticProgram.of(h, moved, set).solve().z(), within(1e-12));
    Solution far = QuadraticProgram.of(h, c, set).solve(random.doubles(d, -5, 5).toArray());
    assertThat(far.z()).containsExactly(first.z(), within(1e-12));
  }

  @Test
  void aTradeIsMadeOnlyWhereItPays() {
    // minimise (z - b)^2/2 + |z - 1|/2: soft thresholding about 1
    Polyhedral set = Polyhedral.box(4, -INF, INF).withAbsoluteCosts(filled(4, 0.5), filled(4, 1));
    Solution solution =
        QuadraticProgram.diagonal(filled(4, 1), new double[] {-3, -1.3, -0.7, 1}, set).solve();
    assertThat(solution.z()).containsExactly(2.5, 1, 1, -0.5);
    assertThat(solution.objective())
        .isCloseTo(3.125 - 7.5 + 0.75 + 0.5 - 1.3 + 0.5 - 0.7 + 0.125 - 0.5 + 0.75, within(1e-14));
  }

  // Degenerate problems

  @Test
  void aLinearProgramEndsAtItsVertex() {
    // maximise 3x + 5y, x <= 4, 2y <= 12, 3x + 2y <= 18 (Hillier & Lieberman): (2, 6)
    Polyhedral set =
        Polyhedral.box(2, 0, INF)
            .with(
                new Row("first", new double[] {1, 0}, -INF, 4),
                new Row("second", new double[] {0, 2}, -INF, 12),
                new Row("third", new double[] {3, 2}, -INF, 18));
    Solution solution = QuadraticProgram.diagonal(zeros(2), new double[] {-3, -5}, set).solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    assertThat(solution.z()).containsExactly(new double[] {2, 6}, within(1e-13));
    assertThat(solution.rowMultipliers()).containsExactly(new double[] {0, 1.5, 1}, within(1e-12));
  }

  @Test
  void freeVariablesOfALinearProgramFollowFromItsRows() {
    Polyhedral set =
        Polyhedral.box(3, -INF, INF)
            .with(
                new Row("sum", new double[] {1, 1, 1}, 6, 6),
                new Row("difference", new double[] {1, -1, 0}, 1, 1),
                new Row("last", new double[] {0, 0, 1}, -INF, 3));
    Solution solution = QuadraticProgram.diagonal(zeros(3), new double[] {1, 1, 0}, set).solve();
    assertThat(solution.z()).containsExactly(new double[] {2, 1, 3}, within(1e-12));
  }

  @Test
  void redundantRowsAreNoTrouble() {
    Row budget = Row.sum("budget", 3, 1, 1);
    Row twice = new Row("twice", filled(3, 2), 2, 2);
    Polyhedral set = Polyhedral.box(3, 0, 1).with(budget, twice, budget);
    Solution solution = QuadraticProgram.of(diagonal(1, 2, 4), zeros(3), set).solve();
    assertThat(solution.z())
        .containsExactly(new double[] {4 / 7.0, 2 / 7.0, 1 / 7.0}, within(1e-15));
  }

  @Test
  void fixedEntriesStayAndHaveMultipliers() {
    Polyhedral set =
        Polyhedral.box(new double[] {0.25, 0, 0}, new double[] {0.25, 1, 1})
            .with(Row.sum("budget", 3, 1, 1));
    Solution solution = QuadraticProgram.of(diagonal(1, 1, 2), zeros(3), set).solve();
    assertThat(solution.z()).containsExactly(new double[] {0.25, 0.5, 0.25}, within(1e-15));
    assertThat(solution.rowMultipliers()[0]).isCloseTo(-0.5, within(1e-14));
    assertThat(solution.boundMultipliers()[0]).isCloseTo(0.25, within(1e-14));
  }

  @Test
  void allEntriesMayBeFixed() {
    Polyhedral set = Polyhedral.box(3, 0.5, 0.5);
    Solution solution = QuadraticProgram.of(diagonal(1, 2, 3), filled(3, 1), set).solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    assertThat(solution.z()).containsExactly(0.5, 0.5, 0.5);
    assertThat(solution.objective()).isCloseTo(0.75 + 1.5, within(1e-15));
    Solution clash =
        QuadraticProgram.of(diagonal(1, 2, 3), zeros(3), set.with(Row.sum("budget", 3, 1, 1)))
            .solve();
    assertThat(clash.status()).isEqualTo(Status.INFEASIBLE);
    assertThat(clash.rowMultipliers()[0]).isPositive();
  }

  @Test
  void aSinglePointIsFound() {
    Polyhedral set = Polyhedral.box(10, 0, 0.1).with(Row.sum("budget", 10, 1, 1));
    double[] c = new Random(1).doubles(10, -1, 1).toArray();
    for (double curvature : new double[] {0, 1}) {
      Solution solution = QuadraticProgram.diagonal(filled(10, curvature), c, set).solve();
      assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
      assertThat(solution.z()).containsExactly(filled(10, 0.1), within(1e-14));
    }
  }

  /** Flat directions: H = 11ᵀ, so that only the sum is curved; bounds do the rest. */
  @Test
  void directionsWithoutCurvatureEndAtConstraints() {
    var h = new SymmetricMatrix(3);
    h.addRows(1, filled(3, 1), new double[] {1});
    // the sum s is worth s²/2, and each unit of entry 1 costs least
    Solution solution =
        QuadraticProgram.of(h, new double[] {-2, -1.5, -1}, Polyhedral.box(3, 0, 1)).solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    assertThat(solution.z()).containsExactly(new double[] {1, 0.5, 0}, within(1e-12));
  }

  @Test
  void anObjectiveWithoutTermsGivesAFeasiblePoint() {
    Polyhedral set = Polyhedral.box(5, 0, INF).with(Row.sum("budget", 5, 1, 1));
    Solution solution = QuadraticProgram.diagonal(zeros(5), zeros(5), set).solve();
    assertThat(solution.status()).isEqualTo(Status.OPTIMAL);
    assertThat(Arrays.stream(solution.z()).sum()).isCloseTo(1, within(1e-14));
    assertThat(Arrays.stream(solution.z()).min().orElseThrow()).isNotNegative();
  }

  @Test
  void noConstraintsLeaveALinearSystem() {
    var random = new Random(11);
    int d = 20;
    SymmetricMatrix h = covariance(random, d);
    double[] z = random.doubles(d, -1, 1).toArray();
    double[] c = zeros(d);
    h.times(z, c);
    for (int k = 0; k < d; k++) {
      c[k] = -c[k];
    }
    assertThat(QuadraticProgram.of(h, c, Polyhedral.box(d, -INF, INF)).solve().z())
        .containsExactly(z, within(1e-12));
  }

  // Problems without a solution

  @RepeatedTest(30)
  void constraintsThatClashAreProven(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 2 + random.nextInt(20);
    var program = RandomProgram.of(random, d, d, 4, 0);
    double[] a = random.doubles(d, 0.5, 1).toArray();
    Polyhedral box = Polyhedral.box(d, 0, 1);
    Polyhedral set =
        box.with(program.set().rows().toArray(new Row[0]))
            .with(new Row("high", a, 0.3 * d, INF), new Row("low", a, -INF, 0.2 * d));
    Solution solution = QuadraticProgram.of(program.matrix(), program.c(), set).solve();
    assertThat(solution.status()).isEqualTo(Status.INFEASIBLE);
    // Farkas: the least of Σ νᵢaᵢᵀz over the box is above what the rows allow
    double least = 0;
    for (int k = 0; k < d; k++) {
      double weight = 0;
      for (int i = 0; i < set.rows().size(); i++) {
        weight += solution.rowMultipliers()[i] * set.rows().get(i).coefficients()[k];
      }
      assertThat(solution.boundMultipliers()[k]).isCloseTo(-weight, within(1e-12));
      least += Math.min(0, weight);
    }
    double most = 0;
    for (int i = 0; i < set.rows().size(); i++) {
      double nu = solution.rowMultipliers()[i];
      Row row = set.rows().get(i);
      most += nu == 0 ? 0 : nu * (nu > 0 ? row.most() : row.least());
    }
    assertThat(least).isGreaterThan(most);
  }

  @Test
  void equalitiesThatContradictEachOtherClash() {
    Polyhedral set =
        Polyhedral.box(3, -INF, INF)
            .with(Row.sum("one", 3, 1, 1), new Row("other", filled(3, 2), 2.5, 2.5));
    Solution solution = QuadraticProgram.of(diagonal(1, 1, 1), zeros(3), set).solve();
    assertThat(solution.status()).isEqualTo(Status.INFEASIBLE);
    assertThat(solution.rowMultipliers()).doesNotContain(0);
  }

  @Test
  void boundsTheWrongWayRoundClash() {
    Polyhedral set = Polyhedral.box(new double[] {0, 1}, new double[] {1, 0});
    Solution solution = QuadraticProgram.of(diagonal(1, 1), zeros(2), set).solve();
    assertThat(solution.status()).isEqualTo(Status.INFEASIBLE);
    assertThat(solution.boundMultipliers()[1]).isNotZero();
  }

  @Test
  void aDirectionOfRecessionIsReturned() {
    // H = 11ᵀ: along (1, -1) nothing is curved, and c falls
    var h = new SymmetricMatrix(2);
    h.addRows(1, filled(2, 1), new double[] {1});
    Solution solution =
        QuadraticProgram.of(h, new double[] {-1, 0}, Polyhedral.box(2, -INF, INF)).solve();
    assertThat(solution.status()).isEqualTo(Status.UNBOUNDED);
    double[] u = solution.recession();
    assertThat(u).isNotNull();
    assertThat(u[0]).isPositive();
    assertThat(u[0] + u[1]).isCloseTo(0, within(1e-3 * u[0]));
  }

  @RepeatedTest(30)
  void aLinearProgramOverAConeIsUnbounded(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 2 + random.nextInt(10);
    double[] c = random.doubles(d, -1, 1).toArray();
    c[0] = -1;
    double[] a = random.doubles(d, -1, 1).toArray();
    a[0] = -0.5; // entry 1 may grow for ever
    Polyhedral set = Polyhedral.box(d, 0, INF).with(new Row("cone", a, -INF, 1));
    Solution solution = QuadraticProgram.diagonal(zeros(d), c, set).solve();
    assertThat(solution.status()).isEqualTo(Status.UNBOUNDED);
    double[] u = solution.recession();
    assertThat(u).isNotNull();
    double slope = 0;
    double along = 0;
    double size = 0;
    for (int k = 0; k < d; k++) {
      assertThat(u[k]).isNotNegative();
      slope += c[k] * u[k];
      along += a[k] * u[k];
      size += u[k];
    }
    assertThat(slope).isNegative();
    assertThat(along).isLessThanOrEqualTo(1e-3 * size);
  }

  @Test
  void aCostThatOutweighsTheSlopeBoundsIt() {
    Polyhedral set = Polyhedral.box(2, -INF, INF).withAbsoluteCosts(filled(2, 1), zeros(2));
    Solution bounded = QuadraticProgram.diagonal(zeros(2), new double[] {0.5, -0.5}, set).solve();
    assertThat(bounded.status()).isEqualTo(Status.OPTIMAL);
    assertThat(bounded.z()).containsExactly(0, 0);
    assertThat(QuadraticProgram.diagonal(zeros(2), new double[] {0.5, -1.5}, set).solve().status())
        .isEqualTo(Status.UNBOUNDED);
  }

  @Test
  void sizesMustAgree() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QuadraticProgram.of(diagonal(1, 1), zeros(3), Polyhedral.box(3, 0, 1)))
        .withMessage("a matrix of size 2, 3 linear terms, and constraints on 3 entries");
  }
}
