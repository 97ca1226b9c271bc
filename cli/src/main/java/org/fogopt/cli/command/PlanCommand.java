package org.fogopt.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.cli.option.PlanOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.planning.Sheet;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Variances;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fog plan}. */
@Command(
    name = "plan",
    header = "Parameters for which the theorems hold, and the calls they will cost.",
    description = {
      "",
      "From constants of a problem: M_g bounds the Jacobians of g_j, M_f the gradients of f_i, L_g and",
      "L_f are their Lipschitz constants, Delta is the objective at the start above the infimum. As printed",
      "in the paper, and corrected. 'fog plan portfolio' and 'fog plan value' find the constants.",
      ""
    },
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog plan --mf 1 --mg 1 --lf 1 --lg 1 --delta 1 --eps 0.1 -m 2000 -n 2000",
      "  fog plan --mf 1 --mg 1 --lf 1 --lg 1 --delta 1 --eps 0.1 --h1 1 --h2 1 --h3 1",
      "  fog plan portfolio --returns returns.csv --eps 0.01",
      "  fog plan value --random-mdp 50,5,10,1 --nonlinear --estimate"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    subcommands = {PlanPortfolioCommand.class, PlanValueCommand.class})
public final class PlanCommand implements Runnable {
  /** Printed where there is no problem to measure. */
  private static final String PRACTICE =
      "on real data the step of the theorems is much too small, about a million times for the paper's own"
          + " returns (L = 3.3e7 where the Hessian's largest eigenvalue is 39)";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(names = "--mf", paramLabel = "M", description = "M_f, bound on the gradients of f_i.")
  private @Nullable Double mf;

  @Option(names = "--mg", paramLabel = "M", description = "M_g, bound on the Jacobians of g_j.")
  private @Nullable Double mg;

  @Option(
      names = "--lf",
      paramLabel = "L",
      description = "L_f, Lipschitz constant of the gradients of f_i.")
  private @Nullable Double lf;

  @Option(
      names = "--lg",
      paramLabel = "L",
      description =
          "L_g, Lipschitz constant of the Jacobians of g_j, Frobenius norm; 0: g is affine.")
  private @Nullable Double lg;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "Delta, objective at the start less its infimum.")
  private @Nullable Double delta;

  @Option(names = "--eps", paramLabel = "E", description = "Accuracy: norm of the gradient.")
  private @Nullable Double eps;

  @Option(names = "-m", paramLabel = "M", description = "Components of g; for Theorem 1.")
  private @Nullable Long m;

  @Option(names = "-n", paramLabel = "N", description = "Components of f; for Theorem 1.")
  private @Nullable Long n;

  @Option(
      names = "--h1",
      paramLabel = "H",
      description = "Variance of the gradients of f_i; for Theorem 2.")
  private @Nullable Double h1;

  @Option(
      names = "--h2",
      paramLabel = "H",
      description = "Variance of the Jacobians of g_j, Frobenius norm; for Theorem 2.")
  private @Nullable Double h2;

  @Option(names = "--h3", paramLabel = "H", description = "Variance of g_j; for Theorem 2.")
  private @Nullable Double h3;

  @Mixin private PlanOptions plan;

  @Override
  public void run() {
    plan.check();
    Constants constants =
        new Constants(
            need("--mg", mg),
            need("--lg", lg),
            need("--mf", mf),
            need("--lf", lf),
            need("--delta", delta));
    double accuracy = need("--eps", eps);
    if ((m == null) != (n == null)) {
      throw new IllegalArgumentException(
          (m == null ? "-m" : "-n") + ": missing; Theorem 1 needs both -m and -n");
    }
    RunOptions.require("-m", m == null || m >= 1, "at least 1", m);
    RunOptions.require("-n", n == null || n >= 1, "at least 1", n);
    Variances variances =
        h1 == null && h2 == null && h3 == null
            ? null
            : new Variances(need("--h1", h1), need("--h2", h2), need("--h3", h3));
    List<String> remarks = new ArrayList<>();
    plan.print(
        spec.commandLine().getOut(),
        new PlanOptions.Origin("Constants as given", remarks, PRACTICE),
        Sheet.of(
            new Sheet.Question(
                constants, variances, m == null ? 0 : m, n == null ? 0 : n, accuracy, plan.batch)));
  }

  private static double need(String option, @Nullable Double value) {
    if (value == null) {
      throw new IllegalArgumentException(
          option
              + ": missing; constants are given by --mf, --mg, --lf, --lg, --delta and --eps, or found by"
              + " 'fog plan portfolio' and 'fog plan value'");
    }
    return value;
  }
}
