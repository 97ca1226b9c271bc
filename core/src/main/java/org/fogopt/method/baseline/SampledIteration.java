package org.fogopt.method.baseline;

import java.util.LinkedHashMap;
import java.util.Map;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/**
 * Steps of a falling size that each draw one batch of g and one of f, and never evaluate all
 * components; with an estimate y of g(x) and a direction v.
 */
abstract class SampledIteration extends BaseIteration {
  final Sampler inner;
  final Sampler outer;
  final JacobianEstimate g = oracle.newJacobian();
  final double[] y = new double[oracle.innerDimension()];
  final double[] v = new double[oracle.dimension()];

  /** The step sizes; the first is given or measured. */
  final Schedule alpha;

  private final long callsPaper;
  private final Map<String, Number> parameters = new LinkedHashMap<>();

  /**
   * @param power how fast the step size falls
   * @param innerCalls of the inner batch in a step, as the paper counts
   */
  SampledIteration(
      Settings settings,
      Oracle oracle,
      double[] x0,
      Parameter stepSize,
      double power,
      Parameter innerBatch,
      Parameter outerBatch,
      int innerCalls) {
    super(settings, oracle, x0);
    settings.requireAtMost("m", oracle.innerCount(), innerBatch);
    settings.requireAtMost("n", oracle.outerCount(), outerBatch);
    long a = settings.count(innerBatch);
    long b = settings.count(outerBatch);
    inner = oracle.draws().sampler(Stream.INNER_VALUE, oracle.innerCount(), a);
    outer = oracle.draws().sampler(Stream.OUTER, oracle.outerCount(), b);
    callsPaper = innerCalls * a + b;
    Double given = settings.find(stepSize);
    double first = given != null ? given : CurvatureProbe.stepSize(oracle, x0, a, b);
    alpha = new Schedule(first, power);
    parameters.put(stepSize.name(), first);
    parameters.put(innerBatch.name(), a);
    parameters.put(outerBatch.name(), b);
  }

  @Override
  public final boolean givesExactGradients() {
    return false;
  }

  @Override
  public final long nextCallsPaper() {
    return callsPaper;
  }

  @Override
  public final double eta() {
    return alpha.at(t + 1);
  }

  @Override
  public Map<String, Number> parameters() {
    return new LinkedHashMap<>(parameters);
  }

  @Override
  protected void estimates(State s) {
    s.same("alpha", alpha.scale());
    s.array("y", y);
  }
}
