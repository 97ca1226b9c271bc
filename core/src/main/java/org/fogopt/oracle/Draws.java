package org.fogopt.oracle;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.ToDoubleFunction;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;
import org.fogopt.problem.RemoteData;
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
public final class Draws implements RemoteData.Forecast {
  /** What draws are made together for. */
  private enum Occasion {
    STEP,
    RESTART,
    PROBE,
    SAMPLE,
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
    /** Of growing samples. */
    SAMPLE_INNER(13, Occasion.SAMPLE),
    SAMPLE_OUTER(14, Occasion.SAMPLE),
    /** Directions of differences. */
    DIRECTION(15, Occasion.OTHER);

    private final long number;
    private final Occasion occasion;

    Stream(long number, Occasion occasion) {
      this.number = number;
      this.occasion = occasion;
    }
  }

  private static final int MOST = Integer.MAX_VALUE - 8;

  /**
   * The fewest and the most steps drawn for at once. Rows far away in memory are then on their way
   * together: all these steps wait once for the last of them.
   */
  private static final int LEAST_AHEAD = 8;

  private static final int MOST_AHEAD = 32;

  /**
   * Enough for more than the fewest steps: their rows have to stay in the cache until their turn.
   */
  private static final int ENOUGH = 160;

  /**
   * The most components drawn for steps to come; of a larger batch, many are on their way anyhow.
   */
  private static final int MOST_COMING = 1024;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final @Nullable Problem problem;
  private final List<Sampler> samplers = new ArrayList<>();
  private @Nullable Sampler latest;
  private long now; // the step that it was asked for

  public Draws(long seed) {
    this(seed, null);
  }

  /** Draws for a problem, which learns of those for steps to come. */
  Draws(long seed, @Nullable Problem problem) {
    this.seed = seed;
    this.problem = problem;
  }

  /**
   * Batches of {@code size} components out of {@code count}, with replacement. Asking for as many
   * as there are means all of them, each once.
   */
  public Sampler sampler(Stream stream, long count, long size) {
    return add(new Sampler(stream, count, size, false));
  }

  /**
   * The same without replacement. The first components of a large batch are those of a smaller one.
   */
  public Sampler distinct(Stream stream, long count, long size) {
    return add(new Sampler(stream, count, size, true));
  }

  private Sampler add(Sampler sampler) {
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
   * <p>A restart or a probe is announced when its draws are made, one to come is not: nobody knows
   * when it is due.
   */
  @Override
  public void name(long ahead, LongConsumer component) {
    Occasion occasion = latest == null ? Occasion.OTHER : latest.stream.occasion;
    boolean isStep = occasion == Occasion.STEP || occasion == Occasion.PROBE;
    if (!isStep && ahead == 0) {
      foretell(occasion, now, component);
    }
    foretell(isStep ? occasion : Occasion.STEP, now + ahead, component);
  }

  private void foretell(Occasion occasion, long t, LongConsumer component) {
    for (Sampler sampler : samplers) {
      if (sampler.stream.occasion == occasion) {
        sampler.name(t, component);
      }
    }
  }

  /** How to fetch what will be drawn ahead of time, if that pays. Only steps follow one another. */
  private @Nullable ToDoubleFunction<Batch> prefetch(Stream stream) {
    if (problem == null || stream.occasion != Occasion.STEP) {
      return null;
    }
    Placement placement =
        stream == Stream.OUTER ? problem.outer().placement() : problem.inner().placement();
    return placement.prefetch();
  }

  /**
   * For how many steps batches of that size are drawn at once, where it pays to fetch them ahead.
   */
  private static int stepsAhead(int size) {
    int steps = Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, ENOUGH / Math.max(1, size)));
    return (long) steps * size > MOST_COMING ? 1 : steps;
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

  /**
   * The batches of one stream; it owns the few of them that it hands out again and again. Asked
   * step by step, it draws for some steps at once, and fetches what they will need.
   */
  public final class Sampler {
    private final Stream stream;
    private final long root;
    private final long count;
    private final int size; // of what is drawn; 0 if that is all of them
    private final boolean distinct;
    private long distinctOf = -1; // the step of which the batch is
    private final long[] indices; // of several steps, one after the other
    private final Batch[] batches; // of each of these steps
    private final Batch coming; // of all of these steps
    private long first; // the step of the first of them
    private int drawn; // steps

    @SuppressWarnings("UnusedVariable") // written, so that the compiler does not leave the read out
    private double fetched;

    private final @Nullable ToDoubleFunction<Batch> prefetch;

    private Sampler(Stream stream, long count, long size, boolean distinct) {
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
      root = root(stream);
      this.count = count;
      this.distinct = distinct;
      this.size = everyone ? 0 : (int) size;
      prefetch = everyone ? null : prefetch(stream);
      int steps = prefetch == null ? 1 : stepsAhead(this.size);
      indices = new long[this.size * steps];
      coming = Batch.of(indices);
      batches = new Batch[steps];
      for (int s = 0; s < steps; s++) {
        batches[s] = everyone ? Batch.all(count) : coming.slice(s * size, (s + 1) * size);
      }
    }

    /** Some batch of that size, for where it only matters how large it is; nothing is drawn. */
    public Batch any() {
      return batches[0];
    }

    /** The batch of step t, valid until the next call. */
    public Batch at(long t) {
      latest = this;
      now = t;
      if (batches.length > 1) {
        return ahead(t);
      }
      draw(t, 0);
      return batches[0];
    }

    private Batch ahead(long t) {
      long place = t - first;
      if (place < 0 || place >= drawn) {
        drawn = drawn > 0 && place == drawn ? batches.length : 1; // does step follow step?
        first = t;
        place = 0;
        for (int s = 0; s < drawn; s++) {
          draw(t + s, s * size);
        }
        if (drawn > 1 && prefetch != null) {
          fetched = prefetch.applyAsDouble(coming);
        }
      }
      return batches[(int) place];
    }

    private void draw(long t, int place) {
      if (distinct) {
        if (t
            != distinctOf) { // to draw without replacement is dear, and the same is asked for again
          distinctOf = t;
          int[] k = {place};
          drawDistinct(t, component -> indices[k[0]++] = component);
        }
        return;
      }
      long key = key(root, t);
      for (int k = 0; k < size; k++) {
        indices[place + k] = below(word(key, k), count);
      }
    }

    /** Passes over what was drawn already; with as many as there are, nothing is drawn. */
    private void drawDistinct(long t, LongConsumer component) {
      long key = key(root, t);
      LongPredicate isNew = count <= MOST ? marking(new BitSet()) : new HashSet<Long>()::add;
      for (long k = 0, held = 0; held < size; k++) {
        long next = below(word(key, k), count);
        if (isNew.test(next)) {
          held++;
          component.accept(next);
        }
      }
    }

    /** The components of step t, unless they are all. */
    private void name(long t, LongConsumer component) {
      if (distinct) {
        drawDistinct(t, component);
        return;
      }
      long key = key(root, t);
      for (int k = 0; k < size; k++) {
        component.accept(below(word(key, k), count));
      }
    }
  }

  /** Marks one of up to {@link #MOST} components, and says whether it was not marked before. */
  private static LongPredicate marking(BitSet bits) {
    return component -> {
      boolean isNew = !bits.get((int) component);
      bits.set((int) component);
      return isNew;
    };
  }
}
