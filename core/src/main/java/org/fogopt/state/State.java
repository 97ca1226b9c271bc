package org.fogopt.state;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * A visitor of fields by name, which either writes them down or restores them. An object describes
 * its state in one method that serves both, so the two cannot disagree:
 *
 * <pre>{@code
 * public void state(State s) {
 *   s.array("x", x); // in place
 *   steps = s.value("steps", steps);
 * }
 * }</pre>
 *
 * When restoring, names, kinds and lengths must be those that were written.
 */
public abstract sealed class State permits StateWriter, StateReader {
  State() {}

  /** Writes fields to {@code out}, which the caller flushes and closes. */
  public static State writing(OutputStream out) {
    return new StateWriter(out);
  }

  /**
   * Restores fields from {@code in}.
   *
   * @param size bytes that there are, a limit to what is believed of lengths
   */
  public static State reading(InputStream in, long size) {
    return new StateReader(in, size);
  }

  /** Whether fields are being restored. */
  public abstract boolean isReading();

  /** The value to go on with: the one given, or the one restored. */
  public abstract long value(String name, long value);

  /** The value to go on with. */
  public abstract double value(String name, double value);

  /** The value to go on with. */
  public abstract String value(String name, String value);

  /** The values to go on with, of whatever number they were. */
  public abstract double[] values(String name, double[] values);

  /** The values to go on with, of whatever number they were. */
  public abstract long[] values(String name, long[] values);

  /** Replaces the values in place; as many must have been written. */
  public abstract void array(String name, double[] values);

  /** Begins a group of fields. */
  abstract void begin(String name);

  /** The value to go on with. */
  public final int value(String name, int value) {
    return Math.toIntExact(value(name, (long) value));
  }

  /** The value to go on with. */
  public final boolean value(String name, boolean value) {
    return value(name, value ? 1L : 0L) != 0;
  }

  /** Replaces the words of a list in place. */
  public final void words(String name, List<String> words) {
    int count = value(name, words.size());
    List<String> kept = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      kept.add(value("word", k < words.size() ? words.get(k) : ""));
    }
    if (isReading()) {
      words.clear();
      words.addAll(kept);
    }
  }

  /** The fields of a part. */
  public final void part(String name, Stateful part) {
    begin(name);
    part.state(this);
  }

  /**
   * A number that is not restored but must be the same, as it was worked out anew.
   *
   * @throws StateException if it is another one
   */
  public final void same(String name, double value) {
    double written = value(name, value);
    if (Double.doubleToLongBits(written) != Double.doubleToLongBits(value)) {
      throw new StateException("%s was %s, and is %s now".formatted(name, written, value));
    }
  }
}
