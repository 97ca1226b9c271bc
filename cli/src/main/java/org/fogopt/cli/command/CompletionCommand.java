package org.fogopt.cli.command;

import java.io.PrintWriter;
import org.fogopt.cli.output.VersionLine;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code fog completion}. */
@Command(
    name = "completion",
    header = "A script for the shell that completes commands, options and files.",
    description = {
      "",
      "Prints the script. For the running shell: source <(fog completion bash). For all: add that line",
      "to ~/.bashrc, or with zsh to ~/.zshrc.",
      ""
    },
    optionListHeading = "Options:%n",
    footer = {"", "Examples:", "  fog completion bash", "  fog completion zsh > ~/.fog-completion"},
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class CompletionCommand implements Runnable {
  enum Which {
    bash,
    zsh
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private Which shell;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    String script = AutoComplete.bash("fog", Shell.again(spec.root()));
    if (shell == Which.zsh) {
      out.println("autoload -U +X compinit && compinit");
      out.println("autoload -U +X bashcompinit && bashcompinit");
    }
    script
        .lines()
        .filter(line -> !line.startsWith("#") || line.startsWith("#!"))
        .forEach(out::println);
    out.flush();
  }
}
