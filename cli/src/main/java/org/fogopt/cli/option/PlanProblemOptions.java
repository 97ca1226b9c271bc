package org.fogopt.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.fogopt.lab.planning.Curvature;
import org.fogopt.lab.planning.Estimate;
import org.fogopt.lab.planning.Sheet;
import org.fogopt.lab.planning.ShortRun;
import org.fogopt.problem.Problem;
import org.fogopt.theory.Bounds;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Variances;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the constants of a problem at hand are found. */
public final class PlanProblemOptions {
  /** Steps of the run that shows where runs go. */
  private static final int STEPS = 100;

  /** The radius of the ball over that of the run. */
  private static final double MARGIN = 2;

  @Option(
      names = "--eps",
      paramLabel = "E",
      description = "Accuracy: norm of the gradient. Default: a hundredth of that at the start.")
  private @Nullable Double eps;

  @Option(
      names = "--radius",
      paramLabel = "R",
      description =
          "Ball around 0 on which bounds are to hold. Default: twice the radius of 100 steps of"
              + " accelerated gradient descent go.")
  private @Nullable Double radius;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "Delta, objective at the start less its infimum. Default: computed.")
  private @Nullable Double delta;

  @Option(
      names = "--estimate",
      description = "Estimate the constants from samples around a short run, instead of bounds.")
  private boolean estimate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of what is drawn. Default: ${DEFAULT-VALUE}.")
  private long seed;

  public long seed() {
    return seed;
  }

  public void check() {
    RunOptions.require("--eps", eps == null || eps > 0, "a positive number", eps);
    RunOptions.require("--radius", radius == null || radius > 0, "a positive number", radius);
    RunOptions.require("--delta", delta == null || delta > 0, "a positive number", delta);
  }

  /** What is known of the gap, or null, and how. */
  public record Gap(@Nullable Double value, String how) {}

  /** Bounds on a ball of a given radius, for a given gap. */
  public interface Closed {
    Bounds on(double radius, double gap);
  }

  /**
   * Finds the constants and prints the plans.
   *
   * @param what the problem, in words
   * @param exact from the objective at the start to the gap
   * @param closed bounds in closed form
   */
  public void plan(
      PlanOptions options,
      java.io.PrintWriter out,
      String what,
      Problem problem,
      double[] x0,
      DoubleFunction<Gap> exact,
      Closed closed) {
    ShortRun run = ShortRun.of(problem, x0, STEPS);
    double accuracy = eps != null ? eps : run.firstNorm() / 100;
    List<String> remarks = new ArrayList<>();
    Constants constants;
    Variances variances;
    if (estimate) {
      Estimate found = Estimate.of(problem, run, seed);
      constants = found.constants();
      variances = found.variances();
      if (delta != null) {
        constants =
            new Constants(
                constants.jacobianBound(),
                constants.jacobianLipschitz(),
                constants.gradientBound(),
                constants.gradientLipschitz(),
                delta);
      }
      remarks.add(
          "an estimate, not a bound: the largest ratios seen in %d samples of each kind along %d steps;"
              .formatted(found.samples(), run.points().size()));
      remarks.add(
          "the true constants may be larger, never smaller; " + found.calls() + " calls spent");
    } else {
      double ball = radius != null ? radius : MARGIN * run.farthest();
      if (!(ball > 0)) {
        throw new IllegalArgumentException("--radius: missing, and the run never leaves 0");
      }
      Gap gap = delta != null ? new Gap(delta, "as given") : exact.apply(run.first());
      if (gap.value() == null) {
        throw new IllegalArgumentException("--delta: missing, and " + gap.how());
      }
      Bounds bounds = closed.on(ball, gap.value());
      constants = bounds.constants();
      variances = bounds.variances();
      remarks.add("bounds in closed form: " + bounds.set());
      if (radius == null && !bounds.everywhere()) {
        remarks.add(
            "the radius of the ball is %.0f times that of %d steps of accelerated gradient descent; that every run"
                    .formatted(MARGIN, run.points().size())
                + " stays in it is not proved");
      }
      remarks.add("Delta " + gap.how());
    }
    Sheet sheet =
        Sheet.of(
            new Sheet.Question(
                constants,
                variances,
                problem.inner().count(),
                problem.outer().count(),
                accuracy,
                options.batch));
    double bend = Curvature.at(problem, x0);
    double step = sheet.theorems().get(0).best().eta();
    String practice =
        ("the Hessian's largest eigenvalue at the start is %.4g, against L = %.4g: gradient descent is"
                + " stable with a step of %.3g, %.2g times the theory's %.3g")
            .formatted(bend, constants.smoothness(), 1 / bend, 1 / bend / step, step);
    options.print(out, new PlanOptions.Origin(what, remarks, practice), sheet);
  }
}
