package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskyTest {
  private static final int[] SIZES = {
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 100, 127, 128, 129, 137, 160, 161, 255, 256, 257,
    300, 389
  };
  private static final MathContext PRECISE = new MathContext(50);

  @Test
  void theFactorHasTheBitsOfTheTripleLoopForEverySizeOnAnyThreadsWithAndWithoutSimd() {
    try (Workers two = new Workers(2);
        Workers five = new Workers(5)) {
      Parallel[] parallels = {Parallel.SERIAL, two.parallel(), five.parallel()};
      for (int d : SIZES) {
        SymmetricMatrix h = positive(d, new Random(d));
        double[] added = numbers(d, new Random(1));
        double[][] expected = naive(h, added, 5.5);
        for (Tiles form : new Tiles[] {new ScalarTiles(), new SimdTiles()}) {
          Cholesky cholesky = new Cholesky(d, form);
          for (Parallel parallel : parallels) {
            assertThat(cholesky.factor(h, added, 5.5, parallel)).isTrue();
            for (int i = 0; i < d; i++) {
              for (int j = 0; j <= i; j++) {
                if (cholesky.get(i, j) != expected[i][j]) {
                  assertThat(cholesky.get(i, j))
                      .as("(%d, %d) of size %d", i, j, d)
                      .isEqualTo(expected[i][j]);
                }
              }
            }
          }
        }
      }
    }
  }

  @Test
  void theMatrixStaysAsItIs() {
    SymmetricMatrix h = positive(20, new Random(3));
    double[] before = h.packed();
    assertThat(new Cholesky(20).factor(h, numbers(20, new Random(4)), 3, Parallel.SERIAL)).isTrue();
    assertThat(h.packed()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 13, 24})
  void aSolutionIsAsCloseToThatInFiftyDigitsAsTheConditionAllows(int d) {
    SymmetricMatrix h = positive(d, new Random(d));
    h.addDiagonal(0.1 * d); // condition at most some hundreds
    double[] b = numbers(d, new Random(7));
    double[] exact = gauss(h, b);
    Cholesky cholesky = new Cholesky(d);
    assertThat(cholesky.factor(h, null, 0, Parallel.SERIAL)).isTrue();
    double[] x = b.clone();
    cholesky.solve(x);
    double size = Kernels.norm(exact);
    for (int i = 0; i < d; i++) {
      assertThat(x[i]).isCloseTo(exact[i], within(1e-12 * size));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 40, 133})
  void theResidualIsThatOfABackwardStableSolution(int d) {
    Random random = new Random(d);
    SymmetricMatrix h = positive(d, random);
    // Scales from 1 to 1e6: a condition of about 1e12 and more.
    double[] packed = h.packed();
    for (int i = 0, at = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, at++) {
        packed[at] *= Math.pow(10, 6.0 * i / d) * Math.pow(10, 6.0 * j / d);
      }
    }
    h.setPacked(packed);
    Cholesky cholesky = new Cholesky(d);
    assertThat(cholesky.factor(h, null, 0, Parallel.SERIAL)).isTrue();
    double[] b = numbers(d, random);
    double[] x = b.clone();
    cholesky.solve(x);
    for (int i = 0; i < d; i++) {
      BigDecimal residual = new BigDecimal(b[i]);
      double bound = 0;
      for (int j = 0; j < d; j++) {
        residual =
            residual.subtract(new BigDecimal(h.get(i, j)).multiply(new BigDecimal(x[j])), PRECISE);
        // Higham, theorem 10.4, and |L||L|ᵀ ≤ the roots of the diagonal's products.
        bound += Math.sqrt(h.get(i, i) * h.get(j, j)) * Math.abs(x[j]);
      }
      assertThat(Math.abs(residual.doubleValue()))
          .isLessThanOrEqualTo((3 * d + 1) * Math.ulp(1.0) * bound);
    }
  }

  @Test
  void forwardAndBackwardAreTheTwoHalvesOfASolution() {
    for (int d : new int[] {1, 6, 50, 130}) {
      Random random = new Random(d);
      SymmetricMatrix h = positive(d, random);
      Cholesky cholesky = new Cholesky(d);
      assertThat(cholesky.factor(h, null, 1, Parallel.SERIAL)).isTrue();
      double[] b = numbers(d, random);
      double[] y = b.clone();
      cholesky.forward(y);
      double[] z = b.clone();
      cholesky.backward(z);
      for (int i = 0; i < d; i++) {
        double ly = 0;
        double lz = 0;
        for (int j = 0; j < d; j++) {
          ly += j <= i ? cholesky.get(i, j) * y[j] : 0;
          lz += j >= i ? cholesky.get(j, i) * z[j] : 0;
        }
        assertThat(ly).isCloseTo(b[i], within(1e-10));
        assertThat(lz).isCloseTo(b[i], within(1e-10));
      }
      cholesky.backward(y);
      cholesky.solve(b);
      assertThat(y).isEqualTo(b);
    }
  }

  @Test
  void anIndefiniteMatrixIsRefusedWhereverItFails() {
    int d = 150;
    Cholesky cholesky = new Cholesky(d);
    for (int at : new int[] {0, 1, 7, 8, 64, 127, 128, 149}) {
      SymmetricMatrix h = positive(d, new Random(9));
      h.addDiagonal(d);
      h.add(at, at, -2 * h.get(at, at));
      assertThat(cholesky.factor(h, null, 0, Parallel.SERIAL)).as("negative at %d", at).isFalse();
    }
    SymmetricMatrix saddle = new SymmetricMatrix(2);
    saddle.setPacked(new double[] {1, 2, 1});
    Cholesky small = new Cholesky(2);
    assertThat(small.factor(saddle, null, 0, Parallel.SERIAL)).isFalse();
    assertThat(small.factor(saddle, null, 1.5, Parallel.SERIAL)).isTrue();
    assertThat(small.factor(saddle, new double[] {0, 4}, 0, Parallel.SERIAL)).isTrue();
  }

  @Test
  void aMatrixOfTooFewRowsIsSingularAndRefused() {
    for (int d : new int[] {2, 5, 20, 130}) {
      Random random = new Random(d);
      SymmetricMatrix h = new SymmetricMatrix(d);
      double[] weights = new double[d / 2];
      Arrays.fill(weights, 1);
      h.addRows(d / 2, numbers(d / 2 * d, random), weights);
      Cholesky cholesky = new Cholesky(d);
      // What d / 2 rows leave of a pivot is rounding, and some are negative by it.
      assertThat(cholesky.factor(h, null, 0, Parallel.SERIAL)).as("size %d", d).isFalse();
      assertThat(cholesky.factor(h, null, 0.1, Parallel.SERIAL)).as("size %d", d).isTrue();
    }
    SymmetricMatrix zero = new SymmetricMatrix(3);
    assertThat(new Cholesky(3).factor(zero, null, 0, Parallel.SERIAL)).isFalse();
    SymmetricMatrix ones = new SymmetricMatrix(3);
    ones.addRows(1, new double[] {1, 1, 1}, new double[] {1});
    assertThat(new Cholesky(3).factor(ones, null, 0, Parallel.SERIAL)).isFalse();
  }

  @Test
  void theScalesOfTheVariablesDoNotMatter() {
    SymmetricMatrix h = new SymmetricMatrix(3);
    h.addDiagonal(new double[] {1e200, 1, 1e-200});
    Cholesky cholesky = new Cholesky(3);
    assertThat(cholesky.factor(h, null, 0, Parallel.SERIAL)).isTrue();
    double[] b = {1e200, 2, 3e-200};
    cholesky.solve(b);
    assertThat(b[0]).isCloseTo(1, within(1e-15));
    assertThat(b[1]).isEqualTo(2);
    assertThat(b[2]).isCloseTo(3, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void entriesThatAreNoNumbersAreRefused(double bad) {
    for (int d : new int[] {1, 9, 140}) {
      for (int i : new int[] {0, d / 2, d - 1}) {
        for (int j : new int[] {0, i / 2, i}) {
          SymmetricMatrix h = positive(d, new Random(d));
          h.add(i, j, bad);
          Cholesky cholesky = new Cholesky(d);
          assertThat(cholesky.factor(h, null, 1, Parallel.SERIAL)).isFalse();
        }
      }
    }
  }

  @Test
  void withoutAFactorNothingIsSolved() {
    Cholesky cholesky = new Cholesky(2);
    SymmetricMatrix h = new SymmetricMatrix(2);
    double[] b = {1, 2};
    assertThatThrownBy(() -> cholesky.solve(b)).isInstanceOf(IllegalStateException.class);
    assertThat(cholesky.factor(h, null, 1, Parallel.SERIAL)).isTrue();
    cholesky.solve(b);
    assertThat(b).containsExactly(1, 2);
    assertThat(cholesky.factor(h, null, 0, Parallel.SERIAL)).isFalse();
    assertThatThrownBy(() -> cholesky.forward(b)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Cholesky cholesky = new Cholesky(2);
    SymmetricMatrix h = new SymmetricMatrix(2);
    SymmetricMatrix other = new SymmetricMatrix(3);
    assertThatThrownBy(() -> cholesky.factor(other, null, 0, Parallel.SERIAL))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> cholesky.factor(h, new double[3], 0, Parallel.SERIAL))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(cholesky.factor(h, null, 1, Parallel.SERIAL)).isTrue();
    assertThatThrownBy(() -> cholesky.backward(new double[3]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cholesky(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Cholesky(46_341)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A positive definite matrix, from more rows than columns. */
  private static SymmetricMatrix positive(int d, Random random) {
    SymmetricMatrix h = new SymmetricMatrix(d);
    int count = 2 * d + 3;
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    h.addRows(count, numbers(count * d, random), weights);
    return h;
  }

  /** The factor by its definition. */
  private static double[][] naive(SymmetricMatrix h, double[] added, double shift) {
    int d = h.size();
    double[][] l = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double s = h.get(i, j) + (i == j ? added[i] + shift : 0);
        for (int k = 0; k < j; k++) {
          s = Math.fma(-l[i][k], l[j][k], s);
        }
        l[i][j] = i == j ? Math.sqrt(s) : s / l[j][j];
      }
    }
    return l;
  }

  /** The solution by elimination in fifty digits. */
  private static double[] gauss(SymmetricMatrix h, double[] b) {
    int d = b.length;
    BigDecimal[][] a = new BigDecimal[d][d + 1];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i][j] = new BigDecimal(h.get(i, j));
      }
      a[i][d] = new BigDecimal(b[i]);
    }
    for (int p = 0; p < d; p++) {
      for (int i = 0; i < d; i++) {
        if (i != p) {
          BigDecimal factor = a[i][p].divide(a[p][p], PRECISE);
          for (int j = p; j <= d; j++) {
            a[i][j] = a[i][j].subtract(factor.multiply(a[p][j]), PRECISE);
          }
        }
      }
    }
    double[] x = new double[d];
    for (int i = 0; i < d; i++) {
      x[i] = a[i][d].divide(a[i][i], PRECISE).doubleValue();
    }
    return x;
  }

  private static double[] numbers(int n, Random random) {
    return random.doubles(n, -2, 2).toArray();
  }
}
