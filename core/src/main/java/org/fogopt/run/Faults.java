package org.fogopt.run;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.FaultyComponent;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.ComponentException;

/** What went wrong, in words for the user. */
final class Faults {
  /** A gradient norm that is more than this of the first one is no minimiser's. */
  private static final double LITTLE = 1e-3;

  private Faults() {}

  static Stop failed(long t, String what) {
    return new Stop(
        Stop.Reason.FAILED,
        "failed at step %d: %s; mend the component or its data, or start from another point"
            .formatted(t, what));
  }

  static Stop broken(long t, Throwable thrown, Oracle asked) {
    if (thrown instanceof OutOfMemoryError) {
      return new Stop(
          Stop.Reason.FAILED,
          "failed at step %d: out of memory; give Java more with -Xmx, or a smaller problem"
              .formatted(t));
    }
    if (thrown instanceof ComponentException) {
      return failed(t, String.valueOf(thrown.getMessage())); // it knows best
    }
    FaultyComponent faulty = asked.faultyComponent();
    return failed(t, faulty == null ? thrown.toString() : faulty.toString());
  }

  static Stop diverged(long t, Iteration iteration, String what) {
    String remedy = "start from another point, or scale the problem";
    Set<String> names = iteration.parameters().keySet();
    if (t > 0 && (names.contains("eta") || names.contains("alpha"))) {
      remedy = "take a smaller step size than %.3g".formatted(iteration.eta());
    }
    return new Stop(Stop.Reason.DIVERGED, "diverged at step %d: %s; %s".formatted(t, what, remedy));
  }

  /**
   * No step is left that changes the objective. That is the end of a search, unless the gradient is
   * as large as ever and a step was to gain far more than rounding.
   */
  static Stop still(Iteration iteration, double firstNorm) {
    boolean isLarge = iteration.estimateNorm() > LITTLE * firstNorm;
    if (!(isLarge && iteration.promised() > Math.sqrt(Math.ulp(1.0)))) {
      return new Stop(Stop.Reason.ROUNDING, "the objective changes by rounding only");
    }
    return new Stop(
        Stop.Reason.NO_PROGRESS,
        "no step along the gradient lowers the objective, though the first was to gain %.2g of it;"
                .formatted(iteration.promised())
            + " check the derivatives (DerivativeCheck), and whether the objective is smooth here");
  }

  static String unbounded(double[] direction) {
    return ("the objective has no minimum: it falls without end along a direction with %s;"
            + " add a bound or a penalty")
        .formatted(largest(direction));
  }

  static String pole(double[] step) {
    return ("the objective has no minimum: it is -Infinity after a step of %.3g in a direction"
            + " with %s; does it divide by 0 there?")
        .formatted(Kernels.norm(step), largest(step));
  }

  /** The entries of most weight, for a direction of length 1. */
  private static String largest(double[] direction) {
    double norm = Kernels.norm(direction);
    return IntStream.range(0, direction.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> -Math.abs(direction[k])))
        .limit(3)
        .filter(k -> Math.abs(direction[k]) >= 0.005 * norm) // 0.00 says nothing
        .map(k -> "%.3g for entry %d".formatted(direction[k] / norm, k + 1))
        .collect(Collectors.joining(", "));
  }
}
