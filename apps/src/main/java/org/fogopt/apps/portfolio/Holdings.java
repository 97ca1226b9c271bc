package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * Weights as unknowns of a program: x = v, or where the sum of their absolute values, or of those
 * of their changes, is limited, x = origin + p − m with p, m ≥ 0. Where both are, the way that
 * crosses 0 has two parts, before and after it. One unknown more, if needed, is fixed at 1 and
 * stands for the origin and, short, for a benchmark.
 *
 * <p>At a minimum p or m is 0, and a second part is 0 or the first one whole: anything else would
 * cost as much or more and change nothing. So bounds of x are bounds of the parts, and costs and
 * impact are separate, too.
 */
final class Holdings {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /**
   * A part of the way of a weight.
   *
   * @param sign up or down from the origin
   * @param from how far from the origin it begins
   * @param to how far from there it may end
   */
  private record Part(int asset, int sign, double from, double to) {
    /** What of a way in its direction is on it. */
    double of(double way) {
      return Math.max(0, Math.min(way, to) - from);
    }
  }

  private final int n;
  private final boolean isSplit;
  private final boolean hasFixed;
  private final double[] origin;
  private final double[] previous;
  private final double mostTurnover;
  private final double mostGross;
  private final List<Part> parts = new ArrayList<>();

  private Holdings(
      double[] origin, double[] previous, double mostTurnover, double mostGross, boolean hasFixed) {
    n = origin.length;
    this.origin = origin;
    this.previous = previous;
    this.mostTurnover = mostTurnover;
    this.mostGross = mostGross;
    this.hasFixed = hasFixed;
    isSplit = mostTurnover < INFINITY || mostGross < INFINITY;
    for (int sign = 1; sign >= (isSplit ? -1 : 1); sign -= 2) {
      for (int k = 0; k < n; k++) {
        parts.add(new Part(k, sign, 0, crosses(k, sign) ? Math.abs(origin[k]) : INFINITY));
      }
    }
    for (int k = 0; k < n; k++) {
      int sign = origin[k] > 0 ? -1 : 1;
      if (crosses(k, sign)) {
        parts.add(new Part(k, sign, Math.abs(origin[k]), INFINITY));
      }
    }
  }

  /** Whether a way has a part before 0 and one after it. */
  private boolean crosses(int k, int sign) {
    return mostTurnover < INFINITY && mostGross < INFINITY && sign * origin[k] < 0;
  }

  /**
   * Weights of assets.
   *
   * @param previous what costs and turnover are measured from
   * @param mostTurnover of Σ|x − previous|; infinite for no limit
   * @param mostGross of Σ|x|; infinite for no limit
   */
  static Holdings of(
      double[] previous, double mostTurnover, double mostGross, boolean hasBenchmark) {
    boolean isSplit = mostTurnover < INFINITY || mostGross < INFINITY;
    double[] origin = mostTurnover < INFINITY ? previous.clone() : new double[previous.length];
    return new Holdings(origin, previous.clone(), mostTurnover, mostGross, isSplit || hasBenchmark);
  }

  int unknowns() {
    return hasFixed ? parts.size() + 1 : parts.size();
  }

  /** The coefficients of a linear function of x in the unknowns; {@code fixed} of the last one. */
  double[] coefficients(double[] ofX, double fixed) {
    double[] all = new double[unknowns()];
    for (int i = 0; i < parts.size(); i++) {
      all[i] = parts.get(i).sign() * ofX[parts.get(i).asset()];
    }
    if (hasFixed) {
      double atOrigin = fixed;
      for (int k = 0; k < n; k++) {
        atOrigin += ofX[k] * origin[k];
      }
      all[parts.size()] = atOrigin;
    }
    return all;
  }

  /** A row for each asset: its weight as a linear function of the unknowns. */
  double[] maps() {
    int size = unknowns();
    double[] rows = new double[Math.multiplyExact(n, size)];
    for (int k = 0; k < n; k++) {
      double[] one = new double[n];
      one[k] = 1;
      System.arraycopy(coefficients(one, 0), 0, rows, k * size, size);
    }
    return rows;
  }

  /** The weights that unknowns stand for. */
  double[] weights(double[] v) {
    double[] x = origin.clone();
    for (int i = 0; i < parts.size(); i++) {
      x[parts.get(i).asset()] += parts.get(i).sign() * v[i];
    }
    return x;
  }

