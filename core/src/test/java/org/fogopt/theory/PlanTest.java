package org.fogopt.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.fogopt.theory.Plan.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against figures worked out by hand for m = n = 2000, all constants 1, eps = 0.1. */
class PlanTest {
  private static final Constants ONES = new Constants(1, 1, 1, 1, 1);

  @ParameterizedTest
  @CsvSource({
    "PRINTED,   1,  1,  1, 2000, 6,        0.003727, 53666, 27, 483834, 429834, 488990.7",
    "CORRECTED, 1,  1,  1, 2000, 6,        0.003727, 53666, 27, 483834, 429834, 488990.7",
    "PRINTED,  47, 47, 14,   56, 0.048632, 0.247382,   809, 15, 261504, 231504, 266901.4",
    "CORRECTED,48, 48, 14,   55, 0.327381, 0.096209,  2079, 38, 677020, 601020, 689164.9",
    "CORRECTED,48, 48, 95,   32, 0.083772, 0.249345,   803, 26, 452814, 400814, 461374.2",
    "PRINTED,   5,  5,  1,  546, 1.2,      0.015949, 12540, 23, 413374, 367374, 419608.5",
    "CORRECTED, 5,  5,  1,  546, 4.4,      0.008329, 24012, 44, 791296, 703296, 798000.0",
  })
  void givenBatchesCostWhatTheTableSays(
      Mode mode,
      long s1,
      long s2,
      long s3,
      long q,
      double variance,
      double eta,
      long steps,
      long restarts,
      double paper,
      double strict,
      double bound) {
    Plan plan = Plan.finite(mode, ONES, 2000, 2000, 0.1, new Batches(s1, s2, s3));
    assertThat(plan.batches()).isEqualTo(new Batches(s1, s2, s3));
    assertThat(plan.restart()).isEqualTo(new Batches(2000, 2000, 2000));
    assertThat(plan.q()).isEqualTo(q);
    assertThat(plan.variance()).isCloseTo(variance, within(5e-7));
    assertThat(plan.eta()).isCloseTo(eta, within(5e-7));
    assertThat(plan.steps()).isEqualTo(steps);
    assertThat(plan.restarts()).isEqualTo(restarts);
    assertThat(plan.paperCalls()).isEqualTo(paper);
    assertThat(plan.strictCalls()).isEqualTo(strict);
    assertThat(plan.bound()).isCloseTo(bound, within(0.05));
    assertThat(plan.boundHolds()).isTrue();
    assertThat(plan.paperCalls()).isLessThanOrEqualTo(plan.bound());
  }

  @Test
  void theCorollariesChooseTheirBatches() {
    assertThat(Plan.finite(Mode.PRINTED, ONES, 2000, 2000, 0.1, null).batches())
        .isEqualTo(new Batches(47, 47, 14));
    assertThat(Plan.finite(Mode.CORRECTED, ONES, 2000, 2000, 0.1, null).batches())
        .isEqualTo(new Batches(48, 48, 95));
  }

  @Test
  void thePapersBestBatchesAreWorseThanSingleSamplesOnceTheProofIsRight() {
    double theirs =
        Plan.finite(Mode.CORRECTED, ONES, 2000, 2000, 0.1, new Batches(48, 48, 14)).paperCalls();
    double singles =
        Plan.finite(Mode.CORRECTED, ONES, 2000, 2000, 0.1, new Batches(1, 1, 1)).paperCalls();
    double corrected = Plan.finite(Mode.CORRECTED, ONES, 2000, 2000, 0.1, null).paperCalls();
    assertThat(theirs).isGreaterThan(singles);
    assertThat(corrected).isLessThan(singles);
  }

  @Test
  void anAffineInnerMapNeedsNoJacobianDrawsWhenCorrectedAndOneAsPrinted() {
    Constants affine = new Constants(1, 0, 1, 1, 1);
    Plan corrected = Plan.finite(Mode.CORRECTED, affine, 2000, 2000, 0.1, null);
    // Z = sqrt(1.5 * 6000) / L, and a = L, b = 0
    assertThat(corrected.batches()).isEqualTo(new Batches(95, 0, 95));
    assertThat(corrected.variance()).isCloseTo(2.0 / 95, within(1e-15));
    Plan printed = Plan.finite(Mode.PRINTED, affine, 2000, 2000, 0.1, null);
    assertThat(printed.batches()).isEqualTo(new Batches(95, 1, 14));
  }

