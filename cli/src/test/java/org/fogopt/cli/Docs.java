package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** README and docs: their pages, and the blocks of code on them. */
final class Docs {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private Docs() {}

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path place : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/notes"))) {
      try (Stream<Path> files = Files.list(place)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  static List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : pages()) {
      Matcher block = BLOCK.matcher(Files.readString(page));
      while (block.find()) {
        if (block.group(1).equals(language)) {
          blocks.add(block.group(2));
        }
      }
    }
    return blocks;
  }

  /** What a reader would type. */
  static List<String> commands() throws IOException {
    return blocks("sh").stream()
        .flatMap(block -> block.replace("\\\n", " ").lines())
        .filter(line -> line.startsWith("./fog "))
        .toList();
  }

  /** Those on the pages, and docs/examples. */
  static List<String> programs() throws IOException {
    List<String> programs = blocks("java");
    for (Path example : examples()) {
      programs.add(Files.readString(example));
    }
    return programs;
  }

  static List<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/examples"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** Compiles against Fog into a folder. */
  static void compile(List<Path> sources, Path into) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var errors = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      String path =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      boolean compiled =
          compiler
              .getTask(
                  errors,
                  files,
                  null,
                  List.of("-proc:none", "-d", into.toString(), "-cp", path),
                  null,
                  files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(errors.toString()).isTrue();
    }
  }
}
