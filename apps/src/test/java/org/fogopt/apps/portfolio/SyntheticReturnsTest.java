package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticReturnsTest {
  @Test
  void aSeedFixesEveryNumber() {
    SyntheticReturns returns = new SyntheticReturns(50, 7, 20);
    Rows one = returns.draw(1);
    Rows again = returns.draw(1);
    Rows other = returns.draw(2);
    int same = 0;
    for (int i = 0; i < 50; i++) {
      for (int k = 0; k < 7; k++) {
        assertThat(again.get(i, k)).isEqualTo(one.get(i, k));
        assertThat(one.get(i, k)).isNotNegative().isFinite();
        same += one.get(i, k) == other.get(i, k) ? 1 : 0;
      }
    }
    assertThat(same).isZero();
  }

  /** |N(0, 1)| has mean √(2/π) and second moment 1. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void withConditionOneTheyAreFoldedNormals(long seed) {
    Rows r = new SyntheticReturns(20_000, 5, 1).draw(seed);
    double mean = 0;
    double square = 0;
    for (int i = 0; i < 20_000; i++) {
      for (int k = 0; k < 5; k++) {
        mean += r.get(i, k) / 1e5;
        square += r.get(i, k) * r.get(i, k) / 1e5;
      }
    }
    // deviations of single draws: 0.6 and √2; four standard errors
    assertThat(mean).isCloseTo(Math.sqrt(2 / Math.PI), within(4 * 0.603 / Math.sqrt(1e5)));
    assertThat(square).isCloseTo(1, within(4 * Math.sqrt(2 / 1e5)));
  }

  /**
   * The absolute value hides signs but not squares: the second moments are the diagonal of Σ = I +
   * (κ − 1)vvᵀ, with |v| = 1, so that they sum to N + κ − 1 and none is below 1.
   */
  @ParameterizedTest
  @CsvSource({"4,1", "4,2", "20,1", "20,2", "20,3"})
  void theSecondMomentsAreThoseOfTheCovariance(double condition, long seed) {
    int periods = 20_000;
    int assets = 8;
    Rows r = new SyntheticReturns(periods, assets, condition).draw(seed);
    double[] moments = moments(r);
    double trace = 0;
    for (double moment : moments) {
      trace += moment;
      // a squared normal has the deviation √2 times its mean
      assertThat(moment).isGreaterThan(1 - 4 * Math.sqrt(2.0 / periods));
    }
    // |r|² = Σ over eigenvalues of λ·chi²: variance 2(N − 1 + κ²)
    double deviation = Math.sqrt(2 * (assets - 1 + condition * condition) / periods);
    assertThat(trace).isCloseTo(assets + condition - 1, within(4 * deviation));
  }

  /**
   * A second view of κ: E r_k²r_l² = Σ_kk Σ_ll + 2Σ_kl² is not changed by signs, and Σ_kl² = (Σ_kk
   * − 1)(Σ_ll − 1) for every k ≠ l exactly when Σ − I has rank one.
   */
  @Test
  void whatIsNotIdentityHasRankOne() {
    int periods = 200_000;
    Rows r = new SyntheticReturns(periods, 3, 20).draw(1);
    double[] moments = moments(r);
    for (int k = 0; k < 3; k++) {
      for (int l = 0; l < k; l++) {
        double fourth = 0;
        for (int i = 0; i < periods; i++) {
          fourth += Math.pow(r.get(i, k) * r.get(i, l), 2) / periods;
        }
        double expected = moments[k] * moments[l] + 2 * (moments[k] - 1) * (moments[l] - 1);
        assertThat(fourth).isCloseTo(expected, within(0.05 * expected));
      }
    }
  }

  private static double[] moments(Rows r) {
    double[] moments = new double[r.columns()];
    for (int i = 0; i < r.rows(); i++) {
      for (int k = 0; k < moments.length; k++) {
        moments[k] += r.get(i, k) * r.get(i, k) / r.rows();
      }
    }
    return moments;
  }

  @Test
  void sizesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new SyntheticReturns(1, 5, 4)).hasMessageContaining("2 periods");
    assertThatThrownBy(() -> new SyntheticReturns(5, 0, 4)).hasMessageContaining("1 asset");
    assertThatThrownBy(() -> new SyntheticReturns(5, 5, 0.5)).hasMessageContaining("0.5");
    assertThatThrownBy(() -> new SyntheticReturns(5, 5, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new SyntheticReturns(100_000, 100_000, 4))
        .hasMessageContaining("one array");
  }

  @Test
  void whatCannotFitIsRefusedWithWhatWould() {
    // 8 bytes x 10^6 x 100 = 762.9 MiB; 512 MiB / 800 = 671088 periods
    var returns = new SyntheticReturns(1_000_000, 100, 1);
    assertThatThrownBy(() -> returns.requireRoom(512L << 20))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "1000000 x 100 returns need 762 MiB, and Java may use 512, enough for 671088 periods;"
                + " give it more with FOG_JAVA_OPTS=-Xmx952m");
    assertThatCode(() -> returns.requireRoom(800_000_000)).doesNotThrowAnyException();
  }
}
