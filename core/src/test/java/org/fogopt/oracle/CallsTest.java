package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import org.fogopt.Parts;
import org.fogopt.oracle.FaultyComponent.Call;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which component, asked for what, is named when a step has failed. */
class CallsTest {
  private static final double[] ONE = {1, 1};
  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;

  /** What a component gives in place of a number, if it does. */
  private interface Fault {
    double at(Call call, long component, double[] point);
  }

  /** g_j(x) = x, f_i(y) = y_0, each with the fault added in the last place. */
  private static Problem with(Fault fault) {
    return Components.map(2, 2)
        .inner(
            100,
            (j, x, y) -> {
              y[0] = x[0];
              y[1] = x[1] + fault.at(Call.INNER_VALUE, j, x);
            },
            (j, x, jac) -> {
              jac[0][0] = 1;
              jac[1][1] = 1 + fault.at(Call.INNER_JACOBIAN, j, x);
            })
        .outer(
            100,
            (i, y) -> y[0] + fault.at(Call.OUTER_VALUE, i, y),
            (i, y, u) -> {
              u[0] = 1;
              u[1] = fault.at(Call.OUTER_GRADIENT, i, y);
            })
        .named("faulty");
  }

  private static Calls calls(Fault fault) {
    return new Calls(with(fault));
  }

  private static String found(Calls calls) {
    FaultyComponent faulty = calls.faultyComponent();
    return faulty == null ? "none" : faulty.toString();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasAskedIsNamed(Call bad) {
    Calls calls = calls((call, k, point) -> call == bad && k == 63 ? NAN : 0);
    for (Call call : Call.values()) {
      calls.note(call, Batch.all(100), ONE);
    }
    FaultyComponent faulty = calls.faultyComponent();
    assertThat(faulty).isNotNull();
    assertThat(faulty.call()).isEqualTo(bad);
    assertThat(faulty.component()).isEqualTo(63);
    assertThat(faulty.gave()).isEqualTo("NaN");
    assertThat(faulty.thrown()).isNull();
    assertThat(faulty)
        .hasToString(
            switch (bad) {
              case INNER_VALUE -> "the value of inner component 63 is NaN";
              case INNER_JACOBIAN -> "the Jacobian of inner component 63 is NaN";
              case OUTER_GRADIENT -> "the gradient of outer component 63 is NaN";
              case OUTER_VALUE -> "the value of outer component 63 is NaN";
            });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 49, 50, 98, 99})
  void whereverItStandsInTheBatchItIsFound(long bad) {
    Calls calls = calls((call, k, point) -> k == bad ? -INF : 0);
    calls.note(Call.OUTER_GRADIENT, Batch.all(100), ONE);
    assertThat(found(calls)).isEqualTo("the gradient of outer component " + bad + " is infinite");
    for (int size = 1; size <= 9; size++) {
      for (int place = 0; place < size; place++) {
        long[] list = new long[size];
        Arrays.setAll(list, k -> (bad + 7 + k) % 100);
        list[place] = bad;
        FaultyComponent faulty = calls.search(Call.OUTER_VALUE, Batch.of(list), ONE);
        assertThat(faulty).as("place %d of %d", place, size).isNotNull();
        assertThat(faulty.component()).isEqualTo(bad);
      }
    }
  }

  @Test
  void ofSeveralTheFirstOfTheBatchIsNamed() {
    Calls calls = calls((call, k, point) -> k % 30 == 20 ? NAN : 0); // 20, 50, 80
    calls.note(Call.INNER_VALUE, Batch.all(100), ONE);
    assertThat(found(calls)).contains("component 20 ");
    calls.clear();
    calls.note(Call.INNER_VALUE, Batch.of(3, 80, 50, 4, 20), ONE);
    assertThat(found(calls)).contains("component 80 ");
  }

