package org.fogopt.method.sarah;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An affine g is known after one pass over it: later restarts of a chosen step ask for f alone. */
class AffineInnerTest {
  private static final int D = 6;
  private static final int COUNT = 200;
  private static final int STEPS = 400;

  private static Parts portfolio() {
    return SmallProblems.portfolio(SmallProblems.returns(D, COUNT, 1));
  }

  /** The calls of each restart; every step costs what was announced. */
  private static List<Long> restarts(Problem problem, Map<String, String> settings) {
    Method method = Methods.named("sarah-c");
    List<Long> calls = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Evaluator evaluator = new Evaluator(problem, workers);
      Iteration iteration =
          method
              .with(Settings.parse(settings, method.parameters()))
              .start(oracle, Parts.gaussians(D, 1));
      for (int t = 0; t < STEPS; t++) {
        long announced = iteration.nextCallsPaper();
        long before = oracle.ledger().paper();
        iteration.step();
        assertThat(oracle.ledger().paper() - before).isEqualTo(announced);
        if (iteration.restarted()) {
          calls.add(announced);
          if (iteration.givesExactGradients()) {
            double exact = evaluator.objective(iteration.point());
            assertThat(iteration.objective()).isCloseTo(exact, within(1e-12 * Math.abs(exact)));
          }
        }
        iteration.commit();
      }
    }
    assertThat(calls).hasSizeGreaterThan(3);
    return calls;
  }

  @Test
  void onlyTheFirstRestartEvaluatesTheInnerMap() {
    List<Long> calls = restarts(portfolio().problem(), Map.of());
    assertThat(calls.get(0)).isGreaterThanOrEqualTo(3 * COUNT); // and a probe
    assertThat(later(calls)).containsOnly((long) COUNT);
  }

  private static List<Long> later(List<Long> calls) {
    return calls.subList(1, calls.size());
  }

  /** With a step size given it is the paper's algorithm; a projected G is not ∂g. */
  @ParameterizedTest
  @CsvSource({"eta, 1e-3", "projection, 100"})
  void whatIsPrescribedIsDoneInFull(String name, String value) {
    List<Long> calls = restarts(portfolio().problem(), Map.of(name, value, "q", "20"));
    assertThat(later(calls)).containsOnly(3L * COUNT);
  }

  @Test
  void aSampleOfTheInnerMapIsDrawnAgain() {
    List<Long> calls = restarts(portfolio().problem(), Map.of("S1L", "150", "S2L", "150"));
    assertThat(later(calls)).containsOnly(150L + 150 + COUNT);
  }

  @Test
  void aMapThatDoesNotSaySoIsEvaluatedAgain() {
    List<Long> calls = restarts(portfolio().saying(false).problem(), Map.of());
    assertThat(later(calls)).containsOnly(3L * COUNT);
  }

  /** The same path as if it were evaluated again, up to rounding. */
  @Test
  void thePathIsTheSame() {
    double[] known = end(portfolio());
    double[] asked = end(portfolio().saying(false));
    assertThat(known).containsExactly(asked, within(1e-9));
  }

  /** Restarts alone: gradient descent, for which it does not matter what a restart costs. */
  private static double[] end(Parts parts) {
    Method method = Methods.named("sarah-c");
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      Iteration iteration =
          method
              .with(Settings.parse(Map.of("q", "1", "S2", "5"), method.parameters()))
              .start(oracle, Parts.gaussians(D, 1));
      for (int t = 0; t < 60; t++) {
        iteration.step();
        iteration.commit();
      }
      return iteration.point().clone();
    }
  }
}
