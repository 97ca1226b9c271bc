package org.fogopt.apps.portfolio.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;

class BacktestTest {
  private static final int PERIODS = 90;
  private static final int WINDOW = 30;
  private static final int EVERY = 7;

  private static double[][] draw(int assets, long seed) {
    var random = new SplittableRandom(seed);
    double[][] rows = new double[PERIODS][assets];
    for (double[] row : rows) {
      double market = random.nextDouble(-2, 2.2);
      for (int k = 0; k < assets; k++) {
        row[k] = (0.6 + 0.4 * k) * market + random.nextDouble(-1, 1.1);
      }
    }
    return rows;
  }

  private static RowMatrix matrix(double[][] rows) {
    double[] flat = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    return Rows.of(rows.length, rows[0].length, flat);
  }

  private static Portfolio wishes(double[][] rows) {
    return Portfolio.of(matrix(rows)).longOnly().budget(1);
  }

  /** The weight of the first of two assets at the least variance, by its formula. */
  private static double leastVariance(double[][] past) {
    double[] mean = new double[2];
    for (double[] row : past) {
      mean[0] += row[0] / past.length;
      mean[1] += row[1] / past.length;
    }
    double aa = 0;
    double ab = 0;
    double bb = 0;
    for (double[] row : past) {
      aa += (row[0] - mean[0]) * (row[0] - mean[0]);
      ab += (row[0] - mean[0]) * (row[1] - mean[1]);
      bb += (row[1] - mean[1]) * (row[1] - mean[1]);
    }
    return Math.max(0, Math.min(1, (bb - ab) / (aa - 2 * ab + bb)));
  }

  /** Money in two accounts and in cash, period by period; percent returns. */
  private static double[] slow(
      double[][] rows, boolean isEqual, boolean isExpanding, double cost, double impact) {
    double[] worths = new double[PERIODS - WINDOW];
    double first = 0;
    double second = 0;
    double cash = 1000;
    for (int t = WINDOW; t < PERIODS; t++) {
      if ((t - WINDOW) % EVERY == 0) {
        double[][] past = Arrays.copyOfRange(rows, isExpanding ? 0 : t - WINDOW, t);
        double share = isEqual ? 0.5 : leastVariance(past);
        double all = first + second + cash;
        double one = share * all - first;
        double other = (1 - share) * all - second;
        all -=
            cost * (Math.abs(one) + Math.abs(other)) + impact * (one * one + other * other) / all;
        first = share * all;
        second = (1 - share) * all;
        cash = 0;
      }
      first *= 1 + rows[t][0] / 100;
      second *= 1 + rows[t][1] / 100;
      worths[t - WINDOW] = (first + second + cash) / 1000;
    }
    return worths;
  }

  @Test
  void equalsABacktestWithAccounts() {
    for (long seed = 1; seed <= 4; seed++) {
      double[][] rows = draw(2, seed);
      for (boolean isExpanding : new boolean[] {false, true}) {
        Backtest backtest =
            Backtest.of(matrix(rows), 100).window(WINDOW).every(EVERY).costs(0.004).impact(0.02);
        if (isExpanding) {
          backtest.expanding();
        }
        double[] equal = backtest.run(Strategy.equalWeight()).equity();
        assertThat(equal)
            .containsExactly(slow(rows, true, isExpanding, 0.004, 0.02), within(1e-12));
        Strategy least = Strategy.of("least", wishes(rows), Portfolio::minimise);
        assertThat(backtest.run(least).equity())
            .containsExactly(slow(rows, false, isExpanding, 0.004, 0.02), within(1e-8));
      }
    }
  }

  /** From Thursday, 1 December 2022, on every day; out of sample from Saturday, 31 December. */
  @Test
  void spansOfTheCalendarBeginWithTheirFirstPeriod() {
    List<LocalDate> dates =
        IntStream.range(0, PERIODS).mapToObj(LocalDate.of(2022, 12, 1)::plusDays).toList();
    Backtest backtest = Backtest.of(matrix(draw(2, 1)), 100).window(WINDOW);
    assertThat(backtest.every(Span.YEAR, dates).rebalancings()).containsExactly(0, 1);
    assertThat(backtest.every(Span.QUARTER, dates).rebalancings()).containsExactly(0, 1);
    assertThat(backtest.every(Span.MONTH, dates).rebalancings()).containsExactly(0, 1, 32);
    assertThat(backtest.every(Span.WEEK, dates).rebalancings())
        .containsExactly(0, 2, 9, 16, 23, 30, 37, 44, 51, 58);
    assertThat(backtest.run(Strategy.equalWeight()).chosen()).hasDimensions(10, 2);
    assertThatThrownBy(() -> backtest.every(Span.WEEK, dates.subList(1, PERIODS)))
        .hasMessage("89 dates of 90 periods");
  }

