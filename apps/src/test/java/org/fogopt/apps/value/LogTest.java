package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of episodes: where they end, and what that is worth. */
class LogTest {
  private static final double ROUNDING = 1e-12;

  @TempDir Path folder;

  private ChainFile.Contents read(String text) throws IOException {
    return read(text, null);
  }

  private ChainFile.Contents read(String text, Path policy) throws IOException {
    Path file = Files.writeString(folder.resolve("log.csv"), text.replace("\\n", "\n"));
    return ChainFile.read(file, null, policy, false);
  }

  private static Map<String, Double> values(RewardChain chain, double discount) {
    double[] v =
        ExactValues.of(BellmanResidual.tabular(chain, discount, Shape.LINEAR, Split.CENTRED))
            .values();
    Map<String, Double> byState = new TreeMap<>();
    for (int s = 0; s < v.length; s++) {
      byState.put(chain.states().get(s), v[s]);
    }
    return byState;
  }

  /**
   * From a to b, reward 1; from b, reward 2, an end that the column marks although a next state is
   * written, as loggers do that reset at once. V(b) = 2 and V(a) = 1 + γ·2.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "state,reward,next_state,done\na,1,b,0\nb,2,a,1\n",
        "state,reward,next_state,done\na,1,b,False\nb,2,a,True\n",
        "s,a,r,s_prime,done\na,0,1,b,0\nb,1,2,a,1\n",
        "obs,action,reward,next_obs,terminated,truncated\na,0,1,b,false,false\nb,1,2,a,true,false\n",
        "obs,action,reward,next_obs,terminated,truncated\na,0,1,b,0,0\nb,1,2,,1,0\n",
        "observation,reward,next_observation,terminal\na,1,b,0.0\nb,2,zzz,1.0\n",
        "state,reward,next_state,done,truncated\na,1,b,0,0\nb,2,a,1,0\n",
        "s,a,r,s',done\na,x,1,b,0\nb,x,2,a,1\n",
        "S;A;R;S_next;Done\na;x;1,0;b;0\nb;x;2,0;a;1\n",
        "State,Action,Reward,New State,Is Terminal\na,x,1,b,0\nb,x,2,a,1\n",
        "state,reward,nextState,done\na,1,b,0\nb,2,a,1\n",
        "observations,actions,rewards,next_observations,terminals,timeouts\na,0,1,b,0,0\nb,0,2,a,1,0\n",
        "obs,act,rew,next_obs,dones\na,0,1,b,0\nb,0,2,a,1\n",
        "from,to,reward,done\na,b,1,0\nb,a,2,1\n",
      })
  void whatFollowsATerminatedTransitionIsWorthNothing(String log) throws IOException {
    Map<String, Double> v = values(read(log).chain(), 0.5);
    assertThat(v.get("b")).isCloseTo(2, within(ROUNDING));
    assertThat(v.get("a")).isCloseTo(2, within(ROUNDING));
    assertThat(values(read(log).chain(), 1).get("a")).isCloseTo(3, within(ROUNDING));
  }

  /** Pandas writes whole numbers with .0 in a column where one is missing: 7.0 is the state 7. */
  @Test
  void wholeNumbersWithAPointAreTheSameStates() throws IOException {
    RewardChain chain = read("state,reward,next_state,done\n3,1,7.0,0\n7,2,nan,1\n").chain();
    Map<String, Double> v = values(chain, 0.5);
    assertThat(v.get("3")).isCloseTo(2, within(ROUNDING));
    assertThat(v.get("7")).isCloseTo(2, within(ROUNDING));
    assertThat(v).doesNotContainKey("7.0");
  }

  /** From b, reward 2 and on to a, cut off there: V(a) = 1 + γV(b), V(b) = 2 + γV(a). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "state,reward,next_state,terminated,truncated\na,1,b,0,0\nb,2,a,0,1\n",
        "state,reward,next_state,done,truncated\na,1,b,0,0\nb,2,a,1,1\n",
        "state,reward,next_state,done,timeout\na,1,b,no,no\nb,2,a,yes,yes\n",
        "state,reward,next_state,truncated\na,1,b,0\nb,2,a,1\n",
      })
  void theNextStateOfATruncatedTransitionKeepsItsValue(String log) throws IOException {
    ChainFile.Contents contents = read(log);
    Map<String, Double> v = values(contents.chain(), 0.5);
    assertThat(v.get("a")).isCloseTo(8.0 / 3, within(ROUNDING));
    assertThat(v.get("b")).isCloseTo(10.0 / 3, within(ROUNDING));
    assertThat(String.join("\n", contents.notes()))
        .contains("1 of 2 transitions end an episode early; the value of the next state counts");
  }

  @Test
  void whatWasUnderstoodAndWhatWasNotIsNoted() throws IOException {
    assertThat(read("t,state,action,reward,next,done,info\n1,a,x,1,b,0,-\n2,b,y,2,a,1,-\n").notes())
        .containsExactly(
            "done: 1 of 2 transitions end an episode; what follows is worth 0",
            "if a time limit cut some episodes off, mark them in a column truncated: there the value"
                + " of the next state counts",
            "action: not used, as a log holds the choices of the policy that made it; --policy"
                + " evaluates another",
            "columns not used: t, info");
    assertThat(read("state,reward,next_state\na,1,b\nb,2,a\n").notes()).isEmpty();
  }

  /**
   * Left brings 1, right brings 5; the log went left twice and right once, the policy always right.
   */
  @Test
  void aPolicyChoosesAmongTheActionsOfALog() throws IOException {
    Path policy =
        Files.writeString(
            folder.resolve("policy.csv"), "state,action,probability\na,right,1\na,left,0\n");
    String log =
        """
        state,action,reward,next_state,done
        a,left,1,a,1
        a,left,1,a,1
        a,right,5,a,0
        a,right,5,a,1
        """;
    // V = 5 + γ V/2
    assertThat(values(read(log, policy).chain(), 0.5).get("a"))
        .isCloseTo(5 / 0.75, within(ROUNDING));
    // The log's own: V = 3 + γ V/4
    assertThat(values(read(log).chain(), 0.5).get("a")).isCloseTo(3 / 0.875, within(ROUNDING));
  }

