package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TilesTest {
  private final Tiles scalar = new ScalarTiles();
  private final Tiles simd = new SimdTiles();

  @Test
  void aTileHasTheBitsOfItsDefinitionAndNothingAroundItIsTouched() {
    Random random = new Random(1);
    for (int depth = 0; depth <= 40; depth++) {
      for (int offset = 0; offset <= 5; offset++) {
        int ldc = Tiles.WIDTH + offset;
        double[] a = numbers(offset + depth * Tiles.WIDTH + 4, random);
        double[] b = numbers(2 * offset + depth * Tiles.WIDTH, random);
        double[] c = numbers(offset + Tiles.HEIGHT * ldc + 1, random);
        double[] expected = c.clone();
        for (int i = 0; i < Tiles.HEIGHT; i++) {
          for (int j = 0; j < Tiles.WIDTH; j++) {
            int at = offset + i * ldc + j;
            for (int k = 0; k < depth; k++) {
              int row = k * Tiles.WIDTH;
              expected[at] = Math.fma(a[offset + row + i], b[2 * offset + row + j], expected[at]);
            }
          }
        }
        for (Tiles form : new Tiles[] {scalar, simd}) {
          double[] found = c.clone();
          form.multiply(depth, a, offset, b, 2 * offset, found, offset, ldc);
          assertThat(found).as("depth %d, offset %d", depth, offset).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aPanelHoldsTheColumnsPlainAndWeightedAndZerosBeyond() {
    Random random = new Random(2);
    for (int depth = 0; depth <= 5; depth++) {
      for (int n = 0; n <= Tiles.WIDTH; n++) {
        int ld = n + 3;
        double[] from = numbers(2 + depth * ld, random);
        double[] weights = numbers(1 + depth, random);
        int length = 5 + depth * Tiles.WIDTH + 1;
        double[] right = numbers(length, random);
        double[] left = numbers(length, random);
        double[] expectedRight = right.clone();
        double[] expectedLeft = left.clone();
        for (int k = 0; k < depth; k++) {
          for (int j = 0; j < Tiles.WIDTH; j++) {
            int at = 5 + k * Tiles.WIDTH + j;
            expectedRight[at] = j < n ? from[2 + k * ld + j] : 0;
            expectedLeft[at] = j < n ? weights[1 + k] * from[2 + k * ld + j] : 0;
          }
        }
        for (Tiles form : new Tiles[] {scalar, simd}) {
          double[] l = left.clone();
          double[] r = right.clone();
          form.pack(depth, n, from, 2, ld, weights, 1, l, r, 5);
          assertThat(r).isEqualTo(expectedRight);
          assertThat(l).isEqualTo(expectedLeft);
        }
      }
    }
  }

  private static double[] numbers(int n, Random random) {
    return random.doubles(n, -2, 2).toArray();
  }
}
