package org.fogopt.method;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A number that an algorithm can be given: its name, what it means, what it is if not given, and
 * what it may be. Each is a constant of its algorithm's class, so a default is written once.
 *
 * @param name on the command line and in results
 * @param meaning in a few words
 * @param standard the default; null if the algorithm chooses, as {@code otherwise} says
 * @param otherwise what happens without it, in words
 * @param whole whether it must be a whole number
 * @param range what it may be, in words
 */
public record Parameter(
    String name,
    String meaning,
    @Nullable Double standard,
    String otherwise,
    boolean whole,
    Range range) {

  /** What a number may be. */
  public enum Range {
    POSITIVE("positive"),
    NOT_NEGATIVE("at least 0"),
    AT_LEAST_ONE("at least 1"),
    FRACTION("above 0 and at most 1"),
    BELOW_ONE("at least 0 and below 1"),
    YES_OR_NO("0 or 1");

    private final String words;

    Range(String words) {
      this.words = words;
    }

    boolean allows(double v) {
      return Double.isFinite(v)
          && switch (this) {
            case POSITIVE -> v > 0;
            case NOT_NEGATIVE -> v >= 0;
            case AT_LEAST_ONE -> v >= 1;
            case FRACTION -> v > 0 && v <= 1;
            case BELOW_ONE -> v >= 0 && v < 1;
            case YES_OR_NO -> v == 0 || v == 1;
          };
    }

    @Override
    public String toString() {
      return words;
    }
  }

  public static Parameter number(String name, String meaning, double standard, Range range) {
    return new Parameter(name, meaning, standard, Double.toString(standard), false, range);
  }

  public static Parameter count(String name, String meaning, long standard) {
    return new Parameter(
        name, meaning, (double) standard, Long.toString(standard), true, Range.AT_LEAST_ONE);
  }

  public static Parameter switched(String name, String meaning, boolean standard) {
    return new Parameter(
        name,
        meaning,
        standard ? 1.0 : 0.0,
        standard ? "1 (yes)" : "0 (no)",
        true,
        Range.YES_OR_NO);
  }

  /** One that the algorithm chooses if it is not given. */
  public static Parameter chosen(String name, String meaning, String otherwise, Range range) {
    return new Parameter(name, meaning, null, otherwise, false, range);
  }

  /** A whole one that the algorithm chooses if it is not given. */
  public static Parameter chosenCount(String name, String meaning, String otherwise) {
    return new Parameter(name, meaning, null, otherwise, true, Range.AT_LEAST_ONE);
  }

  /** The same, that may be 0. */
  public static Parameter chosenCountOrNone(String name, String meaning, String otherwise) {
    return new Parameter(name, meaning, null, otherwise, true, Range.NOT_NEGATIVE);
  }

  double require(double value) {
    if (!range.allows(value) || (whole && value != Math.rint(value))) {
      throw new IllegalArgumentException(
          "%s (%s) must be %s%s, not %s"
              .formatted(
                  name,
                  meaning,
                  range,
                  whole && range != Range.YES_OR_NO ? " and whole" : "",
                  Math.abs(value) < 1e15 && value == Math.rint(value)
                      ? Long.toString((long) value)
                      : Double.toString(value)));
    }
    return value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Parameter p && p.name.equals(name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name);
  }
}