  @Test
  void ofSeveralCallsTheFirstThatDoesItAgainIsNamed() {
    Calls calls = calls((call, k, point) -> k == 7 && point[0] > 5 ? NAN : 0);
    calls.note(Call.INNER_VALUE, Batch.all(100), ONE);
    calls.note(Call.OUTER_GRADIENT, Batch.all(100), new double[] {6, 0});
    calls.note(Call.INNER_JACOBIAN, Batch.all(100), new double[] {6, 0});
    assertThat(found(calls)).isEqualTo("the gradient of outer component 7 is NaN");
  }

  @Test
  void aBatchWithoutTheComponentIsNotToBlame() {
    Calls calls = calls((call, k, point) -> k == 7 ? NAN : 0);
    calls.note(Call.INNER_VALUE, Batch.range(8, 100), ONE);
    calls.note(Call.INNER_VALUE, Batch.of(), ONE);
    calls.note(Call.INNER_JACOBIAN, Batch.of(), ONE);
    calls.note(Call.OUTER_GRADIENT, Batch.of(), ONE);
    assertThat(found(calls)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void whatComesOfAPointThatIsNoneIsNobodysFault(double entry) {
    Calls calls = calls((call, k, point) -> point[1] == 1 ? 0 : NAN);
    calls.note(Call.INNER_VALUE, Batch.all(100), new double[] {1, entry});
    assertThat(found(calls)).isEqualTo("none");
  }

  @Test
  void sixteenCallsAreRememberedAndNotAnyBefore() {
    Calls calls = calls((call, k, point) -> k == 7 ? NAN : 0);
    calls.note(Call.INNER_JACOBIAN, Batch.all(100), ONE);
    for (int k = 0; k < 15; k++) {
      calls.note(Call.INNER_VALUE, Batch.range(10, 20), ONE);
    }
    assertThat(found(calls)).isEqualTo("the Jacobian of inner component 7 is NaN");
    calls.note(Call.INNER_VALUE, Batch.range(10, 20), ONE);
    assertThat(found(calls)).isEqualTo("none");
    for (int k = 0; k < 40; k++) {
      calls.note(Call.INNER_VALUE, Batch.range(10, 20), ONE);
    }
    calls.note(Call.OUTER_VALUE, Batch.all(100), ONE);
    assertThat(found(calls)).isEqualTo("the value of outer component 7 is NaN");
    calls.clear();
    assertThat(found(calls)).isEqualTo("none");
  }

  // Exceptions

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 11, 12})
  void anExceptionIsToldByItsRootAndKeptWhole(int depth) {
    RuntimeException root = new IllegalStateException("no such date");
    RuntimeException chain = root;
    for (int k = 0; k < depth; k++) {
      chain = new IllegalArgumentException("wrapped", chain);
    }
    RuntimeException thrown = chain;
    Calls calls =
        new Calls(
            new Problem(
                "throwing",
                with((call, k, point) -> 0).inner(),
                new Picky(index -> index == 42 ? thrown : null)));
    FaultyComponent faulty = calls.search(Call.OUTER_VALUE, Batch.all(100), ONE);
    assertThat(faulty).isNotNull();
    assertThat(faulty.component()).isEqualTo(42);
    assertThat(faulty.thrown()).isSameAs(thrown);
    assertThat(faulty.toString())
        .isEqualTo(
            "the value of outer component 42 threw "
                + (depth <= 10
                    ? "java.lang.IllegalStateException: no such date"
                    : "java.lang.IllegalArgumentException: wrapped"));
  }

  @Test
  void anEndlessRecursionInAComponentIsAnExceptionToo() {
    Calls calls = calls((call, k, point) -> k == 5 ? deeper(k) : 0);
    calls.note(Call.INNER_VALUE, Batch.range(3, 9), ONE);
    assertThat(found(calls))
        .isEqualTo("the value of inner component 5 threw java.lang.StackOverflowError");
  }

  private static double deeper(long k) {
    return k > 0 ? 1 + deeper(k + 1) : 0;
  }

  /** An outer function that throws what it was given, as it is. */
  private record Picky(LongFunction<@Nullable RuntimeException> fault) implements Outer {
    @Override
    public long count() {
      return 100;
    }

