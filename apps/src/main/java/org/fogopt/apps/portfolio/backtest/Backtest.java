package org.fogopt.apps.portfolio.backtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;

/**
 * Walks forward: weights are chosen on the periods before, held while they drift with the returns,
 * and chosen again. Nothing of a period is known before it is over.
 *
 * <pre>{@code
 * Backtest backtest = Backtest.of(returns, 100).window(1000).every(21).costs(0.001);
 * Track track = backtest.run(Strategy.equalWeight());
 * }</pre>
 *
 * What is not invested earns nothing. Trading {@code Σ|x − held|} costs that share of the wealth
 * times the cost of a unit, and {@code Σ(x − held)²} times the impact, before the period's return
 * is earned. The first purchase is made with cash.
 */
public final class Backtest {
  private final RowMatrix returns;
  private final double one;
  private int window = 250;
  private IntPredicate isChosenAt = t -> t % 21 == 0; // of periods out of sample
  private boolean isExpanding;
  private double costs;
  private double impact;

  private Backtest(RowMatrix returns, double one) {
    this.returns = returns;
    this.one = one;
  }

  /**
   * A backtest on these returns.
   *
   * @param returns simple ones, a row per period, in the order of time
   * @param one what a return of 100 % is: 1 for fractions, 100 for percent
   */
  public static Backtest of(RowMatrix returns, double one) {
    return new Backtest(returns, one);
  }

  /** Periods that a choice looks back on: 250 if not given. */
  public Backtest window(int periods) {
    window = requirePositive("window", periods);
    return this;
  }

  /** Periods from one choice to the next: 21 if not given. */
  public Backtest every(int periods) {
    int every = requirePositive("time between rebalancings", periods);
    isChosenAt = t -> t % every == 0;
    return this;
  }

  /**
   * Chooses in the first period of each span of the calendar, and in the first out of sample.
   *
   * @param dates of the periods
   */
  public Backtest every(Span span, List<LocalDate> dates) {
    if (dates.size() != returns.rows()) {
      throw new IllegalArgumentException(
          "%d dates of %d periods".formatted(dates.size(), returns.rows()));
    }
    isChosenAt = t -> span.separates(dates.get(window + t - 1), dates.get(window + t));
    return this;
  }

  /** Looks back on all periods from the first one, not only on the last window. */
  public Backtest expanding() {
    isExpanding = true;
    return this;
  }

  /** What a unit traded costs, as a fraction of it. */
  public Backtest costs(double perUnit) {
    if (!(perUnit >= 0 && perUnit < 1)) {
      throw new IllegalArgumentException("costs must be from 0 to 1, not " + perUnit);
    }
    costs = perUnit;
    return this;
  }

  /** What the square of a trade of an asset costs, both as shares of the wealth. */
  public Backtest impact(double perSquare) {
    if (!(perSquare >= 0 && perSquare < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the impact must be at least 0, not " + perSquare);
    }
    impact = perSquare;
    return this;
  }

  private static int requirePositive(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException("the %s must be positive, not %d".formatted(what, value));
    }
    return value;
  }

  /** Periods that are out of sample. */
  public int length() {
    int length = returns.rows() - window;
    if (length < 2) {
      throw new IllegalArgumentException(
          "a window of %d leaves fewer than 2 of the %d periods; take a shorter one"
              .formatted(window, returns.rows()));
    }
    return length;
  }

  /** Strategies side by side, each on its own thread where there are several. */
  public Track[] run(Strategy[] strategies, Parallel parallel) {
    return run(strategies, parallel, choices(strategies, List.of()), made -> {});
  }

  /**
   * The same, from the choices that are there; new ones are added to them.
   *
   * @param progress receives how many there are, after each, on any thread
   */
  public Track[] run(
      Strategy[] strategies, Parallel parallel, Choices choices, IntConsumer progress) {
    Track[] tracks = new Track[strategies.length];
    parallel.forEach(strategies.length, k -> tracks[k] = run(strategies[k], k, choices, progress));
    return tracks;
  }

