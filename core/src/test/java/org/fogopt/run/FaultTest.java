package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.fogopt.Methods;
import org.fogopt.Quadratic;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.FaultyComponent.Call;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Stop.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run tells of a component that is at fault, and what it keeps. */
@Timeout(60)
class FaultTest {
  private static final double[] X0 = {5, 5, 5};

  /** What a component does from some point on. */
  private interface Fault {
    double at(Call call, long component, double right);
  }

  private static Problem with(int m, int n, Fault fault) {
    var right = Quadratic.of(3, m, n, 1).parts();
    return Components.map(3, 3)
        .inner(
            m,
            (j, x, y) -> {
              right.value().fill(j, x, y);
              y[1] = fault.at(Call.INNER_VALUE, j, y[1]);
            },
            (j, x, jac) -> {
              right.jacobian().fill(j, x, jac);
              jac[2][1] = fault.at(Call.INNER_JACOBIAN, j, jac[2][1]);
            })
        .outer(
            n,
            (i, y) -> fault.at(Call.OUTER_VALUE, i, right.outer().at(i, y)),
            (i, y, u) -> {
              right.outerGradient().fill(i, y, u);
              u[0] = fault.at(Call.OUTER_GRADIENT, i, u[0]);
            })
        .named("faulty");
  }

  private static Run run(Problem problem, Algorithm algorithm, int threads) {
    return Run.of(problem, algorithm).from(X0).threads(threads).stop(StopRule.passes(50));
  }

  private static Algorithm algorithm(String name) {
    return Methods.named(name).with(Settings.NONE);
  }

