package org.fogopt.method.auto;

import java.util.List;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.newton.Newton;
import org.fogopt.method.sarah.SarahCompositional;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Traits;

/** Chooses a method by what a problem is and offers. The only place that chooses. */
public final class Automatic {
  public static final Method METHOD =
      new Method(
          "auto",
          "Automatic",
          "",
          "those of the method chosen",
          "last",
          List.of(),
          Automatic::begin);

  /**
   * A method, and why.
   *
   * @param reason one sentence for the user
   */
  public record Choice(Method method, String reason) {}

  private Automatic() {}

  public static Choice choose(Traits traits) {
    if (traits.isFinite() && !traits.hasPenalty()) {
      return new Choice(Newton.METHOD, "Newton: %d unknowns".formatted(traits.unknowns()));
    }
    return new Choice(
        SarahCompositional.METHOD, "adaptive SARAH-C: %d unknowns".formatted(traits.unknowns()));
  }

  private static Iteration begin(Settings settings, Oracle oracle, double[] x0) {
    Choice choice = choose(oracle.traits());
    return choice.method().start().begin(settings, oracle, x0);
  }
}
