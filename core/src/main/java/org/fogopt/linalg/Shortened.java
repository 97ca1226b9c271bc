package org.fogopt.linalg;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** Long arrays and lists as people read them: the first entries, and how many more there are. */
public final class Shortened {
  private static final int SHOWN = 8;

  private Shortened() {}

  /** {@code [1.0, 2.0]}, or eight entries and {@code … 992 more}. */
  public static String of(double[] numbers) {
    return join(numbers.length, k -> Double.toString(numbers[k]));
  }

  /** {@link #of(double[])} of a list. */
  public static String of(List<?> entries) {
    return join(entries.size(), k -> String.valueOf(entries.get(k)));
  }

  private static String join(int length, IntFunction<String> entry) {
    var text = new StringJoiner(", ", "[", "]");
    for (int k = 0; k < Math.min(length, SHOWN); k++) {
      text.add(entry.apply(k));
    }
    if (length > SHOWN) {
      text.add("… %d more".formatted(length - SHOWN));
    }
    return text.toString();
  }
}
