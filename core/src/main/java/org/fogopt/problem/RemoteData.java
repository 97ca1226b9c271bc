package org.fogopt.problem;

import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Where the data of a problem's components is kept, if not on this machine. Sums over all
 * components are computed there, chunk by chunk; and whoever keeps the data learns which components
 * the coming steps will need, so that they can be fetched in time.
 *
 * <p>A product Gᵀu of as many {@link Jacobian#parts parts} as there are chunks is computed there
 * too: part c may read the components of chunk c.
 *
 * <p>An {@link Inner} or an {@link Outer} that has one gives the same answers as one that has none,
 * to the last bit: chunks are cut in the same way, each is summed by the same code, and the shares
 * are joined in the same order.
 */
public interface RemoteData {
  /** A chunk's share of a sum. It travels, and so does what it returns. */
  @FunctionalInterface
  interface Work<R extends Serializable> extends Serializable {
    /**
     * The share of some components.
     *
     * @param problem the problem as it is where the data is: it knows the components of {@code
     *     part}, perhaps no others
     */
    R of(Problem problem, Batch part);
  }

  /** Which components come next. Draws are functions of the step, so they are known before. */
  interface Forecast {
    /** The step that draws were last made for. */
    long now();

    /** Names the components of g and of f that the step so many after this one will draw. */
    void name(long ahead, LongConsumer component);
  }

  /**
   * Does the work for the components 0 … count−1, so many at a time, and hands the shares to {@code
   * join} in the order of the components.
   *
   * @param chunk a power of two
   */
  <R extends Serializable> void inOrder(long count, long chunk, Work<R> work, Consumer<R> join);

  /** From now on draws are as this forecast says. */
  void expect(Forecast forecast);
}
