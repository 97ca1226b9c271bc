package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.RiskProgram;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.apps.portfolio.risk.Scenarios;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/** A {@link Portfolio} in the unknowns of its program; each minimum begins at the last one. */
final class PortfolioModel {
  /** Relative; a program solved to its last digits misses less. */
  private static final double MISSED = 1e-8;

  private final Holdings holdings;
  private final Scenarios scenarios;
  private final Polyhedral set;
  private final double[] slopes;
  private final double constant;
  private final RiskProgram program;
  private double @Nullable [] last;

  /**
   * @param slopes of a linear term that every objective has
   * @param constant that every objective has
   */
  PortfolioModel(
      Holdings holdings, Scenarios scenarios, Polyhedral set, double[] slopes, double constant) {
    this.holdings = holdings;
    this.scenarios = scenarios;
    this.set = set;
    this.slopes = slopes;
    this.constant = constant;
    program = new RiskProgram(scenarios, set);
  }

  /** The same with an expected return of at least this; it begins where this one was last. */
  PortfolioModel withTarget(double least) {
    Row row = new Row("target return", scenarios.means(), least, Double.POSITIVE_INFINITY);
    var model = new PortfolioModel(holdings, scenarios, set.with(row), slopes, constant);
    model.last = last;
    return model;
  }

  /** The same with the largest expected return, whatever it costs. */
  PortfolioModel atMostReturn() {
    double[] c = scenarios.means().clone();
    Kernels.scale(-1, c);
    return new PortfolioModel(holdings, scenarios, program.face(c), slopes, constant);
  }

  /** The largest expected return. */
  double mostReturn() {
    return Kernels.dot(scenarios.means(), atMostReturn().balance(Risk.VARIANCE, 0, 1).x());
  }

  /** The next minimum begins where the other model's last one is. */
  void continueFrom(PortfolioModel other) {
    last = other.last;
  }

  /** The same without some of the assets. */
  PortfolioModel without(int[] assets) {
    return new PortfolioModel(holdings, scenarios, holdings.without(assets, set), slopes, constant);
  }

  Holdings holdings() {
    return holdings;
  }

  /** Whether programs begin with some of the assets. */
  boolean isSifted() {
    return program.isSifted();
  }

  /** How the last minimum was found, where that was not by one program. */
  String note() {
    return program.note();
  }

  /** Says how far a covariance that the risk is of was shrunk, if it was. */
  void noteShrinkage(Risk risk, List<String> notes) {
    if (scenarios.shrinkage() > 0 && risk.isOfCovariance()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "covariance shrunk by %.4g %% towards a multiple of the identity",
              100 * scenarios.shrinkage()));
    }
  }

  Scenarios scenarios() {
    return scenarios;
  }

  Polyhedral set() {
    return set;
  }

  double[] weights(double[] v) {
    return holdings.weights(v);
  }

  /** The least of a·risk − b·(expected return) + costs. */
  Best balance(Risk risk, double a, double b) {
    double[] c = slopes.clone();
    Kernels.axpy(-b, scenarios.means(), c);
    Best best = program.minimise(risk, a, c, last);
    last = best.x();
    return best.plus(constant);
  }

  /** The least risk, whatever it costs. */
  Best leastRisk(Risk risk) {
    double[] none = new double[set.dimension()];
    Polyhedral free = set.withAbsoluteCosts(none, none).withSquares(none);
    Best best = new RiskProgram(scenarios, free).minimise(risk, 1, none, last);
    last = best.x();
    return best;
  }

  /** The expected return less costs. */
  double net(double[] v) {
    return Kernels.dot(scenarios.means(), v) - Kernels.dot(slopes, v) - set.cost(v) - constant;
  }

  /** The sizes of the terms of {@link #net}, which rounding is relative to. */
  double netSize(double[] v) {
    double terms = Math.abs(Kernels.dot(scenarios.means(), v));
    return terms + Math.abs(Kernels.dot(slopes, v)) + set.cost(v) + constant;
  }

  double risk(Risk risk, double[] v) {
    return scenarios.risk(risk, v);
  }

  /** Says which constraint a point misses by more than rounding, as where little is feasible. */
  void noteMissed(double[] v, List<String> notes) {
    for (Row row : set.rows()) {
      double value = Kernels.dot(row.coefficients(), v);
      double off = Math.max(row.least() - value, value - row.most());
      if (off > MISSED * Math.max(1, Math.abs(value))) {
        notes.add(String.format(Locale.ROOT, "%s is missed by %.1e", row.name(), off));
      }
    }
  }

  /** Names of the constraints that hold as equalities. */
  List<String> binding(double[] v, double[] lower, double[] upper, List<String> names) {
    List<String> all = new ArrayList<>();
    for (Row row : set.rows()) {
      double value = Kernels.dot(row.coefficients(), v);
      if (isNear(value, row.least()) || isNear(value, row.most())) {
        all.add(row.name());
      }
    }
    double[] x = weights(v);
    for (int k = 0; k < x.length; k++) {
      if (isNear(x[k], lower[k])) {
        all.add("floor of " + names.get(k));
      }
      if (isNear(x[k], upper[k])) {
        all.add("cap of " + names.get(k));
      }
    }
    return all;
  }

  private static boolean isNear(double value, double bound) {
    return Double.isFinite(bound)
        && Math.abs(value - bound) <= Portfolio.NEAR * Math.max(1, Math.abs(bound));
  }
}
