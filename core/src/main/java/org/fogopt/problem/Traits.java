package org.fogopt.problem;

/**
 * What a method may be chosen by: sizes, and what a problem offers.
 *
 * @param unknowns d
 * @param outputs l
 * @param innerCount m, or {@link Inner#UNBOUNDED}
 * @param outerCount n, or {@link Inner#UNBOUNDED}
 * @param innerCost what all components of g cost together, in evaluations of one
 * @param effectiveCount those components of g that weigh, see {@link Inner#effectiveCount()}
 * @param affineInner whether g is affine
 * @param isSparse whether a component of g depends on few of the unknowns
 * @param hasPenalty whether h is not 0
 * @param isPolyhedral whether h is known as separable charges over a polyhedron
 * @param offersCurvature whether second derivatives are offered
 * @param isQuadratic whether g is affine and f quadratic, so that curvature is the same everywhere
 */
public record Traits(
    int unknowns,
    int outputs,
    long innerCount,
    long outerCount,
    double innerCost,
    long effectiveCount,
    boolean affineInner,
    boolean isSparse,
    boolean hasPenalty,
    boolean isPolyhedral,
    boolean offersCurvature,
    boolean isQuadratic) {
  public static Traits of(Problem problem) {
    return new Traits(
        problem.dimension(),
        problem.inner().out(),
        problem.inner().count(),
        problem.outer().count(),
        problem.inner().costOfAll(),
        problem.inner().effectiveCount(),
        problem.inner().affine(),
        problem.inner().sparse(),
        !problem.penalty().isZero(),
        problem.penalty().polyhedral(problem.dimension()) != null,
        problem.curvature() != null,
        problem.change() != null);
  }

  /** Whether both sums are finite. */
  public boolean isFinite() {
    return innerCount != Inner.UNBOUNDED && outerCount != Inner.UNBOUNDED;
  }

  /** Of the larger sum. */
  public long components() {
    return Math.max(innerCount, outerCount);
  }
}
