package org.fogopt.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** {@code 100ms}, {@code 30s}, {@code 1.5m}, {@code 2h}; a number alone is seconds. */
final class TimeConverter implements CommandLine.ITypeConverter<Duration> {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|min|h)?");

  @Override
  public Duration convert(String text) {
    Matcher time = TIME.matcher(text.strip());
    if (time.matches()) {
      String unit = time.group(2) == null ? "s" : time.group(2);
      double seconds =
          Double.parseDouble(time.group(1))
              * switch (unit) {
                case "ms" -> 1e-3;
                case "m", "min" -> 60;
                case "h" -> 3600;
                default -> 1;
              };
      if (seconds >= 1e-9 && seconds <= Duration.ofDays(365).toSeconds()) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
      }
    }
    throw new TypeConversionException(
        "expected a time such as 100ms, 30s or 5m, found \"" + text + "\"");
  }
}
