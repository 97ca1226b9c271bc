package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The complementary pairs of a {@link Model}, a slack s and its multiplier λ each. A finite bound
 * has one: v − lower or upper − v. A hinge cost·(v − kink)₊ = min cost·u over u ≥ 0, u ≥ v − kink
 * has two: (u − (v − kink), y) and (u, cost − y), y being its slope. All are eliminated from
 * Newton's equations: to first order the slope π_j of φ_j changes by D_j dv_j + e_j.
 */
final class Barrier {
  private final Model model;
  private final int bounds; // so many pairs first, lower bounds before upper ones
  private final int hinges; // then so many of y, and as many of cost − y
  private final int lowers;
  private final int[] at; // the coordinate of each pair
  private final double[] s;
  private final double[] lambda;
  private final double[] ds;
  private final double[] dlambda;
  private final double[] excess; // what the product is to lose

  Barrier(Model model) {
    this.model = model;
    int[] all = IntStream.range(0, model.coordinates()).filter(j -> !model.isHeld(j)).toArray();
    int[] low = Arrays.stream(all).filter(j -> Double.isFinite(model.lower()[j])).toArray();
    int[] high = Arrays.stream(all).filter(j -> Double.isFinite(model.upper()[j])).toArray();
    int[] bent = Arrays.stream(all).filter(j -> model.cost()[j] > 0).toArray();
    lowers = low.length;
    bounds = low.length + high.length;
    hinges = bent.length;
    at = Arrays.copyOf(low, bounds + 2 * hinges);
    System.arraycopy(high, 0, at, lowers, high.length);
    System.arraycopy(bent, 0, at, bounds, hinges);
    System.arraycopy(bent, 0, at, bounds + hinges, hinges);
    s = new double[at.length];
    lambda = new double[at.length];
    ds = new double[at.length];
    dlambda = new double[at.length];
    excess = new double[at.length];
  }

  private int sign(int i) {
    return i < lowers ? 1 : -1;
  }

  /** Slacks at v, strictly within its bounds, and multipliers for which all products are μ. */
  void start(double[] v, double mu) {
    for (int i = 0; i < bounds; i++) {
      int j = at[i];
      s[i] = i < lowers ? v[j] - model.lower()[j] : model.upper()[j] - v[j];
    }
    for (int i = bounds; i < bounds + hinges; i++) {
      double half = model.cost()[at[i]] / 2;
      double t = v[at[i]] - model.kink()[at[i]];
      // (u − t)·y = u·(cost − y) = μ, a quadratic equation; off = |y − cost/2|
      double off = Math.abs(t) * half * half / (mu + Math.hypot(mu, t * half));
      s[i] = Math.max(-t, 0) + mu / (half + off);
      s[i + hinges] = Math.max(t, 0) + mu / (half + off);
    }
    Arrays.setAll(lambda, i -> mu / s[i]);
  }

  /** The mean of sλ after steps of these lengths: times their number, the duality gap. */
  double mean(double primal, double dual) {
    double sum = 0;
    for (int i = 0; i < at.length; i++) {
      sum += (s[i] + primal * ds[i]) * (lambda[i] + dual * dlambda[i]);
    }
    return at.length == 0 ? 0 : sum / at.length;
  }

  int count() {
    return at.length;
  }

  /** π ← the slopes of all φ_j; those of coordinates without pairs stay as they are. */
  void slopes(double[] pi) {
    for (int j : at) {
      pi[j] = 0;
    }
    for (int i = 0; i < bounds + hinges; i++) {
      pi[at[i]] += i < bounds ? -sign(i) * lambda[i] : lambda[i];
    }
  }

  /** D, infinite where v is held. */
  double[] diagonal() {
    double[] d = new double[model.coordinates()];
    for (int i = 0; i < bounds + hinges; i++) {
      d[at[i]] += i < bounds ? lambda[i] / s[i] : stiffness(i);
    }
    Arrays.setAll(d, j -> model.isHeld(j) ? Double.POSITIVE_INFINITY : d[j]);
    return d;
  }

  /** D of a hinge: that of two springs in series. */
  private double stiffness(int i) {
    return 1 / (s[i] / lambda[i] + s[i + hinges] / lambda[i + hinges]);
  }

  /** What the products are to lose: sλ − μ, and Mehrotra's second-order term of the last step. */
  void target(double mu, boolean isCorrector) {
    Arrays.setAll(excess, i -> s[i] * lambda[i] - mu + (isCorrector ? ds[i] * dlambda[i] : 0));
  }

  /** e. */
  double[] residuals() {
    double[] e = new double[model.coordinates()];
    for (int i = 0; i < bounds + hinges; i++) {
      e[at[i]] += i < bounds ? sign(i) * excess[i] / s[i] : stiffness(i) * lag(i);
    }
    return e;
  }

  private double lag(int i) {
    return excess[i + hinges] / lambda[i + hinges] - excess[i] / lambda[i];
  }

  /** The steps of all pairs for that of v. */
  void direct(double[] dv) {
    for (int i = 0; i < bounds; i++) {
      ds[i] = sign(i) * dv[at[i]];
      dlambda[i] = -(excess[i] + lambda[i] * ds[i]) / s[i];
    }
    for (int i = bounds; i < bounds + hinges; i++) {
      dlambda[i] = stiffness(i) * (dv[at[i]] + lag(i));
      dlambda[i + hinges] = -dlambda[i];
    }
    for (int i = bounds; i < at.length; i++) {
      ds[i] = -(excess[i] + s[i] * dlambda[i]) / lambda[i];
    }
  }

  /** How far slacks stay positive; may be infinite. */
  double longestPrimal() {
    return longest(s, ds);
  }

  /** How far multipliers stay positive; may be infinite. */
  double longestDual() {
    return longest(lambda, dlambda);
  }

  private static double longest(double[] value, double[] step) {
    double shrink = 0;
    for (int i = 0; i < value.length; i++) {
      shrink = Math.max(shrink, -step[i] / value[i]);
    }
    return 1 / shrink;
  }

  void move(double primal, double dual) {
    for (int i = 0; i < at.length; i++) {
      s[i] += primal * ds[i];
      lambda[i] += dual * dlambda[i];
    }
  }

  /** Where v will end, as {@link ActiveSet} counts places, by the last steps. */
  int[] places() {
    int[] places = new int[model.coordinates()];
    Arrays.setAll(places, j -> model.isHeld(j) ? 4 : 3);
    for (int i = bounds; i < bounds + hinges; i++) {
      places[at[i]] = !vanishes(i) ? 1 : vanishes(i + hinges) ? 2 : 3;
    }
    for (int i = 0; i < bounds; i++) {
      if (vanishes(i)) {
        places[at[i]] = i >= lowers ? 4 : model.cost()[at[i]] > 0 ? 0 : 2;
      }
    }
    return places;
  }

  /** A slack that falls faster, in proportion, than its multiplier (El-Bakry et al. 1994). */
  private boolean vanishes(int i) {
    return ds[i] * lambda[i] < dlambda[i] * s[i];
  }
}
