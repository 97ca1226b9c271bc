package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Batch;

/**
 * score_k = w_kᵀx + b_k. Parameters: for each output its weights, then its intercept, if there is
 * one.
 */
record LinearModel(RowMatrix x, int outputs, boolean hasIntercept) implements Model {
  /** Parameters of an output. */
  int stride() {
    return x.columns() + (hasIntercept ? 1 : 0);
  }

  @Override
  public int parameters() {
    return Math.multiplyExact(outputs, stride());
  }

  @Override
  public boolean isWeight(int k) {
    return k % stride() < x.columns();
  }

  @Override
  public double[] start(long seed) {
    return new double[parameters()];
  }

  @Override
  public String toString() {
    return "linear model";
  }

  @Override
  public Pass at(double[] parameters) {
    int d = stride();
    double[][] parts = new double[outputs][];
    for (int k = 0; k < outputs; k++) {
      parts[k] = outputs == 1 ? parameters : Arrays.copyOfRange(parameters, k * d, (k + 1) * d);
    }
    return new LinearPass(parts);
  }

  private final class LinearPass implements Pass {
    private final double[][] parts;

    LinearPass(double[][] parts) {
      this.parts = parts;
    }

    @Override
    public void scores(Batch rows, double[] scores) {
      int n = (int) rows.size();
      for (int j = 0; j < n; j++) {
        long i = rows.at(j);
        for (int k = 0; k < outputs; k++) {
          double[] part = parts[k];
          double intercept = hasIntercept ? part[x.columns()] : 0;
          scores[j * outputs + k] = x.dot(i, part) + intercept;
        }
      }
    }

    @Override
    public void addGradients(Batch rows, double[] slopes, int[] at, double[] g) {
      int n = (int) rows.size();
      int j = 0;
      if (outputs == 1 && x.isAtHand()) {
        for (; j + 4 <= n && (at[j] | at[j + 1] | at[j + 2] | at[j + 3]) == 0; j += 4) {
          x.addTo(
              rows.at(j),
              rows.at(j + 1),
              rows.at(j + 2),
              rows.at(j + 3),
              slopes[j],
              slopes[j + 1],
              slopes[j + 2],
              slopes[j + 3],
              g);
          for (int r = j; r < j + 4 && hasIntercept; r++) {
            g[x.columns()] += slopes[r];
          }
        }
      }
      for (; j < n; j++) {
        for (int k = 0; k < outputs; k++) {
          int from = at[j] + k * stride();
          x.addTo(rows.at(j), slopes[j * outputs + k], g, from);
          if (hasIntercept) {
            g[from + x.columns()] += slopes[j * outputs + k];
          }
        }
      }
    }
  }
}
