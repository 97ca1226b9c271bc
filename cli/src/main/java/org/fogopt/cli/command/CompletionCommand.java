package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.fogopt.Methods;
import org.fogopt.cli.output.VersionLine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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

  private static final String BASH =
      """
      _fog() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command offered files below file
        case $word in # bash parts words at =
          =) word= ;;
          *) [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD-2]} ;;
        esac
        _fog_command "${COMP_WORDS[@]:0:COMP_CWORD}"
        _fog_offer "$before" "$word"
        COMPREPLY=()
        [[ -z $offered ]] || COMPREPLY=($(compgen -W "$offered" -- "$word"))
        if [[ -n $files ]]; then
          compopt -o filenames 2>/dev/null
          local name
          while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$word")
          ((${#COMPREPLY[@]})) || compopt -o default 2>/dev/null # knows quotes and ~
        fi
      }
      complete -F _fog fog ./fog
      """;

  private static final String ZSH =
      """
      _fog() {
        local word=${words[CURRENT]} before=${words[CURRENT-1]} command offered files below file
        [[ $word == --*=* ]] && before=${word%%=*} && compset -P '*=' && word=${word#*=}
        _fog_command "${(@)words[1,CURRENT-1]}"
        _fog_offer "$before" "$word"
        [[ -z $offered ]] || compadd -- ${=offered}
        [[ -z $files ]] || _files
      }
      (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
      compdef _fog fog
      """;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private Which shell;

  /** The names of commands, and the lines of the two choices: by option, and by command. */
  private final List<String> commands = new ArrayList<>();

  private final Map<String, List<String>> afterOptions = new LinkedHashMap<>();
  private final StringBuilder afterCommands = new StringBuilder();

  @Override
  public void run() {
    add("", Shell.again(spec.root()).getCommandSpec());
    PrintWriter out = spec.commandLine().getOut();
    out.print(common());
    out.print(shell == Which.zsh ? ZSH : BASH);
    out.flush();
  }

  /** What both shells share: the command before the cursor, and what may follow it. */
  private String common() {
    String options =
        afterOptions.entrySet().stream()
            .map(e -> choice(String.join(" | ", e.getValue()), e.getKey() + " && return"))
            .collect(Collectors.joining());
    return """
        _fog_command() { # the words before the cursor
          local word
          command=
          shift
          for word; do
            case "${command:+$command }$word" in
              %s) command="${command:+$command }$word" ;;
              *) return ;;
            esac
          done
        }
        _fog_offer() { # the word before the cursor's, that word: sets offered, and files to yes or nothing
          offered= files=
          case "$command $1" in
        %s  esac
          case "$command" in
        %s  esac
          [[ $2 == -* ]] || offered=$below files=$file
        }
        """
        .formatted(String.join(" | ", commands), options, afterCommands);
  }

  private void add(String name, CommandSpec command) {
    if (!name.isEmpty()) {
      commands.add(quoted(name));
    }
    for (OptionSpec option : command.options()) {
      if (option.arity().max() > 0) {
        String follows = follows(option);
        for (String one : option.names()) {
          afterOptions
              .computeIfAbsent(follows, none -> new ArrayList<>())
              .add(quoted(name + " " + one));
        }
      }
    }
    String options =
        command.options().stream()
            .filter(option -> !option.hidden())
            .map(OptionSpec::longestName)
            .collect(Collectors.joining(" "));
    String below = String.join(" ", below(name, command));
    boolean takesFile =
        FileArgument.isOf(command)
            || command.positionalParameters().stream().anyMatch(p -> isFile(p.paramLabel()));
    afterCommands.append(
        choice(
            quoted(name),
            "offered=%s below=%s file=%s"
                .formatted(quoted(options), quoted(below), takesFile ? "yes" : "")));
    command
        .subcommands()
        .forEach((word, line) -> add((name + " " + word).strip(), line.getCommandSpec()));
  }

  /** Commands, or the words that an argument may be. */
  private List<String> below(String name, CommandSpec command) {
    List<String> words = new ArrayList<>(command.subcommands().keySet());
    if (name.equals("help")) {
      words.addAll(commands.stream().filter(c -> !c.contains(" ")).toList());
    }
    for (var argument : command.positionalParameters()) {
      if (argument.completionCandidates() != null) {
        argument.completionCandidates().forEach(words::add);
      }
    }
    return words;
  }

  private static String follows(OptionSpec option) {
    String help = String.join(" ", option.description());
    boolean isFile = isFile(option.paramLabel()) || help.contains("a file of");
    return "offered=%s files=%s".formatted(quoted(words(option, help)), isFile ? "yes" : "");
  }

  private static boolean isFile(String label) {
    return label.contains("FILE") || label.contains("DIR");
  }

  /** The words of an option's help that the option takes: what help lists is what it offers. */
  private static String words(OptionSpec option, String help) {
    if (option.paramLabel().startsWith("NAME") && option.longestName().startsWith("--algorithm")) {
      return Methods.ALL.stream().map(method -> method.name()).collect(Collectors.joining(" "));
    }
    boolean isChoice = option.converters().length > 0 && option.type() != String.class;
    return !isChoice
        ? ""
        : Arrays.stream(help.split("[ ,;()]+|[.:](?= |$)"))
            .filter(word -> word.matches("[a-z][-a-z0-9:.]+") && takes(option, word))
            .distinct()
            .collect(Collectors.joining(" "));
  }

  private static boolean takes(OptionSpec option, String word) {
    try {
      option.converters()[0].convert(word);
      return true;
    } catch (Exception refused) {
      return false;
    }
  }

  private static String choice(String pattern, String action) {
    return "    %s) %s ;;%n".formatted(pattern, action);
  }

  private static String quoted(String text) {
    return text.matches("[-a-z0-9]+") ? text : "'" + text + "'";
  }
}
