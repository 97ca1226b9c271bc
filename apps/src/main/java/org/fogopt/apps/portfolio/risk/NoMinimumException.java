package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.problem.Polyhedral;
import org.jspecify.annotations.Nullable;

/** No weights are feasible, or the objective falls without end. */
public final class NoMinimumException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final double @Nullable [] direction;

  private NoMinimumException(String message, double @Nullable [] direction) {
    super(message);
    this.direction = direction;
  }

  static NoMinimumException clash(Polyhedral set, Solution certificate) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < set.rows().size(); i++) {
      if (certificate.rowMultipliers()[i] != 0) {
        names.add(set.rows().get(i).name());
      }
    }
    boolean withBounds = Arrays.stream(certificate.boundMultipliers()).anyMatch(each -> each != 0);
    if (withBounds) {
      names.add("the bounds of the weights");
    }
    return new NoMinimumException(
        "no weights meet all constraints: these clash: %s".formatted(String.join(", ", names)),
        null);
  }

  static NoMinimumException endless(double[] direction) {
    return new NoMinimumException(
        "the objective falls without end in a direction that the constraints leave open;"
            + " give a budget and bounds",
        direction);
  }

  /** The direction in which the objective falls without end; null where constraints clash. */
  public double @Nullable [] direction() {
    return direction == null ? null : direction.clone();
  }
}
