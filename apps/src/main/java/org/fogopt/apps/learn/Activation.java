package org.fogopt.apps.learn;

import org.fogopt.linalg.Kernels;

/** What a hidden unit makes of its input z: smooth, so that gradients are. */
public enum Activation {
  /** tanh z. */
  TANH {
    @Override
    void at(double[] z, double[] slopes, int n) {
      for (int k = 0; k < n; k++) {
        slopes[k] = -2 * Math.abs(z[k]);
      }
      Kernels.exp(slopes, n);
      for (int k = 0; k < n; k++) {
        double size = (1 - slopes[k]) / (1 + slopes[k]);
        z[k] = Double.isNaN(z[k]) ? Double.NaN : Math.copySign(size, z[k]);
        slopes[k] = 1 - size * size;
      }
    }
  },

  /** log(1 + e^z), a smooth form of max(z, 0). */
  SOFTPLUS {
    @Override
    void at(double[] z, double[] slopes, int n) {
      double[] logs = new double[n];
      for (int k = 0; k < n; k++) {
        slopes[k] = -Math.abs(z[k]);
      }
      Kernels.exp(slopes, n);
      for (int k = 0; k < n; k++) {
        logs[k] = 1 + slopes[k];
      }
      Kernels.log(logs, n);
      for (int k = 0; k < n; k++) {
        slopes[k] = (z[k] >= 0 ? 1 : slopes[k]) / (1 + slopes[k]);
        z[k] = Math.max(z[k], 0) + logs[k];
      }
    }
  };

  /** z ← the activations of n inputs, slopes ← their derivatives. */
  abstract void at(double[] z, double[] slopes, int n);
}
