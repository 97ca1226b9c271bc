package org.fogopt.apps.embedding;

import org.fogopt.apps.embedding.grid.StudentSums;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;

/**
 * Places n points in R^k so that near ones stay near: minimises the Kullback-Leibler divergence
 * between similarities given and similarities on the map, as a composition.
 *
 * <p><b>Gauss</b>: stochastic neighbour embedding (Hinton, Roweis 2002), with q_{i|t} ∝ exp(−|x_t −
 * x_i|²):
 *
 * <pre>
 *   g_j(x)    = [x; (n·1[j ≠ t]·exp(−|x_t − x_j|²))_t]         mean [x; Z], Z_t = Σ_{j ≠ t} exp(−|x_t − x_j|²)
 *   f_t(w, Z) = n (Σ_i p_{i|t} |w_t − w_i|² + log Z_t)         the split by points
 *   f_i(w, Z) = n Σ_t p_{i|t} (|w_i − w_t|² + log Z_t)         the split of the SARAH-Compositional paper
 * </pre>
 *
 * The paper prints "− 1" in g_j, which makes the mean of them negative, and "− log", which makes a
 * map of one single place the best; both are mended here.
 *
 * <p><b>Student</b>: t-SNE (van der Maaten, Hinton 2008), with q_ij ∝ 1/(1 + |x_i − x_j|²) over all
 * pairs, whose normaliser is one number:
 *
 * <pre>
 *   g_j(x)    = [x; n Σ_{t ≠ j} 1/(1 + |x_t − x_j|²)]
 *   f_i(w, Z) = n Σ_j p_ij log(1 + |w_i − w_j|²) + log Z
 * </pre>
 *
 * Either way Φ is the divergence plus the entropy of p, a constant. Points are laid out by
 * coordinate: x[c·n + t] is coordinate c of point t.
 *
 * <p>All components of g together cost n² kernel values, and O(n) of Student's kernel in the plane
 * by interpolation ({@link #tsne}), which the inner map says ({@link
 * org.fogopt.problem.Inner#costOfAll}). So full gradients are cheap there, and {@link
 * org.fogopt.method.auto.Automatic} takes the method offered, {@link TSne#OFFER}; {@link #student}
 * and {@link #gauss} are for methods that sample components.
 *
 * <pre>{@code
 * Rows compared = PrincipalComponents.reduce(points, 50, workers);
 * Embedding map = Embedding.tsne(Similarities.ofNearest(compared, 30, workers), 2, workers);
 * double[] start = Start.principalComponents(compared, 2, TSne.START);
 * Result result =
 *     Run.of(map.problem(), TSne.METHOD.byDefault())
 *         .from(Start.jittered(start, map.size(), 1))
 *         .stop(StopRule.steps(TSne.STEPS))
 *         .go();
 * double kl = map.divergence(result.objective());
 * }</pre>
 */
public final class Embedding {
  /** Estimates of Z_t below n times this are taken for this; true ones are much larger. */
  private static final double LEAST = 1e-12;

  /** Up to so many points the sum over all pairs takes less time than the grid. */
  private static final int MOST_EXACT = 500;

  private final Problem problem;
  private final Plane plane;
  private final double entropy;
  private final ClippedLog clipped;

  private Embedding(Problem problem, Plane plane, double entropy, ClippedLog clipped) {
    this.problem = problem;
    this.plane = plane;
    this.entropy = entropy;
    this.clipped = clipped;
  }

  /** How the outer sum is split into n components; the sum is the same. */
  public enum Split {
    /** All similarities of one point. */
    POINTS,
    /**
     * Similarities of all points, dealt out: the least noisy, by a quarter for Student's kernel.
     */
    PAIRS,
    /** As in the paper; Gauss only. */
    PAPER
  }

  /** Stochastic neighbour embedding into R^k of conditional similarities p_{i|t}. */
  public static Embedding gauss(Similarities p, int k, Split split) {
    Plane plane = plane(p, k);
    ClippedLog clipped = new ClippedLog(LEAST * p.size());
    Outer outer =
        split == Split.PAPER
            ? new GaussPaper(plane, p.transposed(), clipped)
            : new GaussPoints(plane, pull(p, split), clipped);
    return new Embedding(
        new Problem("stochastic neighbour embedding", new GaussInner(plane), outer),
        plane,
        p.entropy(),
        clipped);
  }

  /** t-SNE into R^k of conditional similarities p_{i|t}, which it symmetrises. */
  public static Embedding student(Similarities p, int k, Split split) {
    if (split == Split.PAPER) {
      throw new IllegalArgumentException("the paper's split is for the Gauss kernel");
    }
    Plane plane = plane(p, k);
    Similarities both = p.symmetrised();
    ClippedLog clipped = new ClippedLog(LEAST * p.size());
    return new Embedding(
        new Problem(
            "t-SNE",
            new StudentInner(plane, null),
            new StudentOuter(plane, pull(both, split), clipped, null)),
        plane,
        both.entropy(),
        clipped);
  }

  /**
   * t-SNE as {@link #student}, for many points and for methods that use all components in a step.
   * In the plane the mean of the inner map costs O(n), interpolated, from {@link #MOST_EXACT}
   * points on; n² otherwise.
   *
   * @param workers share the sums over all components; needed as long as the problem is
   */
  public static Embedding tsne(Similarities p, int k, Workers workers) {
    return tsne(p, k, k == 2 && p.size() > MOST_EXACT, workers);
  }

  static Embedding tsne(Similarities p, int k, boolean isInterpolated, Workers workers) {
    Plane plane = plane(p, k);
    Similarities both = p.symmetrised();
    ClippedLog clipped = new ClippedLog(LEAST * p.size());
    StudentSums sums = isInterpolated ? new StudentSums(p.size(), workers) : null;
    AttractionOfAll all = both.isDense() ? null : new AttractionOfAll(both, plane, workers);
    return new Embedding(
        new Problem(
            "t-SNE",
            new StudentInner(plane, sums),
            new StudentOuter(plane, new Pull.ByPoint(both), clipped, all)),
        plane,
        both.entropy(),
        clipped);
  }

  private static Pull pull(Similarities p, Split split) {
    return split == Split.PAIRS ? new Pull.ByPair(new Pairs(p)) : new Pull.ByPoint(p);
  }

  private static Plane plane(Similarities p, int k) {
    if (k < 1 || (long) k * p.size() > Integer.MAX_VALUE / 2) {
      throw new IllegalArgumentException(
          "the map must have at least one dimension, and %d points fit into at most %d, not %d"
              .formatted(p.size(), Integer.MAX_VALUE / 2 / p.size(), k));
    }
    return new Plane(p.size(), k);
  }

  public Problem problem() {
    return problem;
  }

  /** The number of points. */
  public int size() {
    return plane.n();
  }

  /** k. */
  public int dimensions() {
    return plane.k();
  }

  /** The divergence of p from the map's similarities, given Φ there. */
  public double divergence(double objective) {
    return objective - entropy;
  }

  /** −Σ p log p. */
  public double entropy() {
    return entropy;
  }

  /**
   * How wrong the interpolated gradient of Z is on some points, in norm and relative to the exact
   * one there; 0 where nothing is interpolated.
   */
  public double interpolationError(double[] x) {
    return ((StudentInner) problem.inner()).interpolationError(x);
  }

  /** How often an estimate of a normaliser fell below the least that is used. */
  public long clippedEstimates() {
    return clipped.hits();
  }
}
