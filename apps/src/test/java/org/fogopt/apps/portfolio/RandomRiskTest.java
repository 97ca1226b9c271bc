package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Least risks of factor models under random constraints: certified, feasible, and not beaten. */
class RandomRiskTest {
  private static final int MODELS = 30;
  private static final int POINTS = 2000; // feasible ones

  /** Draws after which too few were feasible. */
  private static final int MOST_DRAWS = 100 * POINTS;

  /** What a sum may be off by, in the units of weights and returns: rounding of the last step. */
  private static final double ROUNDING = 1e-9;

  /** Gap relative to the objective and a typical risk. */
  private static final double GAP = 1e-6;

  /** Returns of a factor model, and constraints that a known point meets. */
  private static final class Model {
    final SplittableRandom random;
    final int n;
    final int count;
    final double[] rows;
    final double[] means;
    final double[] lower;
    final double[] upper;
    final int[] group;
    final double groupMost;
    final double[] previous;
    final double cost;
    final double target;
    final double[] known;

    Model(long seed) {
      random = new SplittableRandom(seed);
      n = random.nextInt(5, 41);
      count = random.nextInt(60, 200);
      rows = new double[count * n];
      double[] market = random.doubles(n, 0.3, 1.7).toArray();
      double[] other = random.doubles(n, -1, 1).toArray();
      for (int t = 0; t < count; t++) {
        double f = random.nextDouble(-1, 1.1);
        double g = random.nextDouble(-1, 1);
        for (int k = 0; k < n; k++) {
          rows[t * n + k] = market[k] * f + other[k] * g + random.nextDouble(-0.8, 0.8);
        }
      }
      means = new double[n];
      for (int i = 0; i < rows.length; i++) {
        means[i % n] += rows[i] / count;
      }
      known = onSimplex(random, n);
      lower = new double[n];
      upper = new double[n];
      previous = onSimplex(random, n);
      for (int k = 0; k < n; k++) {
        lower[k] = known[k] * random.nextDouble(0, 0.5);
        upper[k] = known[k] + random.nextDouble(0, 0.5);
      }
      group = random.ints(n, 0, n).distinct().limit(Math.max(1, n / 3)).toArray();
      groupMost = Arrays.stream(group).mapToDouble(k -> known[k]).sum() * 1.1;
      cost = random.nextBoolean() ? 0 : random.nextDouble(0, 0.02);
      double mean = mean(known);
      target = random.nextBoolean() ? mean : mean - 1;
    }

    static double[] onSimplex(SplittableRandom random, int n) {
      double[] x = random.doubles(n, 0, 1).map(u -> -Math.log1p(-u)).toArray();
      double sum = Arrays.stream(x).sum();
      return Arrays.stream(x).map(each -> each / sum).toArray();
    }

    double mean(double[] x) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += means[k] * x[k];
      }
      return sum;
    }

    boolean isFeasible(double[] x, double off) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += x[k];
        if (!(x[k] >= lower[k] - off && x[k] <= upper[k] + off)) {
          return false;
        }
      }
      double inGroup = Arrays.stream(group).mapToDouble(k -> x[k]).sum();
      return Math.abs(sum - 1) <= Math.max(off, 1e-12)
          && inGroup <= groupMost + off
          && mean(x) >= target - off;
    }

    double objective(Risk risk, double[] x) {
      double[] z = new double[count];
      for (int i = 0; i < rows.length; i++) {
        z[i / n] += rows[i] * x[i % n];
      }
      double traded = 0;
      for (int k = 0; k < n; k++) {
        traded += Math.abs(x[k] - previous[k]);
      }
      return risk.of(z) + cost * traded;
    }

    Allocation least(Risk risk) {
      RowMatrix returns = Rows.of(count, n, rows);
      Portfolio asked = Portfolio.of(returns).risk(risk).budget(1).previous(previous);
      for (int k = 0; k < n; k++) {
        asked.bounds(k, lower[k], upper[k]);
      }
      asked.group("group", group, Double.NEGATIVE_INFINITY, groupMost).targetReturn(target);
      return asked.proportionalCosts(cost).minimise();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variance",
        "deviation",
        "semivariance",
        "semideviation",
        "cvar:0.95",
        "evar:0.95",
        "entropic:2",
        "mad"
      })
  void noFeasiblePointIsBetter(String text) {
    Risk risk = Risk.parse(text);
    for (long seed = 1; seed <= MODELS; seed++) {
      var model = new Model(seed);
      Allocation best = model.least(risk);
      double[] x = best.weights();
      double found = model.objective(risk, x);
      double size = Math.abs(found) + Math.abs(model.objective(risk, model.known));
      assertThat(best.objective()).as("seed %d", seed).isBetween(found - 1e-9, found + 1e-9);
      assertThat(best.gapBound()).as("seed %d", seed).isBetween(0.0, GAP * size);
      assertThat(model.isFeasible(x, ROUNDING)).as("feasible, seed %d", seed).isTrue();
      double least = found - best.gapBound() - ROUNDING * size;
      int tried = 0;
      for (int draws = 0; tried < POINTS && draws < MOST_DRAWS; draws++) {
        tried += tryPoint(model, risk, between(model, x), least, seed);
      }
      assertThat(tried).as("feasible points, seed %d", seed).isEqualTo(POINTS);
      for (int j = 0; j < model.n; j++) {
        for (int k = 0; k < model.n; k++) {
          double[] moved = x.clone();
          double step = Math.pow(10, -model.random.nextInt(1, 6));
          moved[j] += step;
          moved[k] -= step;
          tryPoint(model, risk, moved, least, seed);
        }
      }
    }
  }

  /** A point between the solution, a feasible one and one that need not be. */
  private static double[] between(Model model, double[] x) {
    double[] any = Model.onSimplex(model.random, model.n);
    double near = Math.pow(model.random.nextDouble(), 4);
    double away = model.random.nextDouble() * Math.pow(10, -model.random.nextInt(0, 5));
    double[] point = new double[model.n];
    for (int k = 0; k < point.length; k++) {
      double towards = (1 - away) * model.known[k] + away * any[k];
      point[k] = (1 - near) * x[k] + near * towards;
    }
    return point;
  }

  private static int tryPoint(Model model, Risk risk, double[] point, double least, long seed) {
    if (!model.isFeasible(point, 0)) {
      return 0;
    }
    assertThat(model.objective(risk, point)).as("seed %d", seed).isGreaterThanOrEqualTo(least);
    return 1;
  }
}
