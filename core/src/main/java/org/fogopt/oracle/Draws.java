package org.fogopt.oracle;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;

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
public final class Draws {
  /** What a draw is for. The numbers are part of what a seed means: they never change. */
  public enum Stream {
    INNER_VALUE(1),
    INNER_JACOBIAN(2),
    OUTER(3),
    RESTART_VALUE(4),
    RESTART_JACOBIAN(5),
    RESTART_OUTER(6),
    OUTPUT(7),
    EVALUATION(8),
    PROBE_INNER(9),
    PROBE_OUTER(10),
    ANCHOR(11),
    SKETCH(12);

    private final long number;

    Stream(long number) {
      this.number = number;
    }
  }

  private static final int MOST = Integer.MAX_VALUE - 8;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long seed;

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
    return new Sampler(stream, count, size);
  }

  /** A number uniform on [0, bound), the k-th of step t. */
  public long uniform(Stream stream, long t, long k, long bound) {
    return below(word(key(stream, t), k), bound);
  }

  private long key(Stream stream, long t) {
    return mix(mix(mix(seed + GOLDEN) + stream.number * GOLDEN) + t * GOLDEN);
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
    private final Stream stream;
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
      this.stream = stream;
      this.count = count;
      indices = new long[everyone ? 0 : (int) size];
      batch = everyone ? Batch.all(count) : Batch.of(indices);
    }

    /** The batch of step t, valid until the next call. */
    public Batch at(long t) {
      long key = key(stream, t);
      for (int k = 0; k < indices.length; k++) {
        indices[k] = below(word(key, k), count);
      }
      return batch;
    }
  }
}
