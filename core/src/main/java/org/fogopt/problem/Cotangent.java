package org.fogopt.problem;

import java.util.Arrays;

/**
 * A vector u in R^l that will be multiplied by a transposed Jacobian. It remembers which entries
 * were touched, so a gradient with two non-zeros costs two, and falls back to a dense array when
 * asked.
 *
 * <pre>{@code
 * Cotangent u = new Cotangent(1_000);
 * u.add(7, 0.5); // one entry touched
 * double[] all = u.dense(); // from here on every entry counts
 * }</pre>
 */
public final class Cotangent {
  private final double[] values;
  private final int[] touched;
  private final boolean[] isTouched;
  private int count;
  private int head; // the first entries, touched at once and not listed
  private boolean dense;

  public Cotangent(int size) {
    values = new double[size];
    touched = new int[size];
    isTouched = new boolean[size];
  }

  public int size() {
    return values.length;
  }

  /** u[k] += v. */
  public void add(int k, double v) {
    touch(k);
    values[k] += v;
  }

  /** u[k] = v. */
  public void set(int k, double v) {
    touch(k);
    values[k] = v;
  }

  private void touch(int k) {
    if (!dense && k >= head && !isTouched[k]) {
      isTouched[k] = true;
      touched[count++] = k;
    }
  }

  /**
   * The array behind this vector, of which the first {@code length} entries are to be read and
   * added to: they count as touched from here on, the others as before.
   */
  public double[] head(int length) {
    if (!dense && head < length) {
      if (count == 0) {
        head = length;
      } else {
        for (int k = head; k < length; k++) {
          touch(k);
        }
      }
    }
    return values;
  }

  /** So many of the first entries were touched at once; they are the first touched. */
  public int headLength() {
    return head;
  }

  public double get(int k) {
    return values[k];
  }

  /** The array behind this vector, to be read and added to; every entry counts as touched. */
  public double[] dense() {
    dense = true;
    return values;
  }

  public boolean isDense() {
    return dense;
  }

  /** How many entries were touched; meaningful unless {@link #isDense()}. */
  public int touched() {
    return head + count;
  }

  /** The index of the k-th touched entry, in the order of first touch. */
  public int index(int k) {
    return k < head ? k : touched[k - head];
  }

  /** u += other. */
  public void add(Cotangent other) {
    if (other.dense) {
      double[] mine = dense();
      for (int k = 0; k < mine.length; k++) {
        mine[k] += other.values[k];
      }
    } else {
      if (other.head > 0) {
        double[] mine = head(other.head);
        for (int k = 0; k < other.head; k++) {
          mine[k] += other.values[k];
        }
      }
      for (int k = 0; k < other.count; k++) {
        add(other.touched[k], other.values[other.touched[k]]);
      }
    }
  }

  /** u = 0, at the cost of what was touched. */
  public void clear() {
    Arrays.fill(values, 0, dense ? values.length : head, 0);
    for (int k = 0; k < count; k++) {
      values[touched[k]] = 0;
      isTouched[touched[k]] = false;
    }
    count = 0;
    head = 0;
    dense = false;
  }
}