  @Test
  void withoutJacobianDrawsACurvedMapIsRefused() {
    assertThatThrownBy(() -> Plan.finite(Mode.CORRECTED, ONES, 10, 10, 0.1, new Batches(1, 0, 1)))
        .hasMessageContaining("S2 = 0");
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void batchesNeverExceedTheirPopulation(Mode mode) {
    // sqrt(6 N') > m for few components
    Batches s = Plan.finite(mode, ONES, 3, 2, 0.1, null).batches();
    assertThat(s.s1()).isBetween(1L, 3L);
    assertThat(s.s2()).isBetween(1L, 3L);
    assertThat(s.s3()).isBetween(1L, 2L);
    Batches lopsided =
        Plan.finite(mode, new Constants(100, 1e-6, 1, 1, 1), 50, 1, 0.1, null).batches();
    assertThat(lopsided.s1()).isBetween(1L, 50L);
    assertThat(lopsided.s2()).isBetween(1L, 50L);
    assertThat(lopsided.s3()).isEqualTo(1);
  }

  @Test
  void whenTheConditionFailsTheStepIsOneOverTwiceTheSmoothness() {
    // Full batches: 6 S_o q is far below 4 L^2.
    Plan plan = Plan.finite(Mode.CORRECTED, ONES, 2000, 2000, 0.1, new Batches(2000, 2000, 2000));
    assertThat(plan.boundHolds()).isFalse();
    assertThat(plan.eta()).isEqualTo(0.25);
    assertThat(plan.q()).isEqualTo(1);
    assertThat(plan.steps()).isEqualTo(800);
    assertThat(plan.paperCalls()).isEqualTo(800 * 6000);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theBoundHoldsWhereItSaysSo(long seed) {
    Random random = new Random(seed);
    int held = 0;
    for (int trial = 0; trial < 2000; trial++) {
      Constants c =
          new Constants(size(random), size(random), size(random), size(random), size(random));
      int m = 1 + random.nextInt(100_000);
      int n = 1 + random.nextInt(100_000);
      Batches s =
          random.nextBoolean()
              ? null
              : new Batches(1 + random.nextInt(50), 1 + random.nextInt(50), 1 + random.nextInt(50));
      Plan plan = Plan.finite(Mode.CORRECTED, c, m, n, 0.1 * size(random), s);
      if (plan.boundHolds()) {
        held++;
        // T and q are rounded up, which costs at most one step and one restart.
        double rounding = 2.0 * m + n + 2.0 * plan.batches().sum();
        assertThat(plan.paperCalls())
            .as("%s, m = %d, n = %d: %s", c, m, n, plan)
            .isLessThanOrEqualTo(plan.bound() + rounding);
      }
    }
    assertThat(held).isGreaterThan(100);
  }

  private static double size(Random random) {
    return Math.exp(random.nextGaussian());
  }

  @Test
  void onlineRestartsAreThreeTimesLargerWhenCorrected() {
    Constants c = new Constants(2, 0.5, 3, 5, 1);
    Variances h = new Variances(7, 11, 13);
    double eps = 0.5;
    // H3 Mg^2 Lf^2 = 1300, H2 Mf^2 = 99, H1 Mg^2 = 28, over eps^2 = 1/4
    Plan printed = Plan.online(Mode.PRINTED, c, h, eps, new Batches(1, 1, 1));
    assertThat(printed.restart()).isEqualTo(new Batches(3 * 5200, 3 * 396, 3 * 112));
    assertThat(printed.q()).isEqualTo(5708);
    Plan corrected = Plan.online(Mode.CORRECTED, c, h, eps, new Batches(1, 1, 1));
    assertThat(corrected.restart()).isEqualTo(new Batches(9 * 5200, 9 * 396, 9 * 112));
    assertThat(corrected.q()).isEqualTo(3 * 5708);
    // a = 20, b = 1.5, L = 21.5
    assertThat(corrected.variance()).isCloseTo(400 + 2.25 + 462.25, within(1e-9));
    assertThat(printed.variance()).isCloseTo(3 * (400 + 2.25), within(1e-9));
    double perRestart = 9.0 * 5708;
    assertThat(corrected.paperCalls())
        .isEqualTo(
            corrected.restarts() * perRestart + 6.0 * (corrected.steps() - corrected.restarts()));
    assertThat(corrected.strictCalls()).isEqualTo(corrected.paperCalls());
  }

  @Test
  void batchesOfMoreThanThereAreAreCutAndNoted() {
    Plan cut = Plan.finite(Mode.CORRECTED, ONES, 10, 7, 0.1, new Batches(11, 10, 8));
    Plan all = Plan.finite(Mode.CORRECTED, ONES, 10, 7, 0.1, new Batches(10, 10, 7));
    assertThat(cut.notes())
        .containsExactly("S = 11,10,8 is cut to the m = 10 and n = 7 components there are");
    assertThat(all.notes()).isEmpty();
    assertThat(cut.batches()).isEqualTo(all.batches());
    assertThat(cut.eta()).isEqualTo(all.eta());
    assertThat(cut.paperCalls()).isEqualTo(all.paperCalls());
  }

  @Test
  void restartsOnLargeBatchesNeverLookAtMoreThanThereAre() {
    Variances h = new Variances(1, 1, 1);
    // 9/eps^2 = 900 of each are wanted
    Plan some = Plan.online(Mode.CORRECTED, ONES, h, 1000, 500, 0.1, null);
    assertThat(some.restart()).isEqualTo(new Batches(900, 900, 500));
    assertThat(some.notes()).singleElement().asString().contains("900,900,900 is cut");
    assertThat(some.strictCalls()).isEqualTo(some.paperCalls());
    Plan all = Plan.online(Mode.CORRECTED, ONES, h, 800, 500, 0.1, null);
    Plan finite = Plan.finite(Mode.CORRECTED, ONES, 800, 500, 0.1, null);
    assertThat(all.restart()).isEqualTo(finite.restart());
    assertThat(all.paperCalls()).isEqualTo(finite.paperCalls());
    assertThat(all.strictCalls()).isEqualTo(finite.strictCalls());
    assertThat(Plan.online(Mode.CORRECTED, ONES, h, 1000, 1000, 0.1, null))
        .isEqualTo(Plan.online(Mode.CORRECTED, ONES, h, 0.1, null));
  }

  @Test
  void theCaveatsNameTheStepThatTheProofAllows() {
    Plan printed = Plan.finite(Mode.PRINTED, ONES, 2000, 2000, 0.1, null);
    // S_o = 2/47 + 4/14 by hand, q = 56
    double proved = 1 / Math.sqrt(6 * (2.0 / 47 + 4.0 / 14) * 56);
    assertThat(Caveats.provedStep(ONES, printed)).isCloseTo(proved, within(1e-12));
    assertThat(Caveats.of(ONES, printed, false).get(0)).contains("0.0952, not 0.247");
    assertThat(Caveats.of(ONES, printed, false)).noneMatch(c -> c.contains("factor 3"));
    assertThat(Caveats.of(ONES, printed, true)).anyMatch(c -> c.contains("factor 3"));
    assertThat(Caveats.of(ONES, printed, false)).anyMatch(c -> c.contains("project it"));
    Constants affine = new Constants(1, 0, 1, 1, 1);
    assertThat(Caveats.of(affine, printed, false)).anyMatch(c -> c.contains("g is affine"));
  }

  @Test
  void constantsThatAreNoneAreRefusedByName() {
    assertThatThrownBy(() -> new Constants(0, 1, 1, 1, 1)).hasMessageContaining("M_g");
    assertThatThrownBy(() -> new Constants(1, -1, 1, 1, 1)).hasMessageContaining("L_g");
    assertThatThrownBy(() -> new Constants(1, 1, Double.NaN, 1, 1)).hasMessageContaining("M_f");
    assertThatThrownBy(() -> new Constants(1, 1, 1, Double.POSITIVE_INFINITY, 1))
        .hasMessageContaining("L_f");
    assertThatThrownBy(() -> new Constants(1, 1, 1, 1, 0)).hasMessageContaining("Delta");
    assertThatThrownBy(() -> new Variances(-1, 1, 1)).hasMessageContaining("H1");
    assertThatThrownBy(() -> new Variances(0, 0, 0)).hasMessageContaining("H1, H2, H3");
    assertThatThrownBy(() -> Plan.finite(Mode.PRINTED, ONES, 10, 10, 0, null))
        .hasMessageContaining("epsilon");
    assertThatThrownBy(() -> Plan.finite(Mode.PRINTED, ONES, 0, 10, 1, null))
        .hasMessageContaining("m and n");
    assertThatThrownBy(() -> Plan.finite(Mode.PRINTED, ONES, 10, 10, 1e-12, null))
        .hasMessageContaining("steps, more than can be counted");
    assertThatThrownBy(() -> new Batches(0, 1, 1)).hasMessageContaining("0,1,1");
  }
}
