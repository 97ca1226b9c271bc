package org.fogopt.apps.learn;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Batch;

/**
 * A network of fully connected layers: a_0 = x, a_k = activation(W_k a_{k−1} + b_k), and scores
 * without an activation. Parameters: layer by layer, for each unit its weights, then its bias; the
 * outputs' biases are left out without an intercept.
 */
final class NetworkModel implements Model {
  private final RowMatrix x;
  private final Network network;
  private final boolean hasIntercept;
  private final int[] sizes; // of the input, the hidden layers and the output
  private final int[] offsets; // of the layers' parameters, and their end

  NetworkModel(RowMatrix x, Network network, int outputs, boolean hasIntercept) {
    this.x = x;
    this.network = network;
    this.hasIntercept = hasIntercept;
    int layers = network.hidden().length + 1;
    sizes = new int[layers + 1];
    sizes[0] = x.columns();
    System.arraycopy(network.hidden(), 0, sizes, 1, layers - 1);
    sizes[layers] = outputs;
    offsets = new int[layers + 1];
    for (int k = 0; k < layers; k++) {
      offsets[k + 1] = Math.addExact(offsets[k], Math.multiplyExact(sizes[k + 1], stride(k)));
    }
  }

  private int layers() {
    return offsets.length - 1;
  }

  private boolean hasBias(int layer) {
    return hasIntercept || layer + 1 < layers();
  }

  /** Parameters of a unit. */
  private int stride(int layer) {
    return sizes[layer] + (hasBias(layer) ? 1 : 0);
  }

  @Override
  public int parameters() {
    return offsets[layers()];
  }

  @Override
  public int outputs() {
    return sizes[layers()];
  }

  @Override
  public boolean isWeight(int k) {
    int layer = 0;
    while (k >= offsets[layer + 1]) {
      layer++;
    }
    return (k - offsets[layer]) % stride(layer) < sizes[layer];
  }

  /** Weights uniform within ±√(6/(in + out)) (Glorot, Bengio 2010), biases 0. */
  @Override
  public double[] start(long seed) {
    Random random = new Random(seed);
    double[] all = new double[parameters()];
    for (int layer = 0; layer < layers(); layer++) {
      double most = Math.sqrt(6.0 / (sizes[layer] + sizes[layer + 1]));
      for (int k = offsets[layer]; k < offsets[layer + 1]; k++) {
        all[k] = isWeight(k) ? most * (2 * random.nextDouble() - 1) : 0;
      }
    }
    return all;
  }

  @Override
  public Pass at(double[] parameters) {
    return new NetworkPass(parameters);
  }

  @Override
  public String toString() {
    return network.toString();
  }

  private final class NetworkPass implements Pass {
    private final double[] theta;
    private final double[][] transposed; // of each layer, a row for each of its inputs
    private final double[] row = new double[x.columns()];
    private final double[][] values = new double[layers() + 1][0]; // a_k of the rows asked for
    private final double[][] slopes = new double[layers() + 1][0];
    private final double[][] deltas = new double[layers() + 1][0];

    NetworkPass(double[] theta) {
      this.theta = theta;
      transposed = new double[layers()][];
      for (int k = 0; k < layers(); k++) {
        double[] turned = new double[sizes[k] * sizes[k + 1]];
        for (int unit = 0; unit < sizes[k + 1]; unit++) {
          for (int i = 0; i < sizes[k]; i++) {
            turned[i * sizes[k + 1] + unit] = theta[offsets[k] + unit * stride(k) + i];
          }
        }
        transposed[k] = turned;
      }
    }

    @Override
    public void scores(Batch rows, double[] scores) {
      int n = (int) rows.size();
      for (int k = 0; k < layers(); k++) {
        boolean isLast = k + 1 == layers();
        double[] z = isLast ? scores : room(values, k + 1, n);
        for (int j = 0; j < n; j++) {
          forward(k, rows.at(j), j, z);
        }
        if (!isLast) {
          network.activation().at(z, room(slopes, k + 1, n), n * sizes[k + 1]);
        }
      }
    }

    /** z_j ← W a_j + b. */
    private void forward(int k, long i, int j, double[] z) {
      int units = sizes[k + 1];
      for (int unit = 0; unit < units; unit++) {
        int bias = offsets[k] + unit * stride(k) + sizes[k];
        z[j * units + unit] = hasBias(k) ? theta[bias] : 0;
      }
      double[] inputs = k == 0 ? row : values[k];
      int from = k == 0 ? 0 : j * sizes[k];
      if (k == 0) {
        x.copyTo(i, row);
      }
      for (int c = 0; c < sizes[k]; c++) {
        if (inputs[from + c] != 0) {
          Kernels.axpy(inputs[from + c], transposed[k], c * units, z, j * units, units);
        }
      }
    }

    private double[] room(double[][] arrays, int k, int n) {
      if (arrays[k].length < n * sizes[k]) {
        arrays[k] = new double[n * sizes[k]];
      }
      return arrays[k];
    }

    @Override
    public void addGradients(Batch rows, double[] scoreSlopes, int[] at, double[] g) {
      int n = (int) rows.size();
      for (int j = 0; j < n; j++) {
        double[] delta = scoreSlopes;
        for (int k = layers() - 1; k >= 0; k--) {
          addLayer(k, rows.at(j), j, delta, at[j] + offsets[k], g);
          if (k > 0) {
            delta = backward(k, j, n, delta);
          }
        }
      }
    }

    /** g += δ_j a_jᵀ. */
    private void addLayer(int k, long i, int j, double[] delta, int at, double[] g) {
      for (int unit = 0; unit < sizes[k + 1]; unit++) {
        double each = delta[j * sizes[k + 1] + unit];
        int from = at + unit * stride(k);
        if (k == 0) {
          x.addTo(i, each, g, from);
        } else {
          Kernels.axpy(each, values[k], j * sizes[k], g, from, sizes[k]);
        }
        if (hasBias(k)) {
          g[from + sizes[k]] += each;
        }
      }
    }

    /** The derivatives by the inputs of the layer before: Wᵀδ_j times the activations' slopes. */
    private double[] backward(int k, int j, int n, double[] delta) {
      double[] before = room(deltas, k, n);
      int size = sizes[k];
      Arrays.fill(before, j * size, (j + 1) * size, 0);
      for (int unit = 0; unit < sizes[k + 1]; unit++) {
        double each = delta[j * sizes[k + 1] + unit];
        int from = offsets[k] + unit * stride(k);
        Kernels.axpy(each, theta, from, before, j * size, size);
      }
      for (int c = j * size; c < (j + 1) * size; c++) {
        before[c] *= slopes[k][c];
      }
      return before;
    }
  }
}
