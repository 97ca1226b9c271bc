package org.fogopt.apps.portfolio;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.SlowRisk;
import org.fogopt.linalg.Rows;

/**
 * Three assets of a random factor model with random wishes: as a {@link Portfolio}, and by
 * definition. Weights sum to 1, so two of them say all.
 */
final class RandomPortfolio {
  private static final int PERIODS = 60;
  private static final int N = 3;

  final Portfolio portfolio;
  final Risk risk;
  private final double[][] returns = new double[PERIODS][N];
  private final double[] p;
  private final double[] benchmark = new double[PERIODS];
  private final double[] lower = new double[N];
  private final double[] upper = new double[N];
  private final double[] previous = {0.5, 0.2, 0.3};
  private double cost;
  private double impact;
  private double turnover = Double.POSITIVE_INFINITY;
  private double gross = Double.POSITIVE_INFINITY;
  private double pair = Double.POSITIVE_INFINITY;
  private double rowMost = Double.POSITIVE_INFINITY;
  private final double[] row = new double[N];

  RandomPortfolio(long seed, Risk risk) {
    this.risk = risk;
    var random = new SplittableRandom(seed);
    for (double[] period : returns) {
      double market = normal(random);
      for (int k = 0; k < N; k++) {
        period[k] = 0.1 + 0.02 * k + (0.6 + 0.3 * k) * market + (0.4 + 0.2 * k) * normal(random);
      }
    }
    double[] flat = Arrays.stream(returns).flatMapToDouble(Arrays::stream).toArray();
    portfolio = Portfolio.of(Rows.of(PERIODS, N, flat)).risk(risk).budget(1);
    boolean isLongOnly = random.nextInt(2) == 0;
    for (int k = 0; k < N; k++) {
      lower[k] = isLongOnly ? 0 : -0.6 - 0.2 * random.nextDouble();
      upper[k] = 0.6 + 0.6 * random.nextDouble();
      portfolio.bounds(k, lower[k], upper[k]);
    }
    portfolio.previous(previous);
    if (random.nextInt(2) == 0) {
      cost = 0.1 * random.nextDouble();
      portfolio.proportionalCosts(cost);
    }
    if (random.nextInt(2) == 0) {
      impact = 0.2 * random.nextDouble();
      portfolio.quadraticImpact(impact);
    }
    int limit = random.nextInt(4);
    if (limit == 1) {
      turnover = 0.1 + 0.5 * random.nextDouble();
      portfolio.maxTurnover(turnover);
    } else if (limit == 2) {
      gross = 1.05 + 0.5 * random.nextDouble();
      portfolio.maxGross(gross);
    } else if (limit == 3) { // both, about weights that may be short
      if (!isLongOnly) {
        System.arraycopy(new double[] {0.8, -0.2, 0.4}, 0, previous, 0, N);
        portfolio.previous(previous);
      }
      turnover = 0.8 + 0.5 * random.nextDouble();
      gross = 1.1 + 0.3 * random.nextDouble();
      portfolio.maxTurnover(turnover).maxGross(gross);
    }
    if (random.nextInt(2) == 0) {
      pair = 0.75 + 0.2 * random.nextDouble();
      portfolio.group("pair", new int[] {0, 2}, Double.NEGATIVE_INFINITY, pair);
    }
    if (random.nextInt(2) == 0) {
      Arrays.setAll(row, k -> random.nextDouble());
      rowMost = 0.05 + row[0] * previous[0] + row[1] * previous[1] + row[2] * previous[2];
      portfolio.row("row", row.clone(), Double.NEGATIVE_INFINITY, rowMost);
    }
    if (random.nextInt(3) == 0) {
      Arrays.setAll(benchmark, t -> 0.05 + 0.5 * returns[t][1] + 0.3 * normal(random));
      portfolio.benchmark(benchmark);
    }
    double[] weights = new double[PERIODS];
    boolean isWeighted = random.nextInt(3) == 0;
    Arrays.setAll(weights, t -> isWeighted ? random.nextDouble() : 1);
    if (isWeighted) {
      portfolio.periodWeights(weights);
    }
    double sum = Arrays.stream(weights).sum();
    p = Arrays.stream(weights).map(each -> each / sum).toArray();
  }

  private static double normal(SplittableRandom random) {
    double sum = -6; // of twelve uniform numbers: nearly normal, and bounded
    for (int k = 0; k < 12; k++) {
      sum += random.nextDouble();
    }
    return sum;
  }

  static double[] weights(double[] two) {
    return new double[] {two[0], two[1], 1 - two[0] - two[1]};
  }

  /** By how much the worst constraint is violated. */
  double violation(double[] x) {
    double worst = Math.abs(x[0] + x[1] + x[2] - 1);
    double moved = 0;
    double held = 0;
    double inRow = 0;
    for (int k = 0; k < N; k++) {
      worst = Math.max(worst, Math.max(lower[k] - x[k], x[k] - upper[k]));
      moved += Math.abs(x[k] - previous[k]);
      held += Math.abs(x[k]);
      inRow += row[k] * x[k];
    }
    worst = Math.max(worst, Math.max(moved - turnover, held - gross));
    return Math.max(worst, Math.max(x[0] + x[2] - pair, inRow - rowMost));
  }

  double costs(double[] x) {
    double sum = 0;
    for (int k = 0; k < N; k++) {
      double move = x[k] - previous[k];
      sum += cost * Math.abs(move) + impact * move * move;
    }
    return sum;
  }

  private double[] earned(double[] x) {
    double[] z = new double[PERIODS];
    for (int t = 0; t < PERIODS; t++) {
      z[t] = returns[t][0] * x[0] + returns[t][1] * x[1] + returns[t][2] * x[2] - benchmark[t];
    }
    return z;
  }

  /** Over a benchmark a ratio counts from 0, whatever the risk-free rate. */
  boolean hasBenchmark() {
    return Arrays.stream(benchmark).anyMatch(each -> each != 0);
  }

  double mean(double[] x) {
    return SlowRisk.mean(earned(x), p);
  }

  /** By definition; EVaR, whose definition is a minimum, as RiskTest compares it with that. */
  double risk(Risk measure, double[] x) {
    double[] z = earned(x);
    return measure.kind() == Risk.Kind.EVAR ? measure.of(z, p) : SlowRisk.of(measure, z, p);
  }
}
