package org.fogopt.method.sarah;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Iteration;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The adaptive form step by step, beside one written from its description on plain arrays: it
 * shares the numbers drawn and the first step size with the library, and nothing else.
 */
class AdaptiveEpochsTest {
  /** Of step sizes: quotients of differences that vanish as it converges. */
  private static final double QUOTIENT = 1e-3;

  private static final int M = 60;
  private static final int N = 80;
  private static final int S1 = 3; // the 20th part of 60, …
  private static final int S3 = 4; // … of 80

  /** Estimates, by copies of everything; what begins with a is the anchor's. */
  private static final class Slow {
    private final Parts parts;
    private final Penalty penalty;
    private final long q; // 0: chosen
    private final long stepCalls;
    private final long restartCalls = 2L * M + N;
    private double[] x;
    private double[] xPrev;
    private double[] y = {};
    private double[][] g = {};
    private double[] f = {};
    private double[] ax = {};
    private double[] ay = {};
    private double[][] ag = {};
    private double[] af = {};
    private double aObjective;
    private double aNorm;
    private double fastest;
    private double factor = 1;
    private double sumA;
    private double sumB;
    private double variance;
    private long moves;
    private long k;
    private boolean isDue = true;
    private long t;

    private long accepted;
    private long returns;
    private long runaways;
    private long byVariance;
    private long byCost;
    private long byGrowth;

    Slow(Parts parts, Penalty penalty, long q, double[] x0) {
      this.parts = parts;
      this.penalty = penalty;
      this.q = q;
      stepCalls = 2L * (S1 + (parts.affine() ? 0 : S1) + S3);
      x = x0.clone();
      xPrev = x0.clone();
    }

    double eta() {
      return 0.3 * factor * fastest;
    }

    private long[] draw(Stream stream, int count, int size) {
      return Parts.indices(new Draws(1).sampler(stream, count, size).at(t));
    }

    private double[] proposal() {
      double[] next = combine(1, x, -eta(), f);
      penalty.prox(next, eta());
      return next;
    }

    private double norm(double[] next) {
      return Parts.norm(combine(1, next, -1, x)) / eta();
    }

    private void beginEpoch() {
      sumA = 0;
      sumB = 0;
      variance = 0;
      moves = 0;
      k = 0;
      isDue = false;
    }

    private void goBack() {
      factor /= 2;
      x = ax.clone();
      y = ay.clone();
      g = ag;
      f = af.clone();
      beginEpoch();
    }

    /** Joins the step size of this epoch, at most {@code most}, to that of all. */
    private void join(double most) {
      double a = sumA / moves;
      double b = sumB / moves;
      double own = Math.min(most, Math.max(a, 0.1 * Math.sqrt(b)) / b);
      fastest = own > 0 && Double.isFinite(own) ? Math.sqrt(fastest * own) : fastest;
    }

    /** A step of size {@code first} in the very first epoch; x_{t+1}. */
    double[] step(double first) {
      double[] next;
      if (isDue) {
        y = parts.value(Parts.all(M), x);
        g = parts.jacobian(Parts.all(M), x);
        f = Parts.transposeTimes(g, parts.outerGradient(Parts.all(N), y));
        double objective = parts.objective(x) + penalty.value(x);
        double rounding = 1e-10 * (Math.abs(objective) + Math.abs(aObjective));
        if (accepted == 0) {
          fastest = first / 0.3;
        }
        boolean isNumber = Double.isFinite(objective) && Double.isFinite(Parts.norm(f));
        if (accepted > 0 && (!isNumber || objective - aObjective > rounding)) {
          goBack();
          returns++;
        } else {
          if (accepted > 0 && aObjective - objective > rounding) {
            factor = Math.min(1, 2 * factor);
          }
          accepted++;
          aObjective = objective;
          ax = x.clone();
          ay = y.clone();
          ag = g;
          af = f.clone();
          beginEpoch();
        }
        next = proposal();
        aNorm = norm(next);
        isDue = q == 1;
      } else {
        double[] before = f;
        long[] values = draw(Stream.INNER_VALUE, M, S1);
        long[] outer = draw(Stream.OUTER, N, S3);
        double[] yOld = y;
        double[][] gOld = g;
        y = combine(1, y, 1, combine(1, parts.value(values, x), -1, parts.value(values, xPrev)));
        if (!parts.affine()) {
          long[] jacobians = draw(Stream.INNER_JACOBIAN, M, S1);
          double[][] here = parts.jacobian(jacobians, x);
          double[][] there = parts.jacobian(jacobians, xPrev);
          g = new double[gOld.length][];
          for (int r = 0; r < g.length; r++) {
            g[r] = combine(1, gOld[r], 1, combine(1, here[r], -1, there[r]));
          }
        }
        double[] df =
            combine(
                1,
                Parts.transposeTimes(g, parts.outerGradient(outer, y)),
                -1,
                Parts.transposeTimes(gOld, parts.outerGradient(outer, yOld)));
        f = combine(1, before, 1, df);
        double[] dx = combine(1, x, -1, xPrev);
        if (dot(dx, dx) > 0) {
          sumA += dot(dx, df) / dot(dx, dx);
          sumB += dot(df, df) / dot(dx, dx);
          moves++;
        }
        variance += dot(df, df);
        k++;
        next = proposal();
        double norm = norm(next);
        if (!(norm <= 10 * aNorm)) {
          join(fastest);
          goBack();
          runaways++;
          next = proposal();
        } else {
          isDue = isOver(norm);
          if (isDue) {
            join(Double.POSITIVE_INFINITY);
          }
        }
      }
      xPrev = x;
      x = next;
      t++;
      return next;
    }

