package org.fogopt.problem;

import java.util.Objects;
import org.fogopt.linalg.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * minimise f(g(x)) + h(x).
 *
 * @param name what to call it in reports
 * @param inner g
 * @param outer f
 * @param penalty h
 * @param change a short cut through g and f, if there is one: then g is affine and f quadratic
 * @param curvature second derivatives, if they are offered
 */
public record Problem(
    String name,
    Inner inner,
    Outer outer,
    Penalty penalty,
    @Nullable QuadraticChange change,
    @Nullable Curvature curvature) {
  public Problem {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(inner, "inner");
    Objects.requireNonNull(outer, "outer");
    Objects.requireNonNull(penalty, "penalty");
    if (inner.count() < 1 || outer.count() < 1) {
      throw new IllegalArgumentException(
          "a problem needs at least one component of g and one of f, not m = %d and n = %d"
              .formatted(inner.count(), outer.count()));
    }
    if (inner.in() < 1 || inner.out() < 1) {
      throw new IllegalArgumentException(
          "g must map R^d to R^l with d, l >= 1, not d = %d and l = %d"
              .formatted(inner.in(), inner.out()));
    }
    if (change != null && !inner.affine()) {
      throw new IllegalArgumentException(
          "a quadratic change needs an affine g: override affine() of it, or leave the change out");
    }
  }

  /** Without second derivatives. */
  public Problem(
      String name, Inner inner, Outer outer, Penalty penalty, @Nullable QuadraticChange change) {
    this(name, inner, outer, penalty, change, null);
  }

  /** Without a short cut. */
  public Problem(String name, Inner inner, Outer outer, Penalty penalty) {
    this(name, inner, outer, penalty, null);
  }

  /** The smooth problem, h = 0. */
  public Problem(String name, Inner inner, Outer outer) {
    this(name, inner, outer, Penalty.NONE);
  }

  /** The same with another h. */
  public Problem withPenalty(Penalty other) {
    return new Problem(name, inner, outer, other, change, curvature);
  }

  /** The same with second derivatives offered. */
  public Problem withCurvature(Curvature offered) {
    return new Problem(name, inner, outer, penalty, change, offered);
  }

  /** d, the number of unknowns. */
  public int dimension() {
    return inner.in();
  }

  /**
   * A name for what is minimised: it changes with the problem's name and sizes, and with the data
   * and parameters behind g, f and h as far as they tell them.
   */
  public String fingerprint() {
    return new Fingerprint("problem")
        .add(name)
        .add(inner.in())
        .add(inner.out())
        .add(inner.count())
        .add(outer.count())
        .add(inner.placement().fingerprint())
        .add(outer.placement().fingerprint())
        .add(penalty.fingerprint())
        .toString();
  }

  /** Whether both sums are finite, so that exact values and gradients exist. */
  public boolean finite() {
    return inner.count() != Inner.UNBOUNDED && outer.count() != Inner.UNBOUNDED;
  }

  @Override
  public String toString() {
    return "Problem[%s: %d unknowns, %s maps to R^%d, %s functions]"
        .formatted(name, dimension(), count(inner.count()), inner.out(), count(outer.count()));
  }

  private static String count(long count) {
    return count == Inner.UNBOUNDED ? "endless" : Long.toString(count);
  }
}