  /** What follows b is not known, which is not 0, whatever --absorbing says of goal. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEpisodeCutOffAtAStateNeverLeftIsRefused(boolean absorbing) throws IOException {
    String rows = "state,reward,next_state,truncated\na,1,a,0\na,1,b,1\na,1,goal,0\n";
    Path file = folder.resolve("cut.csv");
    Files.writeString(file, rows);
    assertThatThrownBy(() -> ChainFile.read(file, null, null, absorbing))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 3")
        .hasMessageContaining("cut off at state \"b\"")
        .hasMessageContaining("leave this row out");
  }

  /** Residuals of V = 0 are the rewards, 3 and 4; how the end is written changes nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"terminated\na,3,b,0\nb,4,b,1", "time\na,3,b,0\nb,4,goal,1"})
  void theResidualIsOverStatesThatAreNoEnd(String rows) throws IOException {
    Path file = folder.resolve("ends.csv");
    Files.writeString(file, "state,reward,next_state," + rows + "\n");
    RewardChain chain = ChainFile.read(file, null, null, true).chain();
    assertThat(chain.size()).isEqualTo(3);
    var problem = BellmanResidual.tabular(chain, 0.9, Shape.LINEAR);
    assertThat(problem.residual(new double[3])).isCloseTo(Math.sqrt(12.5), within(ROUNDING));
  }

  @Test
  void episodesAreCountedByTheirEndsOrByTheirColumn() throws IOException {
    String rows = "state,reward,next_state,done\na,1,b,0\nb,1,a,1\na,1,a,1\na,1,b,0\n";
    assertThat(read(rows).episodes().count()).isEqualTo(3);
    String named = "episode,state,reward,next_state\n7,a,1,b\n9,b,1,a\n7,a,1,a\n";
    assertThat(read(named).episodes().episode()).containsExactly(0, 1, 0);
    ChainFile.Contents one = read("state,reward,next_state\na,1,b\nb,1,a\na,1,b\n");
    assertThat(one.episodes().count()).isEqualTo(1);
    assertThat(one.visits()).containsExactly(2, 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          state,reward,next_state,done\\na,1,a,maybe\\n | row 2, column 4 ("done"): expected true or false, 1 or 0, found "maybe"; correct it, or rename the column if it means something else
          state,reward,next_state,done\\na,1,a,\\n      | row 2, column 4 ("done"): expected true or false, 1 or 0, found ""; correct it, or rename the column if it means something else
          state,obs,reward,next_state\\na,a,1,a\\n      | row 1, column 2 ("obs"): means the same as state in column 1; keep one of the two
          state,reward,next_state,truncated\\na,1,,1\\n | row 2, column 3 ("next_state"): expected a name, found an empty cell; fill it in: after a truncated episode the value of the next state counts
          state,reward,next_state,done\\na,1,,0\\n      | row 2, column 3 ("next_state"): expected a name, found an empty cell; fill it in, or give --absorbing if this is the end of an episode
          state,reward,next_state,truncated\\na,1,b,0\\n | state "b" has no transitions of its own; add them; or, if it ends an episode and is worth 0, give --absorbing or mark the transitions to it in a column terminated
          """)
  void whatCannotBeUnderstoodIsRefused(String log, String said) {
    assertThatThrownBy(() -> read(log))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("log.csv: " + said);
  }

  @Test
  void aDiscountOfOneNeedsEpisodesThatEnd() throws IOException {
    RewardChain endless = read("state,reward,next_state,done\na,1,a,1\nb,1,b,0\n").chain();
    assertThat(Ends.firstEndless(endless)).isEqualTo(1);
    assertThatThrownBy(() -> BellmanResidual.tabular(endless, 1, Shape.LINEAR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from state b no end is reached");
  }

  /** An end has no features, whatever the file says, and needs no row in it. */
  @Test
  void anEndIsWorthNothingUnderFeaturesToo() throws IOException {
    RewardChain chain = read("state,reward,next_state,done\n1,1,2,0\n2,2,9,1\n").chain();
    assertThat(chain.states()).containsExactly("1", "2", "(end)");
    for (String rows :
        new String[] {"state,x\n2,1\n1,1\n", "1\n1\n", "state,x\n1,1\n2,1\n(end),7\n"}) {
      Path file = Files.writeString(folder.resolve("f.csv"), rows);
      FeaturesFile features = FeaturesFile.read(file, chain);
      assertThat(Chains.array(features.rows())).isDeepEqualTo(new double[][] {{1}, {1}, {0}});
      // V = x for both: residuals x − 1 − x and x − 2, so x = 2.
      var problem = BellmanResidual.of(chain, features.rows(), 1, Shape.LINEAR);
      assertThat(ExactValues.of(problem).values())
          .containsExactly(new double[] {2, 2, 0}, within(ROUNDING));
    }
  }
}
