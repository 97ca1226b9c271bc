package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.assertj.core.data.Offset;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.method.baseline.Nasa;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Output;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With penalties and constraints every method stays inside, and ends where it should. */
@Timeout(120)
class PenaltyContractTest {
  private static final double FEASIBLE = 1e-12;
  private static final int D = 4;
  private static final int M = 40;
  private static final double[][] RETURNS = SmallProblems.returns(D, M, 1);
  private static final Parts PORTFOLIO = SmallProblems.portfolio(RETURNS);

  /** A set, and how far a point is outside it, from its definition. */
  private record Region(String name, Penalty penalty, ToDoubleFunction<double[]> outside) {
    double outside(double[] x) {
      return outside.applyAsDouble(x);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Region> REGIONS =
      List.of(
          new Region("box", Separable.box(-0.1, 0.3), x -> outsideBox(-0.1, 0.3, x)),
          new Region(
              "sparse, positive", Separable.l1(0.1).within(0, 0.7), x -> outsideBox(0, 0.7, x)),
          new Region(
              "simplex",
              Budget.simplex(),
              x -> Math.max(outsideBox(0, 1, x), Math.abs(sum(x, D) - 1))),
          new Region(
              "capped",
              Budget.of(Separable.box(0, 0.4), 1.0, List.of()),
              x -> Math.max(outsideBox(0, 0.4, x), Math.abs(sum(x, D) - 1))),
          new Region(
              "grouped",
              Budget.of(
                  Separable.elasticNet(0.05, 0.1).within(-0.2, 0.6),
                  1.0,
                  List.of(new Budget.Group("first", new int[] {0, 1}, 0.1, 0.5))),
              x ->
                  Math.max(
                      Math.max(outsideBox(-0.2, 0.6, x), Math.abs(sum(x, D) - 1)),
                      Math.max(sum(x, 2) - 0.5, 0.1 - sum(x, 2)))));

  private static double outsideBox(double lower, double upper, double[] x) {
    double most = 0;
    for (double v : x) {
      most = Math.max(most, Math.max(lower - v, v - upper));
    }
    return most;
  }

  /** Of the first so many entries. */
  private static double sum(double[] x, int to) {
    double sum = 0;
    for (int k = 0; k < to; k++) {
      sum += x[k];
    }
    return sum;
  }

  private static Problem problem(Parts parts, Penalty penalty) {
    Problem plain = parts.problem();
    return new Problem(plain.name(), plain.inner(), plain.outer(), penalty);
  }

  @ParameterizedTest
  @EnumSource
  void everyIterateIsFeasible(Specimen s) {
    for (Region set : REGIONS) {
      for (long seed = 1; seed <= 8; seed++) {
        Random r = new Random(seed);
        Parts parts = seed % 2 == 0 ? PORTFOLIO : Parts.curved(D, M, M, seed);
        Given given = seed == 1 ? Given.NOTHING : s.random(r, M, M);
        String what = "%s, seed %d, %s".formatted(set, seed, given);
        for (Output output : List.of(Output.LAST, Output.AVERAGE)) {
          Result result =
              Run.of(problem(parts, set.penalty()), given.algorithm(s.method()))
                  .from(Parts.gaussians(D, seed))
                  .seed(seed)
                  .output(output)
                  .stop(StopRule.steps(100))
                  .observe(
                      new Observer() {
                        @Override
                        public void stepped(Progress progress) {
                          assertThat(set.outside(progress.point()))
                              .as("%s, step %d", what, progress.step())
                              .isLessThanOrEqualTo(FEASIBLE);
                          assertThat(set.penalty().value(progress.point())).as(what).isFinite();
                        }
                      })
                  .go();
          assertThat(set.outside(result.point())).as(what).isLessThanOrEqualTo(FEASIBLE);
          assertThat(result.objective()).as("%s, %s", what, output).isFinite();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void soIsThePointOfARunThatDiverged(Specimen s) {
    for (Region set : REGIONS) {
      for (long seed = 1; seed <= 4; seed++) {
        long[] calls = {0};
        long last = 1L + new Random(seed).nextInt(600);
        Parts broken =
            new Parts(
                D,
                D + 1,
                M,
                M,
                true,
                PORTFOLIO.value(),
                PORTFOLIO.jacobian(),
                PORTFOLIO.outer(),
                (i, y, u) -> {
                  PORTFOLIO.outerGradient().fill(i, y, u);
                  u[1] = ++calls[0] > last ? Double.NaN : u[1];
                });
        Result result =
            Run.of(
                    problem(broken, set.penalty()),
                    s.random(new Random(seed), M, M).algorithm(s.method()))
                .from(Parts.gaussians(D, seed))
                .seed(seed)
                .stop(StopRule.steps(1000))
                .go();
        assertThat(result.stop().diverged()).as("%s, %s", set, seed).isTrue();
        assertThat(set.outside(result.point())).isLessThanOrEqualTo(FEASIBLE);
        assertThat(result.objective()).isNotInfinite();
      }
    }
  }

  /** How near to the minimum a method comes in 3000 passes: exactly, or within its noise. */
  private static Offset<Double> accuracy(Specimen s) {
    return Offset.offset(
        switch (s.kind) {
          case EXACT, SVRG, VARIANCE_REDUCED -> 1e-5;
          case NOISY -> 0.1;
        });
  }

  @ParameterizedTest
  @EnumSource
  void itFindsTheConstrainedMinimum(Specimen s) {
    double[][] h = SmallProblems.hessian(RETURNS);
    double[] b = SmallProblems.mean(RETURNS);
    Map<Penalty, double[]> minimisers = new LinkedHashMap<>();
    minimisers.put(
        Separable.box(-0.1, 0.3), SmallProblems.boxedMinimiser(h, b, -0.1, 0.3, Double.NaN));
    minimisers.put(Budget.simplex(), SmallProblems.boxedMinimiser(h, b, 0, 1, 1));
    minimisers.put(
        Budget.of(Separable.box(0, 0.4), 1.0, List.of()),
        SmallProblems.boxedMinimiser(h, b, 0, 0.4, 1));
    for (Map.Entry<Penalty, double[]> one : minimisers.entrySet()) {
      Result result =
          Run.of(problem(PORTFOLIO, one.getKey()), s.calm().algorithm(s.method()))
              .from(new double[] {1, 0, 0, 0})
              .output(s.kind == Specimen.Kind.NOISY ? Output.AVERAGE : Output.LAST)
              .stop(StopRule.passes(3000))
              .untraced()
              .go();
      assertThat(result.point())
          .as("%s", one.getKey())
          .containsExactly(one.getValue(), accuracy(s));
    }
  }

  /** x + (u − x) may be more than u. */
  @Test
  void aStepOfNasaToABoundEndsAtTheBound() {
    int d = 200;
    Parts downhill =
        new Parts(
            d,
            d,
            1,
            1,
            true,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = 1;
              }
            },
            (i, y) -> -sum(y, d),
            (i, y, u) -> Arrays.fill(u, -1));
    double[] x0 = new double[d];
    Arrays.setAll(x0, k -> Math.sin(k) / 4);
    Separable box = Separable.box(-1, 0.3);
    List<double[]> path =
        Paths.of(problem(downhill, box), Given.of("eta", 100).algorithm(Nasa.METHOD), x0, 1, 1);
    assertThat(box.value(path.get(1))).isFinite();
    assertThat(sum(path.get(1), d)).isCloseTo(0.3 * d, Offset.offset(1e-9));
  }

  /** Steepest uphill to both sides of a corner: no step leaves it, and no step size can be seen. */
  @ParameterizedTest
  @EnumSource
  void aRunThatBeginsAtACornerThatIsTheMinimumStaysThere(Specimen s) {
    Parts slope =
        new Parts(
            2,
            2,
            5,
            6,
            false,
            (j, x, y) -> {
              y[0] = x[0] * x[0] / 2 + x[0];
              y[1] = x[1];
            },
            (j, x, jac) -> {
              jac[0][0] = x[0] + 1;
              jac[1][1] = 1;
            },
            (i, y) -> y[0] + 2 * y[1],
            (i, y, u) -> {
              u[0] = 1;
              u[1] = 2;
            });
    for (double corner : new double[] {0, 1}) {
      Result result =
          Run.of(problem(slope, Separable.box(corner, 2)), Given.NOTHING.algorithm(s.method()))
              .from(new double[] {corner, corner})
              .stop(StopRule.steps(500))
              .go();
      assertThat(result.stop().diverged()).as(result.stop().detail()).isFalse();
      assertThat(result.point()).containsExactly(corner, corner);
      assertThat(result.gradientNorm()).isZero();
    }
  }

  /** Constant gradients have no curvature: steps must still be finite, and reach the corner. */
  @Test
  void fullGradientsSolveALinearProgram() {
    Parts linear =
        new Parts(
            3,
            1,
            4,
            4,
            true,
            (j, x, y) -> y[0] = 3 * x[0] + x[1] + 2 * x[2],
            (j, x, jac) -> {
              jac[0][0] = 3;
              jac[0][1] = 1;
              jac[0][2] = 2;
            },
            (i, y) -> y[0],
            (i, y, u) -> u[0] = 1);
    for (Specimen s : List.of(Specimen.GD, Specimen.AGD)) {
      Result result =
          Run.of(problem(linear, Budget.simplex()), Given.NOTHING.algorithm(s.method()))
              .from(new double[] {0.4, 0.2, 0.4})
              .stop(StopRule.steps(3000))
              .go();
      assertThat(result.stop().diverged()).as("%s: %s", s, result.stop().detail()).isFalse();
      assertThat(result.point()).as(s.key).containsExactly(0, 1, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theEnumerationItselfSatisfiesTheConditionsOfOptimality(long seed) {
    double[][] returns = SmallProblems.returns(D, M, seed);
    double[] x =
        SmallProblems.boxedMinimiser(
            SmallProblems.hessian(returns), SmallProblems.mean(returns), 0, 0.4, 1);
    Parts parts = SmallProblems.portfolio(returns);
    // moving weight from any entry that can give to any that can take does not pay
    double[] gradient = parts.gradient(x);
    for (int from = 0; from < D; from++) {
      for (int to = 0; to < D; to++) {
        if (x[from] > 1e-9 && x[to] < 0.4 - 1e-9) {
          assertThat(gradient[to]).isGreaterThanOrEqualTo(gradient[from] - 1e-9);
        }
      }
    }
  }
}
