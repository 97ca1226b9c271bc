package org.fogopt.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Elsewhere;
import org.fogopt.problem.Inner;
import org.jspecify.annotations.Nullable;

/**
 * Which components are drawn, as a pure function of (seed, stream, t, k): the k-th draw of step t.
 * There is no generator state to save or share; anyone anywhere can name the samples of step t. The
 * streams are independent, so a change of one batch size leaves the draws of the others alone.
 *
 * <pre>{@code
 * Draws.Sampler s = new Draws(1).sampler(Draws.Stream.OUTER, 2_000, 5);
 * Batch batch = s.at(17); // the five outer components of step 17
 * }</pre>
 */
public final class Draws implements Elsewhere.Forecast {
  /** What draws are made together for. */
  private enum Occasion {
    STEP,
    RESTART,
    PROBE,
    TRIAL,
    WARM_UP,
    OTHER
  }

  /** What a draw is for. The numbers are part of what a seed means: they never change. */
  public enum Stream {
    INNER_VALUE(1, Occasion.STEP),
    INNER_JACOBIAN(2, Occasion.STEP),
    OUTER(3, Occasion.STEP),
    RESTART_VALUE(4, Occasion.RESTART),
    RESTART_JACOBIAN(5, Occasion.RESTART),
    RESTART_OUTER(6, Occasion.RESTART),
    OUTPUT(7, Occasion.OTHER),
    EVALUATION(8, Occasion.OTHER),
    PROBE_INNER(9, Occasion.PROBE),
    PROBE_OUTER(10, Occasion.PROBE),
    ANCHOR(11, Occasion.OTHER),
    SKETCH(12, Occasion.OTHER),
    /** The numbers of PROBE_INNER, which no method that tries leaps out draws from. */
    TRIAL(9, Occasion.TRIAL),
    WARM_UP_INNER(13, Occasion.WARM_UP),
    WARM_UP_OUTER(14, Occasion.WARM_UP),
    WAY(15, Occasion.OTHER);

    private final long number;
    private final Occasion occasion;

    Stream(long number, Occasion occasion) {
      this.number = number;
      this.occasion = occasion;
    }
  }

  private static final int MOST = Integer.MAX_VALUE - 8;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final List<Sampler> samplers = new ArrayList<>();
  private @Nullable Sampler latest;
  private long now; // the step that it was asked for

  public Draws(long seed) {
    this.seed = seed;
  }

  public long seed() {
    return seed;
  }

  /**
   * Batches of {@code size} components out of {@code count}, with replacement. Asking for as many
   * as there are means all of them, each once.
   */
  public Sampler sampler(Stream stream, long count, long size) {
    Sampler sampler = new Sampler(stream, count, size);
    samplers.add(sampler);
    return sampler;
  }

  @Override
  public long now() {
    return now;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A step that restarts or looks around is foretold when its draws are made, one to come is
   * not: nobody knows when it is due.
   */
  @Override
  public void name(long ahead, LongConsumer component) {
    Occasion occasion = latest == null ? Occasion.OTHER : latest.occasion;
    boolean isStep = occasion == Occasion.STEP || occasion == Occasion.PROBE;
    if (!isStep && ahead == 0) {
      foretell(occasion, now, component);
    }
    foretell(isStep ? occasion : Occasion.STEP, now + ahead, component);
  }

  private void foretell(Occasion occasion, long t, LongConsumer component) {
    for (Sampler sampler : samplers) {
      if (sampler.occasion == occasion) {
        sampler.name(t, component);
      }
    }
  }

  /** A number uniform on [0, bound), the k-th of step t. */
  public long uniform(Stream stream, long t, long k, long bound) {
    return below(word(key(root(stream), t), k), bound);
  }

  /** What the draws of a stream have in common, at all steps. */
  private long root(Stream stream) {
    return mix(mix(seed + GOLDEN) + stream.number * GOLDEN);
  }

  private static long key(long root, long t) {
    return mix(root + t * GOLDEN);
  }

  private static long word(long key, long k) {
    return mix(key + (k + 1) * GOLDEN);
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood 2014; variant 13 of Stafford's mixers). */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * 63 random bits scaled to [0, bound) by a 128-bit product; off uniform by at most bound/2^63.
   */
  private static long below(long word, long bound) {
    if (bound == Inner.UNBOUNDED) {
      return word >>> 1;
    }
    long bits = word >>> 1;
    return (Math.multiplyHigh(bits, bound) << 1) | ((bits * bound) >>> 63);
  }

  /** The batches of one stream; it owns the one {@link Batch} it hands out again and again. */
  public final class Sampler {
    private final Occasion occasion;
    private final long root;
    private final long count;
    private final long[] indices;
    private final Batch batch;

    private Sampler(Stream stream, long count, long size) {
      if (size < 0 || size > count) {
        throw new IllegalArgumentException(
            "cannot draw " + size + " of " + count + " components; expected 0 to " + count);
      }
      boolean everyone = size == count;
      if (!everyone && size > MOST) {
        throw new IllegalArgumentException(
            "a batch of " + size + " components is more than one array holds, " + MOST);
      }
      occasion = stream.occasion;
      root = root(stream);
      this.count = count;
      indices = new long[everyone ? 0 : (int) size];
      batch = everyone ? Batch.all(count) : Batch.of(indices);
    }

    /** Some batch of that size, for where it only matters how large it is; nothing is drawn. */
    public Batch any() {
      return batch;
    }

    /** The batch of step t, valid until the next call. */
    public Batch at(long t) {
      latest = this;
      now = t;
      long key = key(root, t);
      for (int k = 0; k < indices.length; k++) {
        indices[k] = below(word(key, k), count);
      }
      return batch;
    }

    /** The components of step t, unless they are all. */
    private void name(long t, LongConsumer component) {
      long key = key(root, t);
      for (int k = 0; k < indices.length; k++) {
        component.accept(below(word(key, k), count));
      }
    }
  }
}
