package org.fogopt.apps.io.file;

import java.util.Locale;

/** What a table takes, held against what Java may use, before it is read. */
public final class Memory {
  /** A table is there twice for a moment: as it was collected, and as it is used. */
  private static final double TIMES = 2;

  private Memory() {}

  /** Whether numbers fit, and are too few for an array to hold them. */
  public static boolean hasRoom(double rows, double columns) {
    return TIMES * Double.BYTES * rows * columns <= Runtime.getRuntime().maxMemory()
        && rows * columns < Integer.MAX_VALUE - Byte.SIZE;
  }

  /**
   * Refuses numbers that cannot fit, with what is needed and what would.
   *
   * @param rows about so many
   * @param columns of each
   */
  public static void requireRoom(Place file, double rows, double columns) {
    requireRoom(file, rows, columns, Runtime.getRuntime().maxMemory());
  }

  static void requireRoom(Place file, double rows, double columns, long most) {
    double needed = TIMES * Double.BYTES * rows * columns;
    if (needed <= most) {
      return;
    }
    long fitting = (long) (most / (TIMES * Double.BYTES * columns));
    throw new InputException(
        file,
        "needs about %s of memory for %.0f x %.0f numbers, and Java may use %s, enough for %d rows"
            .formatted(size(needed), rows, columns, size((double) most), fitting),
        "give it more with FOG_JAVA_OPTS=-Xmx%dm, split the file, or map it: see fog convert"
            .formatted(enough(needed)));
  }

  /** That there was not enough after all. */
  public static InputException exceeded(Place file, VirtualMachineError e) {
    return new InputException(
        file,
        "does not fit into the memory of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB",
        "give Java more with FOG_JAVA_OPTS=-Xmx8g or the like, or split the file",
        e);
  }

  /** With a quarter for all else. */
  private static long enough(double bytes) {
    return (long) Math.ceil(1.25 * bytes / (1 << 20));
  }

  private static String size(double bytes) {
    return bytes < (1L << 30)
        ? String.format(Locale.ROOT, "%.0f MiB", bytes / (1L << 20))
        : String.format(Locale.ROOT, "%.1f GiB", bytes / (1L << 30));
  }
}