  /**
   * No choices yet of these strategies; restored ones must be of the same backtest.
   *
   * @param files that strategies depend on, by their content
   */
  public Choices choices(Strategy[] strategies, Collection<Path> files) {
    var name = new Fingerprint("backtest with notes").add(window).add(isExpanding ? 1 : 0);
    name.add(costs).add(impact).add(one);
    Arrays.stream(rebalancings()).forEach(name::add);
    double[] row = new double[returns.columns()];
    for (int t = 0; t < returns.rows(); t++) {
      returns.copyTo(t, row);
      name.add(row);
    }
    for (Strategy strategy : strategies) {
      name.add(strategy.name());
    }
    for (Path file : files) {
      try {
        name.add(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new Choices(name.toString(), strategies.length, rebalancings().length);
  }

  /** The periods in which weights are chosen, counted from the first out of sample. */
  public int[] rebalancings() {
    return IntStream.range(0, length()).filter(t -> t == 0 || isChosenAt.test(t)).toArray();
  }

  /** One strategy. */
  public Track run(Strategy strategy) {
    return run(new Strategy[] {strategy}, Parallel.SERIAL)[0];
  }

  private Track run(Strategy strategy, int number, Choices choices, IntConsumer progress) {
    int n = returns.columns();
    int length = length();
    double[] earned = new double[length];
    double[] held = new double[n];
    double[] row = new double[n];
    double traded = 0;
    int[] rebalancings = rebalancings();
    double[][] chosen = new double[rebalancings.length][];
    int made = 0;
    for (int t = 0; t < length; t++) {
      double kept = 1;
      if (made < chosen.length && t == rebalancings[made]) {
        double[] x = choices.at(number, made);
        if (x == null) {
          List<String> notes = new ArrayList<>();
          x = choose(strategy, window + t, held, notes);
          progress.accept(choices.add(number, x, notes));
        }
        double moved = 0;
        double squares = 0;
        for (int k = 0; k < n; k++) {
          moved += Math.abs(x[k] - held[k]);
          squares += (x[k] - held[k]) * (x[k] - held[k]);
        }
        traded += t == 0 ? 0 : moved;
        kept = 1 - costs * moved - impact * squares;
        System.arraycopy(x, 0, held, 0, n);
        chosen[made++] = x;
      }
      returns.copyTo(window + t, row);
      double growth = 1;
      for (int k = 0; k < n; k++) {
        growth += held[k] * row[k] / one;
      }
      earned[t] = kept * growth - 1;
      for (int k = 0; k < n; k++) {
        held[k] = growth > 0 ? held[k] * (1 + row[k] / one) / growth : 0;
      }
    }
    return new Track(strategy.name(), earned, chosen, traded, choices.notes(number));
  }

  private double[] choose(Strategy strategy, int now, double[] held, List<String> notes) {
    int from = isExpanding ? 0 : now - window;
    int n = returns.columns();
    double[] past = new double[Math.multiplyExact(now - from, n)];
    double[] row = new double[n];
    for (int t = from; t < now; t++) {
      returns.copyTo(t, row);
      System.arraycopy(row, 0, past, (t - from) * n, n);
    }
    double[] x = strategy.rule().weights(Rows.of(now - from, n, past), held.clone(), notes::add);
    if (x.length != n || !Arrays.stream(x).allMatch(Double::isFinite)) {
      throw new IllegalStateException(strategy.name() + " chose weights that are no numbers");
    }
    return x.clone();
  }

  /** The track of a series of returns that is simply held, such as an index. */
  public Track held(String name, double[] series) {
    double[] earned =
        Arrays.stream(Arrays.copyOfRange(series, window, window + length()))
            .map(each -> each / one)
            .toArray();
    return new Track(name, earned, new double[0][], 0, List.of());
  }
}