    @Override
    public double value(Batch batch, double[] y) {
      for (long k = 0; k < batch.size(); k++) {
        RuntimeException e = fault.apply(batch.at(k));
        if (e != null) {
          throw e;
        }
      }
      return 0;
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      return value(batch, y);
    }
  }

  /** It happened once, and asked again the component is fine: nobody is named. */
  @Test
  void aFaultThatDoesNotComeAgainIsNotPinnedOnAnyone() {
    List<Long> asked = new ArrayList<>();
    Calls calls =
        calls(
            (call, k, point) -> {
              asked.add(k);
              return asked.size() == 1 ? NAN : 0;
            });
    calls.note(Call.INNER_VALUE, Batch.range(3, 7), ONE);
    assertThat(found(calls)).isEqualTo("none");
    assertThat(asked).hasSizeGreaterThan(4);
  }

  // A y that was overwritten since

  /** ∇f_i is no number from 5 on; y was there when the step failed, and is not any more. */
  @Test
  void aValueOfTheInnerMapStandsInForAPointThatIsGone() {
    Calls calls =
        calls(
            (call, k, point) ->
                call == Call.OUTER_GRADIENT && k == 9 && point[0] > 5 && point[0] < 7 ? INF : 0);
    calls.note(Call.INNER_VALUE, Batch.all(100), ONE);
    calls.note(Call.INNER_VALUE, Batch.all(100), new double[] {6, 6});
    calls.note(Call.INNER_JACOBIAN, Batch.all(100), new double[] {7, 7});
    calls.note(Call.OUTER_GRADIENT, Batch.range(10, 50), ONE);
    calls.note(Call.OUTER_GRADIENT, Batch.range(5, 50), ONE);
    assertThat(found(calls)).isEqualTo("the gradient of outer component 9 is infinite");
  }

  @Test
  void onlyValuesOfTheInnerMapStandInAndOnlyForGradients() {
    Calls calls = calls((call, k, point) -> k == 9 && point[0] > 5 ? INF : 0);
    double[] gone = {NAN, 6};
    calls.note(Call.INNER_JACOBIAN, Batch.range(20, 30), new double[] {6, 6});
    calls.note(Call.OUTER_GRADIENT, Batch.all(100), ONE);
    assertThat(found(calls)).isEqualTo("none");
    calls.note(Call.OUTER_VALUE, Batch.all(100), gone);
    calls.note(Call.INNER_VALUE, Batch.range(20, 30), new double[] {6, 6});
    assertThat(found(calls)).isEqualTo("the gradient of outer component 9 is infinite");
  }

  @Test
  void whatWasForgottenDoesNotStandIn() {
    Fault beyondFive = (call, k, point) -> k == 9 && point[0] > 5 ? INF : 0;
    double[] six = {6, 6};
    Calls calls = calls(beyondFive);
    calls.note(Call.OUTER_GRADIENT, Batch.all(100), ONE);
    calls.note(Call.INNER_VALUE, Batch.range(20, 30), six);
    calls.clear();
    calls.note(Call.OUTER_GRADIENT, Batch.all(100), ONE);
    assertThat(found(calls)).isEqualTo("none");
    Calls others = calls(beyondFive);
    others.note(Call.INNER_VALUE, Batch.range(20, 30), six);
    others.note(Call.OUTER_GRADIENT, Batch.all(100), ONE);
    others.clear();
    others.note(Call.INNER_VALUE, Batch.range(20, 30), six);
    assertThat(found(others)).isEqualTo("none");
  }

  /** Means of them are numbers; sums of a hundred are, and more would not be. */
  @Test
  void largeNumbersAreNumbers() {
    Calls calls = calls((call, k, point) -> call == Call.INNER_JACOBIAN ? 1e152 : 1e305);
    for (Call call : Call.values()) {
      calls.note(call, Batch.all(100), ONE);
    }
    assertThat(found(calls)).isEqualTo("none");
  }

