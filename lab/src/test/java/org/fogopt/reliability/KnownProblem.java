package org.fogopt.reliability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;

/**
 * A problem whose minimum is known in closed form.
 *
 * @param minimum Φ + h at the minimiser
 */
@SuppressWarnings("ArrayRecordComponent") // read only, and never compared
record KnownProblem(String name, Problem problem, double[] start, double minimum) {

  /** Fifty of them: ten portfolios, ten with a ridge, ten chains, and twenty made by hand. */
  static List<KnownProblem> fifty() {
    List<KnownProblem> all = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      all.add(portfolio(k, 0));
      all.add(portfolio(k + 10, 0.1 * (k + 1)));
      all.add(values(k));
    }
    for (int k = 0; k < 4; k++) {
      all.add(leastSquares(k));
      all.add(diagonal("soft threshold", 10 + k, Separable.l1(0.3)));
      all.add(diagonal("box", 20 + k, Separable.box(-0.4, 0.5)));
      all.add(nearestOnSimplex(k));
      all.add(doubleWells(k));
    }
    return all;
  }

  private static KnownProblem portfolio(int k, double l2) {
    int assets = 3 + 2 * k % 17;
    var rows = new SyntheticReturns(60 + 20 * k, assets, 1.5 + k).draw(100 + k);
    var problem = new MeanVariance(rows, 0.5 + 0.25 * k);
    double[] start = new double[assets];
    Arrays.fill(start, 1.0 / assets);
    return l2 == 0
        ? new KnownProblem(
            "portfolio " + k, problem.problem(), start, ExactMeanVariance.of(problem).objective())
        : new KnownProblem(
            "portfolio with a ridge " + k,
            problem.problem(Separable.l2Squared(l2)),
            start,
            ExactMeanVariance.of(problem, l2, null).objective());
  }

  /** Values V = (I − γP)⁻¹r make the Bellman error 0. */
  private static KnownProblem values(int k) {
    BellmanResidual values =
        BellmanResidual.tabular(
            new RandomMdp(10 + 4 * k, 3, 0, 200 + k).chain(), 0.5 + 0.04 * k, Shape.LINEAR);
    return new KnownProblem(
        "values " + k,
        values.problem(),
        new double[values.dimension()],
        ExactValues.of(values).objective());
  }

  /** Φ(x) = mean_i |y − b_i|²/2, y = mean_j A_j x: the normal equations of the mean matrix. */
  private static KnownProblem leastSquares(int k) {
    int d = 3 + k;
    int l = d + 2;
    int m = 30;
    int n = 40;
    Random r = new Random(300 + k);
    double[][][] a = new double[m][l][d];
    double[][] b = new double[n][l];
    DMatrixRMaj mean = new DMatrixRMaj(l, d);
    for (int j = 0; j < m; j++) {
      for (int p = 0; p < l; p++) {
        for (int q = 0; q < d; q++) {
          a[j][p][q] = (p == q ? 1 : 0) + 0.4 * r.nextGaussian();
          mean.add(p, q, a[j][p][q] / m);
        }
      }
    }
    DMatrixRMaj target = new DMatrixRMaj(l, 1);
    double spread = 0;
    for (int i = 0; i < n; i++) {
      for (int p = 0; p < l; p++) {
        b[i][p] = r.nextGaussian();
        target.add(p, 0, b[i][p] / n);
        spread += b[i][p] * b[i][p] / (2 * n);
      }
    }
    DMatrixRMaj x = new DMatrixRMaj(d, 1);
    CommonOps_DDRM.solve(mean, target, x);
    DMatrixRMaj y = new DMatrixRMaj(l, 1);
    CommonOps_DDRM.mult(mean, x, y);
    double minimum = spread + CommonOps_DDRM.dot(y, y) / 2 - CommonOps_DDRM.dot(y, target);
    Problem problem =
        Components.map(d, l)
            .inner(
                m,
                (j, at, out) -> {
                  for (int p = 0; p < l; p++) {
                    for (int q = 0; q < d; q++) {
                      out[p] += a[(int) j][p][q] * at[q];
                    }
                  }
                },
                (j, at, out) -> {
                  for (int p = 0; p < l; p++) {
                    System.arraycopy(a[(int) j][p], 0, out[p], 0, d);
                  }
                })
            .outer(
                n,
                (i, at) -> {
                  double sum = 0;
                  for (int p = 0; p < l; p++) {
                    sum += (at[p] - b[(int) i][p]) * (at[p] - b[(int) i][p]) / 2;
                  }
                  return sum;
                },
                (i, at, u) -> {
                  for (int p = 0; p < l; p++) {
                    u[p] = at[p] - b[(int) i][p];
                  }
                })
            .named("least squares");
    double[] start = new double[d];
    Arrays.fill(start, 2);
    return new KnownProblem("least squares " + k, problem, start, minimum);
  }

  /**
   * Φ(x) = Σ_k h_k (x_k − c_k)²/2 + const: the minimum under a separable penalty, entry by entry.
   */
  private static KnownProblem diagonal(String name, int k, Separable penalty) {
    var parts = new Diagonal(4 + k % 5, 400 + k);
    double[] x = new double[parts.d];
    for (int q = 0; q < x.length; q++) {
      double[] one = {parts.centre[q]};
      // prox of the penalty with step 1/h_k: the minimiser of h_k (x − c_k)²/2 + penalty(x)
      penalty.prox(one, 1 / parts.curvature[q]);
      x[q] = one[0];
    }
    return known(name + " " + k, parts, penalty, x);
  }

  /** All curvatures alike, so the constrained minimiser is the point of the simplex next to c. */
  private static KnownProblem nearestOnSimplex(int k) {
    var parts = new Diagonal(5 + k, 500 + k, true);
    double[] x = projected(parts.centre);
    return known("simplex " + k, parts, Budget.simplex(), x);
  }

  /** By bisection for the shift θ with Σ max(0, c_k − θ) = 1, not by the library's projection. */
  private static double[] projected(double[] c) {
    double low = Arrays.stream(c).min().getAsDouble() - 1;
    double high = Arrays.stream(c).max().getAsDouble();
    for (int round = 0; round < 200; round++) {
      double middle = (low + high) / 2;
      double sum = Arrays.stream(c).map(v -> Math.max(0, v - middle)).sum();
      if (sum > 1) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double shift = (low + high) / 2;
    return Arrays.stream(c).map(v -> Math.max(0, v - shift)).toArray();
  }

  private static KnownProblem known(String name, Diagonal parts, Penalty penalty, double[] x) {
    Problem plain = parts.problem();
    Problem problem = new Problem(name, plain.inner(), plain.outer(), penalty);
    double[] start = new double[x.length];
    Arrays.fill(start, 1.0 / x.length);
    return new KnownProblem(name, problem, start, parts.objective(x) + penalty.value(x));
  }

  /**
   * Not convex: f_i(y) = Σ (y_k² − c_ik)²/4, so Φ = Σ (y_k⁴ − 2 c̄_k y_k² + mean c_ik²)/4, least at
   * y_k² = c̄_k. The start is off the ridges.
   */
  private static KnownProblem doubleWells(int k) {
    int d = 2 + k;
    int m = 20;
    int n = 30;
    Random r = new Random(600 + k);
    double[][] e = new double[m][d];
    double[][] c = new double[n][d];
    double minimum = 0;
    for (int q = 0; q < d; q++) {
      double mean = 0;
      for (int j = 0; j < m; j++) {
        e[j][q] = 0.3 * r.nextGaussian();
        mean += e[j][q] / m;
      }
      for (int j = 0; j < m; j++) {
        e[j][q] -= mean; // y = x on the whole
      }
      double first = 0;
      double second = 0;
      for (int i = 0; i < n; i++) {
        c[i][q] = 1 + 0.5 * r.nextDouble();
        first += c[i][q] / n;
        second += c[i][q] * c[i][q] / n;
      }
      minimum += (second - first * first) / 4;
    }
    Problem problem =
        Components.map(d, d)
            .inner(
                m,
                (j, x, y) -> {
                  for (int q = 0; q < d; q++) {
                    y[q] = x[q] + e[(int) j][q];
                  }
                },
                (j, x, g) -> {
                  for (int q = 0; q < d; q++) {
                    g[q][q] = 1;
                  }
                })
            .outer(
                n,
                (i, y) -> {
                  double sum = 0;
                  for (int q = 0; q < d; q++) {
                    double v = y[q] * y[q] - c[(int) i][q];
                    sum += v * v / 4;
                  }
                  return sum;
                },
                (i, y, u) -> {
                  for (int q = 0; q < d; q++) {
                    u[q] = y[q] * (y[q] * y[q] - c[(int) i][q]);
                  }
                })
            .named("double wells");
    double[] start = new double[d];
    for (int q = 0; q < d; q++) {
      start[q] = (q % 2 == 0 ? 1 : -1) * (0.3 + 0.2 * q);
    }
    return new KnownProblem("double wells " + k, problem, start, minimum);
  }

  /** g_j(x) = s_j∘x + e_j, f_i(y) = Σ h_ik (y_k − c_ik)²/2. */
  static final class Diagonal {
    final int d;
    final int m = 30;
    final int n = 40;
    private final double[][] s;
    private final double[][] e;
    private final double[][] h;
    private final double[][] c;
    final double[] curvature;
    final double[] centre;

    Diagonal(int d, long seed) {
      this(d, seed, false);
    }

    Diagonal(int d, long seed, boolean round) {
      this.d = d;
      Random r = new Random(seed);
      s = new double[m][d];
      e = new double[m][d];
      h = new double[n][d];
      c = new double[n][d];
      curvature = new double[d];
      centre = new double[d];
      for (int q = 0; q < d; q++) {
        double sMean = 0;
        double eMean = 0;
        for (int j = 0; j < m; j++) {
          s[j][q] = round ? 1 : 1 + 0.2 * r.nextGaussian();
          e[j][q] = 0.3 * r.nextGaussian();
          sMean += s[j][q] / m;
          eMean += e[j][q] / m;
        }
        double hMean = 0;
        double hc = 0;
        for (int i = 0; i < n; i++) {
          h[i][q] = round ? 1 : (1 + q) * (0.5 + r.nextDouble());
          c[i][q] = r.nextGaussian() + (round ? 0.2 * q : 0);
          hMean += h[i][q] / n;
          hc += h[i][q] * c[i][q] / n;
        }
        curvature[q] = sMean * sMean * hMean;
        centre[q] = (hc / hMean - eMean) / sMean;
      }
    }

    double objective(double[] x) {
      double sum = 0;
      for (int q = 0; q < d; q++) {
        double y = 0;
        for (int j = 0; j < m; j++) {
          y += (s[j][q] * x[q] + e[j][q]) / m;
        }
        for (int i = 0; i < n; i++) {
          sum += h[i][q] * (y - c[i][q]) * (y - c[i][q]) / (2 * n);
        }
      }
      return sum;
    }

    Problem problem() {
      return Components.map(d, d)
          .inner(
              m,
              (j, x, y) -> {
                for (int q = 0; q < d; q++) {
                  y[q] = s[(int) j][q] * x[q] + e[(int) j][q];
                }
              },
              (j, x, g) -> {
                for (int q = 0; q < d; q++) {
                  g[q][q] = s[(int) j][q];
                }
              })
          .outer(
              n,
              (i, y) -> {
                double sum = 0;
                for (int q = 0; q < d; q++) {
                  double v = y[q] - c[(int) i][q];
                  sum += h[(int) i][q] * v * v / 2;
                }
                return sum;
              },
              (i, y, u) -> {
                for (int q = 0; q < d; q++) {
                  u[q] = h[(int) i][q] * (y[q] - c[(int) i][q]);
                }
              })
          .named("diagonal");
    }
  }
}
