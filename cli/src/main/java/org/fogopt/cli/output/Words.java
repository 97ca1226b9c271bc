package org.fogopt.cli.output;

import java.io.File;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MaxValuesExceededException;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.MutuallyExclusiveArgsException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What the command line says of values that it cannot use: what was expected, and what it found.
 */
public final class Words {
  private static final int TERMINAL = 80;

  /** The file that is {@code -}. */
  public static final String STANDARD_INPUT = "/dev/stdin";

  private Words() {}

  public static double number(String text) {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new TypeConversionException("expected a number, found \"" + text + "\"");
  }

  public static double finite(double value, String text) {
    if (!Double.isFinite(value)) {
      throw new TypeConversionException("expected a number, found \"" + text + "\"");
    }
    return value;
  }

  /** One of an enum's values, in small letters. */
  public static <E extends Enum<E>> E oneOf(Class<E> kind, String text) {
    for (E value : kind.getEnumConstants()) {
      if (value.name().equalsIgnoreCase(text)) {
        return value;
      }
    }
    String names =
        Arrays.stream(kind.getEnumConstants())
            .map(value -> value.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    int last = names.lastIndexOf(", ");
    throw new TypeConversionException(
        "expected %s or %s, found \"%s\""
            .formatted(names.substring(0, last), names.substring(last + 2), text));
  }

  public static long wholeNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "expected a whole number below 2^63, found \"" + text + "\"");
    }
  }

  public static int smallWholeNumber(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "expected a whole number below 2^31, found \"" + text + "\"");
    }
  }

  public static Path file(String text) {
    if (text.isBlank()) {
      throw new TypeConversionException("expected the name of a file, found \"" + text + "\"");
    }
    return Path.of(text.equals("-") ? STANDARD_INPUT : text);
  }

  /** A number without a point where it needs none. */
  public static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  /** A number as it is printed: one that rounds to 0 has no sign. */
  public static String unsigned(String number) {
    return number.matches("-0(\\.0*)?") ? number.substring(1) : number;
  }

  /** {@code 1 asset}, {@code 2 assets}. */
  public static String count(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }

  /** Lines of at most so many characters, broken at blanks. */
  public static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** A text under a mark, in lines that fit a terminal. */
  public static void hanging(PrintWriter out, String mark, String text) {
    String indent = mark;
    for (String line : wrapped(text, TERMINAL - mark.length())) {
      out.println(indent + line);
      indent = " ".repeat(mark.length());
    }
  }

  /**
   * The parser's complaint as one plain sentence.
   *
   * @param all makes the root command with all others, as the parser may know only one
   */
  public static String complaint(ParameterException e, Supplier<CommandLine> all) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched, all);
    }
    String message = oneLine(e.getMessage()).replaceFirst("^Error: ", "");
    if (message.startsWith("Unknown subcommand '")) {
      String found = message.replaceFirst("^[^']*'(.*)'.*", "$1");
      return "there is no command \"%s\"%s"
          .formatted(found, near(found, e.getCommandLine().getSubcommands().keySet()));
    }
    if (e instanceof MutuallyExclusiveArgsException) {
      return message.replaceFirst(" are mutually exclusive.*", ": only one of them can be given");
    }
    if (e instanceof MaxValuesExceededException) {
      return message
          .replaceFirst("^expected only one match but got \\[([^]]*)].*", "$1: give one, once")
          .replaceAll("=\\S+ \\|", " or")
          .replaceFirst("=\\S+:", ":");
    }
    if (e instanceof MissingParameterException) {
      return missing(message);
    }
    return message
        .replaceFirst("^Invalid value for option '([^']*)'(?: \\([^)]*\\))?: ", "$1: ")
        .replaceFirst(
            "^Invalid value for positional parameter at index \\d+ \\(([^)]*)\\): ", "$1: ")
        .replaceFirst(
            "expected one of \\[([^]]*)] \\(case-sensitive\\) but was '([^']*)'",
            "expected one of $1, found \"$2\"");
  }

  /** An option without its value, or a command without an option that it needs. */
  private static String missing(String message) {
    return message.startsWith("Missing required parameter for option")
        ? message.replaceFirst(
            "^\\D*option '([^']*)'(?: \\(([^)]*)\\))?.*", "$1: needs a value, $2")
        : message
            .replaceFirst("^Missing required (?:options?|parameters?): ", "needs ")
            .replace("'", "")
            .replace("=", " ");
  }

  private static String unmatched(UnmatchedArgumentException e, Supplier<CommandLine> all) {
    String found = oneLine(e.getUnmatched().get(0));
    CommandLine command = e.getCommandLine();
    if (e.isUnknownOption()) {
      return "there is no option \"%s\"%s".formatted(found, meant(found, e, all));
    }
    boolean isRoot = command.getParent() == null;
    if (new File(e.getUnmatched().get(0)).isFile()) {
      return isRoot
          ? "\"%s\" is a file; a command comes first, such as 'fog portfolio %s'"
              .formatted(found, found)
          : "did not expect the file \"%s\"; give one file, and others by their options"
              .formatted(found);
    }
    String near = near(found, e.getSuggestions());
    return "did not expect \"%s\"%s"
        .formatted(
            found,
            near.isEmpty() && !isRoot && !command.getSubcommands().isEmpty()
                ? "; expected one of " + String.join(", ", command.getSubcommands().keySet())
                : near);
  }

  /** An option that begins so, the commands that have it, or one that is spelled nearly so. */
  private static String meant(
      String found, UnmatchedArgumentException e, Supplier<CommandLine> all) {
    String name = found.replaceFirst("=.*", "");
    List<String> longer =
        e.getCommandLine().getCommandSpec().options().stream()
            .map(CommandLine.Model.OptionSpec::longestName)
            .filter(each -> name.length() > 3 && each.startsWith(name))
            .toList();
    if (!longer.isEmpty() && longer.size() <= 3) {
      return "; did you mean " + String.join(" or ", longer) + "?";
    }
    List<String> others =
        all.get().getSubcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(spec -> spec.findOption(name) != null)
            .map(spec -> "'" + spec.qualifiedName() + "'")
            .limit(3)
            .toList();
    return others.isEmpty()
        ? near(found, e.getSuggestions())
        : "; it is one of " + String.join(", ", others);
  }

  private static String near(String found, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(near -> edits(found, near)))
        .filter(near -> edits(found, near) <= 1 + near.length() / 3)
        .map(near -> "; did you mean " + near + "?")
        .orElse("");
  }

  /** How many letters to change, add or leave out between two words. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        corner = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  public static String oneLine(@Nullable String message) {
    return message == null ? "" : message.replaceAll("\\s*\\R\\s*", " ");
  }
}
