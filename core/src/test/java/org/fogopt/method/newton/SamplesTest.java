package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.fogopt.Parts;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;
import org.fogopt.problem.RemoteData;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes of growing samples, and which components they hold. No component is evaluated. */
class SamplesTest {
  private static Problem problem(int d, long m, long n) {
    return Components.map(d, 1)
        .inner(m, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
        .affine()
        .outer(n, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
        .named("sized");
  }

  /** The same, known to be quadratic. */
  private static Problem quadratic(int d, long m, long n) {
    Problem plain = problem(d, m, n);
    return new Problem(
        plain.name(),
        plain.inner(),
        plain.outer(),
        Penalty.NONE,
        (inner, outer, x, xp, g, out) -> {});
  }

  private static Samples samples(Problem problem) {
    return samples(problem, true);
  }

  private static Samples samples(Problem problem, boolean areWanted) {
    try (Workers workers = new Workers(1)) {
      return new Samples(new Oracle(problem, workers, 1), areWanted);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1000, 1, 100",
    "1, 1, 1000, 100",
    "10, 1000, 1000, 100",
    "11, 1000, 1000, 110",
    "50, 2000, 5000, 500",
    "1, 200, 1, 100", // a half of them is worth it, …
    "1, 199, 1, 199", // … more is not
    "20, 300, 399, 399"
  })
  void theFirstHasAHundredOrTenAnUnknownUnlessThatIsOverHalfOfThem(
      int d, long m, long n, long expected) {
    Samples samples = samples(problem(d, m, n));
    assertThat(samples.size).isEqualTo(expected);
    assertThat(samples.areAll()).isEqualTo(expected == Math.max(m, n));
    assertThat(samples.inner.size()).isEqualTo(Math.min(m, expected));
    assertThat(samples.outer.size()).isEqualTo(Math.min(n, expected));
  }

  private static List<Long> sizes(Samples samples) {
    List<Long> sizes = new ArrayList<>(List.of(samples.size));
    while (!samples.areAll()) {
      samples.grow();
      sizes.add(samples.size);
    }
    return sizes;
  }

  @Test
  void eachIsFourTimesTheLastAndAllOnceEightTimesExceedsThem() {
    assertThat(sizes(samples(problem(1, 3200, 1)))).containsExactly(100L, 400L, 1600L, 3200L);
    assertThat(sizes(samples(problem(1, 3199, 1)))).containsExactly(100L, 400L, 3199L);
    assertThat(sizes(samples(problem(20, 7, 10_000)))).containsExactly(200L, 800L, 3200L, 10_000L);
  }

  @Test
  void aSampleHoldsTheFirstOfAFixedPermutation() {
    Samples samples = samples(problem(1, 5000, 4000));
    long[] inner = Parts.indices(samples.inner);
    long[] outer = Parts.indices(samples.outer);
    samples.grow();
    assertThat(Parts.indices(samples.inner)).startsWith(inner).doesNotHaveDuplicates();
    assertThat(Parts.indices(samples.outer)).startsWith(outer).doesNotHaveDuplicates();
    assertThat(inner).isNotEqualTo(outer);
    assertThat(Parts.indices(samples.innerModel)).isEqualTo(Parts.indices(samples.inner));
    assertThat(Parts.indices(samples.outerModel)).isEqualTo(Parts.indices(samples.outer));
  }

  @Test
  void allAreTakenWhereSamplesAreNotWantedOrAFullStepIsNeededAnyway() {
    assertThat(samples(problem(3, 1000, 10), false).areAll()).isTrue();
    assertThat(samples(quadratic(300, 10_000, 1)).areAll()).isTrue();
    assertThat(samples(quadratic(301, 10_000, 1)).areAll()).isFalse(); // a factor costs more
    assertThat(samples(problem(300, 10_000, 1)).areAll()).isFalse();
  }

  /** Its data is on other machines, where nobody ever asks for it here. */
  private record Remote(Inner inner) implements Parts.Wrapped {
    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      throw new UnsupportedOperationException("remote");
    }

    @Override
    public Placement placement() {
      return Placement.HERE.withRemote(
          new RemoteData() {
            @Override
            public <R extends Serializable> void inOrder(
                long count, long chunk, Work<R> work, Consumer<R> join) {
              throw new UnsupportedOperationException("remote");
            }

            @Override
            public void expect(Forecast forecast) {}
          });
    }
  }

  @Test
  void allAreTakenWhereDataIsRemote() {
    Problem here = problem(1, 200_000, 1);
    Samples samples = samples(new Problem("remote", new Remote(here.inner()), here.outer()));
    assertThat(samples.areAll()).isTrue();
    assertThat(samples.innerModel.size()).isEqualTo(200_000);
  }

  // Curvature

  @ParameterizedTest
  @CsvSource({
    "5000, 3, 5000",
    "100000, 3, 100000",
    "100001, 3, 10000", // a tenth
    "200000, 500, 50000", // a hundred an unknown
    "200000, 5000, 200000" // of which there are not as many
  })
  void curvatureOfManyComponentsIsThatOfATenthOrOfAHundredAnUnknown(long all, long d, long some) {
    assertThat(Samples.modelSize(all, d)).isEqualTo(some);
  }

  @Test
  void aSampleOfTheCurvatureThatIsNoGoodModelGrowsFourfoldUntilItIsTheSample() {
    Samples samples = samples(problem(2, 1_000_000, 1));
    while (samples.size <= 100_000) {
      assertThat(samples.modelSize()).isEqualTo(samples.size);
      assertThat(samples.growModel()).isFalse();
      samples.grow();
    }
    assertThat(samples.size).isEqualTo(102_400); // 100 · 4⁵
    assertThat(samples.innerModel.size()).isEqualTo(10_240);
    assertThat(samples.growModel()).isTrue();
    assertThat(samples.innerModel.size()).isEqualTo(40_960);
    assertThat(samples.outerModel.size()).isEqualTo(1);
    assertThat(samples.inner.size()).as("the sample itself").isEqualTo(102_400);
    assertThat(samples.growModel()).isTrue();
    assertThat(samples.innerModel.size()).isEqualTo(102_400);
    assertThat(samples.growModel()).isFalse();
    samples.grow(); // the growth stays: 16 tenths of the next are all of it
    assertThat(samples.modelSize()).isEqualTo(409_600);
  }

  @Test
  void withoutSamplesCurvatureIsThatOfAll() {
    Samples samples = samples(problem(1, 1, 200_000), false);
    assertThat(samples.outerModel.size()).isEqualTo(200_000);
    assertThat(samples.growModel()).isFalse();
  }

  // Checkpoints

  @Test
  void aCheckpointKeepsBothSizes() {
    Problem problem = problem(1, 1_000_000, 3000);
    Samples samples = samples(problem);
    while (samples.size <= 100_000) {
      samples.grow();
    }
    samples.growModel();
    var bytes = new ByteArrayOutputStream();
    samples.state(State.writing(bytes));
    Samples restored = samples(problem);
    assertThat(restored.size).isEqualTo(100);
    restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
    assertThat(restored.size).isEqualTo(samples.size);
    assertThat(Parts.indices(restored.inner)).isEqualTo(Parts.indices(samples.inner));
    assertThat(Parts.indices(restored.outer)).isEqualTo(Parts.indices(samples.outer));
    assertThat(Parts.indices(restored.innerModel)).isEqualTo(Parts.indices(samples.innerModel));
    restored.grow();
    samples.grow();
    assertThat(restored.modelSize()).isEqualTo(samples.modelSize());
  }

  /** To write one down draws nothing anew: the batches at work stay the same objects. */
  @Test
  void writingACheckpointLeavesTheSampleAlone() {
    Samples samples = samples(problem(1, 1000, 1000));
    Batch inner = samples.inner;
    samples.state(State.writing(new ByteArrayOutputStream()));
    assertThat(samples.inner).isSameAs(inner);
  }
}
