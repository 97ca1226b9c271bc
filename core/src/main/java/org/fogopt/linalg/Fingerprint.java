package org.fogopt.linalg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A short name for data, the same for the same bits: the first 32 hexadecimal digits of SHA-256
 * over what is added, in its order. Numbers enter as eight bytes, the lowest first, doubles by
 * their bits, so that the name is the same on every machine and can be kept in a file beside what
 * it names.
 *
 * <pre>{@code
 * String name = new Fingerprint("returns").add(rows).add(1.5).toString();
 * }</pre>
 */
public final class Fingerprint {
  private static final int DIGITS = 32;

  private final MessageDigest digest;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 13).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * Begins one.
   *
   * @param kind what is named, so that things of two kinds never share a name
   */
  public Fingerprint(String kind) {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    add(kind);
  }

  public Fingerprint add(long value) {
    if (buffer.remaining() < Long.BYTES) {
      flush();
    }
    buffer.putLong(value);
    return this;
  }

  public Fingerprint add(double value) {
    return add(Double.doubleToLongBits(value));
  }

  /** Its length, then its bytes as UTF-8. */
  public Fingerprint add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    flush();
    digest.update(bytes);
    return this;
  }

  /** All of them, without their number. */
  public Fingerprint add(double[] values) {
    return add(values, 0, values.length);
  }

  /** values[from] … values[from + count − 1], without their number. */
  public Fingerprint add(double[] values, int from, int count) {
    for (int k = from; k < from + count; k++) {
      add(values[k]);
    }
    return this;
  }

  /** All of them, without their number. */
  public Fingerprint add(int[] values) {
    for (int value : values) {
      add(value);
    }
    return this;
  }

  private void flush() {
    digest.update(buffer.array(), 0, buffer.position());
    buffer.clear();
  }

  /** The name of what was added so far. */
  @Override
  public String toString() {
    flush();
    try {
      byte[] hash = ((MessageDigest) digest.clone()).digest();
      return HexFormat.of().formatHex(hash, 0, DIGITS / 2);
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's SHA-256 can be cloned", e);
    }
  }
}
