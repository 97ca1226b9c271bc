package org.fogopt.spark;

import java.util.Arrays;
import java.util.List;

/** Rows at hand, found by their number: a table that is built once and then only read. */
final class RowCache {
  private static final long NONE = -1;

  private final int columns;
  private final long[] keys;
  private final int[] pieceOf;
  private final int[] offsetOf;
  private final double[][] pieces;
  private final int mask;
  private final int size;

  RowCache(int columns, List<Fetched> fetched) {
    this.columns = columns;
    int rows = 0;
    for (Fetched piece : fetched) {
      rows += piece.indices().length;
    }
    size = rows;
    int slots = Integer.highestOneBit(Math.max(1, rows)) << 2;
    keys = new long[slots];
    Arrays.fill(keys, NONE);
    pieceOf = new int[slots];
    offsetOf = new int[slots];
    mask = slots - 1;
    pieces = new double[fetched.size()][];
    for (int p = 0; p < pieces.length; p++) {
      Fetched piece = fetched.get(p);
      pieces[p] = piece.values();
      for (int k = 0; k < piece.indices().length; k++) {
        int slot = slot(piece.indices()[k]);
        keys[slot] = piece.indices()[k];
        pieceOf[slot] = p;
        offsetOf[slot] = k * columns;
      }
    }
  }

  int size() {
    return size;
  }

  /** The numbers of all rows at hand. */
  long[] rows() {
    return Arrays.stream(keys).filter(key -> key != NONE).toArray();
  }

  boolean has(long row) {
    return keys[slot(row)] == row;
  }

  /** The slot of a row that is at hand, or −1. */
  int find(long row) {
    int slot = slot(row);
    return keys[slot] == row ? slot : -1;
  }

  /** The array in which the row of a slot lies. */
  double[] piece(int slot) {
    return pieces[pieceOf[slot]];
  }

  /** Where in that array. */
  int offset(int slot) {
    return offsetOf[slot];
  }

  /** Those of the wanted rows that are at hand. */
  Fetched pick(long[] wanted) {
    int count = 0;
    for (long row : wanted) {
      count += has(row) ? 1 : 0;
    }
    long[] indices = new long[count];
    double[] values = new double[count * columns];
    int k = 0;
    for (long row : wanted) {
      int slot = find(row);
      if (slot >= 0) {
        System.arraycopy(piece(slot), offset(slot), values, k * columns, columns);
        indices[k++] = row;
      }
    }
    return new Fetched(indices, values);
  }

  private int slot(long row) {
    long h = row * 0x9E3779B97F4A7C15L;
    int slot = (int) (h >>> 32) & mask;
    while (keys[slot] != row && keys[slot] != NONE) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
