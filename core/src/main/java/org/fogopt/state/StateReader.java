package org.fogopt.state;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what {@link StateWriter} wrote, and believes none of it unchecked. */
final class StateReader extends State {
  private static final int LONGEST_NAME = 1000;

  private final DataInputStream in;
  private final long size;

  StateReader(InputStream in, long size) {
    this.in = new DataInputStream(in);
    this.size = size;
  }

  @Override
  public boolean isReading() {
    return true;
  }

  @Override
  public long value(String name, long value) {
    expect(StateWriter.LONG, name);
    return next();
  }

  @Override
  public double value(String name, double value) {
    expect(StateWriter.DOUBLE, name);
    return Double.longBitsToDouble(next());
  }

  @Override
  public String value(String name, String value) {
    expect(StateWriter.TEXT, name);
    return text(name, size);
  }

  @Override
  public double[] values(String name, double[] values) {
    expect(StateWriter.DOUBLES, name);
    double[] read = new double[length(name, size / Double.BYTES)];
    fill(read);
    return read;
  }

  @Override
  public long[] values(String name, long[] values) {
    expect(StateWriter.LONGS, name);
    long[] read = new long[length(name, size / Long.BYTES)];
    for (int k = 0; k < read.length; k++) {
      read[k] = next();
    }
    return read;
  }

  @Override
  public void array(String name, double[] values) {
    expect(StateWriter.DOUBLES, name);
    int length = length(name, size / Double.BYTES);
    if (length != values.length) {
      throw new StateException(
          "%s had %d entries, and has %d now".formatted(name, length, values.length));
    }
    fill(values);
  }

  @Override
  void begin(String name) {
    expect(StateWriter.PART, name);
  }

  private void fill(double[] values) {
    byte[] bytes = new byte[Math.min(values.length, 1 << 10) * Double.BYTES];
    for (int from = 0; from < values.length; from += 1 << 10) {
      int count = Math.min(values.length - from, 1 << 10);
      read(bytes, count * Double.BYTES);
      ByteBuffer.wrap(bytes).asDoubleBuffer().get(values, from, count);
    }
  }

  private void expect(char kind, String name) {
    char found = (char) byteValue();
    String called = text("a name", LONGEST_NAME);
    if (found != kind || !called.equals(name)) {
      throw new StateException(
          "expected %s (%s), found %s (%s)".formatted(name, kind, called, found));
    }
  }

  private String text(String what, long most) {
    byte[] bytes = new byte[length(what, most)];
    read(bytes, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private int length(String what, long most) {
    long length = next();
    if (length < 0 || length > Math.min(most, Integer.MAX_VALUE - 8)) {
      throw new StateException("%s claims a length of %d".formatted(what, length));
    }
    return (int) length;
  }

  private int byteValue() {
    try {
      return in.readUnsignedByte();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private long next() {
    try {
      return in.readLong();
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private void read(byte[] bytes, int count) {
    try {
      in.readFully(bytes, 0, count);
    } catch (IOException e) {
      throw ended(e);
    }
  }

  private static RuntimeException ended(IOException e) {
    return e instanceof EOFException
        ? new StateException("it ends too early")
        : new UncheckedIOException(e);
  }
}
