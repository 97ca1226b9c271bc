package org.fogopt.apps.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a fit. Most objectives take one. Log-mean-exp of losses that are large beside λ
 * begins with a larger λ; CVaR and the worst group are reached by the proximal point method on the
 * weights of rows or groups, whose rounds are smooth problems.
 */
final class Fitting {
  /** Largest loss over λ at which exponentials have room to fall: half of {@code e^±700}. */
  private static final double ROOM = 350;

  /**
   * λ falls by at most so much a round. The largest loss falls by at most λ log n from a minimum
   * with λ to any other point, so 350/10 of the next λ leaves room for any number of rows.
   */
  private static final double FALL = 10;

  /** The gradient norm, relative to the first, at which a round that is not the last is done. */
  private static final double ROUGH = 1e-3;

  private final Task task;
  private final List<String> decisions = new ArrayList<>();
  private final double[] parameters;
  private double[] losses;
  private @Nullable Result last;
  private long steps;
  private long calls;
  private long callsPaper;
  private long secondOrder;
  private double passes;
  private double seconds;

  Fitting(Task task, double[] start) {
    this.task = task;
    parameters = start.clone();
    losses = task.losses(parameters);
  }

  /** The composition of the first run. */
  Composition first() {
    if (task.objective().kind() == Objective.Kind.KL) {
      return entropic(Math.max(task.objective().parameter(), largest() / ROOM));
    }
    return task.composition(losses, 1);
  }

  Fit fit(Learner.Runner runner, double tolerance) {
    Objective objective = task.objective();
    if (objective.kind() == Objective.Kind.KL) {
      double lambda = objective.parameter();
      double now = Math.max(lambda, largest() / ROOM);
      while (now > lambda) {
        decisions.add("kl:%.3g first, for the losses are large".formatted(now));
        run(runner, entropic(now), ROUGH);
        now = Math.max(lambda, now / FALL);
      }
    }
    run(runner, task.composition(losses, 1), tolerance);
    return result(gap());
  }

  private Composition entropic(double lambda) {
    return new LogMeanExp(task.sample().meanOne(), lambda, largest());
  }

  private double largest() {
    return Arrays.stream(losses).max().orElse(0);
  }

  private void run(Learner.Runner runner, Composition composition, double tolerance) {
    double[] from = task.unknowns(composition, parameters, losses);
    Result result = runner.run(task.problem(composition), from, tolerance);
    System.arraycopy(result.point(), 0, parameters, 0, parameters.length);
    losses = task.losses(parameters);
    last = result;
    steps += result.steps();
    calls += result.calls();
    callsPaper += result.callsPaper();
    secondOrder += result.secondOrderCalls();
    passes += result.passes();
    seconds += result.seconds();
    decisions.addAll(result.decisions());
  }

  /** By the weights that the objective is the largest mean under: none else has a larger one. */
  private double gap() {
    if (!task.objective().isCoherent()) {
      return Double.NaN;
    }
    double[] p = task.worstWeights(losses);
    double here = task.penalties(parameters);
    for (int j = 0; j < p.length; j++) {
      here += p[j] == 0 ? 0 : p[j] * losses[j];
    }
    return Math.max(0, here - task.lowerBound(parameters, p));
  }

  private Fit result(double gap) {
    Result result = Objects.requireNonNull(last);
    return new Fit(
        parameters,
        task.value(parameters, losses),
        gap,
        result.algorithm(),
        result.stop().detail(),
        steps,
        calls,
        callsPaper,
        secondOrder,
        passes,
        seconds,
        result.converged(),
        List.copyOf(decisions));
  }
}
