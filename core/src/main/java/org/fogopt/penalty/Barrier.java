package org.fogopt.penalty;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The complementary pairs of a quadratic program, a slack and its multiplier each: one for every
 * finite bound of a variable or an inequality row, and two for every absolute-value cost. The
 * latter is κ|t| = min κ(t⁺ + t⁻) over t⁺ − t⁻ = t, t⁺, t⁻ ≥ 0, whose multipliers κ − y and κ + y
 * share the slope y. All pairs are eliminated from Newton's equations: each adds to the diagonal
 * and to the right-hand side of its coordinate only.
 */
final class Barrier {
  private final Model model;
  private final Pairs lower;
  private final Pairs upper;
  private final Pairs plus;
  private final Pairs minus;
  private final Pairs[] all;
  private final int count;

  Barrier(Model model) {
    this.model = model;
    int n = model.variables();
    IntPredicate isBarred = j -> j < n || !model.isEquality(j - n);
    int size = model.coordinates();
    lower = new Pairs(size, j -> isBarred.test(j) && Double.isFinite(model.lower()[j]));
    upper = new Pairs(size, j -> isBarred.test(j) && Double.isFinite(model.upper()[j]));
    plus = new Pairs(size, model::hasCost);
    minus = new Pairs(size, model::hasCost);
    all = new Pairs[] {lower, upper, plus, minus};
    int sum = 0;
    for (Pairs pairs : all) {
      sum += pairs.at.length;
    }
    count = sum;
  }

  int count() {
    return count;
  }

  /** Slacks at a point strictly within its bounds, and multipliers for which all products are μ. */
  void start(double[] at, double mu) {
    for (int i = 0; i < lower.at.length; i++) {
      int j = lower.at[i];
      lower.set(i, at[j] - model.lower()[j], mu);
    }
    for (int i = 0; i < upper.at.length; i++) {
      int j = upper.at[i];
      upper.set(i, model.upper()[j] - at[j], mu);
    }
    for (int i = 0; i < plus.at.length; i++) {
      int j = plus.at[i];
      double kappa = model.costs()[j];
      double t = at[j] - model.centres()[j];
      // t⁺(κ − y) = t⁻(κ + y) = μ and t⁺ − t⁻ = t
      double y = Math.abs(t) * kappa * kappa / (mu + Math.hypot(mu, t * kappa));
      double rest = mu / (kappa + y);
      plus.set(i, Math.max(t, 0) + rest, mu);
      minus.set(i, Math.max(-t, 0) + rest, mu);
    }
  }

  /** Σ slack·multiplier after a step of length alpha: the duality gap at a feasible point. */
  double gap(double alpha) {
    double sum = 0;
    for (Pairs pairs : all) {
      sum += pairs.product(alpha);
    }
    return sum;
  }

  /** The least product after a step of length alpha. */
  double least(double alpha) {
    double least = Double.POSITIVE_INFINITY;
    for (Pairs pairs : all) {
      least = Math.min(least, pairs.least(alpha));
    }
    return least;
  }

  /** Adds the slopes of bounds and costs to the gradient of each coordinate. */
  void addSlopes(double[] gradient) {
    lower.addDuals(-1, gradient);
    upper.addDuals(1, gradient);
    plus.addDuals(-0.5, gradient); // y is half the difference of κ + y and κ − y
    minus.addDuals(0.5, gradient);
  }

  /** The multipliers of the bounds alone: negative at a lower one. */
  void addBoundMultipliers(double[] multipliers) {
    lower.addDuals(-1, multipliers);
    upper.addDuals(1, multipliers);
  }

  void addDiagonal(double[] d) {
    for (Pairs pairs : new Pairs[] {lower, upper}) {
      for (int i = 0; i < pairs.at.length; i++) {
        d[pairs.at[i]] += pairs.dual[i] / pairs.slack[i];
      }
    }
    for (int i = 0; i < plus.at.length; i++) {
      d[plus.at[i]] += hinge(i);
    }
  }

  private double hinge(int i) {
    return 1 / (plus.slack[i] / plus.dual[i] + minus.slack[i] / minus.dual[i]);
  }

  /**
   * What the products are to lose: slack·multiplier − μ, and with {@code second} also Mehrotra's
   * second-order term of the last directions.
   */
  void target(double mu, boolean second) {
    for (Pairs pairs : all) {
      pairs.target(mu, second);
    }
  }

  /** Adds what the elimination leaves to the residual of each coordinate. */
  void addResiduals(double[] r) {
    for (int i = 0; i < lower.at.length; i++) {
      r[lower.at[i]] += lower.excess[i] / lower.slack[i];
    }
    for (int i = 0; i < upper.at.length; i++) {
      r[upper.at[i]] -= upper.excess[i] / upper.slack[i];
    }
    for (int i = 0; i < plus.at.length; i++) {
      r[plus.at[i]] += hinge(i) * lag(i);
    }
  }