    private boolean isOver(double norm) {
      if (q > 0) {
        return k + 1 >= q;
      }
      boolean hasGrown = norm > 2 * aNorm;
      boolean isNoisy = k >= 10 && variance >= 2 * norm * norm;
      boolean isLong = (k + 1) * stepCalls > 2 * restartCalls;
      byGrowth += hasGrown ? 1 : 0;
      byVariance += isNoisy && !hasGrown ? 1 : 0;
      byCost += isLong && !hasGrown && !isNoisy ? 1 : 0;
      return hasGrown || isNoisy || isLong;
    }

    private static double[] combine(double a, double[] u, double b, double[] v) {
      double[] sum = new double[u.length];
      Arrays.setAll(sum, i -> a * u[i] + b * v[i]);
      return sum;
    }

    private static double dot(double[] u, double[] v) {
      double sum = 0;
      for (int i = 0; i < u.length; i++) {
        sum += u[i] * v[i];
      }
      return sum;
    }
  }

  /** Both side by side; {@code seen} sees the library's after each step, before it moves. */
  private static Slow together(
      Parts parts,
      Penalty penalty,
      long q,
      double[] x0,
      int steps,
      BiConsumer<Iteration, Slow> seen) {
    Problem problem = parts.problem().withPenalty(penalty);
    Settings settings = q == 0 ? Settings.NONE : Settings.NONE.with(SarahParameters.Q, q);
    Slow slow = new Slow(parts, penalty, q, x0);
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          SarahParameters.METHOD.with(settings).start(new Oracle(problem, workers, 1), x0);
      for (int t = 0; t < steps; t++) {
        assertThat(iteration.nextCallsPaper() == slow.stepCalls).isEqualTo(!slow.isDue);
        iteration.step();
        double[] expected = slow.step(iteration.eta());
        assertThat(iteration.eta())
            .as("step %d", t)
            .isCloseTo(slow.eta(), within(QUOTIENT * slow.eta()));
        seen.accept(iteration, slow);
        iteration.commit();
        double error = Parts.norm(Slow.combine(1, iteration.point(), -1, expected));
        assertThat(error)
            .as("distance at x_%d", t + 1)
            .isLessThanOrEqualTo(1e-6 * (1e-3 + Parts.norm(expected)));
        long epochs = Math.max(1, slow.accepted);
        assertThat(iteration.parameters().get("q").longValue())
            .isEqualTo(q > 0 ? q : Math.round((t + 1.0) / epochs));
      }
    }
    return slow;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void iteratesStepSizesAndRestartsFollowTheDescription(long seed) {
    Parts curved = Parts.curved(3, M, N, seed);
    double[] x0 = Parts.gaussians(3, seed + 9);
    Slow slow = together(curved, Penalty.NONE, 0, x0, 200, (iteration, other) -> {});
    assertThat(slow.accepted).isGreaterThan(3);
    Quadratic quadratic = Quadratic.of(3, M, N, seed);
    together(quadratic.parts(), Penalty.NONE, 0, x0, 120, (iteration, other) -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void soTheyDoWithAPenaltyAndRestartsTellTheWholeObjective(boolean isAffine) {
    Parts parts = isAffine ? Quadratic.of(3, M, N, 4).parts() : Parts.curved(3, M, N, 4);
    Penalty penalty = Separable.l1(0.05).within(-2, 2);
    double[] x0 = {1, -1.5, 0.5};
    int[] seen = new int[1];
    together(
        parts,
        penalty,
        0,
        x0,
        90,
        (iteration, slow) -> {
          if (iteration.restarted()) {
            seen[0]++;
            double[] x = iteration.point();
            double exact = parts.objective(x) + penalty.value(x);
            assertThat(iteration.objective()).isCloseTo(exact, within(1e-9));
          }
        });
    assertThat(seen[0]).isGreaterThan(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 7})
  void aGivenEpochIsKeptTo(long q) {
    Parts curved = Parts.curved(3, M, N, 5);
    together(curved, Penalty.NONE, q, Parts.gaussians(3, 2), 60, (iteration, slow) -> {});
  }

  /** Curvature 1 where it begins and {@code wall} times that where it ends. */
  private static Parts wall(double wall) {
    return new Parts(
        2,
        2,
        M,
        N,
        false,
        (j, x, y) -> Arrays.setAll(y, k -> weight(j) * x[k]),
        (j, x, jac) -> {
          jac[0][0] = weight(j);
          jac[1][1] = weight(j);
        },
        (i, y) -> weight(i) * (steep(y[0], wall) + steep(y[1], wall)),
        (i, y, u) -> Arrays.setAll(u, k -> weight(i) * ((y[k] > 0 ? 1 : wall) * y[k] + 1)));
  }

  private static double steep(double y, double wall) {
    return (y > 0 ? 1 : wall) * y * y / 2 + y;
  }

  private static double weight(long j) {
    return j % 2 == 0 ? 0.9 : 1.1;
  }

  @Test
  void soIsTheWayBackFromStepsThatAreTooLong() {
    long returns = 0;
    long runaways = 0;
    for (double wall : new double[] {8, 30, 100, 1000}) {
      double[] x0 = {10, 20};
      Slow slow = together(wall(wall), Penalty.NONE, 0, x0, 90, (iteration, other) -> {});
      returns += slow.returns;
      runaways += slow.runaways;
    }
    assertThat(returns + runaways).as("returns to an anchor").isPositive();
    assertThat(runaways).as("before the next restart").isPositive();
  }

  /**
   * The first entry is held at its bound against a slope of 21, which counts for nothing: it is the
   * gradient mapping that grows when the second meets the wall.
   */
  @Test
  void withAPenaltyTheGradientMappingMayNotGrow() {
    Penalty held =
        Separable.box(-1e3, 1e3).within(new double[] {20, -1e3}, new double[] {1e3, 1e3});
    long ended = 0;
    for (double wall : new double[] {20, 30, 50}) {
      double[] x0 = {20, 0.3};
      Slow slow = together(wall(wall), held, 0, x0, 30, (iteration, other) -> {});
      ended += slow.byGrowth + slow.runaways;
    }
    assertThat(ended).isPositive();
  }

  @Test
  void whatWasTakenBackIsSaid() {
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          SarahParameters.METHOD
              .byDefault()
              .start(new Oracle(wall(1000).problem(), workers, 1), new double[] {10, 20});
      for (int t = 0; t < 120; t++) {
        iteration.step();
        iteration.commit();
      }
      assertThat(iteration.decisions().get(0)).startsWith("step 0: step size");
      assertThat(iteration.decisions())
          .anySatisfy(said -> assertThat(said).contains("back to the last anchor"));
    }
  }

  /** Some end by their variance, some by what they cost, some because |F| has doubled. */
  @Test
  void epochsEndForEveryReason() {
    long byVariance = 0;
    long byCost = 0;
    long byGrowth = 0;
    for (double wall : new double[] {1, 8, 30, 50}) {
      for (double[] x0 : List.of(new double[] {10, 20}, new double[] {0.2, 0.3})) {
        Slow slow = together(wall(wall), Penalty.NONE, 0, x0, 40, (iteration, other) -> {});
        byVariance += slow.byVariance;
        byCost += slow.byCost;
        byGrowth += slow.byGrowth;
      }
    }
    for (long seed = 1; seed <= 2; seed++) {
      Parts curved = Parts.curved(3, M, N, seed + 20);
      double[] x0 = Parts.gaussians(3, seed);
      Slow slow = together(curved, Penalty.NONE, 0, x0, 200, (iteration, other) -> {});
      byVariance += slow.byVariance;
      byCost += slow.byCost;
      byGrowth += slow.byGrowth;
    }
    assertThat(byVariance).as("by the variance").isPositive();
    assertThat(byCost).as("by the cost").isPositive();
    assertThat(byGrowth).as("by growth").isPositive();
  }

  // Algorithm 1 itself

  @ParameterizedTest
  @CsvSource({"false, 22", "true, 20"})
  void aStepCallsEverySampleTwice(boolean isShared, long expected) {
    Settings settings =
        SarahParameters.batches(3, 4, 4)
            .with(SarahParameters.ETA, 0.01)
            .with(SarahParameters.SHARED, isShared ? 1 : 0);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(Parts.curved(3, M, N, 1).problem(), workers, 1);
      Iteration iteration = SarahParameters.METHOD.with(settings).start(oracle, new double[3]);
      iteration.step();
      iteration.commit();
      assertThat(iteration.nextCallsPaper()).isEqualTo(expected); // 2(S1 + S2 + S3), S2 = S1 shared
      long before = oracle.ledger().paper();
      iteration.step();
      assertThat(oracle.ledger().paper() - before).isEqualTo(expected);
    }
  }

  @Test
  void itsRestartsTellTheWholeObjectiveToo() {
    Parts parts = Parts.curved(3, M, N, 1);
    Penalty penalty = Separable.l1(0.3);
    double[] x0 = {1, -2, 0.5};
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          SarahParameters.METHOD
              .with(Settings.NONE.with(SarahParameters.ETA, 0.01))
              .start(new Oracle(parts.problem().withPenalty(penalty), workers, 1), x0);
      iteration.step();
      assertThat(iteration.objective()).isCloseTo(parts.objective(x0) + 0.3 * 3.5, within(1e-12));
    }
  }
}
