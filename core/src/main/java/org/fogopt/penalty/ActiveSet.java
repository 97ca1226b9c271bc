package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Polishing: the solution for a guess of what binds, and the proof that the guess was right. What
 * binds is held at its bound or kink exactly; the rest solves the KKT equations of the equality
 * constraints that remain, by a regularised factorisation and iterative refinement, as OSQP does
 * (Stellato et al. 2020, section 4). The result is accepted when it meets the KKT conditions of the
 * whole problem. Otherwise what is violated changes its place and the equations are solved again
 * (primal-dual active set method, Hintermüller, Ito & Kunisch 2003).
 *
 * <p>The places of a coordinate: 0 at its lower bound, 1 below its kink, 2 at it, 3 above it, 4 at
 * its upper bound; even ones are held. Without a cost the kink is the lower bound.
 */
final class ActiveSet {
  /** Refinements of one solution; each gains digits, and the first that does not is the last. */
  private static final int REFINEMENTS = 10;

  /** Systems to solve; all but the first only where less than half of the entries are free. */
  private static final int ROUNDS = 20;

  private final Model model;
  private final double[] regularisation;
  private final int n;
  private final int m;
  private final boolean isLinear; // of a linear program only vertices are worth more rounds

  private int[] places;
  final double[] x;
  final double[] pi; // slopes of the φ_j
  private final double[] v; // Bx
  private final double[] gradient; // Hx + c + Aᵀν, without the slopes of entries
  private double[] sizes = {}; // in the gradient

  /**
   * Prepares.
   *
   * @param regularisation added to the diagonal of H before it is factored
   */
  ActiveSet(Model model, double[] regularisation) {
    this.model = model;
    this.regularisation = regularisation;
    n = model.variables();
    m = model.rows().length;
    isLinear = model.isLinear();
    places = new int[n + m];
    x = new double[n];
    pi = new double[n + m];
    v = new double[n + m];
    gradient = new double[n];
  }

