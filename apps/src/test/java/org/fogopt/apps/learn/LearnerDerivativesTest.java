package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnerDerivativesTest {
  private static final String[] OBJECTIVES = {
    "mean", "variance:0.7", "kl:2", "kl-ball:0.3", "cvar:0.8,2", "cvar:0.8", "group:g"
  };

  @TestFactory
  Stream<DynamicTest> derivativesAreThoseOfTheValues() {
    return Stream.of("squared", "huber:0.7", "logistic", "softmax")
        .flatMap(
            loss ->
                Stream.of(OBJECTIVES)
                    .map(
                        objective ->
                            DynamicTest.dynamicTest(
                                objective + " of " + loss, () -> check(loss, objective))));
  }

  /** A step of the proximal point method on the weights has derivatives of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"squared", "logistic", "softmax"})
  void derivativesOfASmoothedBallAreThoseOfItsValues(String loss) {
    Sample sample = sample(loss);
    Loss of = Loss.parse(loss);
    Model model = new LinearModel(sample.x(), of.outputs(sample), true);
    Task task = new Task(sample, model, of, Objective.parse("kl-ball:0.3"), 0, 0.2, 1);
    double[] losses = task.scan(model.start(1)).losses;
    check(task.problem(task.composition(losses, 0.5).about(losses, 0.2)));
  }

  private static void check(String loss, String objective) {
    check(learner(loss, objective).problem());
  }

  private static void check(Problem problem) {
    assertThat(
            DerivativeCheck.of(problem)
                .components(20)
                .radius(0.1)
                .domain(LearnerDerivativesTest::positive)
                .run())
        .isEmpty();
    assertThat(problem.curvature()).isNotNull();
  }

  /** Logarithms are taken of some outputs; others may have any sign. */
  private static double[] positive(double[] y) {
    double[] moved = y.clone();
    for (int k = 0; k < y.length; k++) {
      moved[k] = 0.5 + Math.abs(y[k]);
    }
    return moved;
  }

  static Learner learner(String loss, String objective) {
    return Learner.of(sample(loss))
        .loss(Loss.parse(loss))
        .objective(Objective.parse(objective))
        .l2(0.2);
  }

  static Sample sample(String loss) {
    return Samples.grouped(
        switch (loss) {
          case "logistic" -> Samples.classes(60, 4, 2, 3);
          case "softmax" -> Samples.classes(60, 4, 3, 3);
          default -> Samples.regression(60, 4, 3);
        },
        3);
  }
}
