package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.fogopt.Methods;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.Rows;
import org.fogopt.method.auto.Automatic;
import org.fogopt.problem.Traits;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
  @TestFactory
  Stream<DynamicTest> derivativesAreThoseOfTheValues() {
    return Stream.of("squared", "logistic", "softmax")
        .flatMap(
            loss ->
                Stream.of("mean", "variance:0.7", "kl:2", "kl-ball:0.3", "cvar:0.8,2", "group:g")
                    .map(
                        objective ->
                            DynamicTest.dynamicTest(
                                objective + " of " + loss, () -> check(loss, objective))));
  }

  private static void check(String loss, String objective) {
    for (Activation activation : Activation.values()) {
      Learner learner = LearnerDerivativesTest.learner(loss, objective);
      learner.network(new Network(new int[] {3, 2}, activation));
      assertThat(
              DerivativeCheck.of(learner.problem())
                  .radius(0.3)
                  .domain(y -> Arrays.stream(y).map(v -> 0.5 + Math.abs(v)).toArray())
                  .run())
          .isEmpty();
    }
  }

  /** Layer by layer, for each unit its weights, then its bias. */
  @ParameterizedTest
  @EnumSource(Activation.class)
  void scoresAreThoseOfTheLayers(Activation activation) {
    int[] sizes = {4, 3, 2, 1};
    Sample sample = Samples.regression(300, 4, 1);
    Learner learner = Learner.of(sample).network(new Network(new int[] {3, 2}, activation));
    double[] theta = new Random(2).doubles(learner.parameters(), -1, 1).toArray();
    double[] scores = learner.scores(sample.x(), theta);
    for (int j = 0; j < 300; j++) {
      double[] a = new double[4];
      sample.x().copyTo(j, a);
      int at = 0;
      for (int layer = 1; layer < sizes.length; layer++) {
        double[] next = new double[sizes[layer]];
        for (int unit = 0; unit < next.length; unit++) {
          for (double input : a) {
            next[unit] += theta[at++] * input;
          }
          next[unit] += theta[at++];
          if (layer + 1 < sizes.length) {
            next[unit] =
                activation == Activation.TANH
                    ? Math.tanh(next[unit])
                    : Math.log1p(Math.exp(next[unit]));
          }
        }
        a = next;
      }
      assertThat(scores[j]).isCloseTo(a[0], within(1e-13));
    }
  }

  @Test
  void learnsWhatNoLinearModelCan() {
    Random random = new Random(4);
    double[] x = random.doubles(400, -1, 1).toArray();
    double[] y = new double[200];
    Arrays.setAll(y, j -> x[2 * j] * x[2 * j + 1] > 0 ? 1 : 0);
    Sample sample = Sample.of(Rows.of(200, 2, x), y);
    Learner learner = Learner.of(sample).loss(Loss.LOGISTIC).objective(Objective.parse("kl:1"));
    double linear = learner.fit().objective();
    Fit fit = learner.hidden(8, 8).tolerance(1e-3).fit();
    assertThat(linear).isGreaterThan(0.6);
    assertThat(fit.objective()).isLessThan(0.1);
    assertThat(fit.gapBound()).isNaN();
  }

  /** A sample of five rows says nothing of a mean that two rows make. */
  @ParameterizedTest
  @CsvSource({"1, lbfgs", "1000, sarah-c"})
  void rowsAreNotSampledWhereFewOfThemMakeTheObjective(double lambda, String method) {
    Sample sample = Samples.regression(40_000, 2, 8);
    Learner learner =
        Learner.of(sample)
            .hidden(20, 20)
            .objective(new Objective(Objective.Kind.KL, lambda, 0, ""));
    double[] scores = learner.scores(sample.x(), learner.start());
    double[] losses = new double[scores.length];
    Arrays.setAll(losses, j -> 0.5 * (sample.y()[j] - scores[j]) * (sample.y()[j] - scores[j]));
    double top = Arrays.stream(losses).max().orElseThrow();
    double[] p = Arrays.stream(losses).map(l -> Math.exp((l - top) / lambda)).toArray();
    double effective = Math.pow(Arrays.stream(p).sum(), 2) / Arrays.stream(p).map(v -> v * v).sum();
    Traits traits = Traits.of(learner.problem());
    assertThat(traits.effectiveCount()).isCloseTo(Math.round(effective), within(1L));
    assertThat(Automatic.choose(traits).method().name()).isEqualTo(method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean", "kl:0.01", "kl-ball:0.1", "cvar:0.9", "group:g"})
  void theRunsOfAFitShareItsPasses(String objective) {
    Learner learner =
        Learner.of(Samples.grouped(Samples.regression(300, 3, 5), 3))
            .hidden(4)
            .objective(Objective.parse(objective));
    Fit fit =
        learner.fit(
            stage ->
                Run.of(stage.problem(), stage.algorithm())
                    .from(stage.from())
                    .stop(StopRule.tolerance(stage.tolerance()))
                    .stop(StopRule.passes(stage.passes(90)))
                    .go());
    assertThat(fit.passes()).isBetween(10.0, 90.0);
    assertThat(fit.objective()).isLessThan(learner.objective(learner.start()));
  }

  @Test
  void aBallWhoseLambdaIsNotZeroTakesOneRun() {
    Learner learner =
        Learner.of(Samples.regression(200, 3, 5))
            .hidden(3)
            .objective(Objective.parse("kl-ball:0.1"));
    assertThat(learner.fit().decisions()).noneMatch(text -> text.contains("λ may be 0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean", "kl:1", "cvar:0.8", "group:g"})
  void threadsChangeNoBit(String objective) {
    Sample sample = Samples.grouped(Samples.regression(700, 4, 6), 3);
    Learner learner =
        Learner.of(sample).hidden(17, 16).objective(Objective.parse(objective)).tolerance(0.1);
    double[] one = learner.threads(1).fit().parameters();
    assertThat(learner.threads(3).fit().parameters()).isEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sarah-c", "storm-c", "lbfgs"})
  void sampledMethodsLowerTheObjective(String name) {
    Learner learner = Learner.of(Samples.regression(500, 3, 3)).hidden(6).l2(0.01);
    learner.objective(Objective.parse("kl:2"));
    var method = Methods.ALL.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
    double first = learner.objective(learner.start());
    Fit fit =
        learner.fit(
            stage ->
                Run.of(stage.problem(), method.byDefault())
                    .untraced()
                    .from(stage.from())
                    .stop(StopRule.passes(60))
                    .go());
    assertThat(fit.objective()).isLessThan(0.8 * first);
    assertThat(fit.passes()).isLessThanOrEqualTo(60);
  }
}