  /**
   * Solves from a guess.
   *
   * @return whether x and π meet the KKT conditions to rounding
   */
  boolean solve(int[] guess, double[] x0, double[] pi0) {
    places = guess.clone();
    System.arraycopy(x0, 0, x, 0, n);
    System.arraycopy(pi0, n, pi, n, m);
    int last = Integer.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      int[] free = IntStream.range(0, n).filter(this::isFree).toArray();
      int[] binding = IntStream.range(0, m).filter(i -> !isFree(n + i)).toArray();
      boolean isDear = round > 0 && model.h() != null && free.length > n / 2;
      boolean isNoVertex = round > 0 && isLinear && free.length > binding.length;
      if (isDear || isNoVertex || !refine(free, binding)) {
        return false;
      }
      int moves = rearrange();
      if (moves == 0) {
        return residual() <= InteriorPoint.TOLERANCE && rowsHold();
      }
      if (moves >= last) { // a better guess will be had for less
        return false;
      }
      last = moves;
    }
    return false;
  }

  /** Where a point is. */
  static int[] places(Model model, double[] x) {
    double[] v = new double[model.coordinates()];
    model.coordinates(x, v);
    int[] places = new int[v.length];
    for (int j = 0; j < v.length; j++) {
      int i = j - x.length;
      double off = i < 0 ? 0 : Budget.ROUNDING * model.rowSize(i, x);
      boolean isLow = v[j] <= model.lower()[j] + off;
      boolean isHigh = v[j] >= model.upper()[j] - off;
      int beside = 2 + (int) Math.signum(v[j] - model.kink()[j]);
      places[j] = isHigh ? 4 : model.cost()[j] == 0 ? isLow ? 2 : 3 : isLow ? 0 : beside;
    }
    return places;
  }

  private boolean isFree(int j) {
    return places[j] % 2 == 1;
  }

  /** The slope of φ_j at an odd place, −1 and 5 being those out of bounds. */
  private double slope(int j, int place) {
    double cost = model.cost()[j];
    return switch (place) {
      case 1 -> cost > 0 ? 0 : Double.NEGATIVE_INFINITY;
      case 3 -> cost;
      default -> place < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    };
  }

  /** Newton's steps on the free variables and the binding rows, while they gain. */
  private boolean refine(int[] free, int[] binding) {
    for (int j = 0; j < n + m; j++) {
      if (j < n && !isFree(j)) {
        x[j] = model.point(j, places[j]);
      } else if (isFree(j)) {
        pi[j] = slope(j, places[j]);
      }
    }
    double[] d = new double[n + m];
    Arrays.fill(d, n, n + m, Double.POSITIVE_INFINITY);
    var system = new NewtonSystem(model, free, binding);
    if (!system.factor(d, regularisation)) {
      return false;
    }
    double[] p = new double[m];
    double[] dx = new double[n];
    double[] dnu = new double[m];
    double last = Double.POSITIVE_INFINITY;
    for (int step = 0; ; step++) {
      double error = residual();
      if (!(error < last / 2) || error == 0 || step == REFINEMENTS) {
        if (error > last) { // take the last step back
          step(-1, dx, dnu);
          residual();
        }
        return Double.isFinite(error);
      }
      last = error;
      double[] r = gradient.clone();
      for (int k : free) {
        r[k] += pi[k];
      }
      for (int i : binding) {
        p[i] = v[n + i] - model.point(n + i, places[n + i]);
      }
      system.solve(r, p, dx, dnu);
      step(1, dx, dnu);
    }
  }

  private void step(double factor, double[] dx, double[] dnu) {
    for (int k = 0; k < n; k++) {
      x[k] += factor * dx[k];
    }
    for (int i = 0; i < m; i++) {
      pi[n + i] += factor * dnu[i];
    }
  }

  /** The largest residual of what is free or binds, relative to the sizes of its terms. */
  double residual() {
    double[] nu = pi.clone();
    Arrays.fill(nu, 0, n, 0);
    model.gradient(x, nu, gradient);
    model.coordinates(x, v);
    sizes = model.gradientSizes(x, pi);
    double error = 0;
    for (int k = 0; k < n; k++) {
      if (isFree(k)) {
        error = Math.max(error, relative(gradient[k] + pi[k], sizes[k]));
      } else {
        pi[k] = -gradient[k];
      }
    }
    for (int i = 0; i < m; i++) {
      if (!isFree(n + i)) {
        error = Math.max(error, relative(offRow(i), model.rowSize(i, x)));
      }
    }
    return error;
  }

  private static double relative(double residual, double size) {
    return residual == 0 ? 0 : Math.abs(residual) / size;
  }

  private double offRow(int i) {
    return v[n + i] - model.point(n + i, places[n + i]);
  }

  /** Whether the binding rows hold to rounding: they need not where too little is free. */
  private boolean rowsHold() {
    return IntStream.range(0, m)
        .filter(i -> !isFree(n + i))
        .allMatch(i -> Math.abs(offRow(i)) <= Budget.ROUNDING * model.rowSize(i, x));
  }

  /** Moves what violates its bounds or has a multiplier of the wrong sign; returns how many did. */
  private int rearrange() {
    double largest = Arrays.stream(sizes).max().orElse(0);
    int moves = 0;
    for (int j = 0; j < n + m; j++) {
      int place = places[j];
      double at = v[j];
      double low;
      double high;
      double off;
      if (isFree(j)) {
        low = model.point(j, place - 1);
        high = model.point(j, place + 1);
        off = j < n ? 0 : Budget.ROUNDING * model.rowSize(j - n, x);
      } else {
        at = pi[j];
        low = slope(j, place - 1);
        high = slope(j, place + 1);
        off = Budget.ROUNDING * (j < n ? sizes[j] : largest / largest(model.rows()[j - n]));
      }
      if (!model.isHeld(j)) {
        places[j] += at < low - off ? -1 : at > high + off ? 1 : 0;
      }
      moves += places[j] != place ? 1 : 0;
    }
    return moves;
  }

  private static double largest(double[] row) {
    return Arrays.stream(row).map(Math::abs).max().orElse(0);
  }

  /** The duality gap. */
  double gap() {
    return model.gap(v, pi);
  }
}
