package org.fogopt.apps.io.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Stops after so many bytes, because a few kilobytes can unpack to a full disk or memory. */
public final class LimitedInputStream extends FilterInputStream {
  private final Place place;
  private final long limit;
  private long left;

  public LimitedInputStream(InputStream in, long limit, Place place) {
    super(in);
    this.limit = limit;
    this.left = limit;
    this.place = place;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      count(1);
    }
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      count(read);
    }
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    count(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long bytes) {
    left -= bytes;
    if (left < 0) {
      throw tooLarge(place, limit);
    }
  }

  public static InputException tooLarge(Place place, long limit) {
    return new InputException(
        place,
        "holds more than the limit of " + limit + " bytes when unpacked",
        "split the file, or raise the limit if you trust it");
  }
}
