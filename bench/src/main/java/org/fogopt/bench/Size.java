package org.fogopt.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lines and constants of all that chooses steps, samples, models and methods: the Java side of
 * bench/size, which runs this file as it stands.
 *
 * <pre>
 *   Size ROOT
 * </pre>
 *
 * Counted are the classes of {@link #CHOOSING} and those of core that only they use: reached from
 * them by references, and referred to by no main class that is not counted itself.
 */
public final class Size {
  private static final List<String> CHOOSING =
      List.of("org.fogopt.method.sarah", "org.fogopt.method.newton", "org.fogopt.method.auto");
  private static final List<String> MODULES = List.of("core", "apps", "lab", "cli", "spark");
  private static final int MOST_LINES = 1900;
  private static final int MOST_CONSTANTS = 40;
  private static final int MOST_FILE_LINES = 450;

  /** Numbers that need no reason. */
  private static final Set<Double> PLAIN = Set.of(0.0, 1.0, 2.0, 0.5);

  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\w.])(0[xX][\\da-fA-F_]+[lL]?|(\\d[\\d_]*\\.?[\\d_]*|\\.\\d[\\d_]*)([eE][+-]?\\d+)?[lLdDfF]?)");

  private Size() {}

  public static void main(String[] words) throws IOException {
    System.exit(isWithin(Path.of(words[0]), System.out) ? 0 : 1);
  }

  /** Prints the counts; returns whether all are within their limits. */
  static boolean isWithin(Path root, PrintStream out) throws IOException {
    Map<String, Source> all = new TreeMap<>();
    List<Source> tooLong = new ArrayList<>();
    int core = 0;
    for (String module : MODULES) {
      for (Source source : sources(root.resolve(module).resolve("src/main/java"), module)) {
        all.put(source.name(), source);
        core += module.equals("core") ? source.lines().size() : 0;
        if (source.lines().size() > MOST_FILE_LINES) {
          tooLong.add(source);
        }
      }
    }
    Map<String, Set<String>> references = new HashMap<>();
    all.forEach((name, source) -> references.put(name, source.references(all)));
    Set<String> counted = counted(all, references);
    int lines = 0;
    int constants = 0;
    int bare = 0;
    out.printf("%-56s %6s %10s%n", "class", "lines", "constants");
    for (String name : counted) {
      Source source = all.get(name);
      List<Constant> found = source.constants();
      lines += source.lines().size();
      constants += found.size();
      out.printf(
          "%-56s %6d %10d%n", name.replace("org.fogopt.", ""), source.lines().size(), found.size());
      for (Constant constant : found) {
        bare += constant.isExplained ? 0 : 1;
        out.printf(
            "    %s line %d: %s   %s%n",
            constant.isExplained ? "           " : "no comment,",
            constant.line,
            constant.literal,
            constant.code);
      }
    }
    out.printf(
        "%n%d classes, %d lines of %d, %d constants of %d, %d of them without a comment beside%n",
        counted.size(), lines, MOST_LINES, constants, MOST_CONSTANTS, bare);
    out.printf("core has %d lines%n", core);
    tooLong.sort(Comparator.comparing(source -> -source.lines().size()));
    tooLong.forEach(
        s -> out.printf("over %d lines: %s, %d%n", MOST_FILE_LINES, s.name(), s.lines().size()));
    return lines <= MOST_LINES && constants <= MOST_CONSTANTS && tooLong.isEmpty();
  }

  private static List<Source> sources(Path folder, String module) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(f -> f.toString().endsWith(".java"))
          .map(f -> Source.of(folder, f, module))
          .toList();
    }
  }

  /** The greatest set within reach of the choosing packages that nobody outside it refers to. */
  private static Set<String> counted(Map<String, Source> all, Map<String, Set<String>> references) {
    Set<String> counted = new TreeSet<>();
    List<String> open = new ArrayList<>();
    all.values().stream().filter(Source::isChoosing).forEach(s -> open.add(s.name()));
    while (!open.isEmpty()) {
      String name = open.remove(open.size() - 1);
      if (all.get(name).module().equals("core") && counted.add(name)) {
        open.addAll(references.get(name));
      }
    }
    boolean isChanged = true;
    while (isChanged) {
      Set<String> outside = new HashSet<>();
      references.forEach(
          (name, to) -> {
            if (!counted.contains(name)) {
              outside.addAll(to);
            }
          });
      isChanged = counted.removeIf(name -> !all.get(name).isChoosing() && outside.contains(name));
    }
    return counted;
  }

  /**
   * A file.
   *
   * @param code its text with comments and the contents of strings blanked
   */
  private record Source(String name, String module, List<String> lines, String code) {
    static Source of(Path folder, Path file, String module) {
      try {
        String path = folder.relativize(file).toString();
        String name = path.substring(0, path.length() - ".java".length()).replace('/', '.');
        String text = Files.readString(file);
        return new Source(name, module, text.lines().toList(), blanked(text));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Line breaks stay, so that lines keep their numbers. */
    private static String blanked(String text) {
      Matcher m =
          Pattern.compile(
                  "\"\"\".*?\"\"\"|\"(\\\\.|[^\"\\\\\n])*\"|'(\\\\.|[^'\\\\\n])+'|//[^\n]*|/\\*.*?\\*/",
                  Pattern.DOTALL)
              .matcher(text);
      return m.replaceAll(found -> found.group().replaceAll("[^\n]", " "));
    }

    private String packageName() {
      return name.substring(0, name.lastIndexOf('.'));
    }

    boolean isChoosing() {
      return module.equals("core") && CHOOSING.contains(packageName());
    }

    /** The classes it names: of its package, imported, or in full. */
    Set<String> references(Map<String, Source> all) {
      Set<String> words = new HashSet<>();
      Matcher word = Pattern.compile("[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)*").matcher(code);
      while (word.find()) {
        words.add(word.group());
        words.add(word.group().split("\\.", 2)[0]);
      }
      Set<String> found = new HashSet<>();
      for (String other : all.keySet()) {
        String simple = other.substring(other.lastIndexOf('.') + 1);
        String itsPackage = other.substring(0, other.lastIndexOf('.'));
        boolean isNear = itsPackage.equals(packageName()) && words.contains(simple);
        boolean isInFull =
            words.stream().anyMatch(w -> w.equals(other) || w.startsWith(other + "."));
        if (!other.equals(name) && (isNear || isInFull)) {
          found.add(other);
        }
      }
      return found;
    }

    List<Constant> constants() {
      List<Constant> found = new ArrayList<>();
      String[] blanked = code.split("\n", -1);
      for (int k = 0; k < lines.size(); k++) {
        Matcher number = NUMBER.matcher(blanked[k]);
        while (number.find()) {
          if (!PLAIN.contains(value(number.group()))) {
            found.add(
                new Constant(k + 1, number.group(), lines.get(k).strip(), isExplained(k, blanked)));
          }
        }
      }
      return found;
    }

    private static double value(String literal) {
      String plain = literal.replace("_", "").replaceAll("[lL]$", "");
      return plain.startsWith("0x") || plain.startsWith("0X")
          ? Long.parseUnsignedLong(plain.substring(2), 16)
          : Double.parseDouble(plain);
    }

    /** A comment on the line, or above the statement or the member that it belongs to. */
    private boolean isExplained(int line, String[] blanked) {
      int k = line;
      while (true) {
        if (!lines.get(k).strip().equals(blanked[k].strip()) && hasComment(k)) {
          return true;
        }
        boolean isFirst =
            k == 0 || blanked[k - 1].isBlank() || blanked[k - 1].matches(".*[;{}]\\s*");
        if (isFirst) {
          return k > 0 && blanked[k - 1].isBlank() && hasComment(k - 1);
        }
        k--;
      }
    }

    private boolean hasComment(int k) {
      return Pattern.compile("//|/\\*|^\\s*\\*").matcher(lines.get(k)).find();
    }
  }

  private record Constant(int line, String literal, String code, boolean isExplained) {}
}
