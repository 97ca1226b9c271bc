package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.Invocation;
import org.fogopt.cli.output.TallyDisplay;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.paper.Claim;
import org.fogopt.lab.paper.Reproduction;
import org.fogopt.lab.paper.Scale;
import org.fogopt.lab.paper.Verdict;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fog reproduce}. */
@Command(
    name = "reproduce",
    header = "The SARAH-Compositional paper's experiments and claims, checked.",
    description = {
      "",
      "Runs its experiments with the settings as printed and with each method at its best, and ends",
      "with a table: each claim, what was measured here, and whether the claim holds.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Parts:",
      "  figure1  portfolios of synthetic returns   figure3  values of 400 states",
      "  figure2  portfolios of real returns        figure4  a map of points (SNE)",
      "  table1   how calls grow                    theory   lemmas, theorems, corollary",
      "",
      "Examples:",
      "  fog reproduce --quick",
      "  fog reproduce figure1 theory --quick --out check",
      "  fog reproduce all --data DIR --out full        stop it with Ctrl-C, and go on with",
      "  fog reproduce all --data DIR --out full --resume",
      "",
      "DIR holds returns/data_cov_4.csv.gz, returns/Europe_OP.csv.gz and so on, and",
      "mnist2000/images-idx3-ubyte.gz; without it data are generated."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class ReproduceCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "PART",
      description = "figure1, figure2, figure3, figure4, table1, theory or all. Default: all.")
  private List<String> parts = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder with the published data; see below. Default: data are generated.")
  private @Nullable Path data;

  @Option(
      names = "--quick",
      description = "About two minutes on two cores: smaller budgets, fewer seeds, a smaller map.")
  private boolean quick;

  @Option(names = "--tiny", hidden = true)
  private boolean tiny;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "reproduction",
      description =
          "Folder for the report, pictures, verdicts and curves; made if need be. Default:"
              + " ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--resume",
      description =
          "Take finished pieces from the folder, where their settings and data are alike.")
  private boolean resume;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Runs side by side; they change the speed, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  @Override
  public Integer call() {
    RunOptions.requireThreads(threads);
    List<String> wanted = wanted();
    if (data != null && !Files.isDirectory(data)) {
      throw new IllegalArgumentException("--data: expected a folder, found \"" + data + "\"");
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new IllegalArgumentException(
          "--out: expected a folder, found the file \"" + out + "\"");
    }
    List<Claim> claims;
    try (var interruption = new Interruption();
        var display = TallyDisplay.onStandardError()) {
      Reproduction reproduction =
          new Reproduction(tiny ? Scale.TINY : quick ? Scale.QUICK : Scale.FULL, data, out)
              .resume(resume)
              .threads(threads != null ? threads : Runtime.getRuntime().availableProcessors())
              .interruptedBy(interruption);
      if (!quiet) {
        reproduction.watch(display);
      }
      claims = reproduction.go(wanted, Invocation.line(Invocation.of(spec)));
    } catch (CancellationException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          spec.qualifiedName()
              + ": interrupted; what is finished is in "
              + out
              + ", and --resume goes on from there");
      err.flush();
      return ExitCode.INTERRUPTED;
    }
    if (!quiet) {
      print(claims);
    }
    return ExitCode.DONE;
  }

  private List<String> wanted() {
    for (String part : parts) {
      if (!part.equals(ALL) && !Reproduction.PARTS.contains(part.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "expected %s or all, found \"%s\""
                .formatted(String.join(", ", Reproduction.PARTS), part));
      }
    }
    return parts.isEmpty() || parts.contains(ALL)
        ? Reproduction.PARTS
        : parts.stream().map(part -> part.toLowerCase(Locale.ROOT)).toList();
  }

  private void print(List<Claim> claims) {
    PrintWriter o = spec.commandLine().getOut();
    for (Claim claim : claims) {
      o.printf("%s, %s: %s%n", claim.part(), claim.settings(), claim.statement());
      Words.wrapped(claim.measured(), 96).forEach(line -> o.println("    " + line));
      o.printf("  -> %s%n%n", claim.verdict().words());
    }
    for (Verdict verdict : Verdict.values()) {
      long count = claims.stream().filter(claim -> claim.verdict() == verdict).count();
      o.printf("%-15s %d of %d claims%n", verdict.words(), count, claims.size());
    }
    o.printf("%nwrote %s%n", out.resolve("report.html"));
    o.flush();
  }
}
