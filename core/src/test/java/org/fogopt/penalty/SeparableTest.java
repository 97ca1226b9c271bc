package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.fogopt.problem.Penalty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Penalties entry by entry, against their closed forms. */
class SeparableTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final double[] V = {-1e6, -3, -1, -0.5, -1e-9, 0, 1e-9, 0.5, 1, 3, 1e6};

  private static double[] prox(Penalty penalty, double eta, double... v) {
    double[] x = v.clone();
    penalty.prox(x, eta);
    return x;
  }

  @Test
  void l1IsTheSoftThresholdAtEtaLambda() {
    assertThat(prox(Separable.l1(0.25), 2, V))
        .containsExactly(-1e6 + 0.5, -2.5, -0.5, 0, 0, 0, 0, 0, 0.5, 2.5, 1e6 - 0.5);
  }

  @Test
  void l2SquaredShrinksByOnePlusTwoEtaLambda() {
    double[] x = prox(Separable.l2Squared(0.25), 2, V);
    for (int k = 0; k < V.length; k++) {
      assertThat(x[k]).isEqualTo(V[k] / 2);
    }
  }

  @Test
  void theElasticNetThresholdsAndThenShrinks() {
    assertThat(prox(Separable.elasticNet(1, 0.5), 3, -8, -3, 2, 3, 3.5, 11))
        .containsExactly(-1.25, 0, 0, 0, 0.125, 2);
  }

  @Test
  void aBoxCuts() {
    assertThat(prox(Separable.box(-1, 0.5), 7, V))
        .containsExactly(-1, -1, -1, -0.5, -1e-9, 0, 1e-9, 0.5, 0.5, 0.5, 0.5);
    assertThat(prox(Separable.nonNegative(), 7, -2, 0, 3e300)).containsExactly(0, 0, 3e300);
    assertThat(prox(Separable.box(2, 2), 7, -2, 2, 5)).containsExactly(2, 2, 2);
  }

  @Test
  void boundsMayDifferFromEntryToEntry() {
    Separable each = Separable.l1(1).within(new double[] {0, -INF, 5}, new double[] {1, -2, INF});
    assertThat(prox(each, 0.5, 9, 9, 9)).containsExactly(1, -2, 8.5);
    assertThat(prox(each, 0.5, -9, -9, -9)).containsExactly(0, -8.5, 5);
  }

  /** The objective u ↦ λ₁|u| + λ₂u² + (u − v)²/(2 eta) on a fine grid has nothing lower. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-8, 0.1, 1, 1e8})
  void noPointOfAGridIsBetter(double eta) {
    double l1 = 0.7;
    double l2 = 0.3;
    Separable penalty = Separable.elasticNet(l1, l2).within(-1.5, 2.5);
    for (double v = -4; v <= 4; v += 0.37) {
      double x = prox(penalty, eta, v)[0];
      double least = penalty.value(new double[] {x}) * eta + (x - v) * (x - v) / 2;
      for (double u = -1.5; u <= 2.5; u += 1e-3) {
        double other = eta * (l1 * Math.abs(u) + l2 * u * u) + (u - v) * (u - v) / 2;
        assertThat(least).as("v %s, u %s", v, u).isLessThanOrEqualTo(other + 1e-15 * (1 + eta));
      }
    }
  }

  @Test
  void etaZeroIsTheProjection() {
    assertThat(prox(Separable.elasticNet(3, 4).within(-1, 1), 0, -2, -0.5, 0, 0.5, 2))
        .containsExactly(-1, -0.5, 0, 0.5, 1);
  }

  @Test
  void aNaNStaysOneSoThatTheRunNotices() {
    assertThat(prox(Separable.l1(1), 1, Double.NaN, 2)).containsExactly(Double.NaN, 1);
    assertThat(prox(Separable.box(0, 1), 1, Double.NaN)[0]).isNaN();
    assertThat(prox(Separable.none(), 1, Double.NaN)[0]).isNaN();
  }

  @Test
  void theValueIsTheChargeWithinTheBoundsAndInfiniteOutside() {
    Separable penalty = Separable.elasticNet(2, 3).within(-1, 4);
    assertThat(penalty.value(new double[] {-1, 0, 4})).isEqualTo(2 * 5 + 3 * 17);
    assertThat(penalty.value(new double[] {-1 - 1e-11, 0, 4})).isInfinite().isPositive();
    assertThat(penalty.value(new double[] {-1, 0, 4 + 1e-11})).isInfinite().isPositive();
    assertThat(penalty.value(new double[] {-1 - 1e-14, 0, 4 + 1e-14})).isFinite();
    assertThat(Separable.none().value(new double[] {1e300, -5})).isZero();
    assertThat(Separable.l1(0.5).value(new double[] {1, -2})).isCloseTo(1.5, within(1e-15));
    assertThat(Separable.l2Squared(0.5).value(new double[] {1, -2})).isCloseTo(2.5, within(1e-15));
  }

  @Test
  void onlyNothingAtAllIsZero() {
    assertThat(Separable.none().isZero()).isTrue();
    assertThat(Separable.none().within(-INF, INF).isZero()).isTrue();
    assertThat(Separable.l1(1e-9).isZero()).isFalse();
    assertThat(Separable.l2Squared(1e-9).isZero()).isFalse();
    assertThat(Separable.nonNegative().isZero()).isFalse();
    assertThat(Separable.box(-INF, 3).isZero()).isFalse();
    assertThat(Separable.none().within(new double[2], new double[2]).isZero()).isFalse();
  }

  @Test
  void chargesMustBeFiniteAndNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.l1(-1))
        .withMessage("the weight of |x|_1 must be at least 0, not -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.l2Squared(Double.NaN))
        .withMessage("the weight of |x|^2 must be at least 0, not NaN");
    assertThatIllegalArgumentException().isThrownBy(() -> Separable.l1(INF));
  }

  @Test
  void boundsThatClashAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Separable.none()
                    .within(new double[] {0, 3}, new double[] {1, 2})
                    .requireFeasible(2))
        .withMessage("the bounds clash: entry 2 must be at least 3.0 and at most 2.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.box(0, Double.NaN).requireFeasible(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.box(INF, INF).requireFeasible(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.box(-INF, -INF).requireFeasible(1));
    Separable.box(2, 2).requireFeasible(5);
    Separable.none().requireFeasible(5);
  }

  @Test
  void boundsMustBeOneForEachEntry() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.none().within(new double[2], new double[2]).requireFeasible(3))
        .withMessage("bounds for 2 entries, but there are 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.none().within(new double[2], new double[3]))
        .withMessage("2 lower and 3 upper bounds");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Separable.none().within(new double[0], new double[0]));
    Separable.none().within(new double[3], new double[3]).requireFeasible(3);
  }

  @Test
  void boundsAreCopied() {
    double[] lower = {0};
    double[] upper = {1};
    Separable penalty = Separable.none().within(lower, upper);
    lower[0] = 9;
    upper[0] = 9;
    assertThat(prox(penalty, 1, -5, 5)).containsExactly(0, 1);
  }

  @Test
  void itSaysWhatItIs() {
    assertThat(Separable.elasticNet(1, 2)).hasToString("1.0|x|_1 + 2.0|x|^2");
    assertThat(Separable.l1(1).within(0, 1)).hasToString("1.0|x|_1 + 0.0|x|^2 within bounds");
  }

  /** A point may be outside by 1e-12 of its size and one: that is what rounding does to means. */
  @Test
  void theToleranceOfBoundsIsRelativeToTheEntryAndInclusive() {
    double[] zero = {0};
    assertThat(Separable.box(1e-12, 1).value(zero)).isZero();
    assertThat(Separable.box(1.0001e-12, 1).value(zero)).isInfinite();
    assertThat(Separable.box(-1, -1e-12).value(zero)).isZero();
    assertThat(Separable.box(-1, -1.0001e-12).value(zero)).isInfinite();
    double[] large = {1000};
    assertThat(Separable.box(1000 + 0.9e-9, INF).value(large)).isZero();
    assertThat(Separable.box(1000 + 1.1e-9, INF).value(large)).isInfinite();
    assertThat(Separable.box(-INF, 1000 - 0.9e-9).value(large)).isZero();
    assertThat(Separable.box(-INF, 1000 - 1.1e-9).value(large)).isInfinite();
    double[] negative = {-1000};
    assertThat(Separable.box(-1000 + 0.9e-9, INF).value(negative)).isZero();
    assertThat(Separable.box(-INF, -1000 - 0.9e-9).value(negative)).isZero();
  }

  @Test
  void whatIsNotChargedMayOverflow() {
    double[] huge = {1.5e308, -1.5e308};
    assertThat(Separable.none().value(huge)).isZero();
    assertThat(Separable.l1(1).value(new double[] {1e200})).isEqualTo(1e200);
    assertThat(Separable.l2Squared(1e-300).value(new double[] {1e154, 0})).isPositive().isFinite();
  }

  @Test
  void anEntryIsFreeStrictlyBetweenItsBoundsAndOffTheKink() {
    Separable box = Separable.none().within(new double[] {-1, 0}, new double[] {2, INF});
    assertThat(box.isFree(0, -1)).isFalse();
    assertThat(box.isFree(0, Math.nextUp(-1.0))).isTrue();
    assertThat(box.isFree(0, 0)).isTrue();
    assertThat(box.isFree(0, Math.nextDown(2.0))).isTrue();
    assertThat(box.isFree(0, 2)).isFalse();
    assertThat(box.isFree(1, 0)).isFalse();
    assertThat(box.isFree(1, 1e300)).isTrue();
    assertThat(Separable.l1(1e-9).isFree(0, 0)).isFalse();
    assertThat(Separable.l1(1e-9).isFree(0, 1e-300)).isTrue();
  }

  /** prox1 has slope 1/(1 + 2ηλ₂) between its kinks: the zeros of soft thresholds, the bounds. */
  @Test
  void beyondTheLastKinkNothingChangesItsSlope() {
    Separable all = Separable.elasticNet(3, 0.5).within(new double[] {-7, 1}, new double[] {2, 5});
    assertThat(all.slope(2)).isCloseTo(1 / 3.0, within(1e-16));
    assertThat(all.lastKink(0, 2)).isCloseTo(7 * 3 + 2 * 3, within(1e-13));
    assertThat(all.lastKink(1, 2)).isCloseTo(5 * 3 + 2 * 3, within(1e-13));
    assertThat(all.prox1(0, -27, 2)).isCloseTo(-7, within(1e-14));
    assertThat(all.prox1(0, -26, 2)).isGreaterThan(-7);
    assertThat(Separable.nonNegative().lastKink(0, 2)).isZero();
    assertThat(Separable.box(-INF, 4).lastKink(0, 2)).isEqualTo(4);
    assertThat(Separable.box(-3, INF).lastKink(0, 2)).isEqualTo(3);
    assertThat(Separable.l1(0.5).lastKink(0, 4)).isEqualTo(2);
  }

  @Test
  void fingerprintsTellPenaltiesApart() {
    assertThat(
            Stream.of(
                    Separable.none(),
                    Separable.l1(1),
                    Separable.l2Squared(1),
                    Separable.box(0, 1),
                    Separable.box(1, 1),
                    Separable.box(0, 2),
                    Separable.none().within(new double[] {0, 0}, new double[] {1, 1}))
                .map(Separable::fingerprint))
        .doesNotHaveDuplicates();
    assertThat(Separable.box(0, 1).fingerprint()).isEqualTo(Separable.box(0, 1).fingerprint());
  }
}
