package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainFileTest {
  private static final double ROUNDING = 1e-15;

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text.replace("\\n", "\n"));
  }

  private RewardChain read(String text) throws IOException {
    return ChainFile.read(file("p.csv", text), null, null, false).chain();
  }

  private static double p(RewardChain chain, String from, String to) {
    return Chains.array(chain.transitions())[chain.states().indexOf(from)][
        chain.states().indexOf(to)];
  }

  private static double r(RewardChain chain, String from, String to) {
    return Chains.array(chain.rewards())[chain.states().indexOf(from)][chain.states().indexOf(to)];
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state,next,probability,reward\na,b,0.25,1\na,a,0.75,-2\nb,a,1,-999\n",
        "probability;reward;state;next_state\n1;-999;b;a\n.25;1;a;b\n0.75;-2;a;a\n",
        "state;next;probability;reward\na;b;0,25;1\na;a;0,75;-2,0\nb;a;1;-999\n",
        "# made by hand\nReward,Note,State,Next,Probability\n1,x,a,b,0.25\n-2,y,a,a,0.75\n\n-999,z,b,a,1\n",
        "state,next,probability,reward\na,b,0.05,3\na,a,0.75,-2\nb,a,1,-999\na,b,0.2,0.5\nb,b,0,7\n",
      })
  void transitionsAreReadInAnyOrderAndJoined(String text) throws IOException {
    RewardChain chain = read(text);
    assertThat(chain.states()).containsExactlyInAnyOrder("a", "b");
    assertThat(chain.transitions()).isInstanceOf(SparseRows.class);
    assertThat(p(chain, "a", "b")).isCloseTo(0.25, within(ROUNDING));
    assertThat(p(chain, "a", "a")).isCloseTo(0.75, within(ROUNDING));
    assertThat(p(chain, "b", "a")).isEqualTo(1);
    assertThat(r(chain, "a", "b")).isCloseTo(1, within(ROUNDING)); // (0.05·3 + 0.2·0.5)/0.25 too
    assertThat(r(chain, "b", "a")).isEqualTo(-999); // a reward like any other
    assertThat(((SparseRows) chain.transitions()).nonZeros()).isEqualTo(3);
  }

  @Test
  void numberedStatesComeInTheirOrder() throws IOException {
    assertThat(read("state,next,probability,reward\n10,2,1,0\n2,-1,1,0\n-1,10,1,0\n").states())
        .containsExactly("-1", "2", "10");
    assertThat(read("state,next,probability,reward\n10,b,1,0\nb,10,1,0\n").states())
        .containsExactly("10", "b");
  }

  @Test
  void smallErrorsInSumsAreRoundedAway() throws IOException {
    RewardChain chain =
        read("state,next,probability,reward\na,a,0.3333333,1\na,b,0.6666666,1\nb,b,1,0");
    assertThat(p(chain, "a", "a") + p(chain, "a", "b")).isCloseTo(1, within(ROUNDING));
  }

  @Test
  void aLogGivesFrequencies() throws IOException {
    RewardChain chain =
        read(
            "time,state,action,reward,next_state\n1,a,x,1,b\n2,b,y,5,a\n3,a,x,3,b\n4,b,x,0,b\n5,b,x,0,a");
    assertThat(p(chain, "a", "b")).isEqualTo(1);
    assertThat(r(chain, "a", "b")).isEqualTo(2);
    assertThat(p(chain, "b", "a")).isCloseTo(2.0 / 3, within(ROUNDING));
    assertThat(r(chain, "b", "a")).isEqualTo(2.5);
    assertThat(chain.source()).endsWith("p.csv, a log of 5 transitions");
  }

  @Test
  void theEndOfAnEpisodeIsWorthNothing() throws IOException {
    Path log = file("log.csv", "state,reward,next_state\na,1,b\nb,10,\na,1,won\n");
    RewardChain chain = ChainFile.read(log, null, null, true).chain();
    assertThat(chain.states()).containsExactly("a", "b", "won", "(end)");
    ExactValues exact = ExactValues.of(BellmanResidual.tabular(chain, 0.5, Shape.LINEAR));
    // V(b) = 10, V(a) = 1 + ½·(½·10)
    assertThat(exact.values()).containsExactly(new double[] {3.5, 10, 0, 0}, within(1e-12));
  }

  @Test
  void aPolicyMakesAChainOfAnMdp() throws IOException {
    Path mdp =
        file(
            "mdp.csv",
            """
            state,action,next,probability,reward
            a,stay,a,1,2
            a,go,b,0.5,0
            a,go,a,0.5,4
            b,back,a,1,-1
            """);
    Path policy = file("policy.csv", "action,state,probability\ngo,a,0.8\nstay,a,0.2\nback,b,1\n");
    RewardChain chain = ChainFile.read(mdp, null, policy, false).chain();
    assertThat(p(chain, "a", "b")).isCloseTo(0.4, within(ROUNDING));
    assertThat(p(chain, "a", "a")).isCloseTo(0.6, within(ROUNDING));
    assertThat(r(chain, "a", "a")).isCloseTo((0.2 * 2 + 0.4 * 4) / 0.6, within(1e-14));
    RewardChain alike = ChainFile.read(mdp, null, null, false).chain();
    assertThat(p(alike, "a", "b")).isEqualTo(0.25);
    assertThat(alike.source()).endsWith("all actions equally likely");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.5,0.5\n0.9,0.1\n", "1,2\n0.5,0.5\n0.9,0.1\n",
        ",1,2\n1,0.5,0.5\n2,0.9,0.1\n", "state,1,2\n1,0.5,0.5\n2,0.9,0.1\n"
      })
  void aMatrixIsReadWithItsRewards(String text) throws IOException {
    if (text.startsWith("1,2")) {
      text = text.replace("1,2", "x,y");
    }
    Path p = file("p.csv", text);
    RewardChain perState = ChainFile.read(p, file("r.csv", "3\n-4\n"), null, false).chain();
    assertThat(perState.transitions()).isInstanceOf(Rows.class);
    assertThat(perState.states()).isIn(List.of("1", "2"), List.of("x", "y"));
    assertThat(Chains.array(perState.transitions())[1]).containsExactly(0.9, 0.1);
    assertThat(perState.expectedRewards()).containsExactly(3, -4);
    RewardChain each = ChainFile.read(p, file("r.csv", "1,2\n3,4\n"), null, false).chain();
    assertThat(each.expectedRewards()).containsExactly(new double[] {1.5, 3.1}, within(1e-14));
  }

  @Test
  void aMatrixOfMostlyZerosIsKeptSparse() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int s = 0; s < 10; s++) {
      for (int j = 0; j < 10; j++) {
        text.append(j > 0 ? "," : "").append(j == (s + 1) % 10 ? 1 : 0);
      }
      text.append('\n');
    }
    RewardChain chain =
        ChainFile.read(file("p.csv", text.toString()), file("r.csv", "1\n".repeat(10)), null, false)
            .chain();
    assertThat(chain.transitions()).isInstanceOf(SparseRows.class);
    assertThat(chain.expectedRewards()).containsOnly(1.0);
  }

  @Test
  void packedFilesAreRead() throws IOException {
    Path file = folder.resolve("p.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("state,next,probability,reward\na,a,1,1\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(ChainFile.read(file, null, null, false).chain().states()).containsExactly("a");
  }

  /** The transitions and what is said about them; a \n is a new line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          state,next,probability,reward\\na,b,1,0     | p.csv: state "b" has no transitions of its own; add them; or, if it ends an episode and is worth 0, give --absorbing or mark the transitions to it in a column terminated
          state,next,probability,reward\\na,a,0.9,0   | p.csv: row 2: the probabilities of state "a" sum to 0.9, expected 1; correct them, or add the transitions that are missing
          state,next,probability,reward\\na,a,-0.5,0\\na,a,1.5,0 | p.csv: row 2, column 3 ("probability"): expected a probability from 0 to 1, found -0.5; correct it
          state,next,probability,reward\\na,a,1,x     | p.csv: row 2, column 4 ("reward"): expected a finite number, found "x"; correct it
          state,next,probability,reward\\na,a,NaN,0   | p.csv: row 2, column 3 ("probability"): the value is missing; fill it in, or remove the row
          state,next,probability,reward\\na,a,1       | p.csv: row 2: expected 4 columns as in the header, found 3; check the separators in this row
          state,next,probability,reward\\n,a,1,0      | p.csv: row 2, column 1 ("state"): expected a name, found an empty cell; fill it in
          state,next,probability,reward               | p.csv: holds no transitions; write a row for each
          state,next,probability                      | p.csv: row 1: the header has no column reward; expected state,next,probability,reward or state,reward,next_state
          state,state,next,reward                     | p.csv: row 1, column 2 ("state"): stands in column 1 already; keep one of the two
          state,reward,next_state\\na,1,              | p.csv: row 2, column 3 ("next_state"): expected a name, found an empty cell; fill it in, or give --absorbing if this is the end of an episode
          state,action,next,probability,reward\\na,x,a,1,0\\na,y,a,.5,0 | p.csv: row 3: the probabilities of state "a", action "y" sum to 0.5, expected 1; correct them, or add the transitions that are missing
          1,0\\n0,1                                   | p.csv: is a matrix of probabilities without rewards; give them with --rewards
          1,0,0\\n0,1,0                               | p.csv: expected a square matrix of probabilities, found 2 x 3; write a row and a column for each state, or records under a header of state,next,probability,reward
          """)
  void transitionsThatMakeNoSenseAreRefused(String text, String said) throws IOException {
    Path file = file("p.csv", text);
    assertThat(refusal(() -> ChainFile.read(file, null, null, false))).isEqualTo(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          .5,.5\\n.5,.4         | 1\\n1     | p.csv: row 2: the probabilities of state "2" sum to 0.9, expected 1; correct them
          1.5,-.5\\n0,1         | 1\\n1     | p.csv: row 1, column 2: expected a probability from 0 to 1, found -0.5; correct it
          state,a,b\\na,1,0\\nc,0,1 | 1\\n1 | p.csv: the rows are named differently from the columns; list the states in the same order in both
          a,a\\n1,0\\n0,1       | 1\\n1     | p.csv: two states have the same name; rename one of them
          1,0\\n0,1             | 1\\n1\\n1 | r.csv: expected rewards of 2 x 2 or 2 x 1, found 3 x 1; write a row for each state, with a reward for each next state or one for all
          1,0\\n0,1             | state,reward\\n2,1\\n1,0 | r.csv: the states are named differently from those of the probabilities; list them in the same order in both files
          1,0\\n0,1             | 1,2\\n3   | r.csv: row 2: expected 2 columns as in the rows above, found 1; check the separators in this row
          state,next,probability,reward\\na,a,1,0 | 1 | r.csv: rewards are in p.csv already; leave --rewards out, or give a matrix of probabilities
          """)
  void matricesThatMakeNoSenseAreRefused(String p, String r, String said) throws IOException {
    Path transitions = file("p.csv", p);
    Path rewards = file("r.csv", r);
    assertThat(refusal(() -> ChainFile.read(transitions, rewards, null, false))).isEqualTo(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          state,action\\na,x                             | policy.csv: row 1: expected a header of state,action,probability; write it over the columns
          state,action,probability\\na,x,.5\\na,y,.4     | policy.csv: the probabilities of the actions of state "a" sum to 0.9, expected 1; correct them, or add the actions that are missing
          state,action,probability\\na,z,1               | policy.csv: row 2, column 2 ("action"): state "a" has no transitions for action "z" in p.csv; correct the names, or add its transitions
          state,action,probability\\na,x,.5\\na,x,.5     | policy.csv: row 3, column 2 ("action"): stands in a row above already; keep one of the two
          state,action,probability\\na,x,2               | policy.csv: row 2, column 3 ("probability"): expected a probability from 0 to 1, found 2.0; correct it
          """)
  void policiesThatMakeNoSenseAreRefused(String policy, String said) throws IOException {
    Path mdp = file("p.csv", "state,action,next,probability,reward\na,x,a,1,0\na,y,a,1,1\n");
    Path file = file("policy.csv", policy);
    assertThat(refusal(() -> ChainFile.read(mdp, null, file, false))).isEqualTo(said);
  }

  @Test
  void featuresAreMatchedByName() throws IOException {
    RewardChain chain = read("state,next,probability,reward\na,b,1,1\nb,a,1,1\n");
    var named = FeaturesFile.read(file("f.csv", "state,size,age\nb,3,4\na,1,2\n"), chain);
    assertThat(named.names()).containsExactly("size", "age");
    assertThat(Chains.array(named.rows())).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    var last = FeaturesFile.read(file("f.csv", "size,age,state\n3,4,b\n1,2,a\n"), chain);
    assertThat(last.names()).isEqualTo(named.names());
    assertThat(Chains.array(last.rows())).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    assertThat(refusal(() -> FeaturesFile.read(file("f.csv", "x,state,y\n1,a,2\n3,b,\n"), chain)))
        .contains("row 3, column 3 (\"y\")");
    var plain = FeaturesFile.read(file("f.csv", "1,2\n3,4\n"), chain);
    assertThat(Chains.array(plain.rows())).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    assertThat(refusal(() -> FeaturesFile.read(file("f.csv", "state,x\na,1"), chain)))
        .isEqualTo("f.csv: has no features of state \"b\"; add a row for it");
    assertThat(refusal(() -> FeaturesFile.read(file("f.csv", "state,x\na,1\na,2"), chain)))
        .contains("row 3, column 1 (\"state\"): state \"a\" stands in row 2 already");
    assertThat(refusal(() -> FeaturesFile.read(file("f.csv", "state,x\nq,1"), chain)))
        .contains("there is no transition from or to state \"q\"");
    assertThat(refusal(() -> FeaturesFile.read(file("f.csv", "1\n2\n3\n"), chain)))
        .contains("expected a row for each of 2 states, found 3");
  }

  @Test
  void theEmbeddedExampleIsAChain() {
    RewardChain chain = ExampleChain.read();
    assertThat(chain.size()).isEqualTo(42);
    double[] v = ExactValues.of(BellmanResidual.tabular(chain, 0.95, Shape.LINEAR)).values();
    assertThat(v[chain.states().indexOf("wear 0 brisk")])
        .isGreaterThan(v[chain.states().indexOf("breakdown slack")]);
  }

  private interface Attempt {
    void run() throws IOException;
  }

  private String refusal(Attempt attempt) {
    InputException e = catchThrowableOfType(InputException.class, attempt::run);
    assertThat(e).isNotNull();
    return e.getMessage().replace(folder + "/", "");
  }
}
