package org.fogopt.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BandTest {
  private static final double WORST = Double.POSITIVE_INFINITY;

  @Test
  void quartilesOfFiveAreAmongThem() {
    assertThat(Band.of(5, 1, 4, 2, 3)).isEqualTo(new Band(2, 3, 4));
  }

  @Test
  void quartilesOfFourLieBetween() {
    assertThat(Band.of(4, 1, 2, 3)).isEqualTo(new Band(1.75, 2.5, 3.25));
  }

  @Test
  void oneNumberIsAllThree() {
    assertThat(Band.of(7)).isEqualTo(new Band(7, 7, 7));
  }

  @Test
  void whatIsInfiniteIsWorseThanEverythingElse() {
    assertThat(Band.of(1, WORST, 2)).isEqualTo(new Band(1.5, 2, WORST));
    assertThat(Band.of(1, WORST)).isEqualTo(new Band(WORST, WORST, WORST));
    assertThat(Band.of(WORST, WORST, 1)).isEqualTo(new Band(WORST, WORST, WORST));
  }

  @Test
  void oneBandIsClearlyLowerIfTheyDoNotTouchAndTheMediansAreApart() {
    assertThat(new Band(1, 2, 3).compare(new Band(4, 5, 6))).isPositive();
    assertThat(new Band(4, 5, 6).compare(new Band(1, 2, 3))).isNegative();
    assertThat(new Band(1, 2, 4).compare(new Band(4, 5, 6))).isZero();
    assertThat(new Band(0.99, 0.99, 0.99).compare(new Band(1, 1, 1))).isZero();
    assertThat(Band.of(1).compare(Band.of(WORST))).isPositive(); // the other diverged
    assertThat(Band.of(WORST).compare(Band.of(WORST))).isZero();
  }
}
