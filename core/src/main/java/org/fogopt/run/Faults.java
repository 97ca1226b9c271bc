package org.fogopt.run;

import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Culprit;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.ComponentException;

/** What went wrong, in words for the user. */
final class Faults {
  private Faults() {}

  static Stop failed(long t, String what) {
    return new Stop(
        Stop.Reason.FAILED,
        "failed at step %d: %s; mend the component or its data, or begin elsewhere"
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
    Culprit culprit = asked.culprit();
    return failed(t, culprit == null ? thrown.toString() : culprit.toString());
  }

  static Stop diverged(long t, double eta, String what) {
    String remedy =
        t == 0 ? "begin elsewhere, or scale the problem" : "take a smaller step size than %.3g";
    return new Stop(
        Stop.Reason.DIVERGED,
        "diverged at step %d: %s; %s".formatted(t, what, remedy.formatted(eta)));
  }

  static String unbounded(double[] direction) {
    double norm = Kernels.norm(direction);
    String largest =
        IntStream.range(0, direction.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -Math.abs(direction[k])))
            .limit(3)
            .map(k -> "%.3g for entry %d".formatted(direction[k] / norm, k + 1))
            .collect(Collectors.joining(", "));
    return ("the objective has no minimum: it falls without end along a direction with %s;"
            + " add a bound or a penalty")
        .formatted(largest);
  }
}
