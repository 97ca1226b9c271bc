package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A problem is shown what coming steps will draw, before they do. */
class PrefetchTest {
  private static final long COUNT = 1_000_000; // so that nothing is drawn twice by chance

  private boolean far = true;
  private final List<Long> inner = new ArrayList<>();
  private final List<Long> outer = new ArrayList<>();
  private final Draws draws =
      new Oracle(new Problem("listening", new ListeningInner(), new ListeningOuter()), one(), 3)
          .draws();

  private static Workers one() {
    return new Workers(1); // starts no thread
  }

  private static double keep(Batch batch, List<Long> prefetched) {
    for (long j : Parts.indices(batch)) {
      prefetched.add(j);
    }
    return prefetched.size();
  }

  private final class ListeningInner implements Inner {
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
      return COUNT;
    }

    @Override
    public Placement placement() {
      return far ? Placement.HERE.withPrefetch(batch -> keep(batch, inner)) : Placement.HERE;
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      throw new AssertionError("to fetch is not to evaluate");
    }

    @Override
    public Jacobian newJacobian() {
      throw new AssertionError("to fetch is not to evaluate");
    }
  }

  private final class ListeningOuter implements Outer {
    @Override
    public long count() {
      return COUNT;
    }

    @Override
    public Placement placement() {
      return far ? Placement.HERE.withPrefetch(batch -> keep(batch, outer)) : Placement.HERE;
    }

    @Override
    public double value(Batch batch, double[] y) {
      throw new AssertionError("to fetch is not to evaluate");
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      throw new AssertionError("to fetch is not to evaluate");
    }
  }

  private static List<Long> of(Batch batch) {
    List<Long> components = new ArrayList<>();
    keep(batch, components);
    return components;
  }

  @Test
  void fromTheSecondStepOnEverythingIsTouchedBeforeItIsDrawnAndOnce() {
    Sampler values = draws.sampler(Stream.INNER_VALUE, COUNT, 5);
    Sampler gradients = draws.sampler(Stream.OUTER, COUNT, 2);
    values.at(7);
    gradients.at(7);
    assertThat(inner).as("nobody knows yet whether step follows step").isEmpty();
    List<Long> drawnInner = new ArrayList<>();
    List<Long> drawnOuter = new ArrayList<>();
    for (long t = 8; t < 100; t++) {
      drawnInner.addAll(of(values.at(t)));
      drawnOuter.addAll(of(gradients.at(t)));
      assertThat(inner.subList(0, drawnInner.size())).isEqualTo(drawnInner);
      assertThat(outer.subList(0, drawnOuter.size())).isEqualTo(drawnOuter);
    }
    assertThat(inner.size()).isLessThan(drawnInner.size() + 32 * 5);
    assertThat(outer.size()).isLessThan(drawnOuter.size() + 32 * 2);
  }

  /** What is prefetched has to be in the cache when its turn comes. */
  @ParameterizedTest
  @CsvSource({"1, 32", "5, 160", "6, 156", "16, 160", "20, 160", "50, 400", "128, 1024", "129, 0"})
  void fewArePrefetchedAtOnce(int size, int prefetched) {
    Sampler values = draws.sampler(Stream.INNER_VALUE, COUNT, size);
    values.at(0);
    values.at(1);
    assertThat(inner).hasSize(prefetched);
  }

  @Test
  void whatIsDrawnNowAndThenIsNotTouched() {
    Sampler values = draws.sampler(Stream.INNER_VALUE, COUNT, 5);
    Sampler restarts = draws.sampler(Stream.RESTART_OUTER, COUNT, 5);
    for (long t = 0; t < 100; t += 10) {
      values.at(t);
      restarts.at(t / 10);
    }
    assertThat(inner).isEmpty();
    assertThat(outer).isEmpty();
  }

  /** The components of a large batch are on their way together without that. */
  @Test
  void largeBatchesAreNotTouched() {
    Sampler values = draws.sampler(Stream.INNER_JACOBIAN, COUNT, 1000);
    for (long t = 0; t < 10; t++) {
      values.at(t);
    }
    assertThat(inner).isEmpty();
  }

  @Test
  void whatIsNearIsNotTouched() {
    far = false;
    Sampler values = draws.sampler(Stream.INNER_VALUE, COUNT, 5);
    Sampler gradients = draws.sampler(Stream.OUTER, COUNT, 5);
    for (long t = 0; t < 20; t++) {
      values.at(t);
      gradients.at(t);
    }
    assertThat(inner).isEmpty();
    assertThat(outer).isEmpty();
  }

  /** Restarts leave gaps, going back repeats, a run that is resumed begins anywhere. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 20, 128, 129, 1000})
  void drawsForSeveralStepsAreThoseOfEachStep(int size) {
    Sampler sampler = draws.sampler(Stream.OUTER, COUNT, size);
    long t = -3;
    for (int k = 0; k < 200; k++) {
      assertThat(of(sampler.at(t)))
          .as("step %d", t)
          .isEqualTo(of(new Draws(3).sampler(Stream.OUTER, COUNT, size).at(t)));
      t += k % 29 == 28 ? 2 : k % 47 == 46 ? -5 : k % 61 == 60 ? 1L << 40 : k % 7 == 6 ? 0 : 1;
    }
  }
}
