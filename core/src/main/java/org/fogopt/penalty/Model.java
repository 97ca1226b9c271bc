package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * A convex program as its solver sees it: minimise ½xᵀHx + cᵀx + Σ φ_j(v_j) over v = Bx + b. The
 * coordinates v are the n entries of x, the m rows of A and the hinges' rows R, in this order, so
 * that Bᵀ = (I Aᵀ Rᵀ). Each φ_j is 0 from lower to kink, cost·(v − kink) from there to upper, and ∞
 * elsewhere.
 *
 * @param h H without {@code diagonal}, or null where H is diagonal
 * @param diagonal is added to H
 * @param rows A
 * @param hinges R, whose kinks are at 0
 * @param kink strictly between the bounds where there is a cost, otherwise equal to lower
 * @param slopes sizes of the slopes of c, costs and hinges in each entry of x
 */
record Model(
    @Nullable SymmetricMatrix h,
    double[] diagonal,
    double[] c,
    double[][] rows,
    Hinges hinges,
    double[] lower,
    double[] kink,
    double[] upper,
    double[] cost,
    double[] slopes,
    Parallel parallel) {
  /** Share of a box that a starting point keeps from its sides. */
  private static final double INSIDE = 0.1;

  /** Bounds that no number lies strictly between, or hardly any. */
  static boolean isPoint(double lower, double upper) {
    return upper - lower <= 4 * Math.ulp(lower) && Double.isFinite(lower);
  }

  /**
   * With the costs Σ costs_k|x_k − centres_k|, and bounds for the entries and then for the rows.
   */
  static Model of(
      @Nullable SymmetricMatrix h,
      double[] diagonal,
      double[] c,
      double[][] rows,
      Hinges hinges,
      double[] lower,
      double[] upper,
      double[] costs,
      double[] centres,
      Parallel parallel) {
    int n = c.length;
    int size = n + rows.length + hinges.count();
    double[] lowers = Arrays.copyOf(lower, size);
    double[] uppers = Arrays.copyOf(upper, size);
    Arrays.fill(lowers, n + rows.length, size, Double.NEGATIVE_INFINITY);
    Arrays.fill(uppers, n + rows.length, size, Double.POSITIVE_INFINITY);
    double[] linear = c.clone();
    double[] kinks = lowers.clone();
    double[] cost = new double[size];
    double[] slopes = new double[n];
    hinges.addSizes(slopes);
    for (int k = 0; k < n; k++) {
      slopes[k] += Math.abs(c[k]) + costs[k];
      boolean isPassed = centres[k] <= lower[k]; // then its cost is linear within the bounds
      linear[k] += isPassed ? costs[k] : -costs[k];
      boolean isHeld = isPoint(lower[k], upper[k]);
      if (costs[k] > 0 && !isPassed && !isHeld && centres[k] < upper[k]) {
        kinks[k] = centres[k];
        cost[k] = 2 * costs[k];
      }
    }
    for (int t = 0; t < hinges.count(); t++) {
      kinks[n + rows.length + t] = 0;
      cost[n + rows.length + t] = hinges.costs()[t];
    }
    return new Model(
        h, diagonal, linear, rows, hinges, lowers, kinks, uppers, cost, slopes, parallel);
  }

  /** The same with a diagonal H in place of its own, without hinges. */
  Model withDiagonal(double[] other) {
    Hinges none = Hinges.none(c.length);
    return new Model(null, other, c, rows, none, lower, kink, upper, cost, slopes, parallel);
  }

  int variables() {
    return c.length;
  }

  int coordinates() {
    return lower.length;
  }

  /** Whether H = 0. */
  boolean isLinear() {
    return h == null && Arrays.stream(diagonal).allMatch(q -> q == 0);
  }

  /** Where v_j cannot move. */
  boolean isHeld(int j) {
    return isPoint(lower[j], upper[j]);
  }

  /** H_kk. */
  double curvature(int k) {
    return diagonal[k] + (h == null ? 0 : h.get(k, k));
  }

  /** Where v_j is held at a place as {@link ActiveSet} counts them. */
  double point(int j, int place) {
    return place == 0 ? lower[j] : place == 2 ? kink[j] : upper[j];
  }

  /** Whether no entry or row is out of its bounds by more than rounding. */
  boolean isFeasible(double[] v) {
    double[] x = Arrays.copyOf(v, variables());
    for (int j = 0; j < x.length + rows.length; j++) {
      double off = j < x.length ? 0 : Budget.ROUNDING * rowSize(j - x.length, x);
      if (!(v[j] >= lower[j] - off && v[j] <= upper[j] + off)) {
        return false;
      }
    }
    return true;
  }

  /** π with those slopes of the entries for which Hx + c + Bᵀπ = 0. */
  double[] multipliers(double[] x, double[] pi) {
    double[] all = Arrays.copyOf(pi, coordinates());
    Arrays.fill(all, 0, x.length, 0);
    double[] gradient = new double[x.length];
    gradient(x, all, gradient);
    Arrays.setAll(gradient, k -> -gradient[k]);
    System.arraycopy(gradient, 0, all, 0, x.length);
    return all;
  }

  /** A value strictly within the bounds of a coordinate, near to a wish; NaN is none. */
  double inside(int j, double wish, double length) {
    if (isHeld(j)) {
      return upper[j];
    }
    double width = upper[j] - lower[j];
    double middle = Double.isFinite(width) ? lower[j] + width / 2 : cost[j] > 0 ? kink[j] : 0;
    double value = Double.isNaN(wish) ? middle : wish;
    double away = Double.isFinite(width) ? INSIDE * width : length;
    return Math.min(Math.max(value, lower[j] + away), upper[j] - away);
  }

  /** φ_j within the bounds. */
  private double cost(int j, double v) {
    return cost[j] > 0 ? cost[j] * Math.max(0, v - kink[j]) : 0;
  }

  /**
   * Σ of the largest πt − φ(t) over the bounds and the kink t of each coordinate, less πv − φ(v).
   * Where the gradient is 0 and the rows hold, no point has an objective that is lower by more.
   */
  double gap(double[] v, double[] pi) {
    return gap(v, pi, lower, upper);
  }

  /** The same, with the bounds that rows leave entries without bounds of their own. */
  double gapBound(double[] v, double[] pi) {
    Polyhedral tight = tightened();
    double[] least = lower.clone();
    double[] most = upper.clone();
    System.arraycopy(tight.lower(), 0, least, 0, variables());
    System.arraycopy(tight.upper(), 0, most, 0, variables());
    return gap(v, pi, least, most);
  }

  private Polyhedral tightened() {
    int n = variables();
    Row[] all = new Row[rows.length];
    Arrays.setAll(all, i -> new Row("", rows[i], lower[n + i], upper[n + i]));
    return Polyhedral.box(Arrays.copyOf(lower, n), Arrays.copyOf(upper, n)).with(all).tightened();
  }

  private double gap(double[] v, double[] pi, double[] least, double[] largest) {
    double sum = 0;
    for (int j = 0; j < v.length; j++) {
      double most = 0;
      for (double t : new double[] {least[j], kink[j], largest[j]}) {
        double gain = pi[j] * (t - v[j]) - cost(j, t) + cost(j, v[j]);
        most = Double.isFinite(t) ? Math.max(most, gain) : most;
      }
      sum += most;
    }
    return sum;
  }

  /** The sizes of the terms of the objective. */
  double objectiveSize(double[] x) {
    double size = 0;
    for (int k = 0; k < x.length; k++) {
      size += (0.5 * curvature(k) * Math.abs(x[k]) + slopes[k]) * Math.abs(x[k]);
    }
    return size;
  }

  /** out = Hx + c + Bᵀπ. */
  void gradient(double[] x, double[] pi, double[] out) {
    if (h == null) {
      Arrays.fill(out, 0);
    } else {
      h.times(x, out);
    }
    for (int k = 0; k < x.length; k++) {
      out[k] += diagonal[k] * x[k] + c[k];
    }
    addTransposed(pi, out);
  }

  /** out += Bᵀπ. */
  void addTransposed(double[] pi, double[] out) {
    int n = variables();
    Kernels.axpy(1, pi, 0, out, n);
    for (int i = 0; i < rows.length; i++) {
      if (pi[n + i] != 0) {
        Kernels.axpy(pi[n + i], rows[i], out);
      }
    }
    hinges.addTransposed(pi, n + rows.length, out, parallel);
  }

  /** out = Bx, without b. */
  void coordinates(double[] x, double[] out) {
    System.arraycopy(x, 0, out, 0, x.length);
    for (int i = 0; i < rows.length; i++) {
      out[x.length + i] = Kernels.dot(rows[i], x);
    }
    hinges.times(x, out, x.length + rows.length, parallel);
  }

  /** v = Bx + b. */
  double[] at(double[] x) {
    double[] v = new double[coordinates()];
    coordinates(x, v);
    Kernels.axpy(1, hinges.offsets(), 0, v, x.length + rows.length, hinges.count());
    return v;
  }

  /** What the rounding of row i is relative to: the sizes in it and those of its bounds. */
  double rowSize(int i, double[] x) {
    double size = 0;
    double coefficient = 0;
    double entry = 0;
    for (int k = 0; k < x.length; k++) {
      size += Math.abs(rows[i][k] * x[k]);
      coefficient = Math.max(coefficient, Math.abs(rows[i][k]));
      entry = Math.max(entry, Math.abs(x[k]));
    }
    int j = c.length + i;
    return size + coefficient * entry + Math.min(Math.abs(lower[j]), Math.abs(upper[j]));
  }

  /**
   * A bound on the sizes that are added up in each entry of the gradient. H is semidefinite, so
   * |H_kj| ≤ √(H_kk H_jj).
   */
  double[] gradientSizes(double[] x, double[] pi) {
    int n = x.length;
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += Math.sqrt(Math.max(0, curvature(k))) * Math.abs(x[k]);
    }
    double[] sizes = new double[n];
    for (int k = 0; k < n; k++) {
      double others = h == null ? 0 : Math.sqrt(Math.max(0, curvature(k))) * sum;
      sizes[k] = Math.max(others, curvature(k) * Math.abs(x[k])) + slopes[k];
    }
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < n && pi[n + i] != 0; k++) {
        sizes[k] += Math.abs(pi[n + i] * rows[i][k]);
      }
    }
    return sizes;
  }

  /**
   * What is a long way for each variable: half a box; else the size of a bound or a kink, or the
   * way from 0 to a row or, as far as the rows allow, to the minimum along the axis; the mean of
   * the others where all are 0.
   */
  double[] lengths() {
    int n = variables();
    double[] toRows = new double[n];
    for (int i = 0; i < rows.length; i++) {
      double bound = Math.max(0, Math.max(lower[n + i], -upper[n + i]));
      double square = Kernels.dot(rows[i], rows[i]);
      for (int k = 0; k < n && square > 0; k++) {
        toRows[k] = Math.max(toRows[k], Math.abs(rows[i][k]) * bound / square);
      }
    }
    Polyhedral tight = tightened();
    double[] lengths = new double[n];
    for (int k = 0; k < n; k++) {
      double width = upper[k] - lower[k];
      double toMinimum = curvature(k) > 0 ? Math.abs(c[k]) / curvature(k) : 0;
      double possible = (tight.upper()[k] - tight.lower()[k]) / 2;
      lengths[k] = Math.max(Math.min(toMinimum, possible), toRows[k]);
      for (double point : new double[] {lower[k], kink[k], upper[k]}) {
        lengths[k] = Math.max(lengths[k], Double.isFinite(point) ? Math.abs(point) : 0);
      }
      lengths[k] = Double.isFinite(width) ? width / 2 : lengths[k];
    }
    double mean = Arrays.stream(lengths).filter(each -> each > 0).average().orElse(1);
    Arrays.setAll(lengths, k -> lengths[k] > 0 ? lengths[k] : mean);
    return lengths;
  }
}
