package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.problem.Inner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrawsTest {
  /**
   * Chi-square with 99 degrees of freedom has mean 99 and deviation 14: a fair source stays below
   * with probability 0.9999, and the seeds are fixed.
   */
  private static final double CHI_SQUARE_99 = 161;

  private static long[] at(Draws draws, Stream stream, long count, long size, long t) {
    return Parts.indices(draws.sampler(stream, count, size).at(t));
  }

  @Test
  void theDrawsOfAStepDoNotDependOnWhatWasDrawnBefore() {
    Draws.Sampler sampler = new Draws(5).sampler(Stream.OUTER, 1000, 20);
    long[] first = Parts.indices(sampler.at(17));
    sampler.at(3);
    sampler.at(4_000_000_000L);
    assertThat(Parts.indices(sampler.at(17))).isEqualTo(first);
    assertThat(at(new Draws(5), Stream.OUTER, 1000, 20, 17)).isEqualTo(first);
  }

  @Test
  void seedStreamAndStepEachChangeTheDraws() {
    long[] base = at(new Draws(5), Stream.OUTER, 1000, 20, 17);
    assertThat(at(new Draws(6), Stream.OUTER, 1000, 20, 17)).isNotEqualTo(base);
    assertThat(at(new Draws(5), Stream.INNER_VALUE, 1000, 20, 17)).isNotEqualTo(base);
    assertThat(at(new Draws(5), Stream.OUTER, 1000, 20, 18)).isNotEqualTo(base);
  }

  @Test
  void aLargerBatchBeginsWithTheSmallerOne() {
    long[] small = at(new Draws(9), Stream.INNER_VALUE, 1000, 5, 2);
    long[] large = at(new Draws(9), Stream.INNER_VALUE, 1000, 50, 2);
    assertThat(Arrays.copyOf(large, 5)).isEqualTo(small);
  }

  @Test
  void askingForAsManyAsThereAreGivesEachOnce() {
    assertThat(at(new Draws(1), Stream.OUTER, 50, 50, 3)).isEqualTo(Parts.all(50));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void withoutReplacementEachComesOnceAndALargerBatchBeginsWithTheSmallerOne(long seed) {
    long[] large = Parts.indices(new Draws(seed).distinct(Stream.SAMPLE_OUTER, 100, 90).at(2));
    assertThat(large).doesNotHaveDuplicates().hasSize(90);
    assertThat(Arrays.stream(large)).allMatch(i -> i >= 0 && i < 100);
    long[] small = Parts.indices(new Draws(seed).distinct(Stream.SAMPLE_OUTER, 100, 30).at(2));
    assertThat(Arrays.copyOf(large, 30)).isEqualTo(small);
    long[] with = at(new Draws(seed), Stream.SAMPLE_OUTER, 100, 100_000 / 1000 - 1, 2);
    assertThat(Arrays.stream(with).distinct().limit(30).toArray())
        .as("those of the draws with replacement, but for those that were drawn before")
        .isEqualTo(small);
  }

  @Test
  void whatIsDrawnOnceEachIsForetold() {
    Draws draws = new Draws(4);
    Draws.Sampler sampler = draws.distinct(Stream.SAMPLE_INNER, 50, 35);
    List<Long> held = new ArrayList<>();
    for (long i : Parts.indices(sampler.at(7))) {
      held.add(i);
    }
    assertThat(named(draws, 0)).isEqualTo(held);
  }

  @Test
  void aBatchMayBeEmpty() {
    assertThat(at(new Draws(1), Stream.OUTER, 50, 0, 3)).isEmpty();
  }

  @Test
  void moreThanThereAreIsRefused() {
    Draws draws = new Draws(1);
    assertThatThrownBy(() -> draws.sampler(Stream.OUTER, 50, 51))
        .hasMessage("cannot draw 51 of 50 components; expected 0 to 50");
    assertThatThrownBy(() -> draws.sampler(Stream.OUTER, 50, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 7, 1000, 1L << 40, 1L << 61, Long.MAX_VALUE - 1, Inner.UNBOUNDED})
  void everyIndexIsInRange(long count) {
    Draws draws = new Draws(count);
    for (long t = 0; t < 10_000; t++) {
      assertThat(draws.uniform(Stream.OUTER, t, 0, count))
          .isGreaterThanOrEqualTo(0)
          .isLessThan(count);
    }
  }

  @ParameterizedTest
  @EnumSource(Stream.class)
  void drawsAreUniformWithinAStepAndOverSteps(Stream stream) {
    Draws draws = new Draws(1);
    int[] within = new int[100];
    int[] over = new int[100];
    for (int k = 0; k < 100_000; k++) {
      within[(int) draws.uniform(stream, 5, k, 100)]++;
      over[(int) draws.uniform(stream, k, 0, 100)]++;
    }
    assertThat(chiSquare(within)).isLessThan(CHI_SQUARE_99);
    assertThat(chiSquare(over)).isLessThan(CHI_SQUARE_99);
  }

  @Test
  void endlessSuppliesAreDrawnFromEvenly() {
    int[] counts = new int[100];
    for (int t = 0; t < 100_000; t++) {
      long index = new Draws(1).uniform(Stream.INNER_VALUE, t, 0, Inner.UNBOUNDED);
      counts[(int) (index / (Long.MAX_VALUE / 100 + 1))]++;
    }
    assertThat(chiSquare(counts)).isLessThan(CHI_SQUARE_99);
  }

  @Test
  void pairsFromTwoStreamsStepsPlacesOrSeedsAreIndependent() {
    int[] streams = new int[100];
    int[] steps = new int[100];
    int[] places = new int[100];
    int[] seeds = new int[100];
    Draws draws = new Draws(1);
    for (int t = 0; t < 100_000; t++) {
      int here = (int) draws.uniform(Stream.INNER_VALUE, 2L * t, 0, 10);
      streams[10 * here + (int) draws.uniform(Stream.INNER_JACOBIAN, 2L * t, 0, 10)]++;
      steps[10 * here + (int) draws.uniform(Stream.INNER_VALUE, 2L * t + 1, 0, 10)]++;
      places[10 * here + (int) draws.uniform(Stream.INNER_VALUE, 2L * t, 1, 10)]++;
      seeds[10 * here + (int) new Draws(2).uniform(Stream.INNER_VALUE, 2L * t, 0, 10)]++;
    }
    assertThat(chiSquare(streams)).isLessThan(CHI_SQUARE_99);
    assertThat(chiSquare(steps)).isLessThan(CHI_SQUARE_99);
    assertThat(chiSquare(places)).isLessThan(CHI_SQUARE_99);
    assertThat(chiSquare(seeds)).isLessThan(CHI_SQUARE_99);
  }

  private static double chiSquare(int[] counts) {
    double expected = Arrays.stream(counts).sum() / (double) counts.length;
    return Arrays.stream(counts).mapToDouble(c -> (c - expected) * (c - expected) / expected).sum();
  }

  /** What a seed means never changes: SplitMix64's finaliser, in unlimited integers. */
  @Test
  void drawsAreThoseOfTheDefinition() {
    BigInteger golden = new BigInteger("9E3779B97F4A7C15", 16);
    for (long seed : new long[] {0, 1, -7, 123_456_789_012L}) {
      for (long t : new long[] {-1, 0, 5, 1L << 40}) {
        for (long k : new long[] {0, 1, 1000}) {
          BigInteger key = mix(golden.add(BigInteger.valueOf(seed)));
          key = mix(key.add(golden.multiply(BigInteger.valueOf(3)))); // OUTER is stream 3
          key = mix(key.add(golden.multiply(BigInteger.valueOf(t))));
          BigInteger word = mix(key.add(golden.multiply(BigInteger.valueOf(k + 1))));
          BigInteger expected =
              word.shiftRight(1).multiply(BigInteger.valueOf(1000)).shiftRight(63);
          assertThat(new Draws(seed).uniform(Draws.Stream.OUTER, t, k, 1000))
              .isEqualTo(expected.longValueExact());
        }
      }
    }
  }

  private static BigInteger mix(BigInteger number) {
    BigInteger z = number.mod(BigInteger.TWO.pow(64));
    z = z.xor(z.shiftRight(30)).multiply(new BigInteger("BF58476D1CE4E5B9", 16));
    z = z.mod(BigInteger.TWO.pow(64));
    z = z.xor(z.shiftRight(27)).multiply(new BigInteger("94D049BB133111EB", 16));
    z = z.mod(BigInteger.TWO.pow(64));
    return z.xor(z.shiftRight(31));
  }

  // Foretelling

  /** Samplers of every occasion out of a million, so that nothing is drawn twice by chance. */
  private static final long MILLION = 1_000_000;

  private static Draws withSamplers() {
    Draws draws = new Draws(3);
    for (Stream stream : Stream.values()) {
      draws.sampler(stream, MILLION, 2);
    }
    draws.sampler(Stream.INNER_VALUE, 5, 5); // all of them: nothing to announce
    return draws;
  }

  private static List<Long> named(Draws draws, long ahead) {
    List<Long> components = new ArrayList<>();
    draws.name(ahead, components::add);
    return components;
  }

  private static List<Long> drawn(long t, Stream... streams) {
    List<Long> components = new ArrayList<>();
    for (Stream stream : streams) {
      for (long k : at(new Draws(3), stream, MILLION, 2, t)) {
        components.add(k);
      }
    }
    return components;
  }

  private static final Stream[] STEP = {Stream.INNER_VALUE, Stream.INNER_JACOBIAN, Stream.OUTER};

  @Test
  void afterAStepTheNextOnesAreForetold() {
    Draws draws = withSamplers();
    draws.sampler(Stream.OUTER, 9, 0).at(5);
    assertThat(draws.now()).isEqualTo(5);
    assertThat(named(draws, 0)).isEqualTo(drawn(5, STEP));
    assertThat(named(draws, 3)).isEqualTo(drawn(8, STEP));
  }

  /** Probes are many in a row; a restart or a growing sample is followed by steps. */
  @Test
  void afterAProbeMoreOfThemAreForetoldAfterARestartSteps() {
    Draws probing = withSamplers();
    probing.sampler(Stream.PROBE_OUTER, 9, 0).at(2);
    Stream[] probe = {Stream.PROBE_INNER, Stream.PROBE_OUTER};
    assertThat(named(probing, 0)).isEqualTo(drawn(2, probe));
    assertThat(named(probing, 1)).isEqualTo(drawn(3, probe));
    Draws restarting = withSamplers();
    restarting.sampler(Stream.RESTART_OUTER, 9, 0).at(6);
    List<Long> both = drawn(6, Stream.RESTART_VALUE, Stream.RESTART_JACOBIAN, Stream.RESTART_OUTER);
    both.addAll(drawn(6, STEP));
    assertThat(named(restarting, 0)).isEqualTo(both);
    assertThat(named(restarting, 2)).isEqualTo(drawn(8, STEP));
    Draws growing = withSamplers();
    growing.sampler(Stream.SAMPLE_OUTER, 9, 0).at(4);
    List<Long> sample = drawn(4, Stream.SAMPLE_INNER, Stream.SAMPLE_OUTER);
    sample.addAll(drawn(4, STEP));
    assertThat(named(growing, 0)).isEqualTo(sample);
  }

  @Test
  void beforeTheFirstDrawTheFirstStepIsForetold() {
    Draws draws = withSamplers();
    assertThat(draws.now()).isZero();
    assertThat(named(draws, 1)).isEqualTo(drawn(1, STEP));
    assertThat(named(draws, 0)).containsAll(drawn(0, STEP));
    draws.sampler(Stream.RESTART_VALUE, 9, 2).any();
    assertThat(named(draws, 2)).as("nothing was drawn by that").isEqualTo(drawn(2, STEP));
    assertThat(draws.now()).isZero();
  }
}
