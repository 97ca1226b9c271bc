package org.fogopt.spark;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a run of rows, with their numbers, at the ends of blocks; and puts the pieces together again
 * where the block belongs.
 */
final class Fragments {
  private final Layout layout;
  private final Queue<Block> done = new ArrayDeque<>();
  private double[] values = new double[0];
  private long first;
  private int rows;

  Fragments(Layout layout) {
    this.layout = layout;
  }

  /** Makes room for a row, and returns where in {@link #values()} to put it. */
  int add(long row) {
    if (rows > 0 && (row != first + rows || row == layout.blockEnd(first))) {
      flush();
    }
    if (rows == 0) {
      first = row;
      values = new double[(int) (layout.blockEnd(row) - row) * layout.columns()];
    }
    return rows++ * layout.columns();
  }

  double[] values() {
    return values;
  }

  /** The next piece that is whole, or null. */
  @Nullable Block poll() {
    return done.poll();
  }

  /** No more rows follow. */
  void flush() {
    if (rows > 0) {
      int length = rows * layout.columns();
      double[] all = values.length == length ? values : Arrays.copyOf(values, length);
      done.add(new Block(first, layout.columns(), all));
      rows = 0;
    }
  }

  /** Whole blocks from their pieces, which come in order. */
  static Iterator<Block> assemble(Layout layout, Iterator<Block> pieces) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return pieces.hasNext();
      }

      @Override
      public Block next() {
        if (!pieces.hasNext()) {
          throw new NoSuchElementException();
        }
        Block piece = pieces.next();
        long end = layout.blockEnd(piece.first());
        if (piece.end() == end) {
          return piece;
        }
        int columns = layout.columns();
        double[] values = new double[(int) (end - piece.first()) * columns];
        int at = 0;
        long row = piece.first();
        while (true) {
          if (piece.first() != row) {
            throw new IllegalStateException(
                "rows %d to %d are not there; did the files change while they were read?"
                    .formatted(row, piece.first() - 1));
          }
          System.arraycopy(piece.values(), 0, values, at, piece.values().length);
          at += piece.values().length;
          row = piece.end();
          if (row == end) {
            return new Block(end - values.length / columns, columns, values);
          }
          piece = pieces.next();
        }
      }
    };
  }
}
