package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of a point, against the definitions. */
class PointTest {
  private static final int D = 3;

  /** Of sums of a few dozen terms of size 1. */
  private static final double ROUNDING = 1e-12;

  private static final double[] X = {0.3, -0.7, 1.1};
  private static final double[] OTHER = {-0.2, 0.4, 0.6};

  private static Parts parts(boolean isAffine) {
    return isAffine ? Quadratic.of(D, 20, 30, 1).parts() : Parts.curved(D, 20, 30, 1);
  }

  private static Oracle oracle(Parts parts, Workers workers) {
    return new Oracle(parts.problem().withPenalty(Separable.l1(0.25)), workers, 1);
  }

  private static double charge(double[] x) {
    return 0.25 * (Math.abs(x[0]) + Math.abs(x[1]) + Math.abs(x[2]));
  }

  private static void assertExact(Point point, Parts parts, double[] x) {
    assertThat(point.objective).isCloseTo(parts.objective(x) + charge(x), within(ROUNDING));
    assertThat(point.y).containsExactly(parts.value(Parts.all(20), x), within(ROUNDING));
    assertThat(point.slopes)
        .containsExactly(parts.outerGradient(Parts.all(30), point.y), within(ROUNDING));
    if (point.hasGradient) {
      assertThat(point.gradient).containsExactly(parts.gradient(x), within(ROUNDING));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theGradientIsExactHoweverTheJacobianCame(boolean isAffine) {
    Parts parts = parts(isAffine);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = oracle(parts, workers);
      Samples all = new Samples(oracle, false);
      Point at = new Point(oracle, all);
      at.complete(X, null); // from nothing
      assertThat(at.hasJacobian).isTrue();
      assertThat(at.hasGradient).isTrue();
      assertExact(at, parts, X);
      for (boolean isWanted : new boolean[] {false, true}) {
        Point other = new Point(oracle, all);
        other.evaluate(OTHER, at, isWanted);
        assertThat(other.isKnown).isTrue();
        assertThat(other.hasJacobian).isEqualTo(isWanted || isAffine);
        assertThat(other.hasGradient).isFalse();
        assertExact(other, parts, OTHER);
        other.complete(OTHER, null);
        assertExact(other, parts, OTHER);
        other.evaluate(X, at, isWanted); // it is another point now
        assertThat(other.hasGradient).isFalse();
      }
    }
  }

  /** From an affine g's value nothing of g is asked; otherwise m for a value, m for a Jacobian. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callsAreThoseOfWhatIsNotKnownYet(boolean isAffine) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = oracle(parts(isAffine), workers);
      Samples all = new Samples(oracle, false);
      Point at = new Point(oracle, all);
      Point other = new Point(oracle, all);
      at.complete(X, null);
      assertThat(oracle.ledger().paper()).isEqualTo(2 * 20 + 30);
      other.evaluate(OTHER, at, false);
      assertThat(oracle.ledger().paper()).isEqualTo(70 + (isAffine ? 0 : 20) + 30);
      other.complete(OTHER, null);
      assertThat(oracle.ledger().paper()).isEqualTo(isAffine ? 100 : 140);
    }
  }

  @Test
  void aJacobianThatComesWithSecantsIsNotAskedForAgain() {
    Parts parts = parts(false);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = oracle(parts, workers);
      Samples all = new Samples(oracle, false);
      Point at = new Point(oracle, all);
      at.complete(X, () -> oracle.jacobian(all.inner, X, at.g));
      assertExact(at, parts, X);
      assertThat(oracle.ledger().paper()).isEqualTo(2 * 20 + 30);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCheckpointKeepsAllOfIt(boolean isAffine) {
    Parts parts = parts(isAffine);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = oracle(parts, workers);
      Samples all = new Samples(oracle, false);
      Point kept = new Point(oracle, all);
      kept.complete(X, null);
      var bytes = new ByteArrayOutputStream();
      kept.state(State.writing(bytes));
      Point restored = new Point(oracle, all);
      restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
      assertThat(restored.isKnown && restored.hasJacobian && restored.hasGradient).isTrue();
      assertExact(restored, parts, X);
      Point next = new Point(oracle, all); // by G and x of the one restored
      next.evaluate(OTHER, restored, false);
      assertExact(next, parts, OTHER);
      restored.complete(X, null);
      assertExact(restored, parts, X);
      restored.forget();
      assertThat(restored.isKnown || restored.hasGradient).isFalse();
    }
  }
}
