package org.fogopt.oracle;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.FaultyComponent.Call;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The last calls of a problem, by reference, so that a failure can be traced to a component when it
 * has happened. To remember costs a few stores a call; to search costs about two evaluations of
 * each batch, once, outside the count.
 */
final class Calls {
  /**
   * More than a step makes. Curvature makes many more, a component at a time: whatever throws there
   * is among the last.
   */
  private static final int KEPT = 16;

  private final Inner inner;
  private final Outer outer;
  private final Call[] calls = new Call[KEPT];
  private final Batch[] batches = new Batch[KEPT];
  private final double[][] points = new double[KEPT][];
  private final double[][] others = new double[KEPT][]; // of a difference; otherwise the same again
  private long count;

  Calls(Problem problem) {
    inner = problem.inner();
    outer = problem.outer();
  }

  /** Forgets all. */
  void clear() {
    count = 0;
  }

  void note(Call call, Batch batch, double[] point) {
    note(call, batch, point, point);
  }

  /** The same components were asked at two points. */
  void note(Call call, Batch batch, double[] point, double[] other) {
    int at = (int) (count++ % KEPT);
    calls[at] = call;
    batches[at] = batch;
    points[at] = point;
    others[at] = other;
  }

  /**
   * The first component that does it again, asked alone; null if none does. A y that was updated
   * since is replaced by g of the points that were evaluated.
   */
  @Nullable FaultyComponent faultyComponent() {
    long first = Math.max(0, count - KEPT);
    for (long k = first; k < count; k++) {
      int at = (int) (k % KEPT);
      FaultyComponent found = search(calls[at], batches[at], points[at], others[at]);
      if (found != null) {
        return found;
      }
    }
    for (long k = first; k < count; k++) {
      int at = (int) (k % KEPT);
      if (calls[at] == Call.INNER_VALUE) {
        FaultyComponent found = searchOuter(first, value(batches[at], points[at]));
        if (found == null && others[at] != points[at]) {
          found = searchOuter(first, value(batches[at], others[at]));
        }
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private @Nullable FaultyComponent search(Call call, Batch batch, double[] point, double[] other) {
    FaultyComponent found = search(call, batch, point);
    return found == null && other != point ? search(call, batch, other) : found;
  }

  private @Nullable FaultyComponent searchOuter(long first, double[] y) {
    for (long k = first; k < count; k++) {
      int at = (int) (k % KEPT);
      if (calls[at] == Call.OUTER_GRADIENT) {
        FaultyComponent found = search(calls[at], batches[at], y);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Halves the batch until one component is left. */
  @Nullable FaultyComponent search(Call call, Batch batch, double[] point) {
    if (!Kernels.finite(point)) {
      return null; // whatever comes of such a point is not the component's fault
    }
    Answer answer = ask(call, batch, point);
    long from = 0;
    long to = batch.size();
    while (!answer.isFine() && to - from > 1) {
      long middle = (from + to) >>> 1;
      Answer left = ask(call, batch.slice(from, middle), point);
      if (!left.isFine()) {
        to = middle;
        answer = left;
      } else {
        from = middle;
        answer = ask(call, batch.slice(from, to), point);
      }
    }
    if (answer.isFine()) {
      return null;
    }
    Throwable thrown = answer.thrown();
    return new FaultyComponent(call, batch.at(from), answer.words(), thrown);
  }

  private record Answer(double sample, @Nullable Throwable thrown) {
    boolean isFine() {
      return thrown == null && Double.isFinite(sample);
    }

    String words() {
      if (thrown == null) {
        return Double.isNaN(sample) ? "NaN" : "infinite";
      }
      Throwable root = thrown;
      for (int depth = 0; depth < 10 && root.getCause() != null; depth++) {
        root = root.getCause();
      }
      return root.toString();
    }
  }

  private Answer ask(Call call, Batch batch, double[] point) {
    try {
      return new Answer(
          switch (call) {
            case INNER_VALUE -> worst(value(batch, point));
            case INNER_JACOBIAN -> jacobian(batch, point);
            case OUTER_GRADIENT -> gradient(batch, point);
            case OUTER_VALUE -> outer.value(batch, point);
          },
          null);
    } catch (RuntimeException | StackOverflowError e) {
      return new Answer(Double.NaN, e);
    }
  }

  private double[] value(Batch batch, double[] x) {
    double[] y = new double[inner.out()];
    if (batch.size() > 0) {
      inner.add(batch, x, 1.0 / batch.size(), y);
    }
    return y;
  }

  private double jacobian(Batch batch, double[] x) {
    Jacobian g = inner.newJacobian();
    if (batch.size() > 0) {
      g.add(batch, x, 1.0 / batch.size());
    }
    return g.norm();
  }

  private double gradient(Batch batch, double[] y) {
    Cotangent u = new Cotangent(inner.out());
    if (batch.size() > 0) {
      outer.addGradient(batch, y, 1.0 / batch.size(), u);
    }
    return worst(u.dense());
  }

  /** An entry that is not finite if there is one. */
  private static double worst(double[] values) {
    return Arrays.stream(values).filter(v -> !Double.isFinite(v)).findFirst().orElse(0);
  }
}