  @Test
  void whatComesLaterChangesNothing() {
    double[][] rows = draw(4, 5);
    double[][] poisoned = draw(4, 5);
    int from = WINDOW + 25;
    for (int t = from; t < PERIODS; t++) {
      int day = t;
      Arrays.setAll(poisoned[t], k -> (k % 2 == 0 ? 30 : -30) + 2 * (day * (k + 1) % 7));
    }
    for (Strategy strategy :
        new Strategy[] {
          Strategy.equalWeight(),
          Strategy.of("variance", wishes(rows), Portfolio::minimise),
          Strategy.of("cvar", wishes(rows).risk(Risk.cvar(0.9)), Portfolio::minimise),
          Strategy.largestRatio("ratio", wishes(rows)),
          Strategy.of("growth", wishes(rows), asked -> asked.maximiseGrowth(100))
        }) {
      Track clean = Backtest.of(matrix(rows), 100).window(WINDOW).every(EVERY).run(strategy);
      Track other = Backtest.of(matrix(poisoned), 100).window(WINDOW).every(EVERY).run(strategy);
      assertThat(Arrays.copyOf(other.earned(), 25))
          .as(strategy.name())
          .isEqualTo(Arrays.copyOf(clean.earned(), 25));
      assertThat(other.earned()[25]).isNotEqualTo(clean.earned()[25]);
    }
  }

  /** Falling prices in every window but the last ones leave no ratio until these. */
  @Test
  void choicesWithoutARatioAreNoted() {
    double[][] rows = draw(2, 9);
    for (int t = 0; t < 60; t++) {
      rows[t][0] = -1 - t % 3;
      rows[t][1] = -1 - t % 2;
    }
    for (int t = 60; t < PERIODS; t++) {
      rows[t][0] = 9 + t % 3;
      rows[t][1] = 9 + t % 2;
    }
    Backtest backtest = Backtest.of(matrix(rows), 100).window(WINDOW).every(10);
    Track track = backtest.run(Strategy.largestRatio("ratio", wishes(rows)));
    assertThat(track.chosen()).hasNumberOfRows(6); // after 30, 40, 50, 60, 70, 80 periods
    assertThat(track.notes()).hasSize(4).allMatch(note -> note.contains("least risk"));
  }

  @Test
  void turnoverIsLimitedFromTheDriftedWeights() {
    double[][] rows = draw(4, 6);
    Strategy slow =
        Strategy.of("slow", wishes(rows).risk(Risk.MAD).maxTurnover(0.05), Portfolio::minimise);
    Strategy free = Strategy.of("free", wishes(rows).risk(Risk.MAD), Portfolio::minimise);
    Backtest backtest = Backtest.of(matrix(rows), 100).window(WINDOW).every(EVERY);
    Track limited = backtest.run(slow);
    int choices = limited.chosen().length;
    assertThat(limited.traded()).isLessThanOrEqualTo(0.05 * (choices - 1) + 1e-7);
    assertThat(backtest.run(free).traded()).isGreaterThan(limited.traded());
  }

  @Test
  void threadsChangeNothingAndASeriesIsHeldAsItIs() {
    double[][] rows = draw(3, 7);
    Backtest backtest = Backtest.of(matrix(rows), 100).window(WINDOW).every(EVERY);
    Strategy[] all = {
      Strategy.equalWeight(), Strategy.of("least", wishes(rows), Portfolio::minimise)
    };
    Track[] one = backtest.run(all, Parallel.SERIAL);
    try (var workers = new Workers(2)) {
      Track[] two = backtest.run(all, workers.parallel());
      assertThat(two[1].earned()).isEqualTo(one[1].earned());
    }
    double[] series = new double[PERIODS];
    Arrays.fill(series, 2);
    assertThat(backtest.held("index", series).equity()[0]).isEqualTo(1.02);
  }

