package org.fogopt.apps.portfolio.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;

class ShrinkageTest {
  private static double[] identity(int n) {
    double[] rows = new double[n * n];
    for (int k = 0; k < n; k++) {
      rows[k * n + k] = 1;
    }
    return rows;
  }

  /** By the definition, norm by norm. */
  private static double slow(double[][] d, double[] p, double[][] c) {
    int n = c.length;
    double mean = 0;
    for (int k = 0; k < n; k++) {
      mean += c[k][k] / n;
    }
    double error = 0;
    double distance = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int t = 0; t < d.length; t++) {
          error += p[t] * p[t] * Math.pow(d[t][i] * d[t][j] - c[i][j], 2);
        }
        distance += Math.pow(c[i][j] - (i == j ? mean : 0), 2);
      }
    }
    return Math.min(1, error / distance);
  }

  @Test
  void theShareIsThatOfTheDefinition() {
    for (long seed = 1; seed <= 20; seed++) {
      var random = new SplittableRandom(seed);
      int n = random.nextInt(2, 7);
      int count = random.nextInt(10, 60);
      double[] rows = random.doubles((long) count * n, -1, 1).toArray();
      for (int t = 0; t < count; t++) {
        double market = random.nextDouble(-2, 2);
        for (int k = 0; k < n; k++) {
          rows[t * n + k] += market;
        }
      }
      Scenarios sample =
          Scenarios.of(
              Rows.of(count, n, rows), random.doubles(count, 0, 1).toArray(), Parallel.SERIAL);
      double[] p = sample.probabilities();
      double[][] d = new double[count][n];
      double[][] c = new double[n][n];
      for (int t = 0; t < count; t++) {
        for (int k = 0; k < n; k++) {
          d[t][k] = rows[t * n + k] - sample.means()[k];
        }
      }
      double mean = 0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          for (int t = 0; t < count; t++) {
            c[i][j] += p[t] * d[t][i] * d[t][j];
          }
        }
        mean += c[i][i] / n;
      }
      Scenarios shrunk = sample.shrunk(Double.NaN, identity(n));
      double share = slow(d, p, c);
      assertThat(shrunk.shrinkage()).as("seed %d", seed).isCloseTo(share, within(1e-12));
      double[] x = random.doubles(n, -1, 1).toArray();
      double length = Arrays.stream(x).map(each -> each * each).sum();
      double of = (1 - share) * sample.risk(Risk.VARIANCE, x) + share * mean * length;
      assertThat(shrunk.risk(Risk.VARIANCE, x)).as("seed %d", seed).isCloseTo(of, within(1e-12));
      assertThat(shrunk.risk(Risk.DEVIATION, x)).isCloseTo(Math.sqrt(of), within(1e-12));
      assertThat(shrunk.risk(Risk.MAD, x)).isEqualTo(sample.risk(Risk.MAD, x));
    }
  }

  /** Figures of sklearn.covariance.ledoit_wolf, scikit-learn 1.9.1, on the same returns. */
  @Test
  void theShareIsThatOfScikitLearn() {
    int count = 40;
    int n = 4;
    double[] rows = new double[count * n];
    for (int t = 0; t < count; t++) {
      for (int k = 0; k < n; k++) {
        rows[t * n + k] = Math.sin(1 + 3 * t + 5 * k + t * k) + 2 * Math.cos(2 * t);
      }
    }
    Scenarios shrunk =
        Scenarios.of(Rows.of(count, n, rows), Parallel.SERIAL).shrunk(Double.NaN, identity(n));
    assertThat(shrunk.shrinkage()).isCloseTo(0.03598918945195037, within(1e-12));
    assertThat(shrunk.covariance().get(0, 0)).isCloseTo(2.628624263523012, within(1e-12));
    assertThat(shrunk.covariance().get(1, 0)).isCloseTo(2.0461914459024797, within(1e-12));
    assertThat(shrunk.covariance().get(3, 2)).isCloseTo(1.9795837776810665, within(1e-12));
  }
}
