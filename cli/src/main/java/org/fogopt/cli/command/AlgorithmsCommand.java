package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.cli.output.Columns;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fog algorithms}. */
@Command(
    name = "algorithms",
    header = "List the methods, or describe one.",
    description = {
      "",
      "Calls are strict: value and Jacobian of one component at one point are one call. m and n are the",
      "numbers of components of g and f.",
      ""
    },
    optionListHeading = "Options:%n",
    footer = {"", "Examples:", "  fog algorithms", "  fog algorithms vrsc-pg"},
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class AlgorithmsCommand implements Runnable {
  /** Characters of references in the list. */
  private static final int LONGEST = 34;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A method; without it, all of them in a line each.")
  private @Nullable String name;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      list(out);
    } else {
      describe(out, Methods.named(name));
    }
    out.flush();
  }

  private static void list(PrintWriter out) {
    Columns.print(
        out,
        List.of("name", "calls of a step", "reference"),
        Methods.ALL.stream()
            .map(m -> List.of(m.name(), m.calls(), shortened(m.reference())))
            .toList());
    out.printf("%n'fog algorithms NAME' lists the parameters of one.%n");
  }

  /** As many references as fit into a line of the list. */
  private static String shortened(String references) {
    String shown = references;
    while (shown.length() > LONGEST && shown.contains("; ")) {
      shown = shown.substring(0, shown.lastIndexOf("; "));
    }
    return shown.equals(references) ? shown : shown + "; …";
  }

  private static void describe(PrintWriter out, Method method) {
    out.printf("%s: %s%n", method.name(), method.title());
    if (!method.reference().isEmpty()) {
      Words.hanging(out, "  reference        ", method.reference());
    }
    out.printf("  calls of a step  %s%n", method.calls());
    out.printf("  theory returns   %s%n%n", method.output());
    for (Parameter parameter : method.parameters()) {
      String meaning =
          "%s; %s%s. Default: %s"
              .formatted(
                  parameter.meaning(),
                  parameter.range(),
                  parameter.whole() && parameter.range() != Parameter.Range.YES_OR_NO
                      ? ", whole"
                      : "",
                  parameter.otherwise());
      Words.hanging(out, "  %-10s  ".formatted(parameter.name()), meaning);
    }
    if (method.parameters().isEmpty()) {
      out.printf("It takes no parameters:%n");
      out.printf("  fog portfolio --algorithm %s%n", method.name());
      return;
    }
    out.printf("%nSet them with --set NAME=VALUE, as in%n");
    Parameter first = method.parameters().get(0);
    out.printf(
        "  fog portfolio --algorithm %s --set %s=%s%n",
        method.name(),
        first.name(),
        first.range() == Parameter.Range.YES_OR_NO ? "0" : first.whole() ? "5" : "0.001");
  }
}
