package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.junit.jupiter.api.Test;

/** A second sample where it is three times the first: 75, then 300 of 4800, on a line. */
class WarmUpSamplesTest {
  private static final int COUNT = 4800;
  private static final int FIRST = 75;
  private static final int FIRST_INNER = 18;
  private static final int SECOND = 300;

  private interface OfComponent {
    double at(long i, double y);
  }

  private static final class Trail {
    final Oracle oracle;
    final WarmUp warmUp;
    final List<String> notes = new ArrayList<>();
    double[] x = {0};
    final double[] y = new double[1];
    final double[] f = new double[1];
    final JacobianEstimate g;

    /** g_j(x) = x + c_j with c_j = ±1 in turns, and f_i with these values and slopes. */
    Trail(OfComponent value, OfComponent slope) {
      Parts parts =
          new Parts(
              1,
              1,
              COUNT,
              COUNT,
              true,
              (j, x, y) -> y[0] = x[0] + shift(j),
              (j, x, jac) -> jac[0][0] = 1,
              (i, y) -> value.at(i, y[0]),
              (i, y, u) -> u[0] = slope.at(i, y[0]));
      try (Workers workers = new Workers(1)) {
        oracle = new Oracle(parts.problem(), workers, 1);
        g = oracle.newJacobian();
        warmUp = WarmUp.of(oracle, x, 5, notes::add);
      }
    }

    void steps(long... calls) {
      for (long each : calls) {
        assertThat(warmUp.calls()).isEqualTo(each);
        long before = oracle.ledger().paper();
        double[] next = new double[1];
        warmUp.step(x, next, y, g, f);
        assertThat(oracle.ledger().paper() - before).isEqualTo(each);
        x = next;
      }
    }

    void handful() {
      steps(12, 24, 12);
    }
  }

  private static double shift(long j) {
    return j % 2 == 0 ? 1 : -1;
  }

  /** The mean of c_j over the first so many of the sample. */
  private static double mean(int size) {
    Batch batch = new Draws(1).distinct(Stream.WARM_UP_INNER, COUNT, size).at(0);
    double sum = 0;
    for (int k = 0; k < size; k++) {
      sum += shift(batch.at(k)) / size;
    }
    return sum;
  }

  /** y = x + mean(c) is to be 10. */
  @Test
  void whereSketchesAreExactItsLeapIsNotTriedOut() {
    Trail trail = new Trail((i, y) -> (y - 10) * (y - 10) / 2, (i, y) -> y - 10);
    trail.handful();
    trail.steps(2 * FIRST_INNER + 2 * FIRST);
    assertThat(trail.x[0]).isCloseTo(10 - mean(FIRST_INNER), within(1e-6));
    trail.steps(9, FIRST);
    assertThat(trail.warmUp.isExact()).isTrue();
    assertThat(trail.warmUp.isAtEitherEnd()).as("there is more to come").isFalse();
    trail.steps(4 * 18);
    assertThat(trail.x[0]).isCloseTo(10 - mean(FIRST_INNER), within(1e-6));
    trail.steps(2 * (SECOND - FIRST_INNER) + 2 * SECOND);
    assertThat(trail.x[0]).isCloseTo(10 - mean(SECOND), within(1e-6));
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    assertThat(trail.warmUp.isUnproven()).isTrue();
    trail.steps(4 * 75);
    assertThat(trail.x[0]).isCloseTo(10 - mean(SECOND), within(1e-6));
    assertThat(trail.notes.get(1)).startsWith("went on with 300 of 4800 components: 2 leaps led");
    assertThat(trail.warmUp.isAtEitherEnd()).as("once is enough").isFalse();
    trail.steps(2 * COUNT + 2 * COUNT * 3 / 4);
    assertThat(trail.x[0]).isCloseTo(10, within(1e-6));
  }

  /** A third power takes several leaps, whose last is judged; the second sample adds one. */
  @Test
  void whereTheyAreNotItIsTriedOutAndJudged() {
    Trail trail = new Trail((i, y) -> Math.pow(Math.abs(y - 10), 3) / 3, (i, y) -> cube(y - 10));
    trail.handful();
    while (trail.notes.isEmpty()) {
      trail.steps(trail.warmUp.calls());
    }
    assertThat(trail.warmUp.isExact()).isFalse();
    assertThat(trail.notes.get(0)).startsWith("began with 75 of 4800");
    trail.steps(2 * (SECOND - FIRST_INNER) + 2 * SECOND);
    assertThat(trail.warmUp.calls()).as("an eighth tries it").isEqualTo(37);
    while (trail.notes.size() == 1) {
      assertThat(trail.warmUp.isAtEitherEnd()).isEqualTo(trail.warmUp.calls() == 4 * 75);
      trail.steps(trail.warmUp.calls());
    }
    assertThat(trail.notes.get(1)).startsWith("went on with 300 of 4800");
    assertThat(trail.x[0] + mean(SECOND)).isCloseTo(10, within(3.0));
  }

  private static double cube(double t) {
    return Math.abs(t) * t;
  }

  private static boolean[] drawn(int size) {
    Batch first = new Draws(1).distinct(Stream.WARM_UP_OUTER, COUNT, size).at(0);
    boolean[] drawn = new boolean[COUNT];
    for (int k = 0; k < size; k++) {
      drawn[(int) first.at(k)] = true;
    }
    return drawn;
  }

  /** The first 75 and their judges are alike, and the rest, with a minimum elsewhere, are not. */
  @Test
  void whatTheFirstMissedMakesTheSecondCautious() {
    boolean[] alike = drawn(FIRST + 18);
    OfComponent minimum = (i, y) -> alike[(int) i] ? 10 : -20;
    Trail trail =
        new Trail((i, y) -> Math.pow(y - minimum.at(i, y), 2) / 2, (i, y) -> y - minimum.at(i, y));
    trail.handful();
    while (trail.notes.isEmpty()) {
      trail.steps(trail.warmUp.calls());
    }
    assertThat(trail.warmUp.isExact()).isTrue();
    assertThat(trail.notes.get(0)).contains("75 of 4800").doesNotContain("back");
    trail.steps(2 * (SECOND - FIRST_INNER) + 2 * SECOND);
    assertThat(trail.warmUp.isExact()).isFalse();
    assertThat(trail.warmUp.calls()).as("it is tried out").isEqualTo(37);
  }

  /** The first 75 are alike; those who judge them, and the rest, have their minimum elsewhere. */
  @Test
  void whatItsJudgesDidNotFindLowerIsLeftForTheSecondFromTheStart() {
    boolean[] inFirst = drawn(FIRST);
    OfComponent minimum = (i, y) -> inFirst[(int) i] ? 10 : -10;
    Trail trail =
        new Trail((i, y) -> Math.pow(y - minimum.at(i, y), 2) / 2, (i, y) -> y - minimum.at(i, y));
    trail.handful();
    while (trail.notes.isEmpty()) {
      trail.steps(trail.warmUp.calls());
    }
    assertThat(trail.notes.get(0)).contains("75 of 4800").endsWith("back to the start");
    assertThat(trail.x[0]).isZero();
    trail.steps(2 * (SECOND - FIRST_INNER) + 2 * SECOND);
    assertThat(trail.x[0]).isCloseTo(-5 - mean(SECOND), within(1e-6));
    assertThat(trail.warmUp.calls()).as("it is tried out").isEqualTo(37);
    trail.steps(37, SECOND);
    assertThat(trail.warmUp.isExact()).isTrue();
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    trail.steps(4 * 75);
    assertThat(trail.notes.get(1))
        .contains("300 of 4800 components: 1 leap")
        .doesNotContain("back");
  }
}
