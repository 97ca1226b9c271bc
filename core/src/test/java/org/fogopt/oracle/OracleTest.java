package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every evaluation is paid for, before it is made. */
class OracleTest {
  private final Workers workers = new Workers(1);
  private final AtomicLong jacobians = new AtomicLong();
  private final Parts parts = Quadratic.of(3, 10, 8, 1).parts();
  private final double[] x = {1, 2, 3};
  private final double[] y = new double[3];
  private final double[] out = new double[3];

  @AfterEach
  void close() {
    workers.close();
  }

  private Oracle oracle(boolean affine) {
    Parts counted =
        new Parts(
            3,
            3,
            10,
            8,
            affine,
            parts.value(),
            (j, at, jac) -> {
              jacobians.incrementAndGet();
              parts.jacobian().fill(j, at, jac);
            },
            parts.outer(),
            parts.outerGradient());
    return new Oracle(counted.problem(), workers, 1);
  }

  private static void assertSpent(Oracle oracle, long strict, long paper) {
    assertThat(oracle.ledger().strict()).isEqualTo(strict);
    assertThat(oracle.ledger().paper()).isEqualTo(paper);
  }

  @Test
  void aValueOrAJacobianAloneIsOneCallADraw() {
    Oracle oracle = oracle(false);
    oracle.value(Batch.of(1, 2, 2), x, y);
    assertSpent(oracle, 3, 3);
    oracle.jacobian(Batch.all(10), x, oracle.newJacobian());
    assertSpent(oracle, 13, 13);
  }

  @Test
  void whatAnAffineMapIsElsewhereFollowsForNothing() {
    Oracle oracle = oracle(true);
    JacobianEstimate g = oracle.newJacobian();
    oracle.valueAndJacobian(Batch.all(10), x, y, g);
    double[] there = {-2, 0.5, 7};
    double[] expected = new double[3];
    oracle.value(Batch.all(10), there, expected);
    assertSpent(oracle, 20, 30);
    double[] before = y.clone();
    oracle.follow(g, there, x, y, out);
    assertThat(out).containsExactly(expected, within(1e-12));
    assertThat(y).containsExactly(before);
    assertSpent(oracle, 20, 30);
    oracle.follow(g, x, x, y, out);
    assertThat(out).containsExactly(y);
  }

  @Test
  void onlyAnAffineMapFollows() {
    assertThat(oracle(false).innerFollows()).isFalse();
    assertThat(oracle(true).innerFollows()).isTrue();
  }

  @Test
  void valueAndJacobianTogetherAreOneCallStrictlyAndTwoInThePaper() {
    Oracle oracle = oracle(false);
    oracle.valueAndJacobian(Batch.all(10), x, y, oracle.newJacobian());
    assertSpent(oracle, 10, 20);
    oracle.addValueAndJacobianDifference(Batch.of(4, 5), x, y, y.clone(), oracle.newJacobian());
    assertSpent(oracle, 10 + 4, 20 + 8);
    assertThat(oracle.ledger()).hasToString("14 calls (28 in the paper's accounting)");
  }

  @Test
  void aDifferenceIsTwoCallsADraw() {
    Oracle oracle = oracle(false);
    JacobianEstimate g = oracle.newJacobian();
    oracle.addValueDifference(Batch.of(1, 2), x, y, y.clone());
    assertSpent(oracle, 4, 4);
    oracle.addJacobianDifference(Batch.of(1, 2, 3), x, y, g);
    assertSpent(oracle, 10, 10);
    oracle.addGradientDifference(Batch.of(7), x, y, g, out);
    assertSpent(oracle, 12, 12);
    oracle.addGradient(Batch.all(8), x, g, 1, out);
    assertSpent(oracle, 20, 20);
  }

  @Test
  void aChangeAtOnceIsThatOfTheParts() {
    Oracle oracle = new Oracle(parts.quadratic(), workers, 1);
    JacobianEstimate g = oracle.newJacobian();
    double[] xp = {0.5, -1, 2};
    oracle.valueAndJacobian(Batch.all(10), x, y, g);
    double[] before = y.clone();
    double[] expected = {1, 1, 1};
    oracle.addValueDifference(Batch.of(1, 2), x, xp, y);
    oracle.addGradientDifference(Batch.of(7, 3, 3), y, before, g, expected);
    assertSpent(oracle, 10 + 4 + 6, 20 + 4 + 6);
    double[] atOnce = {1, 1, 1};
    oracle.addChange(Batch.of(1, 2), Batch.of(7, 3, 3), x, xp, g, atOnce);
    assertThat(atOnce).containsExactly(expected, within(1e-12));
    assertSpent(oracle, 10 + 2 * (4 + 6), 20 + 2 * (4 + 6));
  }

