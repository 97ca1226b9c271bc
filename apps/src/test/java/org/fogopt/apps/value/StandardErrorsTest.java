package org.fogopt.apps.value;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.fogopt.Fog;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Standard errors against the deviation over many logs, and the fixed point against TD itself. */
class StandardErrorsTest {
  private static final int EPISODES = 100;
  private static final double DISCOUNT = 0.9;

  @TempDir Path folder;

  /** Random walks from 3 over 1 … 5; the right end brings 1, every step a noisy reward. */
  private ChainFile.Contents walks(long seed) throws IOException {
    Random random = new Random(seed);
    var text = new StringBuilder("state,reward,next_state,terminated\n");
    for (int e = 0; e < EPISODES; e++) {
      for (int s = 3; s > 0 && s < 6; ) {
        int next = s + (random.nextBoolean() ? 1 : -1);
        double reward = (next == 6 ? 1 : 0) + 0.2 * random.nextGaussian();
        boolean ends = next == 0 || next == 6;
        text.append(s + "," + reward + "," + next + "," + ends + "\n");
        s = next;
      }
    }
    Path file = Files.writeString(folder.resolve("walks.csv"), text);
    return ChainFile.read(file, null, null, false);
  }

  private static BellmanResidual problem(RewardChain chain, boolean tabular) {
    // (1, s) for s = 1 … 5 and nothing for the end
    Rows features = Rows.of(6, 2, new double[] {1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 0, 0});
    return tabular
        ? BellmanResidual.tabular(chain, DISCOUNT, Shape.LINEAR)
        : BellmanResidual.of(chain, features, DISCOUNT, Shape.LINEAR);
  }

  @Test
  void standardErrorsAreTheDeviationOverManyLogs() throws IOException {
    for (boolean tabular : new boolean[] {true, false}) {
      int logs = 400;
      double[] sum = new double[5];
      double[] squares = new double[5];
      double[] errors = new double[5];
      for (int seed = 1; seed <= logs; seed++) {
        ChainFile.Contents log = walks(seed);
        BellmanResidual problem = problem(log.chain(), tabular);
        double[] x = Fog.minimise(problem.problem()).point();
        double[] values = problem.of(x);
        double[] stated = StandardErrors.of(problem, log.episodes(), x);
        for (int s = 0; s < 5; s++) {
          sum[s] += values[s];
          squares[s] += values[s] * values[s];
          errors[s] += stated[s] / logs;
        }
      }
      for (int s = 0; s < 5; s++) {
        double mean = sum[s] / logs;
        double deviation = Math.sqrt(squares[s] / logs - mean * mean);
        // A deviation over 400 logs is itself uncertain by 1/√800, 3.5 %; three times that.
        assertThat(errors[s] / deviation).as("state %d", s + 1).isCloseTo(1, within(0.11));
      }
    }
  }

  /** The mean of the outcomes of episodes that begin in one state: its binomial error. */
  @Test
  void ofASingleStepTheyAreThoseOfAMean() throws IOException {
    Path file = folder.resolve("one.csv");
    Files.writeString(file, "state,reward,next_state,done\na,1,a,1\na,3,a,1\na,5,a,1\na,3,a,1\n");
    ChainFile.Contents log = ChainFile.read(file, null, null, false);
    BellmanResidual problem = BellmanResidual.tabular(log.chain(), 1, Shape.LINEAR);
    double[] x = Fog.minimise(problem.problem()).point();
    // Mean 3, sum of squares 8 over 3 degrees of freedom, 4 episodes.
    assertThat(StandardErrors.of(problem, log.episodes(), x)[0])
        .isCloseTo(Math.sqrt(8.0 / 3 / 4), within(1e-9));
  }

  /**
   * b and d were left in one episode, a leads to b alone. The value of t is the mean of two returns
   * by ways that nothing else took: it has the error of that mean.
   */
  @Test
  void whatRestsOnASingleEpisodeHasNone() throws IOException {
    Path file = folder.resolve("single.csv");
    Files.writeString(
        file,
        """
        episode,state,reward,next_state,terminated,truncated
        1,a,1,b,0,0
        1,b,5,,1,0
        2,a,3,b,0,1
        3,c,2,,1,0
        4,c,4,,1,0
        4,d,1,,1,0
        5,t,0,u,0,0
        5,u,1,,1,0
        6,t,0,v,0,0
        6,v,3,,1,0
        """);
    ChainFile.Contents log = ChainFile.read(file, null, null, false);
    BellmanResidual problem = BellmanResidual.tabular(log.chain(), DISCOUNT, Shape.LINEAR);
    double[] x = Arrays.copyOf(ExactValues.of(problem).values(), problem.dimension()); // level 0
    double[] errors = StandardErrors.of(problem, log.episodes(), x);
    double mean = Math.sqrt((1 + 1) / 4.0 * 6 / 5); // two outcomes 1 off their mean, 6 episodes
    Map<String, Double> expected =
        Map.of("c", mean, "t", DISCOUNT * mean, "a", NaN, "b", NaN, "d", NaN, "u", NaN, "v", NaN);
    for (int s = 0; s < log.chain().named(); s++) {
      String state = log.chain().states().get(s);
      assertThat(errors[s]).as(state).isCloseTo(expected.get(state), within(1e-9));
    }
    // One feature of all: every state has its value from all episodes.
    Rows ones = Rows.of(8, 1, new double[] {1, 1, 1, 1, 1, 1, 1, 0});
    BellmanResidual flat = BellmanResidual.of(log.chain(), ones, DISCOUNT, Shape.LINEAR);
    double[] level = Fog.minimise(flat.problem()).point();
    assertThat(StandardErrors.of(flat, log.episodes(), level)).doesNotContain(NaN);
  }

  /** TD(0) in expectation: x += α Σ_s D_s φ_s (b_s + γ(PF)_s·x − φ_s·x), for a long time. */
  @Test
  void theFixedPointIsWhereTemporalDifferencesEnd() throws IOException {
    ChainFile.Contents log = walks(1);
    BellmanResidual problem = problem(log.chain(), false);
    double[] visits = log.visits();
    double[][] p = Chains.array(log.chain().transitions());
    double[] b = log.chain().expectedRewards();
    double[][] f = {{1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {0, 0}};
    double[] x = new double[2];
    for (int t = 0; t < 200_000; t++) {
      double[] change = new double[2];
      for (int s = 0; s < 6; s++) {
        double error = b[s] - f[s][0] * x[0] - f[s][1] * x[1];
        for (int j = 0; j < 6; j++) {
          error += DISCOUNT * p[s][j] * (f[j][0] * x[0] + f[j][1] * x[1]);
        }
        change[0] += visits[s] * f[s][0] * error;
        change[1] += visits[s] * f[s][1] * error;
      }
      x[0] += 1e-4 * change[0];
      x[1] += 1e-4 * change[1];
    }
    assertThat(FixedPoint.weights(problem, visits)).containsExactly(x, within(1e-9));
    assertThat(problem.residual(problem.of(FixedPoint.weights(problem, visits))))
        .isGreaterThan(problem.residual(ExactValues.of(problem).values()));
  }
}
