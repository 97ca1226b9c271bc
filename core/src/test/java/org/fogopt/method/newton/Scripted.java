package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;

import org.fogopt.method.Iteration;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;

/**
 * Newton's method on a function of one unknown that a test makes up as it goes: the model at the
 * present point is given by slope and curvature, and the next trial point turns out to have gained
 * a given share of what the model promised. All components are the same.
 */
final class Scripted implements AutoCloseable {
  /** What Newton knows of the curvature, and of g. */
  enum Kind {
    /** g is affine, second derivatives are offered. */
    OFFERED,
    /** The same, and g is not known to be affine. */
    CURVED,
    /** g is affine, second derivatives come from secants. */
    SECANTS
  }

  /** Of the model at the present point; the slope is asked for when the point is tried. */
  double slope;

  double curvature;

  /** The slope at the next trial point. */
  double next;

  /** The last point that was tried, and what the model promised of it. */
  double trial;

  double predicted;

  private final Kind kind;
  private double ratio; // actual over predicted decrease of the next move
  private double x;
  private double objective;
  private double reached; // objective of the trial
  private final Workers workers = new Workers(1);
  final Oracle oracle;
  final Newton newton;
  final long m;
  final long n;

  Scripted(Kind kind, long m, long n, double x0, double objective, double slope, double curvature) {
    this.kind = kind;
    this.m = m;
    this.n = n;
    this.x = x0;
    this.objective = objective;
    this.slope = slope;
    this.curvature = curvature;
    next = slope;
    oracle = new Oracle(problem(), workers, 1);
    Iteration begun = Newton.METHOD.with(Settings.NONE).start(oracle, new double[] {x0});
    newton = (Newton) begun;
  }

  private Problem problem() {
    var inner =
        Components.map(1, 1).inner(m, (j, at, y) -> y[0] = at[0], (j, at, g) -> g[0][0] = 1);
    var outer =
        (kind == Kind.CURVED ? inner : inner.affine())
            .outer(
                n,
                (i, y) -> value(y[0]),
                (i, y, u) -> u[0] = isTrial(y[0]) ? next : slope + curvature * (y[0] - x));
    return switch (kind) {
      case OFFERED -> outer.curvature((i, y, h) -> h[0][0] = curvature).named("scripted");
      case CURVED ->
          outer.curvature((i, y, h) -> h[0][0] = curvature, (j, at, u, row) -> 0).named("scripted");
      case SECANTS -> outer.named("scripted");
    };
  }

  /** Points nearer than any step are those of secants, or x but for the rounding of a mean. */
  private boolean isTrial(double y) {
    double nearer = kind == Kind.SECANTS ? 1e-4 : 1e-12;
    return Math.abs(y - x) > nearer * Math.max(1, Math.abs(x));
  }

  private double value(double y) {
    if (!isTrial(y)) {
      return objective;
    }
    double p = y - x;
    trial = y;
    predicted = -slope * p - 0.5 * curvature * p * p;
    reached = objective - ratio * predicted;
    return reached;
  }

  double radius() {
    return newton.parameters().get("radius").doubleValue();
  }

  long sample() {
    return newton.parameters().get("sample").longValue();
  }

  /** A step, which must cost what was announced; returns that. */
  long step() {
    long announced = newton.nextCallsPaper();
    long before = oracle.ledger().total();
    newton.step();
    newton.commit();
    assertThat(oracle.ledger().total() - before).as("calls").isEqualTo(announced);
    return announced;
  }

  /** Evaluates the present point, which must be where the script is. */
  long evaluate() {
    long calls = step();
    assertThat(newton.point()[0]).isEqualTo(x);
    return calls;
  }

  /** Moves, or stays; returns whether the trial was taken. */
  boolean move(double gained) {
    ratio = gained;
    step();
    boolean isTaken = newton.point()[0] != x;
    if (isTaken) {
      objective = reached;
      slope = next;
    }
    x = newton.point()[0];
    return isTaken;
  }

  @Override
  public void close() {
    workers.close();
  }
}
