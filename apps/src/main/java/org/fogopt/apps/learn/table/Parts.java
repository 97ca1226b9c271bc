package org.fogopt.apps.learn.table;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Rows dealt into parts of nearly the same size at random, each class alike. No part has all rows
 * of a class, as models fitted on the others would not know it.
 *
 * @param of the part of each row, from 0; a class whose rows would all be held out at once has one
 *     that never is
 */
public record Parts(int[] of) {
  /**
   * Deals rows.
   *
   * @param classes the class of each row; all the same if there are none
   */
  public static Parts deal(int[] classes, int parts, long seed) {
    return in(classes, seed, parts, k -> k % parts);
  }

  /**
   * Holds a share of the rows out as part 0; the others are part 1.
   *
   * @param classes the class of each row; all the same if there are none
   */
  public static Parts hold(int[] classes, double share, long seed) {
    return in(classes, seed, 1, k -> Math.floor((k + 1) * share) > Math.floor(k * share) ? 0 : 1);
  }

  /** In a random order, class by class, the k-th row comes into the part of k. */
  private static Parts in(int[] classes, long seed, int neverHeld, IntUnaryOperator part) {
    int n = classes.length;
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    var random = new SplittableRandom(seed);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int held = order[i];
      order[i] = order[j];
      order[j] = held;
    }
    int most = Arrays.stream(classes).max().orElse(0);
    int[] of = new int[n];
    int next = 0;
    for (int c = 0; c <= most; c++) {
      int first = -1;
      boolean isInOne = true;
      for (int i : order) {
        if (classes[i] == c) {
          of[i] = part.applyAsInt(next++);
          first = first < 0 ? i : first;
          isInOne &= of[i] == of[first];
        }
      }
      if (first >= 0 && isInOne) {
        of[first] = neverHeld;
      }
    }
    return new Parts(of);
  }

  /** The rows of a part, in their order. */
  public int[] rows(int part) {
    return IntStream.range(0, of.length).filter(i -> of[i] == part).toArray();
  }

  /** The rows of all other parts, in their order. */
  public int[] others(int part) {
    return IntStream.range(0, of.length).filter(i -> of[i] != part).toArray();
  }

  @Override
  public String toString() {
    return "Parts[%d rows]".formatted(of.length);
  }
}
