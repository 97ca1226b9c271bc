package org.fogopt.cli.option;

import java.util.Locale;
import org.fogopt.apps.returns.Request;
import org.fogopt.apps.returns.ReturnType;
import org.fogopt.apps.returns.Units;
import org.fogopt.cli.output.Words;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the numbers of a file of returns or prices are. */
public final class SeriesOptions {
  @Option(
      names = "--as-returns",
      description = "Take the numbers of --returns for returns even if they look like prices.")
  private boolean surelyReturns;

  @Option(
      names = "--return-type",
      paramLabel = "TYPE",
      converter = TypeConverter.class,
      description =
          "Returns to make of prices: simple, p/q - 1, or log, log(p/q). Default: simple.")
  private @Nullable ReturnType type;

  @Option(
      names = "--units",
      paramLabel = "UNITS",
      converter = UnitsConverter.class,
      description =
          "Returns are in percent (1.5) or fraction (0.015). Default: inferred from the numbers, and"
              + " said; fractions of prices.")
  private @Nullable Units units;

  @Option(
      names = "--decimal",
      paramLabel = "MARK",
      converter = MarkConverter.class,
      description = "Decimal mark of the file: point or comma. Default: inferred from the file.")
  private @Nullable Character decimal;

  /** The decimal mark, if it was given. */
  public @Nullable Character decimal() {
    return decimal;
  }

  /** Refuses options that do not go together. */
  void check(boolean isPrices) {
    if (isPrices && surelyReturns) {
      throw new IllegalArgumentException(
          "--prices and --as-returns: only one of them can be given");
    }
    if (!isPrices && type != null) {
      throw new IllegalArgumentException(
          "--return-type: returns are made of prices; give the file as --prices");
    }
  }

  /** Refuses logarithmic returns where wealth follows from simple ones. */
  void requireSimple(String what) {
    if (type == ReturnType.LOG) {
      throw new IllegalArgumentException(
          "--return-type log: %s needs simple returns, which make wealth; leave it out"
              .formatted(what));
    }
  }

  /** What a file is said to hold. */
  Request request(boolean isPrices) {
    Request.Content content =
        isPrices
            ? Request.Content.PRICES
            : surelyReturns ? Request.Content.SURELY_RETURNS : Request.Content.RETURNS;
    return new Request(content, type == null ? ReturnType.SIMPLE : type, units, null, null);
  }

  /** {@code simple}. */
  static final class TypeConverter implements CommandLine.ITypeConverter<ReturnType> {
    @Override
    public ReturnType convert(String text) {
      return Words.oneOf(ReturnType.class, text);
    }
  }

  /** {@code percent}. */
  static final class UnitsConverter implements CommandLine.ITypeConverter<Units> {
    @Override
    public Units convert(String text) {
      return Words.oneOf(Units.class, text);
    }
  }

  /** {@code comma}. */
  public static final class MarkConverter implements CommandLine.ITypeConverter<Character> {
    @Override
    public Character convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "point" -> '.';
        case "comma" -> ',';
        default ->
            throw new TypeConversionException("expected point or comma, found \"" + text + "\"");
      };
    }
  }
}
