package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run costs is the paper's closed form, to the call. */
class SarahLedgerTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theCountEqualsTheClosedForm(long seed) {
    Random random = new Random(seed);
    for (int trial = 0; trial < 100; trial++) {
      int m = 2 + random.nextInt(40);
      int n = 2 + random.nextInt(40);
      long s1 = 1L + random.nextInt(m);
      long s2 = 1L + random.nextInt(m);
      long s3 = 1L + random.nextInt(n);
      long q = 1L + random.nextInt(12);
      long steps = random.nextInt(40);
      boolean shared = random.nextBoolean();
      boolean online = random.nextBoolean();
      boolean affine = random.nextBoolean();
      Parts parts = affine ? Quadratic.of(2, m, n, seed).parts() : Parts.curved(2, m, n, seed);
      Settings p =
          SarahParameters.batches(s1, s2, s3)
              .with(SarahParameters.ETA, 1e-3)
              .with(SarahParameters.Q, q);
      p = shared ? p.with(SarahParameters.SHARED, 1) : p;
      long restarts = (steps + q - 1) / q;
      long strictRestart = m + (long) n;
      long paperRestart = 2L * m + n;
      if (online) {
        long s1L = 1L + random.nextInt(m - 1);
        long s2L = 1L + random.nextInt(m);
        long s3L = 1L + random.nextInt(n);
        p = SarahParameters.restart(s1L, s2L, s3L).or(p);
        strictRestart = s1L + s2L + s3L;
        paperRestart = strictRestart;
      }
      long strictStep = 2 * (shared ? s1 + s3 : s1 + s2 + s3);
      long paperStep = 2 * (shared ? 2 * s1 + s3 : s1 + s2 + s3);
      Result result =
          Run.of(parts.problem(), SarahParameters.METHOD.with(p))
              .seed(seed)
              .stop(StopRule.steps(steps))
              .go();
      String what = "m %d, n %d, %s, T %d".formatted(m, n, p, steps);
      assertThat(result.steps()).as(what).isEqualTo(steps);
      assertThat(result.calls())
          .as(what)
          .isEqualTo(restarts * strictRestart + (steps - restarts) * strictStep);
      assertThat(result.callsPaper())
          .as(what)
          .isEqualTo(restarts * paperRestart + (steps - restarts) * paperStep);
      assertThat(result.passes()).isEqualTo(result.callsPaper() / (double) m);
    }
  }

  /** A run that stops after step T has paid for steps 0 … T. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRunThatStopsEarlyHasPaidForTheStepsItTook(long seed) {
    int m = 20;
    int n = 30;
    long q = 7;
    Quadratic quadratic = Quadratic.of(2, m, n, seed);
    Result result =
        Run.of(
                quadratic.parts().problem(),
                SarahParameters.METHOD.with(
                    SarahParameters.batches(2, 2, 3)
                        .with(SarahParameters.ETA, 0.3 / quadratic.smoothness())
                        .with(SarahParameters.Q, q)))
            .from(new double[] {5, 5})
            .seed(seed)
            .stop(StopRule.tolerance(1e-3))
            .stop(StopRule.steps(100_000))
            .go();
    assertThat(result.stop().label()).isEqualTo("tolerance");
    long taken = result.steps() + 1;
    long restarts = (taken + q - 1) / q;
    assertThat(result.steps() % q).isZero();
    assertThat(result.calls()).isEqualTo(restarts * (m + n) + (taken - restarts) * 2 * 7);
    assertThat(result.callsPaper()).isEqualTo(restarts * (2 * m + n) + (taken - restarts) * 2 * 7);
  }
}
