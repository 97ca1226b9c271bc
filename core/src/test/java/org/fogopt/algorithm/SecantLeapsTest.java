package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaps by secants alone, and when they are not made. */
class SecantLeapsTest {
  private static final int D = 6;
  private static final int COUNT = 60;

  /** Leaps from the start until steps have their first spell. */
  private static final int BEFORE_STEPS = 32;

  private static Algorithm sarah(String... settings) {
    Settings given = Settings.NONE;
    for (String each : settings) {
      String[] pair = each.split("=", 2);
      given =
          Settings.parse(Map.of(pair[0], pair[1]), SarahCompositional.METHOD.parameters())
              .or(given);
    }
    return SarahCompositional.METHOD.with(given);
  }

  private static Algorithm leaping() {
    return sarah("secants=1");
  }

  /** The points tried, from the definitions: matrices, no recursion. */
  private static final class QuasiNewton {
    private final Parts parts;
    private final List<double[]> tried = new ArrayList<>();
    private final List<double[]> s = new ArrayList<>();
    private final List<double[]> r = new ArrayList<>();
    private int failures;

    QuasiNewton(Parts parts) {
      this.parts = parts;
    }

    List<double[]> from(double[] x0, int points) {
      double[] x = x0;
      tried.add(x0);
      double first = 1e-3 * Parts.norm(x0) / Parts.norm(parts.gradient(x0));
      double share = 1;
      double stretch = 1;
      while (tried.size() < points) {
        double[] f = parts.gradient(x);
        double[] way = s.isEmpty() ? Naive.sum(first, f, 0, f) : times(inverse(), f);
        double[] z = Naive.sum(1, x, -share * stretch, way);
        tried.add(z);
        double rise = parts.objective(z) - parts.objective(x);
        if (rise <= 0) {
          boolean pair = remember(Naive.sum(1, z, -1, x), Naive.sum(1, parts.gradient(z), -1, f));
          stretch = pair ? 1 : 2 * stretch;
          share = 1;
          x = z;
        } else {
          failures++;
          double slope = -share * stretch * Naive.dot(way, f);
          share *= Math.min(0.5, Math.max(0.1, -slope / (2 * (rise - slope))));
        }
      }
      return tried;
    }

    private boolean remember(double[] move, double[] change) {
      if (!(Naive.dot(move, change) > 1e-6 * Parts.norm(move) * Parts.norm(change))) {
        return false;
      }
      s.add(move);
      r.add(change);
      return true;
    }

