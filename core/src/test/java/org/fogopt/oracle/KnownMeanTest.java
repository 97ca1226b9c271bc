package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;

class KnownMeanTest {
  /** g_j(x) = x + 1 or x − 1 as j is even or odd; f(y) = y². */
  private static final Problem COINS =
      Components.map(1, 1)
          .inner(
              Inner.UNBOUNDED,
              (j, x, y) -> y[0] = x[0] + (j % 2 == 0 ? 1 : -1),
              (j, x, jac) -> jac[0][0] = 1)
          .outer(1, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
          .named("coins");

  private static final Problem IDENTITY =
      Components.map(1, 1)
          .inner(4, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
          .outer(1, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
          .named("identity");

  /** The coins, with their mean known. */
  private record Known(Inner draws, Inner mean) implements Inner {
    @Override
    public int in() {
      return 1;
    }

    @Override
    public int out() {
      return 1;
    }

    @Override
    public long count() {
      return UNBOUNDED;
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      draws.add(batch, x, a, y);
    }

    @Override
    public Jacobian newJacobian() {
      return draws.newJacobian();
    }
  }

  private static final Problem KNOWN =
      new Problem("known", new Known(COINS.inner(), IDENTITY.inner()), COINS.outer());

  @Test
  void anEndlessProblemThatKnowsItsMeanIsReportedExactly() {
    try (Workers workers = new Workers(1)) {
      double[] gradient = new double[1];
      assertThat(new Evaluator(KNOWN, workers).gradient(new double[] {3}, gradient)).isEqualTo(9);
      assertThat(gradient[0]).isEqualTo(6);
      assertThat(new Evaluator(COINS, workers).objective(new double[] {3}))
          .isNotEqualTo(9)
          .isBetween(8.5, 9.5);
    }
  }

  /** The mean is for reports: a run cannot pay for it, so no tolerance is checked. */
  @Test
  void aToleranceIsNotCheckedByTheKnownMean() {
    Result result =
        Run.of(
                KNOWN,
                SarahParameters.METHOD.with(
                    SarahParameters.restart(8, 8, 1).with(SarahParameters.ETA, 0.1)))
            .from(new double[] {1})
            .stop(StopRule.tolerance(0.9))
            .stop(StopRule.steps(50))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.STEPS);
  }

  @Test
  void itsPassesAreCountedInComponentsOfTheMean() {
    Result result =
        Run.of(
                KNOWN,
                SarahParameters.METHOD.with(
                    SarahParameters.restart(8, 8, 1).with(SarahParameters.ETA, 0.1)))
            .from(new double[] {1})
            .stop(StopRule.steps(5))
            .go();
    assertThat(result.callsPaper()).isPositive();
    assertThat(result.passes()).isEqualTo(result.callsPaper() / 4.0);
  }
}
