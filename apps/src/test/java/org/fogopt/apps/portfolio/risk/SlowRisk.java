package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Risk measures by their definitions, without a thought of speed. Shares nothing with Risk. */
public final class SlowRisk {
  private SlowRisk() {}

  /** The risk of returns z with probabilities p. */
  public static double of(Risk risk, double[] z, double[] p) {
    double a = risk.parameter();
    return switch (risk.kind()) {
      case VARIANCE -> central(z, p, 2, false);
      case DEVIATION -> Math.sqrt(central(z, p, 2, false));
      case SEMIVARIANCE -> central(z, p, 2, true);
      case SEMIDEVIATION -> Math.sqrt(central(z, p, 2, true));
      case MAD -> central(z, p, 1, false);
      case CVAR -> cvar(a, z, p);
      case ENTROPIC -> logMeanExp(z, p, a) / a;
      case EVAR ->
          least(l -> Math.exp(l) * (logMeanExp(z, p, Math.exp(-l)) - Math.log(1 - a)), -30, 20);
      case LOSS_OF_GROWTH -> {
        double sum = 0;
        for (int t = 0; t < z.length; t++) {
          sum -= p[t] * a * Math.log(1 + z[t] / a);
        }
        yield Double.isNaN(sum) ? Double.POSITIVE_INFINITY : sum;
      }
    };
  }

  public static double mean(double[] z, double[] p) {
    double sum = 0;
    for (int t = 0; t < z.length; t++) {
      sum += p[t] * z[t];
    }
    return sum;
  }

  private static double central(double[] z, double[] p, int power, boolean isHalf) {
    double mean = mean(z, p);
    double sum = 0;
    for (int t = 0; t < z.length; t++) {
      if (!isHalf || z[t] < mean) {
        sum += p[t] * Math.pow(Math.abs(z[t] - mean), power);
      }
    }
    return sum;
  }

  /** Rockafellar and Uryasev: piecewise linear in e, so the least is at one of the losses. */
  private static double cvar(double level, double[] z, double[] p) {
    return Arrays.stream(z)
        .map(
            minusE -> {
              double sum = 0;
              for (int t = 0; t < z.length; t++) {
                sum += p[t] * Math.max(0, minusE - z[t]);
              }
              return -minusE + sum / (1 - level);
            })
        .min()
        .orElseThrow();
  }

  private static double logMeanExp(double[] z, double[] p, double theta) {
    double worst = Arrays.stream(z).min().orElseThrow();
    double sum = 0;
    for (int t = 0; t < z.length; t++) {
      sum += p[t] * Math.exp(-theta * (z[t] - worst));
    }
    return Math.log(sum) - theta * worst;
  }

  /** The least of a function with one valley, by ternary search. */
  private static double least(DoubleUnaryOperator f, double from, double to) {
    double low = from;
    double high = to;
    for (int k = 0; k < 300; k++) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      if (f.applyAsDouble(left) < f.applyAsDouble(right)) {
        high = right;
      } else {
        low = left;
      }
    }
    return f.applyAsDouble((low + high) / 2);
  }
}