    /** (I − ρsrᵀ)H(I − ρrsᵀ) + ρssᵀ for the last ten pairs, from a multiple of the identity. */
    private double[][] inverse() {
      int last = s.size() - 1;
      double scale = Naive.dot(s.get(last), r.get(last)) / Naive.dot(r.get(last), r.get(last));
      int d = s.get(0).length;
      double[][] h = new double[d][d];
      for (int k = 0; k < d; k++) {
        h[k][k] = scale;
      }
      for (int p = Math.max(0, last - 9); p <= last; p++) {
        double[] move = s.get(p);
        double[] change = r.get(p);
        double rho = 1 / Naive.dot(move, change);
        double[] hr = times(h, change);
        double rhr = Naive.dot(change, hr);
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            h[i][j] +=
                -rho * (move[i] * hr[j] + hr[i] * move[j])
                    + rho * rho * rhr * move[i] * move[j]
                    + rho * move[i] * move[j];
          }
        }
      }
      return h;
    }

    private static double[] times(double[][] h, double[] v) {
      double[] out = new double[v.length];
      for (int i = 0; i < out.length; i++) {
        out[i] = Naive.dot(h[i], v);
      }
      return out;
    }
  }

  private static Parts portfolio(long seed) {
    return SmallProblems.portfolio(SmallProblems.returns(D, COUNT, seed));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void onAQuadraticTheLeapsAreThoseOfTheDenseMethod(long seed) {
    double[] x0 = Parts.gaussians(D, seed);
    var naive = new QuasiNewton(portfolio(seed));
    List<double[]> expected = naive.from(x0, 9);
    Paths.assertClose(Paths.of(portfolio(seed).problem(), leaping(), x0, 1, 8), expected, 1e-7);
  }

  /**
   * Φ = mean of √(1 + (x − c_j)²) coordinate by coordinate, plus a fourth power: flat far out and
   * steep further out, so that some leaps are too long.
   */
  private static Parts bowl() {
    return new Parts(
        2,
        2,
        COUNT,
        COUNT,
        true,
        (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
        (j, x, jac) -> {
          jac[0][0] = 1;
          jac[1][1] = 1;
        },
        (i, y) -> Math.sqrt(1 + y[0] * y[0]) + Math.pow(y[1], 4) * (1 + i) / COUNT,
        (i, y, u) -> {
          u[0] = y[0] / Math.sqrt(1 + y[0] * y[0]);
          u[1] = 4 * Math.pow(y[1], 3) * (1 + i) / COUNT;
        });
  }

  @Test
  void aBadLeapIsTakenBackAndShortened() {
    double[] x0 = {2, 0.3};
    var naive = new QuasiNewton(bowl());
    List<double[]> expected = naive.from(x0, 16);
    assertThat(naive.failures).isEqualTo(2);
    Paths.assertClose(Paths.of(bowl().problem(), leaping(), x0, 1, 15), expected, 1e-9);
  }

  /** Φ' = x/10⁹ − 1 up to 1, and a wall behind, of which no pair tells. */
  private static Parts wall() {
    return new Parts(
        1,
        1,
        COUNT,
        COUNT,
        true,
        (j, x, y) -> y[0] = x[0],
        (j, x, jac) -> jac[0][0] = 1,
        (i, y) -> -y[0] + Math.pow(y[0], 2) / 2e9 + 1e6 * Math.pow(Math.max(0, y[0] - 1), 2),
        (i, y, u) -> u[0] = -1 + y[0] / 1e9 + 2e6 * Math.max(0, y[0] - 1));
  }

  /** Leaps to where the slope would end, a milliard away; a tenth of it, and so on. */
  @Test
  void whenLeapsFailFourTimesItIsTheStepsTurn() {
    double[] x0 = {0.5};
    var naive = new QuasiNewton(wall());
    List<double[]> expected = naive.from(x0, 6);
    assertThat(naive.failures).isEqualTo(4);
    try (Workers workers = new Workers(1)) {
      Iteration iteration = leaping().start(new Oracle(wall().problem(), workers, 1), x0);
      double[] restart = x0;
      for (int t = 0; t < 6; t++) {
        assertThat(iteration.nextCallsPaper()).isEqualTo(t == 0 ? 3 * COUNT : COUNT);
        assertThat(iteration.point()[0] / expected.get(t)[0]).isCloseTo(1, within(1e-6));
        restart = t == 1 ? iteration.point().clone() : restart;
        iteration.step();
        iteration.commit();
      }
      assertThat(iteration.nextCallsPaper()).as("that of a step").isEqualTo(2 * (3 + 3));
      double[] back = iteration.point();
      assertThat(wall().objective(back)).isLessThan(wall().objective(restart));
      assertThat(Parts.norm(Naive.sum(1, back, -1, restart)))
          .as("a small step from the last good restart")
          .isLessThan(0.1);
    }
  }

  /** Kept and restored after every step: after good leaps and bad ones, and between steps. */
  @Test
  void aRunRestoredAtAnyStepGoesOnBitForBit() {
    try (Workers workers = new Workers(1)) {
      double[] x0 = {8, 0.3};
      Iteration whole = leaping().start(new Oracle(bowl().problem(), workers, 1), x0);
      int unproven = 0;
      for (int t = 0; t < 300; t++) {
        var kept = new ByteArrayOutputStream();
        whole.state(State.writing(kept));
        Iteration resumed = leaping().start(new Oracle(bowl().problem(), workers, 1), x0);
        resumed.state(State.reading(new ByteArrayInputStream(kept.toByteArray()), kept.size()));
        assertThat(resumed.nextCallsPaper()).isEqualTo(whole.nextCallsPaper());
        assertThat(resumed.isUnproven()).isEqualTo(whole.isUnproven());
        unproven += whole.isUnproven() ? 1 : 0;
        for (Iteration each : List.of(whole, resumed)) {
          each.step();
          each.commit();
        }
        assertThat(resumed.point()).as("step %d", t).containsExactly(whole.point());
        assertThat(resumed.decisions()).isEqualTo(whole.decisions());
      }
      assertThat(unproven).isGreaterThan(BEFORE_STEPS);
      assertThat(whole.decisions())
          .anyMatch(d -> d.contains("after a leap the objective was higher"));
    }
  }

  /** Parts.curved has a g that is not affine. */
  @Test
  void callsAreAnnouncedAndALeapCostsARestart() {
    Parts parts = Parts.curved(D, COUNT, COUNT + 10, 3);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      Iteration iteration = leaping().start(oracle, Parts.gaussians(D, 1));
      int steps = 0;
      for (int t = 0; t < 400; t++) {
        long announced = iteration.nextCallsPaper();
        long before = oracle.ledger().paper();
        iteration.step();
        assertThat(oracle.ledger().paper() - before).as("step %d", t).isEqualTo(announced);
        if (t < BEFORE_STEPS) {
          assertThat(announced).isEqualTo(3 * COUNT + 10);
          assertThat(iteration.objective())
              .isCloseTo(parts.objective(iteration.point()), within(1e-12));
        }
        steps += announced < 3 * COUNT ? 1 : 0;
        iteration.commit();
      }
      assertThat(steps).as("steps have their turn").isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itArrives(long seed) {
    Parts parts = Parts.curved(D, COUNT, COUNT, seed);
    double[] x0 = Parts.gaussians(D, seed);
    Result result =
        Run.of(parts.problem(), leaping())
            .from(x0)
            .seed(seed)
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(1000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(Parts.norm(parts.gradient(result.point())))
        .isLessThanOrEqualTo(1.01e-6 * Parts.norm(parts.gradient(x0)));
  }

  /** What a restart has judged is handed back, and no point that rounding makes a little lower. */
  @ParameterizedTest
  @ValueSource(strings = {"sarah-c", "c-svrg-1", "c-svrg-2", "scvrg", "civr", "vrsc-pg"})
  void whatMetTheToleranceIsTheAnswer(String name) {
    Method method = Methods.named(name);
    Algorithm algorithm = name.equals("sarah-c") ? leaping() : method.with(Settings.NONE);
    int arrived = 0;
    for (long seed = 1; seed <= 8; seed++) {
      Parts parts = SmallProblems.portfolio(SmallProblems.returns(8, 200, seed));
      double[] x0 = Parts.gaussians(8, seed);
      Result result =
          Run.of(parts.problem(), algorithm)
              .from(x0)
              .seed(seed)
              .stop(StopRule.tolerance(1e-10))
              .stop(StopRule.passes(1500))
              .go();
      if (result.stop().reason() == Reason.TOLERANCE) {
        arrived++;
        assertThat(result.gradientNorm())
            .isLessThanOrEqualTo(1.01e-10 * Parts.norm(parts.gradient(x0)));
      }
    }
    assertThat(arrived).isPositive();
  }

  /** With more unknowns than a matrix is kept for, nobody has to ask. */
  @ParameterizedTest
  @ValueSource(ints = {1000, 1001})
  void beyondAThousandUnknownsLeapsAreBySecants(int d) {
    Problem problem = line(d);
    double[] x0 = Parts.gaussians(d, 1);
    boolean same =
        Paths.of(problem, sarah(), x0, 1, 5).get(5)[0]
            == Paths.of(problem, leaping(), x0, 1, 5).get(5)[0];
    assertThat(same).isEqualTo(d > 1000);
  }

  /** Φ = mean of i (x_1 + … + x_d)²/n + |x|²/2. */
  private static Problem line(int d) {
    return new Parts(
            d,
            d,
            20,
            20,
            true,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = 1;
              }
            },
            (i, y) -> {
              double sum = 0;
              for (double each : y) {
                sum += each;
              }
              return i * sum * sum / 20 + Naive.dot(y, y) / 2;
            },
            (i, y, u) -> {
              double sum = 0;
              for (double each : y) {
                sum += each;
              }
              for (int k = 0; k < d; k++) {
                u[k] = 2 * i * sum / 20 + y[k];
              }
            })
        .problem();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"leaps=0", "q=30", "eta=0.01", "momentum=0.5", "eps=1", "S3L=50", "projection=9"})
  void whereStepsArePrescribedOrRestartsAreNotExactNothingChanges(String setting) {
    Problem problem = Parts.curved(D, COUNT, COUNT, 1).problem();
    double[] x0 = Parts.gaussians(D, 1);
    Paths.assertSameBits(
        Paths.of(problem, sarah(setting, "secants=1"), x0, 1, 60),
        Paths.of(problem, sarah(setting, "leaps=0"), x0, 1, 60));
  }

  @Test
  void withAPenaltyThereIsNone() {
    Problem plain = portfolio(1).problem();
    Penalty penalty = Separable.l1(0.1);
    Problem problem = new Problem("test", plain.inner(), plain.outer(), penalty);
    double[] x0 = Parts.gaussians(D, 1);
    Paths.assertSameBits(
        Paths.of(problem, leaping(), x0, 1, 60), Paths.of(problem, sarah("leaps=0"), x0, 1, 60));
  }

  @ParameterizedTest
  @ValueSource(ints = {-20, 20})
  void scalingTheDataByAPowerOfTwoScalesThePathAndNothingElse(int exponent) {
    double scale = Math.scalb(1.0, exponent);
    double[][] returns = SmallProblems.returns(D, COUNT, 1);
    double[] x0 = Parts.gaussians(D, 3);
    List<double[]> path =
        Paths.of(SmallProblems.portfolio(returns).problem(), leaping(), x0, 1, 40);
    for (double[] row : returns) {
      for (int k = 0; k < D; k++) {
        row[k] *= scale;
      }
    }
    double[] start = Naive.sum(1 / scale, x0, 0, x0);
    List<double[]> scaled =
        Paths.of(SmallProblems.portfolio(returns).problem(), leaping(), start, 1, 40);
    scaled.replaceAll(x -> Naive.sum(scale, x, 0, x));
    Paths.assertSameBits(scaled, path);
  }

  @Test
  void whereThereIsNothingToGainItStaysAndEnds() {
    Problem problem = bowl().problem();
    Result result = Run.of(problem, leaping()).from(new double[2]).stop(StopRule.passes(100)).go();
    assertThat(result.point()).containsExactly(0, 0);
    assertThat(result.stop().diverged()).isFalse();
  }
}
