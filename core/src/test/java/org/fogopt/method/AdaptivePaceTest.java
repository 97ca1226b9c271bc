package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With no step size given, a sensible run happens. */
class AdaptivePaceTest {
  private static final double TOLERANCE = 1e-6;

  private static Run run(Problem problem, double[] x0, long seed, double tolerance) {
    return Run.of(problem, SarahParameters.AUTOMATIC.algorithm())
        .from(x0)
        .seed(seed)
        .stop(StopRule.tolerance(tolerance))
        .stop(StopRule.passes(20_000));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itFindsTheMinimumOfAStronglyConvexQuadratic(long seed) {
    Quadratic quadratic = Quadratic.of(5, 200, 300, seed);
    Result result = run(quadratic.parts().problem(), Parts.gaussians(5, seed), seed, 1e-9).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    for (int k = 0; k < 5; k++) {
      assertThat(result.point()[k]).isCloseTo(quadratic.minimiser()[k], within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itReachesAStationaryPointOfANonConvexProblem(long seed) {
    Parts parts = Parts.curved(6, 150, 200, seed);
    double[] x0 = Parts.gaussians(6, seed + 50);
    Result result = run(parts.problem(), x0, seed, TOLERANCE).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(Parts.norm(parts.gradient(result.point())))
        .isLessThanOrEqualTo(1.01 * TOLERANCE * Parts.norm(parts.gradient(x0)));
    assertThat(parts.objective(result.point())).isLessThan(parts.objective(x0));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,7", "2,2", "5,5", "5,1", "20,20", "20,3"})
  void itCopesWithVeryFewComponents(int m, int n) {
    for (long seed = 1; seed <= 5; seed++) {
      Quadratic quadratic = Quadratic.of(3, m, n, seed);
      Result easy = run(quadratic.parts().problem(), Parts.gaussians(3, seed), seed, 1e-6).go();
      assertThat(easy.stop().reason()).as("quadratic, seed %d", seed).isEqualTo(Reason.TOLERANCE);
      Parts curved = Parts.curved(3, m, n, seed);
      Result hard = run(curved.problem(), Parts.gaussians(3, seed), seed, 1e-6).go();
      assertThat(hard.stop().reason()).as("curved, seed %d", seed).isEqualTo(Reason.TOLERANCE);
    }
  }

  @Test
  void itStartsFromZero() {
    Quadratic quadratic = Quadratic.of(5, 200, 300, 1);
    Result result = run(quadratic.parts().problem(), new double[5], 1, 1e-9).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    for (int k = 0; k < 5; k++) {
      assertThat(result.point()[k]).isCloseTo(quadratic.minimiser()[k], within(1e-7));
    }
  }

  /** h = 1 and c = 0 for all f_i, so that the gradient at 0 is exactly 0. */
  @Test
  void atTheOptimumItStaysThere() {
    Parts parts =
        new Parts(
            2,
            2,
            30,
            30,
            false,
            (j, x, y) -> {
              y[0] = x[0];
              y[1] = x[1];
            },
            (j, x, jac) -> {
              jac[0][0] = 1;
              jac[1][1] = 1;
            },
            (i, y) -> (y[0] * y[0] + y[1] * y[1]) / 2,
            (i, y, u) -> {
              u[0] = y[0];
              u[1] = y[1];
            });
    Result told = run(parts.problem(), new double[2], 1, 0).go();
    assertThat(told.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(told.steps()).isZero();
    Result untold =
        Run.of(parts.problem(), SarahParameters.AUTOMATIC.algorithm())
            .stop(StopRule.steps(500))
            .go();
    assertThat(untold.stop().reason()).isEqualTo(Reason.STEPS);
    assertThat(untold.point()).containsExactly(0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {-20, -10, 10, 20})
  void scalingTheDataByAPowerOfTwoScalesThePathAndNothingElse(int exponent) {
    double scale = Math.scalb(1.0, exponent);
    List<double[]> path = path(1);
    List<double[]> scaled = path(scale);
    for (double[] x : scaled) {
      for (int k = 0; k < x.length; k++) {
        x[k] *= scale;
      }
    }
    Paths.assertSameBits(scaled, path);
  }

  /** 800 steps of the run on g_j(x) = s_j·scale·x + e_j, from x0/scale. */
  private static List<double[]> path(double scale) {
    return Paths.of(
        Quadratic.scaled(4, 100, 100, 1, scale).parts().problem(),
        SarahParameters.AUTOMATIC,
        start(scale),
        1,
        800);
  }

  private static double[] start(double scale) {
    double[] x0 = Parts.gaussians(4, 3);
    for (int k = 0; k < x0.length; k++) {
      x0[k] /= scale;
    }
    return x0;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e6})
  void dataInOtherUnitsTakeTheSameNumberOfSteps(double scale) {
    Result plain = run(Quadratic.of(4, 100, 100, 1).parts().problem(), start(1), 1, TOLERANCE).go();
    Quadratic other = Quadratic.scaled(4, 100, 100, 1, scale);
    Result scaled = run(other.parts().problem(), start(scale), 1, TOLERANCE).go();
    assertThat(scaled.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(scaled.steps()).isEqualTo(plain.steps());
    assertThat(scaled.calls()).isEqualTo(plain.calls());
    for (int k = 0; k < 4; k++) {
      assertThat(scaled.point()[k] * scale).isCloseTo(plain.point()[k], within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 10, 50})
  void itKeepsToAGivenEpochLength(long q) {
    Quadratic quadratic = Quadratic.of(3, 100, 100, 1);
    List<Long> restarts = new ArrayList<>();
    Result result =
        Run.of(quadratic.parts().problem(), SarahParameters.AUTOMATIC.withEpoch(q).algorithm())
            .from(Parts.gaussians(3, 1))
            .stop(StopRule.tolerance(1e-8))
            .stop(StopRule.passes(20_000))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    restarts.add(progress.step());
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.parameters()).containsEntry("q", q);
    for (int r = 15; r < restarts.size(); r++) { // behind the probes
      assertThat(restarts.get(r) - restarts.get(r - 1)).isLessThanOrEqualTo(q);
    }
  }

  /** One f_i in a thousand is a thousand times as steep, and is rarely drawn. */
  private static Parts heavyTailed(long seed) {
    int n = 1000;
    double[] c = Parts.gaussians(n, seed);
    return new Parts(
        2,
        2,
        50,
        n,
        false,
        (j, x, y) -> {
          y[0] = x[0];
          y[1] = x[1];
        },
        (j, x, jac) -> {
          jac[0][0] = 1;
          jac[1][1] = 1;
        },
        (i, y) -> steepness(i) * ((y[0] - c[(int) i]) * (y[0] - c[(int) i]) + 0.01 * y[1] * y[1]),
        (i, y, u) -> {
          u[0] = 2 * steepness(i) * (y[0] - c[(int) i]);
          u[1] = 0.02 * steepness(i) * y[1];
        });
  }

  private static double steepness(long i) {
    return i % 1000 == 0 ? 1e5 : 1;
  }

  @Test
  void aStepThatProvesTooLongIsTakenBackAndTheObjectiveNeverRises() {
    int back = 0;
    for (long seed = 1; seed <= 10; seed++) {
      Parts parts = heavyTailed(seed);
      List<Double> objectives = new ArrayList<>();
      Result result =
          Run.of(parts.problem(), SarahParameters.AUTOMATIC.algorithm())
              .from(new double[] {10, 10})
              .seed(seed)
              .stop(StopRule.passes(3000))
              .observe(
                  new Observer() {
                    @Override
                    public void restarted(Progress progress) {
                      objectives.add(progress.objective());
                      assertThat(progress.objective())
                          .isCloseTo(parts.objective(progress.point()), within(1e-9 * 1e4));
                    }
                  })
              .go();
      assertThat(result.stop().reason()).isEqualTo(Reason.PASSES);
      for (int r = 1; r < objectives.size(); r++) {
        double before = objectives.get(r - 1);
        assertThat(objectives.get(r)).isLessThanOrEqualTo(before + 1e-9 * Math.abs(before));
      }
      assertThat(objectives.get(objectives.size() - 1))
          .isLessThan(0.1 * parts.objective(new double[] {10, 10}));
      if (result.decisions().stream().anyMatch(d -> d.contains("back to the last restart"))) {
        back++;
      }
    }
    assertThat(back).as("runs that went back").isPositive();
  }

  @Test
  void whatWasChosenIsTold() {
    Quadratic quadratic = Quadratic.of(3, 100, 100, 1);
    Result result = run(quadratic.parts().problem(), Parts.gaussians(3, 1), 1, TOLERANCE).go();
    assertThat(result.decisions().get(0))
        .isEqualTo("step 1: curvature sketched from 100 components");
    assertThat(result.parameters()).containsKeys("eta", "q", "S1", "S2", "S3");
    assertThat(result.parameters().get("eta").doubleValue())
        .isPositive()
        .isLessThan(2 / quadratic.smoothness());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noiseInTheRestartsDoesNotStopIt(long seed) {
    Quadratic quadratic = Quadratic.of(3, 500, 500, seed);
    double[] x0 = {30, 30, 30};
    Result result =
        Run.of(
                quadratic.parts().problem(),
                SarahParameters.AUTOMATIC.withRestart(200, 200, 200).algorithm())
            .from(x0)
            .seed(seed)
            .stop(StopRule.passes(200))
            .go();
    assertThat(result.objective() - quadratic.parts().objective(quadratic.minimiser()))
        .isLessThan(1e-2 * quadratic.parts().objective(x0));
  }

  @Test
  void randomStartsAllOverThePlaceEndWell() {
    Random random = new Random(1);
    for (int trial = 0; trial < 20; trial++) {
      Parts parts = Parts.curved(3, 60, 60, trial);
      double[] x0 = Parts.gaussians(3, trial);
      double scale = Math.exp(3 * random.nextGaussian());
      for (int k = 0; k < 3; k++) {
        x0[k] *= scale;
      }
      Result result = run(parts.problem(), x0, trial, 1e-4).go();
      assertThat(result.stop().reason()).as("trial %d", trial).isEqualTo(Reason.TOLERANCE);
    }
  }
}