  @Test
  void smallBatchesChangeAtOnceIfTheProblemSaysHow() {
    Oracle oracle = new Oracle(parts.quadratic(), workers, 1);
    long inner = parts.problem().inner().placement().grain();
    long outer = parts.problem().outer().placement().grain();
    assertThat(oracle.changesAtOnce(1, 1)).isTrue();
    assertThat(oracle.changesAtOnce(inner, outer)).isTrue();
    assertThat(oracle.changesAtOnce(inner + 1, 1)).isFalse();
    assertThat(oracle.changesAtOnce(1, outer + 1)).isFalse();
    assertThat(oracle.changesAtOnce(0, 1)).isFalse();
    assertThat(oracle.changesAtOnce(1, 0)).isFalse();
    Oracle without = oracle(true);
    assertThat(without.changesAtOnce(1, 1)).isFalse();
    assertThatThrownBy(
            () -> without.addChange(Batch.of(1), Batch.of(1), x, y, without.newJacobian(), out))
        .hasMessageContaining("ask changesAtOnce first");
    assertThatThrownBy(
            () -> oracle.addChange(Batch.of(), Batch.of(1), x, y, oracle.newJacobian(), out))
        .isInstanceOf(IllegalStateException.class);
    assertSpent(oracle, 0, 0);
  }

  @Test
  void aChangeAtOnceNeedsAnAffineMap() {
    Problem curved = Parts.curved(3, 5, 5, 1).problem();
    assertThatThrownBy(
            () ->
                new Problem(
                    "bent",
                    curved.inner(),
                    curved.outer(),
                    curved.penalty(),
                    (inner, outer, at, before, g, into) -> {}))
        .hasMessageStartingWith("a quadratic change needs an affine g: ");
  }

  @Test
  void anEmptyBatchChangesNothingAndCostsNothing() {
    Oracle oracle = oracle(false);
    JacobianEstimate g = oracle.newJacobian();
    Batch none = Batch.of();
    oracle.addValueDifference(none, x, y, y);
    oracle.addJacobianDifference(none, x, y, g);
    oracle.addValueAndJacobianDifference(none, x, y, y, g);
    oracle.addGradient(none, y, g, 1, out);
    oracle.addGradientDifference(none, y, x, g, out);
    assertSpent(oracle, 0, 0);
    assertThat(y).containsOnly(0);
    assertThat(out).containsOnly(0);
  }

  @Test
  void jacobianDifferencesOfAnAffineMapArePaidForButNotComputed() {
    Oracle oracle = oracle(true);
    oracle.addJacobianDifference(Batch.of(1, 2, 3), x, y, oracle.newJacobian());
    assertSpent(oracle, 6, 6);
    assertThat(jacobians).hasValue(0);
    Oracle curved = oracle(false);
    curved.addJacobianDifference(Batch.of(1, 2, 3), x, y, curved.newJacobian());
    assertSpent(curved, 6, 6);
    assertThat(jacobians).hasValue(6);
  }

  @Test
  void aComponentThatThrowsWasAlreadyPaidFor() {
    Parts failing =
        new Parts(
            3,
            3,
            10,
            8,
            false,
            (j, at, into) -> {
              throw new ArithmeticException("inner");
            },
            (j, at, into) -> {
              throw new ArithmeticException("jacobian");
            },
            (i, at) -> {
              throw new ArithmeticException("outer");
            },
            (i, at, into) -> {
              throw new ArithmeticException("gradient");
            });
    Problem problem = failing.problem();
    Oracle oracle = new Oracle(problem, workers, 1);
    JacobianEstimate g = oracle.newJacobian();
    assertThatThrownBy(() -> oracle.value(Batch.of(1, 2), x, y)).hasMessageContaining("inner");
    assertSpent(oracle, 2, 2);
    assertThatThrownBy(() -> oracle.jacobian(Batch.of(1), x, g)).hasMessageContaining("jacobian");
    assertSpent(oracle, 3, 3);
    assertThatThrownBy(() -> oracle.addGradient(Batch.all(8), y, g, 1, out))
        .hasMessageContaining("gradient");
    assertSpent(oracle, 11, 11);
    assertThatThrownBy(() -> oracle.addGradientDifference(Batch.of(0), y, x, g, out))
        .hasMessageContaining("gradient");
    assertSpent(oracle, 13, 13);
    assertThatThrownBy(() -> oracle.valueAndJacobian(Batch.of(0), x, y, g)).isNotNull();
    assertSpent(oracle, 14, 15);
    assertThatThrownBy(() -> oracle.addValueDifference(Batch.of(0), x, y, y)).isNotNull();
    assertSpent(oracle, 16, 17);
  }

  @Test
  void evaluatingIsOutsideTheCount() {
    Oracle oracle = oracle(false);
    Evaluator evaluator = new Evaluator(parts.problem(), workers);
    double[] gradient = new double[3];
    evaluator.gradient(x, gradient);
    evaluator.objective(x);
    assertSpent(oracle, 0, 0);
  }
}
