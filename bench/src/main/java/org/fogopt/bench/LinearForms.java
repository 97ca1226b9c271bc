package org.fogopt.bench;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;

/**
 * f(mean_j ψ(a_jᵀx)) with n = 1 and few outputs, in batch form: values and Jacobians in one look at
 * four rows at a time. Versions 0.1 and later compile it; {@link CurvedForms} adds what 0.1 has
 * not.
 */
class LinearForms implements Inner {
  final Rows rows;
  final Link link;

  LinearForms(Rows rows, Link link) {
    this.rows = rows;
    this.link = link;
  }

  /** ψ: R → R^l and f: R^l → R. */
  interface Link {
    int outputs();

    /** value ← ψ(z), slope ← ψ'(z). */
    void at(double z, double[] value, double[] slope);

    /** uᵀψ''(z). */
    double bend(double z, double[] u);

    double outer(double[] y);

    void gradient(double[] y, double[] u);

    void hessian(double[] y, double[][] h);
  }

  Problem problem(String name) {
    return new Problem(name, this, new OneOuter(link));
  }

  @Override
  public int in() {
    return rows.columns();
  }

  @Override
  public int out() {
    return link.outputs();
  }

  @Override
  public long count() {
    return rows.count();
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    pass(batch, x, a, y, 0, null);
  }

  @Override
  public void addWithJacobian(
      Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
    pass(batch, x, a, y, b, ((Dense) jacobian).g);
  }

  @Override
  public Jacobian newJacobian() {
    return new Dense();
  }

  /** y += a Σ ψ, g += b Σ ψ'(z_j) a_jᵀ unless g is null. */
  private void pass(Batch batch, double[] x, double a, double[] y, double b, double[][] g) {
    int l = link.outputs();
    double[] value = new double[l];
    double[] sum = new double[l];
    double[][] slopes = new double[4][l];
    long k = 0;
    for (; k <= batch.size() - 4; k += 4) {
      for (int r = 0; r < 4; r++) {
        link.at(rows.dot(batch.at(k + r), x), value, slopes[r]);
        for (int o = 0; o < l; o++) {
          sum[o] += value[o];
        }
      }
      for (int o = 0; g != null && o < l; o++) {
        rows.addTo(
            batch.at(k),
            batch.at(k + 1),
            batch.at(k + 2),
            batch.at(k + 3),
            b * slopes[0][o],
            b * slopes[1][o],
            b * slopes[2][o],
            b * slopes[3][o],
            g[o]);
      }
    }
    for (; k < batch.size(); k++) {
      link.at(rows.dot(batch.at(k), x), value, slopes[0]);
      for (int o = 0; o < l; o++) {
        sum[o] += value[o];
        if (g != null) {
          rows.addTo(batch.at(k), b * slopes[0][o], g[o]);
        }
      }
    }
    for (int o = 0; o < l; o++) {
      y[o] += a * sum[o];
    }
  }

  private final class Dense implements Jacobian {
    private final double[][] g = new double[link.outputs()][rows.columns()];

    @Override
    public void clear() {
      for (double[] row : g) {
        Arrays.fill(row, 0);
      }
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      pass(batch, x, 0, new double[g.length], a, g);
    }

    @Override
    public void add(Jacobian other) {
      for (int o = 0; o < g.length; o++) {
        Kernels.axpy(1, ((Dense) other).g[o], g[o]);
      }
    }

    @Override
    public void scale(double c) {
      for (double[] row : g) {
        Kernels.scale(c, row);
      }
    }

    @Override
    public double norm() {
      return Math.sqrt(Arrays.stream(g).mapToDouble(row -> Kernels.dot(row, row)).sum());
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      for (int o = 0; o < g.length; o++) {
        Kernels.axpy(a * u.get(o), g[o], out);
      }
    }
  }

  private record OneOuter(Link link) implements Outer {
    @Override
    public long count() {
      return 1;
    }

    @Override
    public double value(Batch batch, double[] y) {
      return batch.size() * link.outer(y);
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      double[] slopes = new double[y.length];
      link.gradient(y, slopes);
      for (int o = 0; o < slopes.length; o++) {
        u.add(o, a * batch.size() * slopes[o]);
      }
      return value(batch, y);
    }
  }

  /** λ log mean exp(loss/λ), loss = log(1 + exp(−z)): plain, so z/λ must stay below 700. */
  record Dro(double lambda) implements Link {
    @Override
    public int outputs() {
      return 1;
    }

    @Override
    public void at(double z, double[] value, double[] slope) {
      double e = Math.exp(-Math.abs(z));
      value[0] = Math.exp((Math.log(1 + e) + Math.max(-z, 0)) / lambda);
      slope[0] = -value[0] / lambda * wrong(z, e);
    }

    /** 1/(1 + exp(z)), given exp(−|z|). */
    private static double wrong(double z, double e) {
      return (z > 0 ? e : 1) / (1 + e);
    }

    @Override
    public double bend(double z, double[] u) {
      double e = Math.exp(-Math.abs(z));
      double s = wrong(z, e);
      double psi = Math.exp((Math.log(1 + e) + Math.max(-z, 0)) / lambda);
      return u[0] * psi * s / lambda * (s / lambda + 1 - s);
    }

    @Override
    public double outer(double[] y) {
      return lambda * Math.log(y[0]);
    }

    @Override
    public void gradient(double[] y, double[] u) {
      u[0] = lambda / y[0];
    }

    @Override
    public void hessian(double[] y, double[][] h) {
      h[0][0] = -lambda / (y[0] * y[0]);
    }
  }

  /** log mean exp(−θz) / θ. */
  record Entropic(double theta) implements Link {
    @Override
    public int outputs() {
      return 1;
    }

    @Override
    public void at(double z, double[] value, double[] slope) {
      value[0] = Math.exp(-theta * z);
      slope[0] = -theta * value[0];
    }

    @Override
    public double bend(double z, double[] u) {
      return u[0] * theta * theta * Math.exp(-theta * z);
    }

    @Override
    public double outer(double[] y) {
      return Math.log(y[0]) / theta;
    }

    @Override
    public void gradient(double[] y, double[] u) {
      u[0] = 1 / (theta * y[0]);
    }

    @Override
    public void hessian(double[] y, double[][] h) {
      h[0][0] = -1 / (theta * y[0] * y[0]);
    }
  }

  /** −mean/deviation of z, by y = (mean z, mean z²). */
  record Sharpe() implements Link {
    @Override
    public int outputs() {
      return 2;
    }

    @Override
    public void at(double z, double[] value, double[] slope) {
      value[0] = z;
      value[1] = z * z;
      slope[0] = 1;
      slope[1] = 2 * z;
    }

    @Override
    public double bend(double z, double[] u) {
      return 2 * u[1];
    }

    private static double variance(double[] y) {
      return y[1] - y[0] * y[0];
    }

    @Override
    public double outer(double[] y) {
      return -y[0] / Math.sqrt(variance(y));
    }

    @Override
    public void gradient(double[] y, double[] u) {
      double cubed = Math.pow(variance(y), 1.5);
      u[0] = -y[1] / cubed;
      u[1] = 0.5 * y[0] / cubed;
    }

    @Override
    public void hessian(double[] y, double[][] h) {
      double v = variance(y);
      double fifth = Math.pow(v, 2.5);
      h[0][0] = -3 * y[0] * y[1] / fifth;
      h[0][1] = (1.5 * y[1] - v) / fifth;
      h[1][0] = h[0][1];
      h[1][1] = -0.75 * y[0] / fifth;
    }
  }
}
