package org.fogopt.apps.io.csv;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Columns of numbers that are none: keys that only tell rows apart, and dates. */
public final class Keys {
  private static final Pattern NAME = Pattern.compile("[iI][dD]|.*[ _-][iI][dD]|.*[a-z]I[dD]");

  private static final double FIRST_DATE = 19000101;
  private static final double LAST_DATE = 21001231;

  private Keys() {}

  /** Whether a column is called id, or such as customer_id. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Whether numbers are dates such as 20240131; NaN is none. */
  public static boolean areDates(double[] values) {
    return values.length > 2
        && Arrays.stream(values)
            .allMatch(
                x ->
                    x >= FIRST_DATE
                        && x <= LAST_DATE
                        && x == Math.rint(x)
                        && DateText.isDate(Long.toString((long) x)));
  }

  /** Whether numbers can be keys: whole ones, none missing, none twice, more than two. */
  public static boolean areKeys(double[] values) {
    return values.length > 2
        && Arrays.stream(values).allMatch(x -> x == Math.rint(x))
        && Arrays.stream(values).distinct().count() == values.length;
  }
}
