package org.fogopt.apps.value;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.fogopt.state.State;

/**
 * The endless form of {@link BellmanResidual}'s inner map, for chains that are simulated: component
 * ω seeds a generator that draws one next state s'(s) ~ P_s for every state s, and
 *
 * <pre>
 *   g_ω(x) = [x; (R_{s,s'(s)} + γ V_x(s'(s)))_s].
 * </pre>
 *
 * No importance weights, so much less noise than with an evenly drawn next state; but a component
 * is a random map, of which there is no last. A weighted sum of Jacobians is [c₀I; C F] with a C
 * that is zero where P is: C is kept on P's non-zeros.
 */
final class SimulatedBackup implements Inner {
  private final BellmanResidual problem;
  private final Inner mean;
  private final int n;
  private final int d;
  private final int[] starts; // of each state's possible transitions
  private final int[] next;
  private final double[] rewards;
  private final double[] upTo; // the sum of the probabilities up to and with this one

  SimulatedBackup(BellmanResidual problem, Inner mean) {
    this.problem = problem;
    this.mean = mean;
    n = problem.chain.size();
    d = problem.dimension();
    SparseRows p = sparse(problem.chain);
    starts = new int[n + 1];
    next = new int[p.nonZeros()];
    rewards = new double[p.nonZeros()];
    upTo = new double[p.nonZeros()];
    double[] row = new double[n];
    for (int s = 0; s < n; s++) {
      double sum = 0;
      for (int k = p.start(s); k < p.start(s + 1); k++) {
        next[k] = p.column(k);
        sum += p.value(k);
        upTo[k] = sum;
      }
      starts[s + 1] = p.start(s + 1);
      problem.chain.rewards().addTo(s, 1, row);
      for (int k = starts[s]; k < starts[s + 1]; k++) {
        rewards[k] = row[next[k]];
      }
      problem.chain.rewards().addTo(s, -1, row);
    }
  }

  private static SparseRows sparse(RewardChain chain) {
    if (chain.transitions() instanceof SparseRows p) {
      return p;
    }
    Rows p = (Rows) chain.transitions();
    int n = chain.size();
    int[] starts = new int[n + 1];
    int[] columns = new int[n * n];
    double[] values = new double[n * n];
    int size = 0;
    for (int s = 0; s < n; s++) {
      for (int j = 0; j < n; j++) {
        if (p.get(s, j) > 0) {
          columns[size] = j;
          values[size++] = p.get(s, j);
        }
      }
      starts[s + 1] = size;
    }
    return SparseRows.of(n, n, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
  }

  /** The transition that a number u in [0, 1) picks for state s. */
  private int pick(int s, double u) {
    int low = starts[s];
    int high = starts[s + 1] - 1; // a sum that rounding left below u picks the last one
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (upTo[middle] > u) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public int in() {
    return d;
  }

  @Override
  public int out() {
    return d + n;
  }

  @Override
  public long count() {
    return UNBOUNDED;
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(128).withFingerprint(problem::fingerprint);
  }

  @Override
  public Inner mean() {
    return mean;
  }

  @Override
  public boolean affine() {
    return problem.shape == BellmanResidual.Shape.LINEAR;
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    double[] v = problem.of(x); // once for all components of the batch
    double gamma = problem.discount;
    for (long k = 0; k < batch.size(); k++) {
      var random = new SplittableRandom(batch.at(k));
      for (int s = 0; s < n; s++) {
        int to = pick(s, random.nextDouble());
        y[d + s] += a * (rewards[to] + gamma * v[next[to]]);
      }
    }
    Kernels.axpy(a * batch.size(), x, 0, y, d);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
    double[] dv = new double[n];
    for (int s = 0; s < n; s++) {
      dv[s] = problem.difference(s, x, xp);
    }
    double weight = a * problem.discount;
    for (long k = 0; k < batch.size(); k++) {
      var random = new SplittableRandom(batch.at(k));
      for (int s = 0; s < n; s++) {
        y[d + s] += weight * dv[next[pick(s, random.nextDouble())]];
      }
    }
    BellmanResidual.addDifferenceOf(x, xp, a * batch.size(), y);
  }

  @Override
  public Jacobian newJacobian() {
    return new IdentityOverTransitions();
  }

  /** [c₀I; CF]. */
  private final class IdentityOverTransitions implements Jacobian {
    private double c0;
    private final double[] c = new double[next.length];
    private final Cotangent t = new Cotangent(n); // Cᵀu

    @Override
    public void clear() {
      c0 = 0;
      Arrays.fill(c, 0);
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      double[] slopes = new double[n];
      for (int s = 0; s < n; s++) {
        slopes[s] = problem.slope(s, x);
      }
      addDrawn(batch, slopes, a);
      c0 += a * batch.size();
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a) {
      if (affine()) {
        return;
      }
      double[] slopes = new double[n];
      for (int s = 0; s < n; s++) {
        slopes[s] = problem.slope(s, x) - problem.slope(s, xp);
      }
      addDrawn(batch, slopes, a);
    }

    private void addDrawn(Batch batch, double[] slopes, double a) {
      double weight = a * problem.discount;
      for (long k = 0; k < batch.size(); k++) {
        var random = new SplittableRandom(batch.at(k));
        for (int s = 0; s < n; s++) {
          int to = pick(s, random.nextDouble());
          c[to] += weight * slopes[next[to]];
        }
      }
    }

    @Override
    public void add(Jacobian other) {
      IdentityOverTransitions o = (IdentityOverTransitions) other;
      c0 += o.c0;
      Kernels.axpy(1, o.c, c);
    }

    @Override
    public void scale(double factor) {
      c0 *= factor;
      Kernels.scale(factor, c);
    }

    @Override
    public void state(State s) {
      c0 = s.value("c0", c0);
      s.array("c", c);
    }

    /** Row by row, at the cost of the dense matrix: only projections ask. */
    @Override
    public double norm() {
      double sum = c0 * c0 * d;
      double[] row = new double[d];
      for (int s = 0; s < n; s++) {
        Arrays.fill(row, 0);
        for (int k = starts[s]; k < starts[s + 1]; k++) {
          problem.features.addTo(next[k], c[k], row);
        }
        sum += Kernels.dot(row, row);
      }
      return Math.sqrt(sum);
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      problem.addHead(u, a * c0, out);
      t.clear();
      if (u.isDense()) {
        for (int s = 0; s < n; s++) {
          addRow(s, u.get(d + s));
        }
      } else {
        for (int k = 0; k < u.touched(); k++) {
          int s = u.index(k) - d;
          if (s >= 0) {
            addRow(s, u.get(d + s));
          }
        }
      }
      problem.addFeatures(t, a, out);
    }

    @Override
    public int rowParts() {
      return 1;
    }

    @Override
    public void times(double[] v, double a, double[] out) {
      Kernels.axpy(a * c0, v, 0, out, d);
      double[] along = new double[n]; // Fv
      for (int s = 0; s < n; s++) {
        along[s] = problem.features.dot(s, v);
      }
      for (int s = 0; s < n; s++) {
        double sum = 0;
        for (int k = starts[s]; k < starts[s + 1]; k++) {
          sum += c[k] * along[next[k]];
        }
        out[d + s] += a * sum;
      }
    }

    private void addRow(int s, double us) {
      for (int k = starts[s]; k < starts[s + 1]; k++) {
        if (c[k] != 0) {
          t.add(next[k], us * c[k]);
        }
      }
    }
  }
}
