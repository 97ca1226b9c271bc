package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomMdpTest {
  /**
   * Entries are n·P_sj/n with n·P_sj ≈ U[0, 2] averaged over the actions: variance (1/3)/actions.
   */
  @ParameterizedTest
  @CsvSource({"1", "10"})
  void transitionsAndRewardsAreSpreadAsThePaperSays(int actions) {
    int n = 200;
    RewardChain chain = new RandomMdp(n, actions, 0, 3).chain();
    double[][] p = Chains.array(chain.transitions());
    double[][] r = Chains.array(chain.rewards());
    double squares = 0;
    double mean = 0;
    for (int s = 0; s < n; s++) {
      assertThat(Arrays.stream(p[s]).sum()).isCloseTo(1, within(1e-12));
      for (int j = 0; j < n; j++) {
        assertThat(p[s][j]).isPositive();
        assertThat(r[s][j]).isBetween(0.0, 1.0);
        squares += (n * p[s][j] - 1) * (n * p[s][j] - 1) / (n * n);
        mean += p[s][j] * r[s][j] / n;
      }
    }
    assertThat(squares).isCloseTo(1.0 / 3 / actions, within(0.02 / actions));
    assertThat(mean).isCloseTo(0.5, within(0.01));
  }

  @Test
  void theSeedIsAllThatMatters() {
    RandomMdp mdp = new RandomMdp(5, 2, 3, 1);
    double[][] p = Chains.array(mdp.chain().transitions());
    assertThat(Chains.array(mdp.chain().transitions())).isEqualTo(p);
    assertThat(Chains.array(new RandomMdp(5, 2, 3, 2).chain().transitions())).isNotEqualTo(p);
    assertThat(mdp.problem(0.9, Shape.LINEAR).dimension()).isEqualTo(3);
    assertThat(Chains.array(mdp.problem(0.9, Shape.LINEAR).features))
        .isEqualTo(Chains.array(mdp.problem(0.5, Shape.TANH).features));
    assertThat(new RandomMdp(5, 2, 0, 1).problem(0.9, Shape.LINEAR).isTabular()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0,1,1", "1,0,1", "1,1,-1", "50000,1,1", "10,1,300000000"})
  void sizesThatCannotBeAreRefused(int states, int actions, int features) {
    assertThatThrownBy(() -> new RandomMdp(states, actions, features, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
