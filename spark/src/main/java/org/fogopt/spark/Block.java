package org.fogopt.spark;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;

/**
 * Some consecutive rows, as they are kept in the cluster. It writes its numbers in large pieces:
 * rows that do not fit into memory are read from disk at every pass.
 */
public final class Block implements Externalizable {
  private static final long serialVersionUID = 1L;
  private static final int PIECE = 1 << 13;

  private long first;
  private int columns;
  private double[] values;

  /** For deserialization. */
  public Block() {
    values = new double[0];
  }

  Block(long first, int columns, double[] values) {
    this.first = first;
    this.columns = columns;
    this.values = values;
  }

  /** The number of its first row among all. */
  long first() {
    return first;
  }

  int rows() {
    return values.length / columns;
  }

  /** The number after that of its last row. */
  long end() {
    return first + rows();
  }

  int columns() {
    return columns;
  }

  /** Row after row. */
  double[] values() {
    return values;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeLong(first);
    out.writeInt(columns);
    out.writeInt(values.length);
    ByteBuffer piece = ByteBuffer.allocate(Double.BYTES * PIECE);
    for (int from = 0; from < values.length; from += PIECE) {
      int count = Math.min(PIECE, values.length - from);
      piece.asDoubleBuffer().put(values, from, count);
      out.write(piece.array(), 0, Double.BYTES * count);
    }
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException {
    first = in.readLong();
    columns = in.readInt();
    values = new double[in.readInt()];
    ByteBuffer piece = ByteBuffer.allocate(Double.BYTES * PIECE);
    for (int from = 0; from < values.length; from += PIECE) {
      int count = Math.min(PIECE, values.length - from);
      in.readFully(piece.array(), 0, Double.BYTES * count);
      piece.asDoubleBuffer().get(values, from, count);
    }
  }
}