  // Through the oracle: every method remembers what it asks for, at both points

  private interface Question {
    void ask(Oracle oracle, double[] x, double[] xp, JacobianEstimate g);
  }

  private static final Batch ALL = Batch.all(100);

  private static String faultyComponent(Call bad, double beyond, Question question) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle =
          new Oracle(
              with((call, k, point) -> call == bad && k == 7 && point[0] == beyond ? NAN : 0),
              workers,
              1);
      question.ask(oracle, new double[] {2, 2}, new double[] {3, 3}, oracle.newJacobian());
      FaultyComponent found = oracle.faultyComponent();
      oracle.beginStep();
      assertThat(oracle.faultyComponent()).as("a new step forgets").isNull();
      return found == null ? "none" : found.toString();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"INNER_VALUE", "OUTER_GRADIENT"})
  void aChangeAtOnceCanBeTracedToo(Call bad) {
    Problem faulty = with((call, k, point) -> call == bad && k == 7 ? NAN : 0);
    Problem quadratic =
        new Problem(
            "faulty",
            new Parts.SaysAffine(faulty.inner()),
            faulty.outer(),
            faulty.penalty(),
            (inner, outer, x, xp, g, out) -> out[0] = NAN);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(quadratic, workers, 1);
      Batch five = Batch.of(5, 7);
      double[] out = new double[2];
      oracle.addChange(five, five, ONE, new double[] {2, 2}, oracle.newJacobian(), out);
      assertThat(oracle.faultyComponent()).hasToString(found(calls(bad, five)));
    }
  }

  private static Calls calls(Call bad, Batch batch) {
    Calls calls = calls((call, k, point) -> call == bad && k == 7 ? NAN : 0);
    calls.note(bad, batch, ONE);
    return calls;
  }

  @Test
  void whateverAnOracleWasAskedCanBeTraced() {
    double[] out = new double[2];
    record Asked(Question question, List<Call> at2, List<Call> at3) {}
    Call value = Call.INNER_VALUE;
    Call jacobian = Call.INNER_JACOBIAN;
    Call gradient = Call.OUTER_GRADIENT;
    List<Asked> all =
        List.of(
            new Asked((o, x, xp, g) -> o.value(ALL, x, out), List.of(value), List.of()),
            new Asked((o, x, xp, g) -> o.jacobian(ALL, x, g), List.of(jacobian), List.of()),
            new Asked(
                (o, x, xp, g) -> o.valueAndJacobian(ALL, x, out, g),
                List.of(value, jacobian),
                List.of()),
            new Asked(
                (o, x, xp, g) -> o.addValueDifference(ALL, x, xp, out),
                List.of(value),
                List.of(value)),
            new Asked(
                (o, x, xp, g) -> o.addJacobianDifference(ALL, x, xp, g),
                List.of(jacobian),
                List.of(jacobian)),
            new Asked(
                (o, x, xp, g) -> o.addValueAndJacobianDifference(ALL, x, xp, out, g),
                List.of(value, jacobian),
                List.of(value, jacobian)),
            new Asked(
                (o, x, xp, g) -> o.addGradient(ALL, x, g, 1, out), List.of(gradient), List.of()),
            new Asked(
                (o, x, xp, g) -> o.addGradientDifference(ALL, x, xp, g, out),
                List.of(gradient),
                List.of(gradient)));
    for (int k = 0; k < all.size(); k++) {
      Asked asked = all.get(k);
      for (Call bad : List.of(value, jacobian, gradient)) {
        assertThat(faultyComponent(bad, 2, asked.question()).endsWith("component 7 is NaN"))
            .as("question %d, %s at x", k, bad)
            .isEqualTo(asked.at2().contains(bad));
        assertThat(faultyComponent(bad, 3, asked.question()).endsWith("component 7 is NaN"))
            .as("question %d, %s at xp", k, bad)
            .isEqualTo(asked.at3().contains(bad));
      }
    }
  }
}
