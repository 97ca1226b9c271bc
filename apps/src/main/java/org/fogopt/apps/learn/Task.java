package org.fogopt.apps.learn;

import java.util.Arrays;
import java.util.Objects;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;

/** What is to be learned: objective of the losses + (C/2)|w|² + λ|w|₁, exactly and as problems. */
record Task(
    Sample sample, Model model, Loss loss, Objective objective, double l1, double l2, int threads) {
  /** The losses of all rows. */
  RowScan scan(double[] parameters) {
    return RowScan.of(bare(), parameters, threads);
  }

  /** The exact objective, penalties included. */
  double value(double[] parameters, double[] losses) {
    return objective.of(losses, sample.weights(), sample.groups()) + penalties(parameters);
  }

  /** (C/2)|w|² + λ|w|₁. */
  double penalties(double[] parameters) {
    return bare().ridge(parameters) + penalty().value(parameters);
  }

  private Penalty penalty() {
    return l1 == 0 ? Penalty.NONE : new Lasso(l1, model);
  }

  /** Weights, with the sum 1, under which the mean of these losses is the objective's largest. */
  double[] worstWeights(double[] losses) {
    return objective.worstWeights(losses, sample.weights(), sample.groups());
  }

  /** Whether the objective of a mean has a lower bound that can be computed. */
  boolean isBounded() {
    return Certificate.isKnown(bare(), l1);
  }

  /** What Σ p l + penalties is at least, at any parameters; NaN where no bound is known. */
  double lowerBound(RowScan scan, double[] p) {
    return Certificate.lowerBound(bare(), l1, scan.slopes, p, threads);
  }

  /** Without a risk, for losses alone. */
  private RiskInner bare() {
    return inner(new Moments(new double[0], 0));
  }

  RiskInner inner(Composition composition) {
    return new RiskInner(sample, model, loss, composition, l2);
  }

  /** What is minimised by a run with this composition; its first unknowns are the parameters. */
  Problem problem(Composition composition) {
    RiskInner inner = inner(composition);
    return new Problem(
        "%s of %s losses, %s".formatted(objective, loss, model),
        inner,
        new RiskOuter(composition),
        penalty(),
        null,
        model instanceof LinearModel linear ? new RiskCurvature(inner, linear) : null);
  }

  /** Where such a run begins: the parameters, and the composition's own unknown if it has one. */
  double[] unknowns(Composition composition, double[] parameters, double[] losses) {
    double[] all = Arrays.copyOf(parameters, inner(composition).in());
    if (composition.hasExtra()) {
      all[all.length - 1] = composition.start(losses);
    }
    return all;
  }

  private int[] groups() {
    return Objects.requireNonNull(sample.groups(), "groups");
  }

  /**
   * The objective for a run that begins with these losses; mean and variance follow from none.
   *
   * @param smoothing of an objective that is not smooth
   */
  Composition composition(double[] losses, double smoothing) {
    double[] weights = sample.meanOne();
    double a = objective.parameter();
    double nu = objective.smoothing() == 0 ? smoothing : objective.smoothing();
    return switch (objective.kind()) {
      case MEAN -> new Moments(weights, 0);
      case VARIANCE -> new Moments(weights, a);
      case KL -> new LogMeanExp(weights, a, losses);
      case KL_BALL -> EntropicBall.of(weights, a, smoothing, losses);
      case CVAR -> Tail.of(weights, a, nu);
      case GROUP -> WorstGroup.of(weights, groups(), sample.groupCount(), nu);
    };
  }
}
