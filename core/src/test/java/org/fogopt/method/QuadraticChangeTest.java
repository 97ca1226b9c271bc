package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;
import org.fogopt.theory.Batches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where f is quadratic, a step may go from x to F's change at once: the path is the same. */
class QuadraticChangeTest {
  private static final double ROUNDING = 1e-12;
  private static final int M = 30;
  private static final int N = 40;
  private static final int D = 4;
  private static final double ETA = 0.05;
  private static final int STEPS = 25;

  private final AtomicLong changes = new AtomicLong();

  /** Counts how often it goes the short way. */
  private Problem counted(Parts parts) {
    Problem quick = parts.quadratic();
    QuadraticChange change = quick.change();
    assertThat(change).isNotNull();
    return new Problem(
        quick.name(),
        quick.inner(),
        quick.outer(),
        quick.penalty(),
        (inner, outer, x, xp, g, out) -> {
          changes.incrementAndGet();
          change.add(inner, outer, x, xp, g, out);
        });
  }

  @ParameterizedTest
  @CsvSource({"1, 30, 30, 40", "2, 30, 30, 40", "3, 17, 13, 21"})
  void theIteratesAreThoseOfTheNaiveForm(long seed, long s1L, long s2L, long s3L) {
    Parts parts = Quadratic.of(D, M, N, seed).parts();
    Batches step = new Batches(3, 2, 4);
    Settings p =
        SarahParameters.batches(3, 2, 4)
            .with(SarahParameters.ETA, ETA)
            .with(SarahParameters.Q, 10)
            .or(SarahParameters.restart(s1L, s2L, s3L));
    double[] x0 = Parts.gaussians(D, seed + 100);
    Batches restart = new Batches(s1L, s2L, s3L);
    Paths.assertClose(
        Paths.of(counted(parts), p, x0, seed, STEPS),
        new NaiveSarah(parts, ETA, 10, step, restart, false, seed).iterates(x0, STEPS),
        ROUNDING);
    assertThat(changes).hasValue(STEPS - 3);
  }

  private static String end(Problem problem, Map<String, String> given, int steps) {
    Method method = Methods.named("sarah-c");
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Iteration iteration =
          method
              .with(Settings.parse(given, method.parameters()))
              .start(oracle, Parts.gaussians(D, 1));
      for (int t = 0; t < steps; t++) {
        long announced = iteration.nextCallsPaper();
        long before = oracle.ledger().paper();
        iteration.step();
        assertThat(oracle.ledger().paper() - before).isEqualTo(announced);
        iteration.commit();
      }
      StringBuilder text = new StringBuilder(oracle.ledger().toString());
      for (double v : iteration.point()) {
        text.append(" %.9f".formatted(v));
      }
      return text.toString();
    }
  }

  /** Whatever adapts or goes back: the same calls, and the same end up to rounding. */
  @ParameterizedTest
  @CsvSource({
    "S1, 4",
    "eta, 0.05",
    "eps, 3",
    "projection, 3",
    "q, 7",
  })
  void everyVariantEndsWhereItEndsWithoutIt(String name, String value) {
    Parts parts = Quadratic.of(D, 300, 400, 1).parts();
    Map<String, String> given = Map.of(name, value, "S2", "5");
    assertThat(end(counted(parts), given, 60)).isEqualTo(end(parts.problem(), given, 60));
    assertThat(changes).hasPositiveValue();
  }

  @Test
  void aSharedBatchGoesTheLongWay() {
    Parts parts = Quadratic.of(D, M, N, 1).parts();
    Map<String, String> given = Map.of("eta", "0.05", "q", "10", "shared", "1");
    assertThat(end(counted(parts), given, STEPS)).isEqualTo(end(parts.problem(), given, STEPS));
    assertThat(changes).hasValue(0);
  }
}
