package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.risk.NoMinimumException;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.RiskProgram;
import org.fogopt.apps.portfolio.risk.Scenarios;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * A portfolio to be chosen: returns, a risk measure, constraints and costs; and then what is
 * wanted.
 *
 * <pre>{@code
 * Allocation best = Portfolio.of(returns).risk(Risk.cvar(0.95)).longOnly().budget(1).minimise();
 * System.out.println(best);
 * }</pre>
 *
 * Each method changes this portfolio and returns it. Without {@link #budget} or bounds an objective
 * may have no minimum; that is an error with the direction, never a guess. The same numbers come
 * out for any number of threads.
 */
public final class Portfolio {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /** How near a constraint is when it binds, relative to its bound. */
  static final double NEAR = 1e-7;

  /** A gap above this, relative to objective and return together, is worth a note. */
  private static final double INACCURATE = 1e-5;

  private final RowMatrix returns;
  private final int n;
  private final double[] lower;
  private final double[] upper;
  private final double[] previous;
  private final double[] costs;
  private final double[] impact;
  private final List<Row> rows = new ArrayList<>();
  private List<String> names;
  private Parallel parallel = Parallel.SERIAL;
  private Risk risk = Risk.VARIANCE;
  private double @Nullable [] benchmark;
  private double riskFree;
  private double mostTurnover = INFINITY;
  private double mostGross = INFINITY;
  private int mostAssets = Integer.MAX_VALUE;
  private double target = -INFINITY;
  private Estimation estimation = Estimation.NONE;

  private Portfolio(RowMatrix returns) {
    this.returns = returns;
    n = returns.columns();
    lower = new double[n];
    upper = new double[n];
    Arrays.fill(lower, -INFINITY);
    Arrays.fill(upper, INFINITY);
    previous = new double[n];
    costs = new double[n];
    impact = new double[n];
    names = IntStream.rangeClosed(1, n).mapToObj(k -> "asset " + k).toList();
  }

  /** Rows are periods, columns assets. */
  public static Portfolio of(RowMatrix returns) {
    return new Portfolio(returns);
  }

  /** A portfolio with the same wishes on other returns of the same assets. */
  public Portfolio on(RowMatrix others) {
    if (others.columns() != n) {
      throw new IllegalArgumentException(
          "%d columns, but there are %d assets".formatted(others.columns(), n));
    }
    Portfolio copy = new Portfolio(others);
    System.arraycopy(lower, 0, copy.lower, 0, n);
    System.arraycopy(upper, 0, copy.upper, 0, n);
    System.arraycopy(previous, 0, copy.previous, 0, n);
    System.arraycopy(costs, 0, copy.costs, 0, n);
    System.arraycopy(impact, 0, copy.impact, 0, n);
    copy.rows.addAll(rows);
    copy.names = names;
    copy.parallel = parallel;
    copy.risk = risk;
    copy.riskFree = riskFree;
    copy.mostTurnover = mostTurnover;
    copy.mostGross = mostGross;
    copy.mostAssets = mostAssets;
    copy.target = target;
    copy.estimation = estimation.withWeights(null);
    return copy;
  }

  /** Names of the assets, for messages. */
  public Portfolio named(List<String> assets) {
    requireLength("names", assets.size(), n);
    names = List.copyOf(assets);
    return this;
  }

  /** Threads to use; the numbers are the same for any. */
  public Portfolio parallel(Parallel threads) {
    parallel = threads;
    return this;
  }

  /** The measure; the variance if none is given. */
  public Portfolio risk(Risk measure) {
    risk = measure;
    return this;
  }

  /** No weight below 0. */
  public Portfolio longOnly() {
    for (int k = 0; k < n; k++) {
      lower[k] = Math.max(lower[k], 0);
    }
    return this;
  }

  /** Bounds of every weight. */
  public Portfolio bounds(double least, double most) {
    for (int k = 0; k < n; k++) {
      bounds(k, least, most);
    }
    return this;
  }

  /** Bounds of one weight. */
  public Portfolio bounds(int asset, double least, double most) {
    if (!(least <= most)) {
      throw new IllegalArgumentException(
          "the bounds of %s clash: at least %s and at most %s"
              .formatted(names.get(asset), least, most));
    }
    lower[asset] = least;
    upper[asset] = most;
    return this;
  }

  /** The sum of all weights. */
  public Portfolio budget(double sum) {
    rows.add(Row.sum("budget", n, sum, sum));
    return this;
  }

  /** Bounds on the sum of some weights; an asset may be in several groups. */
  public Portfolio group(String name, int[] members, double least, double most) {
    rows.add(Row.sum(name, n, members, least, most));
    return this;
  }

  /** least ≤ coefficientsᵀx ≤ most. */
  public Portfolio row(String name, double[] coefficients, double least, double most) {
    requireLength("coefficients", coefficients.length, n);
    rows.add(new Row(name, coefficients.clone(), least, most));
    return this;
  }

  /** An expected return of at least this, per period. */
  public Portfolio targetReturn(double least) {
    target = least;
    return this;
  }

  /** What is held now, which costs and turnover are measured from. */
  public Portfolio previous(double[] weights) {
    requireLength("weights", weights.length, n);
    System.arraycopy(weights, 0, previous, 0, n);
    return this;
  }

  /** What a unit traded costs, in the units of a period's return. */
  public Portfolio proportionalCosts(double perUnit) {
    Arrays.fill(costs, perUnit);
    return this;
  }

  /** A cost of q(x − previous)² for each asset, in the units of a period's return. */
  public Portfolio quadraticImpact(double q) {
    Arrays.fill(impact, q);
    return this;
  }

  /** The most of Σ|x − previous|. */
  public Portfolio maxTurnover(double most) {
    mostTurnover = requirePositive("turnover", most);
    return this;
  }

  /** The most of Σ|x|. */
  public Portfolio maxGross(double most) {
    mostGross = requirePositive("gross exposure", most);
    return this;
  }

  /**
   * At most so many holdings: those largest without the limit, and then the best weights of them
   * (Kyrillidis et al. 2013 project in this way). A heuristic; see {@link Largest#minimum}.
   */
  public Portfolio maxAssets(int most) {
    mostAssets = (int) requirePositive("number of assets", most);
    return this;
  }

  /** Returns to be compared with: all figures are of the difference. */
  public Portfolio benchmark(double[] returnsOfIt) {
    benchmark = returnsOfIt.clone();
    return this;
  }

  /** The return per period that a ratio counts from; of no account over a benchmark. */
  public Portfolio riskFree(double rate) {
    riskFree = rate;
    return this;
  }

  /** Weights of the periods, in place of equal ones. */
  public Portfolio periodWeights(double[] weights) {
    estimation = estimation.withWeights(weights.clone());
    return this;
  }

  /** The last period counts twice as much as that so many periods before. */
  public Portfolio halfLife(double periods) {
    estimation = estimation.withHalfLife(requirePositive("half-life", periods));
    return this;
  }

  /** Returns of each asset beyond its quantiles of this share, below and above, count as these. */
  public Portfolio winsorise(double share) {
    estimation = estimation.withWinsorised(share);
    return this;
  }

  /**
   * Variances and deviations are of a covariance that is drawn towards a multiple of the identity,
   * by the share of least expected error (Ledoit, Wolf 2004). Other risks have no covariance.
   */
  public Portfolio shrink() {
    estimation = estimation.withShrinkage(Double.NaN);
    return this;
  }

  /** The same by a share from 0 to 1. */
  public Portfolio shrink(double share) {
    estimation = estimation.withShrinkage(share);
    return this;
  }

  private static void requireLength(String what, int length, int n) {
    if (length != n) {
      throw new IllegalArgumentException("%d %s for %d assets".formatted(length, what, n));
    }
  }

  private static double requirePositive(String what, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(
          "the most %s must be positive, not %s".formatted(what, value));
    }
    return value;
  }

  /** The least risk. */
  public Allocation minimise() {
    return solve(model -> model.balance(risk, 1, 0));
  }

  /** The least of −(expected return) + aversion · risk. */
  public Allocation maximiseUtility(double aversion) {
    requirePositive("risk aversion", aversion);
    return solve(model -> model.balance(risk, aversion, 1));
  }

  /** The largest expected return. */
  public Allocation maximiseReturn() {
    return solve(model -> model.balance(risk, 0, 1));
  }

  /** The largest expected return at a risk of at most this. */
  public Allocation maximiseReturn(double mostRisk) {
    return solve(model -> Searches.mostReturn(model, risk, mostRisk)).withLimit(mostRisk);
  }

  /** A benchmark takes the place of the risk-free rate: the ratio is the information ratio. */
  private double rate() {
    return benchmark == null ? riskFree : 0;
  }

  /** The largest ratio of the expected return above the risk-free rate or benchmark to the risk. */
  public Allocation maximiseRatio() {
    return solve(model -> Searches.mostRatio(model, risk.denominator(), rate()));
  }

  /**
   * The largest mean of log(1 + return), of simple returns.
   *
   * @param one what a whole is in the units of the returns: 1 for fractions, 100 for percent
   */
  public Allocation maximiseGrowth(double one) {
    return solve(model -> model.balance(Risk.lossOfGrowth(one), 1, 0));
  }

  /**
   * The mean of log(1 + return) of weights, with the weights of the periods.
   *
   * @param one as in {@link #maximiseGrowth}
   * @return in the units of the returns
   */
  public double logGrowth(double[] weights, double one) {
    return -sample().risk(Risk.lossOfGrowth(one), weights);
  }

  /** What risks and returns are of. */
  public Sample sample() {
    Holdings plain = Holdings.of(previous, INFINITY, INFINITY, benchmark != null);
    return new Sample(estimation.scenarios(returns, plain, benchmark, parallel));
  }

  /**
   * The least risk at expected returns evenly spaced from that of the least risk to the largest;
   * those for which {@link #maxAssets} finds no assets are left out.
   *
   * @param points at least 2
   */
  public List<Allocation> frontier(int points) {
    if (points < 2) {
      throw new IllegalArgumentException("a frontier has at least 2 points, not " + points);
    }
    Wish least = each -> each.balance(risk, 1, 0);
    return new Frontier(model -> solve(least, model), mostAssets < n).points(points, model());
  }

  /** A way to choose weights. */
  @FunctionalInterface
  interface Wish {
    RiskProgram.Best of(PortfolioModel model);
  }

  private Allocation solve(Wish wish) {
    return solve(wish, model());
  }

  private Allocation solve(Wish wish, PortfolioModel asked) {
    PortfolioModel model = asked;
    RiskProgram.Best best = choose(wish, model);
    List<String> notes = new ArrayList<>();
    double[] x = model.weights(best.x());
    long held = Arrays.stream(x).filter(each -> Math.abs(each) > NEAR).count();
    double bound = -INFINITY;
    if (held > mostAssets) {
      notes.add(
          "at most %d assets: the largest of %d, then their best weights; a heuristic"
              .formatted(mostAssets, held));
      bound = best.objective() - best.gapBound(); // of any assets, so of any few as well
      var few = Largest.minimum(wish, model, x, mostAssets, lower, upper);
      model = few.model();
      best = few.best();
    }
    if (!model.note().isEmpty()) {
      notes.add(model.note());
    } else if (model.isSifted()) {
      notes.add("many assets: programs of some of them, until no other would gain");
    }
    if (!(best.gapBound() <= INACCURATE * (Math.abs(best.objective()) + model.netSize(best.x())))) {
      notes.add("not certain to be the best: see the bound on the gap");
    }
    return allocation(model, held > mostAssets ? best.above(bound) : best, notes);
  }

  private RiskProgram.Best choose(Wish wish, PortfolioModel model) {
    try {
      return wish.of(model);
    } catch (NoMinimumException e) {
      requireTarget();
      throw e.naming(names, model.holdings()::move);
    }
  }

  /** Refuses a target return above what the other constraints allow. */
  private void requireTarget() {
    if (target > -INFINITY) {
      Portfolio free = on(returns).targetReturn(-INFINITY).proportionalCosts(0).quadraticImpact(0);
      free.estimation = estimation;
      free.benchmark = benchmark;
      double most = free.maximiseReturn().expectedReturn();
      if (most < target) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "no portfolio has an expected return of %s a period: the largest is %.6g",
                target,
                most));
      }
    }
  }

  private PortfolioModel model() {
    Holdings holdings = Holdings.of(previous, mostTurnover, mostGross, benchmark != null);
    var model =
        new PortfolioModel(
            holdings,
            estimation.scenarios(returns, holdings, benchmark, parallel),
            holdings.constraints(lower, upper, rows, costs, impact),
            holdings.impactSlopes(impact),
            holdings.impactConstant(impact));
    return target == -INFINITY ? model : model.withTarget(target);
  }

  private Allocation allocation(PortfolioModel model, RiskProgram.Best best, List<String> notes) {
    Scenarios scenarios = model.scenarios();
    double[] z = scenarios.returnsOf(best.x());
    double[] p = scenarios.probabilities();
    double net = model.net(best.x());
    double denominator = scenarios.risk(risk.denominator(), best.x());
    model.noteShrinkage(risk, notes);
    model.noteMissed(best.x(), notes);
    if (Arrays.stream(costs).sum() + Arrays.stream(impact).sum() > 0) {
      notes.add(
          "costs are part of the objective; the ratio is after them, the other figures before");
    }
    return new Allocation(
        model.weights(best.x()),
        best.objective(),
        Kernels.dot(scenarios.means(), best.x()),
        Risk.DEVIATION.of(z, p),
        risk,
        scenarios.risk(risk, best.x()),
        risk.lambda(z, p),
        Searches.isRatio(net, rate(), denominator) ? (net - rate()) / denominator : Double.NaN,
        best.gapBound(),
        best.steps(),
        model.binding(best.x(), lower, upper, names),
        notes);
  }
}
