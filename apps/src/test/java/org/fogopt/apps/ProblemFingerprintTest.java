package org.fogopt.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;

class ProblemFingerprintTest {
  @Test
  void portfoliosDifferByDataRiskAversionAndConstraints() {
    allDiffer(
        portfolio(1, 1, Penalty.NONE),
        portfolio(2, 1, Penalty.NONE),
        portfolio(1, 1.5, Penalty.NONE),
        portfolio(1, 1, Separable.l1(0.1)),
        portfolio(1, 1, Separable.l1(0.2)),
        portfolio(1, 1, Separable.box(0, 0.5)),
        portfolio(1, 1, Separable.box(0, 0.6)),
        portfolio(1, 1, Budget.simplex()),
        portfolio(1, 1, Budget.of(Separable.nonNegative(), 2.0, List.of())),
        portfolio(1, 1, grouped(0.4, 1)),
        portfolio(1, 1, grouped(0.5, 1)),
        portfolio(1, 1, grouped(0.4, 2)));
  }

  @Test
  void valueProblemsDifferByChainDiscountShapeSplitAndSimulation() {
    RandomMdp mdp = new RandomMdp(20, 3, 4, 1);
    allDiffer(
        mdp.problem(0.9, Shape.LINEAR, Split.CENTRED).problem(),
        mdp.problem(0.95, Shape.LINEAR, Split.CENTRED).problem(),
        mdp.problem(0.9, Shape.TANH, Split.CENTRED).problem(),
        mdp.problem(0.9, Shape.LINEAR, Split.PAPER).problem(),
        mdp.problem(0.9, Shape.LINEAR, Split.CENTRED).online(),
        new RandomMdp(20, 3, 4, 2).problem(0.9, Shape.LINEAR, Split.CENTRED).problem(),
        new RandomMdp(20, 3, 0, 1).problem(0.9, Shape.LINEAR, Split.CENTRED).problem());
  }

  @Test
  void mapsDifferByPointsPerplexityKernelDimensionsAndSplit() {
    allDiffer(
        Embedding.gauss(similarities(1, 5), 2, Embedding.Split.PAIRS).problem(),
        Embedding.gauss(similarities(2, 5), 2, Embedding.Split.PAIRS).problem(),
        Embedding.gauss(similarities(1, 6), 2, Embedding.Split.PAIRS).problem(),
        Embedding.gauss(similarities(1, 5), 3, Embedding.Split.PAIRS).problem(),
        Embedding.gauss(similarities(1, 5), 2, Embedding.Split.POINTS).problem(),
        Embedding.gauss(similarities(1, 5), 2, Embedding.Split.PAPER).problem(),
        Embedding.student(similarities(1, 5), 2, Embedding.Split.PAIRS).problem(),
        Embedding.student(similarities(1, 5), 2, Embedding.Split.POINTS).problem());
  }

  @Test
  void theSameDataReadAgainIsNamedTheSame() {
    assertThat(portfolio(3, 1, Budget.simplex()).fingerprint())
        .isEqualTo(portfolio(3, 1, Budget.simplex()).fingerprint())
        .matches("[0-9a-f]{32}");
    assertThat(
            Embedding.gauss(similarities(1, 5), 2, Embedding.Split.PAIRS).problem().fingerprint())
        .isEqualTo(
            Embedding.gauss(similarities(1, 5), 2, Embedding.Split.PAIRS).problem().fingerprint());
  }

  private static void allDiffer(Problem... problems) {
    assertThat(Stream.of(problems).map(Problem::fingerprint)).doesNotHaveDuplicates();
  }

  private static Problem portfolio(long seed, double lambda, Penalty penalty) {
    return new MeanVariance(returns(seed), lambda).problem(penalty);
  }

  private static Rows returns(long seed) {
    return new SyntheticReturns(30, 4, 20).draw(seed);
  }

  private static Penalty grouped(double most, int member) {
    return Budget.of(
        Separable.nonNegative(),
        1.0,
        List.of(new Budget.Group("g", new int[] {0, member}, 0, most)));
  }

  private static Similarities similarities(long seed, double perplexity) {
    try (var workers = new Workers(1)) {
      return Similarities.ofPerplexity(returns(seed), perplexity, workers);
    }
  }
}