  @Test
  void figuresAreTheirDefinitions() {
    double[] earned = {0.1, -0.2, 0.05, 0.1, -0.05};
    Performance found = Performance.of(earned, 12, 0.01);
    double worth = 1.1 * 0.8 * 1.05 * 1.1 * 0.95;
    assertThat(found.annualReturn()).isCloseTo(Math.pow(worth, 12.0 / 5) - 1, within(1e-12));
    assertThat(found.maxDrawdown()).isCloseTo(1 - 0.8, within(1e-12));
    double square = (0.01 + 0.04 + 0.0025 + 0.01 + 0.0025) / 5;
    assertThat(found.volatility()).isCloseTo(Math.sqrt(12 * square), within(1e-12));
    assertThat(found.sharpe()).isCloseTo(-0.01 / Math.sqrt(square) * Math.sqrt(12), within(1e-12));
    double below = (0.21 * 0.21 + 0.06 * 0.06) / 5;
    assertThat(found.sortino()).isCloseTo(-0.01 / Math.sqrt(below) * Math.sqrt(12), within(1e-12));
    assertThat(found.cvar95()).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void withoutBlocksTheIntervalOfAMeanIsTheNormalOne() {
    var random = new SplittableRandom(8);
    double[] earned = random.doubles(400, -1, 1).toArray();
    double mean = Arrays.stream(earned).average().orElseThrow();
    double deviation = Math.sqrt(Arrays.stream(earned).map(x -> x * x).sum() / 400 - mean * mean);
    var bootstrap = new BlockBootstrap(2000, 1, 1);
    BlockBootstrap.Figures means =
        all -> new double[] {Arrays.stream(all[0]).average().orElseThrow()};
    BlockBootstrap.Interval found =
        bootstrap.intervals(new double[][] {earned}, means, Parallel.SERIAL)[0];
    double half = 1.96 * deviation / 20;
    assertThat(found.low()).isCloseTo(mean - half, within(0.15 * half));
    assertThat(found.high()).isCloseTo(mean + half, within(0.15 * half));
    try (var workers = new Workers(3)) {
      assertThat(bootstrap.intervals(new double[][] {earned}, means, workers.parallel())[0])
          .isEqualTo(found);
    }
  }

  /** With blocks of 1 a period takes two numbers: no seed may repeat another's one period later. */
  @Test
  void seedsDrawOfTheirOwn() {
    double[][] numbers = {IntStream.range(0, 4096).asDoubleStream().toArray()};
    double[][] drawn = new double[12][];
    for (int seed = 0; seed < drawn.length; seed++) {
      List<double[]> all = new ArrayList<>();
      BlockBootstrap.Figures keep =
          series -> {
            all.add(series[0]);
            return new double[1];
          };
      new BlockBootstrap(20, 1, seed).intervals(numbers, keep, Parallel.SERIAL);
      drawn[seed] = all.get(0);
    }
    for (double[] one : drawn) {
      for (double[] other : drawn) {
        for (int shift = one == other ? 1 : 0; shift < 6; shift++) {
          int by = shift;
          long same = IntStream.range(0, 4000).filter(t -> one[t] == other[t + by]).count();
          assertThat(same).isLessThan(20); // one is expected
        }
      }
    }
  }

  @Test
  void blocksKeepWhatHangsTogether() {
    int[] at = new BlockBootstrap(20, 10, 1).periods(5000, new SplittableRandom(1));
    int together = 0;
    for (int t = 1; t < at.length; t++) {
      together += at[t] == (at[t - 1] + 1) % 5000 ? 1 : 0;
    }
    assertThat(together / 4999.0).isBetween(0.88, 0.92);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    RowMatrix returns = matrix(draw(2, 1));
    assertThatThrownBy(() -> Backtest.of(returns, 1).window(89).length())
        .hasMessageContaining("fewer than 2");
    assertThatThrownBy(() -> Backtest.of(returns, 1).window(0)).hasMessageContaining("window");
    assertThatThrownBy(() -> Backtest.of(returns, 1).costs(-1)).hasMessageContaining("costs");
    assertThatThrownBy(() -> new BlockBootstrap(500, 0.5, 1)).hasMessageContaining("blocks");
  }

  /** Stopped at every possible choice, written down, restored into another, and gone on with. */
  @Test
  void aBacktestGoesOnFromItsChoicesBitForBit() {
    RowMatrix returns = matrix(draw(3, 5));
    Backtest backtest = Backtest.of(returns, 100).window(30).every(4).costs(0.002);
    Portfolio wishes = Portfolio.of(returns).longOnly().budget(1).proportionalCosts(0.01);
    Strategy[] both = {Strategy.equalWeight(), Strategy.of("least", wishes, Portfolio::minimise)};
    Track[] whole = backtest.run(both, Parallel.SERIAL);
    for (int stop = 1; stop <= 30; stop += 4) {
      int last = stop;
      Choices before = backtest.choices(both, List.of());
      assertThatThrownBy(
              () ->
                  backtest.run(
                      both,
                      Parallel.SERIAL,
                      before,
                      made -> {
                        if (made == last) {
                          throw new IllegalStateException("stopped");
                        }
                      }))
          .hasMessage("stopped");
      var kept = new ByteArrayOutputStream();
      before.state(State.writing(kept));
      Choices after = backtest.choices(both, List.of());
      byte[] bytes = kept.toByteArray();
      after.state(State.reading(new ByteArrayInputStream(bytes), bytes.length));
      List<Integer> counts = new ArrayList<>();
      Track[] tracks = backtest.run(both, Parallel.SERIAL, after, counts::add);
      assertThat(counts).hasSize(30 - stop);
      for (int k = 0; k < 2; k++) {
        assertThat(tracks[k].earned()).containsExactly(whole[k].earned());
        assertThat(tracks[k].chosen()).isDeepEqualTo(whole[k].chosen());
        assertThat(tracks[k].traded()).isEqualTo(whole[k].traded());
      }
      Choices other = Backtest.of(returns, 100).window(30).every(5).choices(both, List.of());
      assertThatThrownBy(
              () -> other.state(State.reading(new ByteArrayInputStream(bytes), bytes.length)))
          .hasMessageContaining("another backtest");
    }
  }
}