  private double lag(int i) {
    return plus.excess[i] / plus.dual[i] - minus.excess[i] / minus.dual[i];
  }

  /** The directions of all pairs for that of the coordinates. */
  void direct(double[] step) {
    for (int i = 0; i < lower.at.length; i++) {
      lower.direct(i, step[lower.at[i]]);
    }
    for (int i = 0; i < upper.at.length; i++) {
      upper.direct(i, -step[upper.at[i]]);
    }
    for (int i = 0; i < plus.at.length; i++) {
      double dy = hinge(i) * (step[plus.at[i]] + lag(i));
      plus.dualStep[i] = -dy;
      plus.slackStep[i] = (plus.slack[i] * dy - plus.excess[i]) / plus.dual[i];
      minus.dualStep[i] = dy;
      minus.slackStep[i] = -(minus.slack[i] * dy + minus.excess[i]) / minus.dual[i];
    }
  }

  /** How far slacks and multipliers stay positive; may be infinite. */
  double longestStep() {
    double shrink = 0;
    for (Pairs pairs : all) {
      shrink = Math.max(shrink, pairs.shrink());
    }
    return 1 / shrink;
  }

  void move(double alpha) {
    for (Pairs pairs : all) {
      pairs.move(alpha);
    }
  }

  /**
   * Which constraints bind, by the last directions: a slack that falls faster, in proportion, than
   * its multiplier goes to 0 (the indicators of El-Bakry, Tapia & Zhang 1994).
   */
  void guess(Place[] places) {
    for (int k = 0; k < places.length; k++) {
      places[k] = Place.BETWEEN;
    }
    for (int i = 0; i < plus.at.length; i++) {
      if (plus.vanishes(i)) {
        places[plus.at[i]] = minus.vanishes(i) ? Place.CENTRE : Place.BELOW;
      } else {
        places[plus.at[i]] =
            minus.vanishes(i) || plus.slack[i] > minus.slack[i] ? Place.ABOVE : Place.BELOW;
      }
    }
    for (int i = 0; i < lower.at.length; i++) {
      if (lower.vanishes(i)) {
        places[lower.at[i]] = Place.LOWER;
      }
    }
    for (int i = 0; i < upper.at.length; i++) {
      if (upper.vanishes(i)) {
        places[upper.at[i]] = Place.UPPER;
      }
    }
    for (int i = 0; i < model.rows().length; i++) {
      if (model.isEquality(i)) {
        places[model.variables() + i] = Place.LOWER;
      }
    }
  }

  /** Pairs of one kind; at[i] is the coordinate of pair i. */
  private static final class Pairs {
    final int[] at;
    final double[] slack;
    final double[] dual;
    final double[] slackStep;
    final double[] dualStep;
    final double[] excess;

    Pairs(int coordinates, IntPredicate belongs) {
      at = IntStream.range(0, coordinates).filter(belongs).toArray();
      slack = new double[at.length];
      dual = new double[at.length];
      slackStep = new double[at.length];
      dualStep = new double[at.length];
      excess = new double[at.length];
    }

    void set(int i, double s, double mu) {
      slack[i] = s;
      dual[i] = mu / s;
    }

    double product(double alpha) {
      double sum = 0;
      for (int i = 0; i < at.length; i++) {
        sum += (slack[i] + alpha * slackStep[i]) * (dual[i] + alpha * dualStep[i]);
      }
      return sum;
    }

    double least(double alpha) {
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < at.length; i++) {
        double s = slack[i] + alpha * slackStep[i];
        least = Math.min(least, s * (dual[i] + alpha * dualStep[i]));
      }
      return least;
    }

    void addDuals(double factor, double[] into) {
      for (int i = 0; i < at.length; i++) {
        into[at[i]] += factor * dual[i];
      }
    }

    void target(double mu, boolean second) {
      for (int i = 0; i < at.length; i++) {
        excess[i] = slack[i] * dual[i] - mu + (second ? slackStep[i] * dualStep[i] : 0);
      }
    }

    void direct(int i, double step) {
      slackStep[i] = step;
      dualStep[i] = -(excess[i] + dual[i] * step) / slack[i];
    }

    double shrink() {
      double most = 0;
      for (int i = 0; i < at.length; i++) {
        most = Math.max(most, Math.max(-slackStep[i] / slack[i], -dualStep[i] / dual[i]));
      }
      return most;
    }

    void move(double alpha) {
      for (int i = 0; i < at.length; i++) {
        slack[i] += alpha * slackStep[i];
        dual[i] += alpha * dualStep[i];
      }
    }

    boolean vanishes(int i) {
      return slackStep[i] * dual[i] < dualStep[i] * slack[i];
    }
  }
}
