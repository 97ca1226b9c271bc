package org.fogopt.apps.embedding.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.fogopt.apps.embedding.grid.Fft.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FftTest {
  private static final int SEQUENCES = 7;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 25, 30, 60, 64, 120, 144, 200})
  void isTheSumThatDefinesIt(int n) {
    Block x = random(n);
    Block original = random(n);
    Fft fft = new Fft(n);
    Block scratch = new Block(n, SEQUENCES);
    fft.transform(x, scratch, false, 0, SEQUENCES);
    Block found = fft.result(x, scratch);
    for (int f = 0; f < n; f++) {
      for (int k = 0; k < SEQUENCES; k++) {
        double re = 0;
        double im = 0;
        for (int t = 0; t < n; t++) {
          double angle = -2 * Math.PI * ((long) f * t % n) / n;
          re += original.re[t][k] * Math.cos(angle) - original.im[t][k] * Math.sin(angle);
          im += original.re[t][k] * Math.sin(angle) + original.im[t][k] * Math.cos(angle);
        }
        assertThat(found.re[f][k]).isCloseTo(re, within(1e-13 * n));
        assertThat(found.im[f][k]).isCloseTo(im, within(1e-13 * n));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 20, 90, 128})
  void theInverseGivesTheSequencesBackTimesTheirLength(int n) {
    Block x = random(n);
    Block scratch = new Block(n, SEQUENCES);
    Fft fft = new Fft(n);
    fft.transform(x, scratch, false, 0, SEQUENCES);
    Block there = fft.result(x, scratch);
    Block other = there == x ? scratch : x;
    fft.transform(there, other, true, 0, SEQUENCES);
    Block back = fft.result(there, other);
    Block original = random(n);
    for (int t = 0; t < n; t++) {
      for (int k = 0; k < SEQUENCES; k++) {
        assertThat(back.re[t][k] / n).isCloseTo(original.re[t][k], within(1e-14 * n));
        assertThat(back.im[t][k] / n).isCloseTo(original.im[t][k], within(1e-14 * n));
      }
    }
  }

  @Test
  void partsOfTheSequencesGiveTheSameBits() {
    int n = 60;
    Block all = random(n);
    Block parts = random(n);
    Block scratch = new Block(n, SEQUENCES);
    Fft fft = new Fft(n);
    fft.transform(all, scratch, false, 0, SEQUENCES);
    Block whole = fft.result(all, scratch);
    Block otherScratch = new Block(n, SEQUENCES);
    fft.transform(parts, otherScratch, false, 3, SEQUENCES);
    fft.transform(parts, otherScratch, false, 0, 3);
    assertThat(fft.result(parts, otherScratch).re).isDeepEqualTo(whole.re);
  }

  @Test
  void lengthsHaveNoPrimeFactorAboveFive() {
    for (int least = 1; least < 3000; least += 7) {
      int rest = Fft.lengthFor(least);
      assertThat(rest).isGreaterThanOrEqualTo(least).isLessThan(least + least / 5 + 8);
      assertThat(rest % 4).isZero();
      assertThat(new Fft(rest).length()).isEqualTo(rest);
    }
    assertThatThrownBy(() -> new Fft(14))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("14");
  }

  private static Block random(int n) {
    Random random = new Random(n);
    Block x = new Block(n, SEQUENCES);
    for (int t = 0; t < n; t++) {
      for (int k = 0; k < SEQUENCES; k++) {
        x.re[t][k] = random.nextGaussian();
        x.im[t][k] = random.nextGaussian();
      }
    }
    return x;
  }
}
