package org.fogopt.apps.embedding;

import java.util.Arrays;

/** The points nearest to one. */
final class Nearest {
  private Nearest() {}

  /**
   * The {@code count} entries of least distance, in order of their index; of equal ones those of
   * the lower index.
   *
   * @param own an entry to leave out
   */
  static int[] of(double[] d, int own, int count) {
    int[] heap = new int[count]; // the farthest of those kept is on top
    int size = 0;
    for (int i = 0; i < d.length; i++) {
      if (i == own) {
        continue;
      }
      if (size < count) {
        heap[size++] = i;
        if (size == count) {
          for (int at = count / 2 - 1; at >= 0; at--) {
            sink(heap, at, d);
          }
        }
      } else if (d[i] < d[heap[0]]) {
        heap[0] = i;
        sink(heap, 0, d);
      }
    }
    int[] nearest = Arrays.copyOf(heap, size);
    Arrays.sort(nearest);
    return nearest;
  }

  private static void sink(int[] heap, int from, double[] d) {
    int at = from;
    for (int child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && farther(d, heap[child + 1], heap[child])) {
        child++;
      }
      if (!farther(d, heap[child], heap[at])) {
        return;
      }
      int up = heap[child];
      heap[child] = heap[at];
      heap[at] = up;
      at = child;
    }
  }

  private static boolean farther(double[] d, int i, int j) {
    return d[i] > d[j] || (d[i] == d[j] && i > j);
  }
}
