package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;

/**
 * Losses of all rows at a point, and their derivatives by the scores, outside of any count: for
 * starts, exact values and bounds. The same bits for any number of threads.
 */
final class RowScan {
  /** Rows of a chunk: some blocks, so that a thread has enough to do. */
  private static final int CHUNK = 16 * RiskInner.BLOCK;

  final double[] losses;
  final double[] slopes;

  private RowScan(double[] losses, double[] slopes) {
    this.losses = losses;
    this.slopes = slopes;
  }

  static RowScan of(RiskInner inner, double[] x, int threads) {
    int n = inner.sample().rows();
    int outputs = inner.model().outputs();
    var scan = new RowScan(new double[n], new double[Math.multiplyExact(n, outputs)]);
    try (Workers workers = new Workers(threads)) {
      workers.parallel().forEach(chunks(n), c -> scan.fill(inner, x, c * CHUNK));
    }
    return scan;
  }

  private static int chunks(int n) {
    return (n + CHUNK - 1) / CHUNK;
  }

  private void fill(RiskInner inner, double[] x, int start) {
    int outputs = inner.model().outputs();
    int end = Math.min(losses.length, start + CHUNK);
    RowBlock block = new RowBlock(inner, x, end - start);
    for (int from = start; from < end; from += RiskInner.BLOCK) {
      int to = Math.min(end, from + RiskInner.BLOCK);
      block.losses(Batch.range(from, to));
      System.arraycopy(block.losses, 0, losses, from, to - from);
      System.arraycopy(block.slopes, 0, slopes, from * outputs, (to - from) * outputs);
    }
  }

  /** Σ p_j α_j (x_j, 1)ᵀ of a linear model, for each output. */
  static double[] gradient(LinearModel model, double[] p, double[] alpha, int threads) {
    double[] v = new double[model.parameters()];
    double[][] parts = new double[threads][v.length];
    Model.Pass pass = model.at(v.clone()); // gradients of the scores are the same everywhere
    try (Workers workers = new Workers(threads)) {
      workers.inOrder(
          chunks(p.length),
          (c, slot) -> {
            Arrays.fill(parts[slot], 0);
            int from = (int) c * CHUNK;
            int to = Math.min(p.length, from + CHUNK);
            double[] scaled = new double[(to - from) * model.outputs()];
            for (int k = 0; k < scaled.length; k++) {
              double weight = p[from + k / model.outputs()];
              scaled[k] = weight == 0 ? 0 : weight * alpha[from * model.outputs() + k];
            }
            pass.addGradients(Batch.range(from, to), scaled, new int[to - from], parts[slot]);
          },
          (c, slot) -> Kernels.axpy(1, parts[slot], v));
    }
    return v;
  }
}
