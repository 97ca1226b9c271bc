package org.fogopt.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Invocation;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.run.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code fog repeat}. */
@Command(
    name = "repeat",
    header = "Repeat what a result file holds, and compare byte by byte.",
    description = {
      "",
      "Runs the command that 'fog compare … --result FILE' recorded, and reports whether the result is",
      "the same. Files are found as the command named them: repeat it in the folder where it was given.",
      ""
    },
    optionListHeading = "Options:%n",
    footer = {
      "",
      "Exit codes: 0 the same, 1 something differs (the first line that does is shown), 2 bad input."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class RepeatCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "What --result wrote.")
  private Path file;

  @Override
  public Integer call() {
    JsonNode old = read();
    List<String> command = new ArrayList<>();
    old.get("command").forEach(word -> command.add(word.asString()));
    PrintWriter out = spec.commandLine().getOut();
    out.printf("repeating %s%n", Invocation.line(command));
    out.flush();
    try {
      Path again = Files.createTempFile("fog-repeat", ".json");
      try {
        return compare(command, old, again);
      } finally {
        Files.deleteIfExists(again);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int compare(List<String> command, JsonNode old, Path again) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    List<String> args = new ArrayList<>(command);
    args.addAll(List.of("--result", again.toString(), "--quiet"));
    int exit =
        Shell.again(spec.root())
            .setOut(out)
            .setErr(spec.commandLine().getErr())
            .execute(args.toArray(String[]::new));
    if (exit != ExitCode.DONE) {
      return exit;
    }
    if (Files.mismatch(file, again) < 0) {
      out.printf("the same, all %d bytes%n", Files.size(file));
      out.flush();
      return ExitCode.DONE;
    }
    out.println("not the same" + reason(old));
    List<String> before = Files.readAllLines(file);
    List<String> after = Files.readAllLines(again);
    for (int k = 0; k < Math.min(before.size(), after.size()); k++) {
      if (!before.get(k).equals(after.get(k))) {
        out.printf("line %d was  %s%n", k + 1, before.get(k).strip());
        out.printf("line %d is   %s%n", k + 1, after.get(k).strip());
        break;
      }
    }
    out.flush();
    return ExitCode.DIFFERS;
  }

  private static String reason(JsonNode old) {
    String version = old.path("version").asString("");
    return version.equals(Version.current())
        ? ""
        : ": it was made by fog " + version + ", this is " + Version.current();
  }

  private JsonNode read() {
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(file + ": there is no such file");
    }
    try {
      JsonNode root = JsonMapper.shared().readTree(file);
      if (root.path("command").isArray()
          && root.get("command").size() > 0
          && root.get("command").get(0).asString("").equals("compare")) {
        return root;
      }
    } catch (JacksonException e) {
      // reported below
    }
    throw new IllegalArgumentException(
        file + ": expected a file that 'fog compare' wrote for --result, and this is none");
  }
}
