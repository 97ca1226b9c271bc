package org.fogopt.oracle;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.FaultyComponent.Call;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Objective and gradient for reports, outside the count. Exact for finite sums and for endless ones
 * that know their {@link Inner#mean()}; for the others the mean over a fixed sample of {@link
 * #SAMPLE} components, always the same ones.
 */
public final class Evaluator {
  /** How many components stand for an endless supply. */
  public static final int SAMPLE = 100_000;

  private static final long SAMPLE_SEED = 0x5EED;

  private final Problem problem;
  private final Passes passes;
  private final Batch innerBatch;
  private final Batch outerBatch;
  private final double[] y;
  private final Jacobian jacobian;
  private final Cotangent u;
  private final double[] gradient;

  public Evaluator(Problem given, Workers workers) {
    problem = new Problem(given.name(), given.inner().mean(), given.outer(), given.penalty());
    passes = new Passes(problem, workers);
    innerBatch = everyone(problem.inner().count(), 0);
    outerBatch = everyone(problem.outer().count(), 1);
    y = new double[problem.inner().out()];
    jacobian = problem.inner().newJacobian();
    u = new Cotangent(y.length);
    gradient = new double[problem.dimension()];
  }

  private static Batch everyone(long count, long t) {
    return count == Inner.UNBOUNDED
        ? new Draws(SAMPLE_SEED).sampler(Draws.Stream.EVALUATION, count, SAMPLE).at(t)
        : Batch.all(count);
  }

  /** Φ(x) + h(x). */
  public double objective(double[] x) {
    Arrays.fill(y, 0);
    passes.addValue(innerBatch, x, 1, y);
    return passes.outerValue(outerBatch, y) + problem.penalty().value(x);
  }

  /** out ← ∇Φ(x); returns Φ(x) + h(x). */
  public double gradient(double[] x, double[] out) {
    Arrays.fill(y, 0);
    jacobian.clear();
    passes.addValueAndJacobian(innerBatch, x, 1, y, 1, jacobian);
    u.clear();
    double value = passes.addGradient(outerBatch, y, u);
    Arrays.fill(out, 0);
    passes.transposeTimes(jacobian, u, 1, out);
    return value + problem.penalty().value(x);
  }

  /** A component that gives no number at x, whatever it is asked; null if all give one. */
  public @Nullable FaultyComponent faultyComponent(double[] x) {
    Calls calls = new Calls(problem);
    FaultyComponent inner = calls.search(Call.INNER_VALUE, innerBatch, x);
    inner = inner == null ? calls.search(Call.INNER_JACOBIAN, innerBatch, x) : inner;
    if (inner != null) {
      return inner;
    }
    Arrays.fill(y, 0);
    passes.addValue(innerBatch, x, 1, y);
    FaultyComponent gradient = calls.search(Call.OUTER_GRADIENT, outerBatch, y);
    return gradient == null ? calls.search(Call.OUTER_VALUE, outerBatch, y) : gradient;
  }

  /**
   * What is worth knowing of a point.
   *
   * @param objective Φ + h
   * @param gradientNorm |∇Φ|, or with a penalty the norm of the gradient mapping (x − prox_{eta
   *     h}(x − eta ∇Φ(x)))/eta
   */
  public record Evaluation(double objective, double gradientNorm) {}

  public Evaluation at(double[] x, double eta) {
    double objective = gradient(x, gradient);
    return new Evaluation(objective, mappingNorm(problem.penalty(), x, gradient, eta));
  }

  /**
   * The norm of the gradient mapping of step eta at x, given ∇Φ(x) = gradient; |gradient| if h = 0.
   */
  public static double mappingNorm(Penalty h, double[] x, double[] gradient, double eta) {
    double norm = Kernels.norm(gradient);
    if (h.isZero() || !Double.isFinite(norm)) { // a prox would hide a NaN
      return norm;
    }
    double[] v = x.clone();
    Kernels.axpy(-eta, gradient, v);
    h.prox(v, eta);
    double sum = 0;
    for (int k = 0; k < v.length; k++) {
      sum += (x[k] - v[k]) * (x[k] - v[k]);
    }
    return Math.sqrt(sum) / eta;
  }
}
