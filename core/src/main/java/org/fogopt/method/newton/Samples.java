package org.fogopt.method.newton;

import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * Growing samples of both sums, the first components of a fixed permutation: b = max(100, 10d),
 * then 4b, and all once 8b exceeds them. Where data is remote, or a quadratic needs a full step
 * anyway, all from the start.
 */
public final class Samples implements Stateful {
  private static final long FIRST = 100; // a mean is known to a tenth
  private static final long FIRST_PER_UNKNOWN = 10; // the sample's minimiser is near: error d/b
  private static final long GROWTH = 4; // a step of Newton gains more than the error d/b left
  private static final long MANY = 100_000; // curvature of more would cost more than steps
  private static final long CURVATURE_PER_UNKNOWN = 100; // the error of H is a tenth: √(d/100d)
  private static final long CURVATURE_PART = 10; // little beside the gradient's three passes

  /** So many unknowns make d²/2 operations a component cost a few passes: 10 a time by blocks. */
  public static final int FEW_UNKNOWNS = 300;

  private final Oracle oracle;
  private final long most; // components of the larger sum
  private final boolean isWhole; // curvature of all components
  long size;
  private long share = 1; // how often the sample of curvature has grown, as a factor
  Batch inner = Batch.all(0);
  Batch outer = inner;
  Batch innerModel = inner; // those whose curvature is asked for
  Batch outerModel = inner;

  Samples(Oracle oracle, boolean areWanted) {
    this.oracle = oracle;
    int d = oracle.dimension();
    most = Math.max(oracle.innerCount(), oracle.outerCount());
    boolean isStraight = oracle.constantCurvature() && d <= FEW_UNKNOWNS;
    isWhole = !areWanted || oracle.isRemote() || isStraight;
    long first = Math.max(FIRST, FIRST_PER_UNKNOWN * d);
    resize(isWhole || 2 * first > most ? most : first);
  }

  private Batch sample(Stream stream, long count, long wanted) {
    return wanted >= count
        ? Batch.all(count)
        : oracle.draws().distinct(stream, count, wanted).at(0);
  }

  boolean areAll() {
    return size == most;
  }

  void grow() {
    resize(2 * GROWTH * size > most ? most : GROWTH * size);
  }

  private void resize(long next) {
    size = next;
    inner = sample(Stream.SAMPLE_INNER, oracle.innerCount(), size);
    outer = sample(Stream.SAMPLE_OUTER, oracle.outerCount(), size);
    innerModel = sample(Stream.SAMPLE_INNER, oracle.innerCount(), modelSize());
    outerModel = sample(Stream.SAMPLE_OUTER, oracle.outerCount(), modelSize());
  }

  /**
   * A step showed the curvature of some components to be no good model of the sample: more of them,
   * if there are any. Returns whether there were.
   */
  boolean growModel() {
    if (modelSize() >= size) {
      return false;
    }
    share *= GROWTH;
    resize(size);
    return true;
  }

  /** So many components have their curvature asked for. */
  long modelSize() {
    return isWhole ? size : Math.min(size, share * modelSize(size, oracle.dimension()));
  }

  /** So many have it asked for in a step on all of them. */
  public static long modelSize(long all, long d) {
    return all <= MANY
        ? all
        : Math.min(all, Math.max(CURVATURE_PER_UNKNOWN * d, all / CURVATURE_PART));
  }

  @Override
  public void state(State s) {
    long kept = s.value("sample", size);
    share = s.value("growth of the curvature's", share);
    if (s.isReading()) {
      resize(kept);
    }
  }
}
