package org.fogopt.state;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Each field as the letter of its kind, its name, its length where it has one, its bits. */
final class StateWriter extends State {
  static final char LONG = 'l';
  static final char DOUBLE = 'd';
  static final char TEXT = 't';
  static final char DOUBLES = 'D';
  static final char LONGS = 'L';
  static final char PART = 'p';

  private final OutputStream out;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 13);

  StateWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public boolean isReading() {
    return false;
  }

  @Override
  public long value(String name, long value) {
    head(LONG, name);
    put(value);
    flush();
    return value;
  }

  @Override
  public double value(String name, double value) {
    head(DOUBLE, name);
    put(Double.doubleToRawLongBits(value));
    flush();
    return value;
  }

  @Override
  public String value(String name, String value) {
    head(TEXT, name);
    text(value);
    flush();
    return value;
  }

  @Override
  public double[] values(String name, double[] values) {
    array(name, values);
    return values;
  }

  @Override
  public long[] values(String name, long[] values) {
    head(LONGS, name);
    put(values.length);
    for (long value : values) {
      put(value);
    }
    flush();
    return values;
  }

  @Override
  public void array(String name, double[] values) {
    head(DOUBLES, name);
    put(values.length);
    for (double value : values) {
      put(Double.doubleToRawLongBits(value));
    }
    flush();
  }

  @Override
  void begin(String name) {
    head(PART, name);
    flush();
  }

  private void head(char kind, String name) {
    buffer.put((byte) kind);
    text(name);
  }

  private void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(bytes.length);
    flush();
    write(bytes, bytes.length);
  }

  private void put(long value) {
    if (buffer.remaining() < Long.BYTES) {
      flush();
    }
    buffer.putLong(value);
  }

  private void flush() {
    write(buffer.array(), buffer.position());
    buffer.clear();
  }

  private void write(byte[] bytes, int length) {
    try {
      out.write(bytes, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