  /** The direction of weights that a direction of unknowns stands for. */
  double[] move(double[] v) {
    double[] x = weights(v);
    for (int k = 0; k < n; k++) {
      x[k] -= origin[k];
    }
    return x;
  }

  /** The set with the weights of some assets fixed at 0. */
  Polyhedral without(int[] assets, Polyhedral set) {
    boolean[] isOut = new boolean[n];
    for (int k : assets) {
      isOut[k] = true;
    }
    double[] least = set.lower().clone();
    double[] largest = set.upper().clone();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (isOut[part.asset()]) {
        double way = -part.sign() * origin[part.asset()];
        least[i] = isSplit ? part.of(way) : way;
        largest[i] = least[i];
      }
    }
    return new Polyhedral(
        least, largest, set.rows(), set.absoluteCosts(), set.centres(), set.squares());
  }

  /**
   * Constraints on the unknowns.
   *
   * @param costs κ of κ|x − previous|
   * @param impact q of q(x − previous)²; its linear part is in {@link #impactSlopes}
   */
  Polyhedral constraints(
      double[] lower, double[] upper, List<Row> rows, double[] costs, double[] impact) {
    double[] least = new double[unknowns()];
    double[] largest = new double[unknowns()];
    double[] kappa = new double[unknowns()];
    double[] centres = new double[unknowns()];
    double[] squares = new double[unknowns()];
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int k = part.asset();
      double down = lower[k] - origin[k];
      double up = upper[k] - origin[k];
      double centre = part.sign() * (previous[k] - origin[k]);
      least[i] = isSplit ? part.of(part.sign() > 0 ? down : -up) : down;
      largest[i] = isSplit ? part.of(part.sign() > 0 ? up : -down) : up;
      kappa[i] = costs[k];
      squares[i] = impact[k];
      centres[i] = isSplit ? part.of(centre) : centre;
    }
    if (hasFixed) {
      least[parts.size()] = 1;
      largest[parts.size()] = 1;
    }
    List<Row> all = new ArrayList<>();
    for (Row row : rows) {
      all.add(new Row(row.name(), coefficients(row.coefficients(), 0), row.least(), row.most()));
    }
    if (mostTurnover < INFINITY) {
      double[] ones = new double[unknowns()];
      Arrays.fill(ones, 0, parts.size(), 1);
      all.add(new Row("turnover", ones, Double.NEGATIVE_INFINITY, mostTurnover));
    }
    if (mostGross < INFINITY) {
      all.add(new Row("gross exposure", gross(), Double.NEGATIVE_INFINITY, mostGross));
    }
    return new Polyhedral(least, largest, all, kappa, centres, squares);
  }

  /** Σ|x|: the way to 0 takes from the origin's, all others add to it. */
  private double[] gross() {
    double[] all = new double[unknowns()];
    for (int i = 0; i < parts.size(); i++) {
      all[i] = parts.get(i).to() < INFINITY ? -1 : 1;
    }
    all[parts.size()] = Arrays.stream(origin).map(Math::abs).sum();
    return all;
  }

  /** The constant part of Σ q(x − previous)². */
  double impactConstant(double[] impact) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double move = previous[k] - origin[k];
      sum += impact[k] * move * move;
    }
    return sum;
  }

  /** c of the linear part cᵀv of Σ q(x − previous)². */
  double[] impactSlopes(double[] impact) {
    double[] c = new double[unknowns()];
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      double centre = part.sign() * (previous[part.asset()] - origin[part.asset()]);
      c[i] = 2 * impact[part.asset()] * (part.from() - centre);
    }
    return c;
  }

  /** The periods' returns in the unknowns, less those of a benchmark. */
  RowMatrix rows(RowMatrix returns, double @Nullable [] benchmark) {
    if (unknowns() == n) {
      return returns;
    }
    int count = returns.rows();
    if (benchmark != null && benchmark.length != count) {
      throw new IllegalArgumentException(
          "%d returns of the benchmark, but %d periods".formatted(benchmark.length, count));
    }
    int size = unknowns();
    double[] made = new double[Math.multiplyExact(count, size)];
    double[] row = new double[n];
    for (int t = 0; t < count; t++) {
      returns.copyTo(t, row);
      double[] wide = coefficients(row, benchmark == null ? 0 : -benchmark[t]);
      System.arraycopy(wide, 0, made, t * size, size);
    }
    return Rows.of(count, size, made);
  }
}
