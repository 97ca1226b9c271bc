package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/** The value of an {@link Objective} for given losses, and the weights it is the mean under. */
final class Worst {
  /** e to this power is 0. */
  private static final double NONE = -2 * LogMeanExp.MOST;

  private final Objective objective;
  private final double[] l;
  private final double[] w;
  private final int[] groups;
  private final double most;

  Worst(
      Objective objective, double[] losses, double @Nullable [] weights, int @Nullable [] groups) {
    this.objective = objective;
    l = losses;
    w = new double[l.length];
    double sum = 0;
    for (int j = 0; j < l.length; j++) {
      w[j] = weights == null ? 1 : weights[j];
      sum += w[j];
    }
    double largest = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < l.length; j++) {
      w[j] /= sum;
      largest = w[j] > 0 ? Math.max(largest, l[j]) : largest; // a NaN stays one
    }
    most = largest;
    if (objective.kind() == Objective.Kind.GROUP && groups == null) {
      throw new IllegalArgumentException("the objective %s needs groups".formatted(objective));
    }
    this.groups = groups == null ? new int[0] : groups;
  }

  double value() {
    double a = objective.parameter();
    for (int j = 0; j < l.length; j++) {
      if (w[j] > 0 && Double.isNaN(l[j])) {
        return Double.NaN;
      }
    }
    return switch (objective.kind()) {
      case MEAN -> mean(w);
      case VARIANCE -> mean(w) + a * variance();
      case KL -> logMeanExp(a);
      case KL_BALL -> {
        double lambda = radius(l, w, a);
        yield lambda == 0 ? most : logMeanExp(lambda) + lambda * a;
      }
      case CVAR -> {
        double[] p = tail();
        double penalty = 0;
        for (int j = 0; j < l.length && objective.smoothing() > 0; j++) {
          double off = w[j] == 0 ? 0 : p[j] / w[j] - 1;
          penalty += w[j] * off * off;
        }
        yield mean(p) - 0.5 * objective.smoothing() * penalty;
      }
      case GROUP -> mean(worstGroup());
    };
  }

  double[] weights() {
    return switch (objective.kind()) {
      case MEAN -> w.clone();
      case VARIANCE ->
          throw new IllegalArgumentException("mean and variance have no worst weights");
      case KL -> tilted(objective.parameter());
      case KL_BALL -> tilted(radius(l, w, objective.parameter()));
      case CVAR -> tail();
      case GROUP -> worstGroup();
    };
  }

  private double mean(double[] p) {
    double sum = 0;
    for (int j = 0; j < l.length; j++) {
      sum += p[j] == 0 ? 0 : p[j] * l[j];
    }
    return sum;
  }

  private double variance() {
    double mean = mean(w);
    double sum = 0;
    for (int j = 0; j < l.length; j++) {
      sum += w[j] * (l[j] - mean) * (l[j] - mean);
    }
    return sum;
  }

  private double logMeanExp(double lambda) {
    double[] tilts = tilts(lambda);
    double sum = 0;
    for (double tilt : tilts) {
      sum += tilt;
    }
    return most + lambda * StrictMath.log(sum);
  }

  /** w e^{(l − most)/λ}; with λ = 0 the weights of the largest losses alone. */
  private double[] tilts(double lambda) {
    double[] tilts = new double[l.length];
    for (int j = 0; j < l.length; j++) {
      double exponent = l[j] == most ? 0 : (l[j] - most) / lambda;
      tilts[j] = w[j] == 0 ? NONE : Math.max(NONE, exponent); // a NaN stays one
    }
    Kernels.exp(tilts, tilts.length);
    for (int j = 0; j < l.length; j++) {
      tilts[j] *= w[j];
    }
    return tilts;
  }

  /** p ∝ w e^{l/λ}; with λ = 0 the largest losses alone. */
  private double[] tilted(double lambda) {
    double[] p = tilts(lambda);
    double sum = 0;
    for (double tilt : p) {
      sum += tilt;
    }
    for (int j = 0; j < l.length; j++) {
      p[j] /= sum;
    }
    return p;
  }

  /** The λ at which Σ p log(p/w) = ρ; 0 where there is none. */
  static double radius(double[] losses, double[] weights, double rho) {
    Worst all = new Worst(Objective.MEAN, losses, weights, null);
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < losses.length; j++) {
      least = weights[j] == 0 ? least : Math.min(least, losses[j]);
    }
    double spread = all.most - least;
    if (!(spread > 0) || all.divergence(0) <= rho) {
      return 0;
    }
    double low = StrictMath.log(spread) - 700;
    double high = StrictMath.log(spread) + 20 - Math.min(0, StrictMath.log(rho));
    return StrictMath.exp(Crossing.of(t -> all.divergence(StrictMath.exp(t)) - rho, low, high));
  }

  /** Σ p log(p/w) of the tilted weights: Σ p r − log Σ w e^r with r = (l − most)/λ. */
  private double divergence(double lambda) {
    double[] tilts = tilts(lambda);
    double sum = 0;
    double moment = 0;
    for (int j = 0; j < l.length; j++) {
      sum += tilts[j];
      moment += tilts[j] == 0 ? 0 : tilts[j] * (l[j] - most);
    }
    return (lambda == 0 ? 0 : moment / sum / lambda) - StrictMath.log(sum);
  }

  /** The weights of CVaR: as much as is allowed to the largest losses; smoothed, by bisection. */
  private double[] tail() {
    double cap = 1 / (1 - objective.parameter());
    double nu = objective.smoothing();
    double[] p = new double[l.length];
    if (nu == 0) {
      double quantile = quantile(cap);
      double left = 1;
      for (int j = 0; j < l.length; j++) {
        p[j] = l[j] > quantile ? cap * w[j] : 0;
        left -= p[j];
      }
      for (int j = 0; j < l.length; j++) {
        if (l[j] == quantile) {
          p[j] = Math.max(0, Math.min(left, cap * w[j]));
          left -= p[j];
        }
      }
      return p;
    }
    double[] meanOne = w.clone();
    for (int j = 0; j < w.length; j++) {
      meanOne[j] *= w.length;
    }
    double[] ratios = Tail.of(meanOne, objective.parameter(), nu).at(l);
    for (int j = 0; j < p.length; j++) {
      p[j] = w[j] * ratios[j];
    }
    return p;
  }

  /** The largest loss at and above which the rows have a weight of 1 or more, cap times each. */
  private double quantile(double cap) {
    double[] sorted = l.clone();
    Arrays.sort(sorted);
    int low = 0; // at or above it there is enough
    int high = sorted.length; // above it, not
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      double weight = 0;
      for (int j = 0; j < l.length; j++) {
        weight += l[j] >= sorted[middle] ? cap * w[j] : 0;
      }
      if (weight >= 1) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return sorted[low];
  }

  private double[] worstGroup() {
    int count = Arrays.stream(groups).max().orElse(0) + 1;
    double[] sums = new double[count];
    double[] sizes = new double[count];
    for (int j = 0; j < l.length; j++) {
      sums[groups[j]] += w[j] == 0 ? 0 : w[j] * l[j];
      sizes[groups[j]] += w[j];
    }
    int worst = -1;
    for (int g = 0; g < count; g++) {
      if (sizes[g] > 0 && (worst < 0 || !(sums[g] / sizes[g] <= sums[worst] / sizes[worst]))) {
        worst = g;
      }
    }
    double[] p = new double[l.length];
    for (int j = 0; j < l.length; j++) {
      p[j] = groups[j] == worst ? w[j] / sizes[worst] : 0;
    }
    return p;
  }
}
