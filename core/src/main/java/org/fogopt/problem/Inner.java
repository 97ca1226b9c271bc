package org.fogopt.problem;

/**
 * The inner map g: R^d → R^l, the mean of {@link #count()} components g_j, in batch form.
 *
 * <p>Implementations are stateless after construction: methods may be called from several threads
 * at once, each with its own target. For a form that takes one component at a time, see {@link
 * Components}.
 */
public interface Inner {
  /** The {@link #count()} of a map with no last component; an index is then any long ≥ 0. */
  long UNBOUNDED = Long.MAX_VALUE;

  /** d, the dimension of x. */
  int in();

  /** l, the dimension of g(x). */
  int out();

  /** m, the number of components, or {@link #UNBOUNDED}. */
  long count();

  /**
   * What a sum over all components costs, in evaluations of one: m, and less where all together
   * have a shorter way.
   */
  default double costOfAll() {
    return count();
  }

  /**
   * Kish's effective sample size (1965) where a run begins: with weights p_j that sum to 1,
   * 1/Σp_j². Far less than m where few components make most of the mean, which samples then miss.
   */
  default long effectiveCount() {
    return count();
  }

  /** y += a Σ_{j in batch} g_j(x). */
  void add(Batch batch, double[] x, double a, double[] y);

  /** y += a Σ_{j in batch} (g_j(x) − g_j(xp)). Worth overriding where the difference is cheaper. */
  default void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
    add(batch, x, a, y);
    add(batch, xp, -a, y);
  }

  /**
   * {@link #add} and {@link Jacobian#add}: y += a Σ_{j in batch} g_j(x), and jacobian += b Σ_{j in
   * batch} ∂g_j(x). Worth overriding where one evaluation serves both; the bits must be those of
   * one after the other.
   */
  default void addWithJacobian(
      Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
    add(batch, x, a, y);
    jacobian.add(batch, x, b);
  }

  /** A zero matrix of this map's Jacobian structure. */
  Jacobian newJacobian();

  /**
   * A map of finitely many components with the same mean, for reports: a simulator whose mean is
   * known need not be sampled for them. This map itself where no such is known.
   */
  default Inner mean() {
    return this;
  }

  /** Whether every g_j is affine, so that ∂g_j is the same at all x. */
  default boolean affine() {
    return false;
  }

  /** Whether a g_j depends on few of the unknowns, and costs far less than a change of all. */
  default boolean sparse() {
    return false;
  }

  /** Where and how the components are kept. */
  default Placement placement() {
    return Placement.HERE;
  }
}
