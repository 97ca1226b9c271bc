package org.fogopt.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CotangentTest {
  @Test
  void itRemembersWhatWasTouchedInOrderAndOnce() {
    Cotangent u = new Cotangent(100);
    u.add(7, 0.5);
    u.add(3, 1);
    u.add(7, 0.25);
    assertThat(u.isDense()).isFalse();
    assertThat(u.touched()).isEqualTo(2);
    assertThat(u.index(0)).isEqualTo(7);
    assertThat(u.index(1)).isEqualTo(3);
    assertThat(u.get(7)).isEqualTo(0.75);
  }

  @Test
  void clearingForgetsEverything() {
    Cotangent u = new Cotangent(5);
    u.add(2, 1);
    u.dense()[4] = 3;
    u.add(1, 1);
    u.clear();
    assertThat(u.isDense()).isFalse();
    assertThat(u.touched()).isZero();
    u.add(2, 6);
    assertThat(u.touched()).isEqualTo(1);
    assertThat(u.dense()).containsExactly(0, 0, 6, 0, 0);
  }

  @Test
  void addingASparseOneKeepsSparsity() {
    Cotangent u = new Cotangent(4);
    u.add(0, 1);
    Cotangent v = new Cotangent(4);
    v.add(0, 1);
    v.add(3, 2);
    u.add(v);
    assertThat(u.isDense()).isFalse();
    assertThat(u.touched()).isEqualTo(2);
    assertThat(u.dense()).containsExactly(2, 0, 0, 2);
  }

  @Test
  void aHeadIsDenseAndTheRestStaysSparse() {
    Cotangent u = new Cotangent(100);
    u.add(1, 5);
    u.add(70, 5);
    u.head(3)[2] += 1;
    u.head(2)[0] += 1;
    assertThat(u.isDense()).isFalse();
    assertThat(u.touched()).isEqualTo(4);
    u.clear();
    assertThat(u.head(3)).containsOnly(0.0);
    assertThat(u.touched()).isEqualTo(3);
  }

  /** Against a plain array, over random sequences of operations. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itBehavesAsThePlainVectorItStandsFor(long seed) {
    Random random = new Random(seed);
    int size = 8;
    Cotangent u = new Cotangent(size);
    double[] plain = new double[size];
    for (int step = 0; step < 2000; step++) {
      switch (random.nextInt(12)) {
        case 0 -> {
          u.clear();
          plain = new double[size];
        }
        case 1 -> {
          int k = random.nextInt(size);
          u.dense()[k] += 3;
          plain[k] += 3;
        }
        case 2, 3, 4 -> {
          Cotangent other = new Cotangent(size);
          int k = random.nextInt(size);
          other.add(k, 2);
          if (random.nextBoolean()) {
            other.dense();
          }
          u.add(other);
          plain[k] += 2;
        }
        case 5 -> {
          int k = random.nextInt(size);
          u.set(k, -step);
          plain[k] = -step;
        }
        case 6 -> {
          int length = 1 + random.nextInt(size);
          u.head(length)[length - 1] += 7;
          plain[length - 1] += 7;
        }
        default -> {
          int k = random.nextInt(size);
          u.add(k, step);
          plain[k] += step;
        }
      }
      for (int k = 0; k < size; k++) {
        assertThat(u.get(k)).isEqualTo(plain[k] + 0.0);
      }
      assertThat(u.touched()).isLessThanOrEqualTo(size);
    }
  }
}