  @ParameterizedTest
  @EnumSource(Call.class)
  void aComponentThatGivesNoNumberIsNamedWithTheCallAndTheStep(Call bad) {
    for (String method : new String[] {"sarah-c", "gd", "scgd", "civr", "nasa"}) {
      for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
        if (bad == Call.OUTER_VALUE && !Double.isNaN(value)) {
          continue; // an infinite objective is for the user to assess
        }
        Problem problem = with(40, 50, (c, k, v) -> c == bad && k == 17 ? value : v);
        Result result = run(problem, algorithm(method), 1).go();
        assertThat(result.stop().reason()).as(method).isEqualTo(Reason.FAILED);
        String component =
            switch (bad) {
              case INNER_VALUE -> "the value of inner component 17 is ";
              case INNER_JACOBIAN -> "the Jacobian of inner component 17 is ";
              case OUTER_GRADIENT -> "the gradient of outer component 17 is ";
              case OUTER_VALUE -> "the value of outer component 17 is ";
            };
        assertThat(result.stop().detail())
            .as(method)
            .startsWith("failed at step " + result.steps() + ": " + component)
            .contains(Double.isNaN(value) ? "is NaN; mend" : "is infinite; mend");
        assertThat(Kernels.finite(result.point())).isTrue();
      }
    }
  }

  /** Trials without a number are shortened, ten in a row; a budget may end the run before. */
  @Test
  void aComponentThatFailsBeforeABudgetEndsTheTrialsIsNamed() {
    AtomicInteger asked = new AtomicInteger();
    Fault late =
        (c, k, v) ->
            c == Call.INNER_VALUE && k == 17 && asked.incrementAndGet() > 5 ? Double.NaN : v;
    Result result = run(with(40, 50, late), algorithm("lbfgs"), 1).stop(StopRule.passes(30)).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.FAILED);
    assertThat(result.stop().detail()).contains("inner component 17 is NaN");
    assertThat(result.steps()).isLessThan(10);
  }

  @Test
  void anExceptionOnTheWayIsToldWithItsIndex() {
    Problem problem =
        Components.map(1, 1)
            .inner(40, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(
                400,
                (i, y) -> (y[0] - 10) * (y[0] - 10),
                (i, y, u) -> {
                  if (i == 20 && y[0] > 5) {
                    throw new IllegalStateException("too far");
                  }
                  u[0] = 2 * (y[0] - 10);
                })
            .named("cliff");
    RunException e =
        catchThrowableOfType(
            RunException.class,
            () ->
                Run.of(problem, algorithm("sarah-c"))
                    .from(new double[] {1})
                    .stop(StopRule.passes(50))
                    .go());
    assertThat(e).isNotNull();
    assertThat(e.result().steps()).isPositive();
    assertThat(e.result().stop().detail()).contains("outer component 20").contains("too far");
    assertThat(e.result().point()[0]).isBetween(1.0, 5.0);
  }

  /** More components than a chunk holds, so that threads are at work. */
  @ParameterizedTest
  @CsvSource({
    "1,INNER_VALUE",
    "3,INNER_VALUE",
    "3,INNER_JACOBIAN",
    "3,OUTER_GRADIENT",
    "2,OUTER_VALUE"
  })
  void anExceptionInAComponentIsToldWithItsIndexAndStopsAllThreads(int threads, Call bad)
      throws InterruptedException {
    Problem problem =
        with(
            5000,
            4000,
            (c, k, v) -> {
              if (c == bad && k == 3333) {
                throw new IllegalStateException("no such date");
              }
              return v;
            });
    for (String method : new String[] {"sarah-c", "scsc", "storm-c"}) {
      RunException e =
          catchThrowableOfType(
              RunException.class, () -> run(problem, algorithm(method), threads).go());
      assertThat(e).as(method).isNotNull();
      assertThat(e.getMessage())
          .contains("failed at step ")
          .contains("component 3333 threw java.lang.IllegalStateException: no such date");
      assertThat(e).hasRootCauseMessage("no such date");
      assertThat(e.result().point()).containsExactly(X0);
      assertThat(e.result().stop().reason()).isEqualTo(Reason.FAILED);
    }
    for (Thread worker : Thread.getAllStackTraces().keySet()) {
      if (worker.getName().equals("fog-worker")) {
        worker.join(10_000);
        assertThat(worker.isAlive()).isFalse();
      }
    }
  }

  @Test
  void anErrorInAWorkerIsNotLostEither() {
    Problem problem =
        with(
            5000,
            4000,
            (c, k, v) -> {
              if (c == Call.INNER_VALUE && k == 4999) {
                throw new OutOfMemoryError("for a test");
              }
              return v;
            });
    for (int threads : new int[] {1, 2, 3}) {
      assertThatThrownBy(() -> run(problem, algorithm("gd"), threads).go())
          .isInstanceOf(RunException.class)
          .hasMessageContaining("failed at step 0: out of memory")
          .hasCauseInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void whatWasReachedBeforeAnExceptionIsKept() {
    long[] calls = {0};
    Problem problem =
        with(
            40,
            50,
            (c, k, v) -> {
              if (c == Call.OUTER_GRADIENT && ++calls[0] > 500) {
                throw new IllegalStateException("closed");
              }
              return v;
            });
    double before = Quadratic.of(3, 40, 50, 1).parts().objective(X0);
    RunException e =
        catchThrowableOfType(RunException.class, () -> run(problem, algorithm("gd"), 1).go());
    assertThat(e.result().steps()).isPositive();
    assertThat(e.result().objective()).isLessThan(before);
    double[] point = e.result().point();
    assertThat(Quadratic.of(3, 40, 50, 1).parts().objective(point)).isLessThan(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noMethodTakesANumberFromAProbeThatMetNone(boolean atTheStart) {
    for (Method method : Methods.ALL) {
      Problem problem =
          with(
              40,
              50,
              (c, k, v) ->
                  c == Call.OUTER_GRADIENT && (atTheStart || Math.abs(v) < 1e-9) ? Double.NaN : v);
      Result result = run(problem, method.with(Settings.NONE), 1).go();
      assertThat(Arrays.stream(result.point()).allMatch(Double::isFinite)).isTrue();
      if (atTheStart) {
        assertThat(result.stop().reason()).as(method.name()).isEqualTo(Reason.FAILED);
        assertThat(result.stop().detail())
            .startsWith("failed at step 0: the gradient of outer component ");
        assertThat(result.point()).containsExactly(X0);
      }
    }
  }

  @Test
  void whatAMethodRefusesItRefusesAsBefore() {
    Settings tooMany = SarahParameters.batches(100, 100, 100);
    Run run = run(with(40, 50, (c, k, v) -> v), SarahParameters.METHOD.with(tooMany), 1);
    assertThatThrownBy(run::go).isInstanceOf(IllegalArgumentException.class);
  }
}
