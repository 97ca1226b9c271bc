package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BacktestCommandTest {
  @TempDir private Path folder;

  private FogKit.Ran fog(String words) {
    return new FogKit(folder).run(words);
  }

  @Test
  void strategiesStandSideBySide() throws IOException {
    var run =
        fog(
            "backtest --window 400 --samples 40 --strategy equal --strategy min-risk:cvar:0.9"
                + " --strategy max-ratio --strategy log-growth --costs 0.1 --out t.csv"
                + " --json t.json --plot t.svg --report t.html");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("equal weight", "min-risk:cvar:0.9", "Sharpe, 95 % interval");
    List<String> lines = Files.readAllLines(folder.resolve("t.csv"));
    assertThat(lines.get(0))
        .isEqualTo("period,equal weight,min-risk:cvar:0.9,max-ratio,log-growth");
    assertThat(lines).hasSize(121);
    assertThat(folder.resolve("t.json"))
        .content()
        .contains("\"sortino\"", "\"low\"", "\"sharpeAboveFirst\"");
    assertThat(run.out()).contains("Sharpe above that of equal weight");
    assertThat(folder.resolve("t.html")).content().contains("Drawdown").contains("CURVE");
    assertThat(folder.resolve("t.svg")).content().contains("value of 1 invested");
    var again =
        fog("backtest --window 400 --samples 40 --strategy equal --threads 1 --json u.json");
    assertThat(again.exit()).isZero();
  }

  /** All lose in every window: two choices of the least risk, of periods of unknown length. */
  @Test
  void whatWasChosenInsteadIsCountedAndPeriodsAreNotTakenForYears() {
    var kit = new FogKit(folder);
    kit.write("r.csv", "a,b\n" + "-1,-2\n-2,-1\n-1,-1\n".repeat(10));
    var run =
        fog(
            "backtest --returns r.csv --units percent --window 20 --every 5 --samples 0"
                + " --strategy max-ratio --json t.json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("least risk, in 2 of 2 choices", "return a period");
    var strategy = kit.json("t.json").get("strategies").get("max-ratio");
    assertThat(strategy.get("notes").toString()).contains("least risk\":2");
    assertThat(kit.json("t.json").get("periodsPerYear").isNull()).isTrue();
    assertThat(strategy.has("periodReturn")).isTrue();
    assertThat(strategy.has("annualReturn")).isFalse();
  }

  /** Two rows a month: every month is every second period, from the first of a month on. */
  @Test
  void aMonthIsAsManyPeriodsAsItHas() {
    var text = new StringBuilder("date,a,b\n");
    for (int t = 0; t < 48; t++) {
      String date = "%d-%02d-%02d".formatted(2020 + t / 24, 1 + t / 2 % 12, 1 + 14 * (t % 2));
      text.append("%s,%s,%s\n".formatted(date, t * 5 % 7 - 3, t * 3 % 11 - 4.5));
    }
    var kit = new FogKit(folder);
    kit.write("r.csv", text.toString());
    String words =
        "backtest --returns r.csv --units percent --window 20 --samples 0 --costs 0.2"
            + " --long-only --budget 1 --strategy equal --strategy min-risk";
    var run = fog(words + " --every month --out month.csv --json month.json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("rebalanced every month");
    assertThat(kit.json("month.json").get("every").asString()).isEqualTo("month");
    assertThat(fog(words + " --every 2 --out two.csv").out())
        .contains("rebalanced every 2 periods");
    assertThat(folder.resolve("month.csv")).hasSameTextualContentAs(folder.resolve("two.csv"));
    assertThat(fog(words + " --every quarter --out quarter.csv").exit()).isZero();
    assertThat(fog(words + " --every year --out year.csv").exit()).isZero();
    assertThat(kit.cells("quarter.csv").get(20)[2]).isNotEqualTo(kit.cells("two.csv").get(20)[2]);
  }

  /** What never loses has no drawdown and no ratio to losses. */
  @Test
  void withoutLossesThereIsNoSortinoRatioAndNoSignBeforeZero() {
    new FogKit(folder).write("r.csv", "a,b\n" + "1,2\n2,1\n1,3\n".repeat(10));
    var run =
        fog(
            "backtest --returns r.csv --units percent --as-returns --window 9 --samples 0 --strategy equal");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("n/a").doesNotContain("NaN", "-0.00");
  }

  @Test
  void aBenchmarkIsAColumnThatIsNotHeld() {
    var run =
        fog(
            "backtest --window 400 --samples 0 --benchmark Gold --strategy equal --strategy benchmark");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("benchmark");
    assertThat(fog("backtest --strategy benchmark").err()).contains("needs --benchmark");
  }

  @Test
  void wealthIsNotMadeOfLogarithmicReturns() {
    new FogKit(folder).writePrices();
    String log = " --prices prices.csv --return-type log ";
    for (String words : List.of("backtest --window 20", "portfolio --objective log-growth")) {
      var run = fog(words + log);
      assertThat(run.exit()).isNotZero();
      assertThat(run.err()).contains("--return-type log", "simple returns");
    }
    assertThat(fog("portfolio --risk mad --json s.json" + log).exit()).isZero();
    assertThat(new FogKit(folder).json("s.json").get("logGrowth").isNull()).isTrue();
  }

  /** Hours of days in no order, and dates in no order whether the day or the month is first. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsInNoOrderOfTimeAreRefused(boolean isEitherWay) {
    var text = new StringBuilder("date,a,b\n");
    for (int t = 0; t < 60; t++) {
      String date =
          isEitherWay
              ? "%02d/%02d/2024".formatted(1 + t * 7 % 12, 1 + t / 12)
              : "2024-01-%02d %02d:00".formatted(1 + t * 7 % 20, t / 20);
      text.append("%s,%s,%s\n".formatted(date, t * 5 % 7 - 3, t * 3 % 11 - 5));
    }
    new FogKit(folder).write("r.csv", text.toString());
    String file = " --units percent --returns r.csv ";
    for (String words : List.of("backtest --window 20", "portfolio --half-life 9")) {
      assertThat(fog(words + file).err()).contains("order of time", "sort the rows");
    }
    assertThat(fog("portfolio --risk mad" + file).exit()).isZero();
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(fog("backtest --strategy best").err()).contains("min-risk");
    assertThat(fog("backtest --window 519").err()).contains("window");
    assertThat(fog("backtest --samples 3").err()).contains("--samples");
    for (String every : List.of("0", "-3", "1.5", "fortnight")) {
      assertThat(fog("backtest --every=" + every).err())
          .contains("--every: expected a whole number", "month", "\"" + every + "\"");
    }
    new FogKit(folder).write("r.csv", "a,b\n" + "-1,-2\n-2,1\n1,-1\n".repeat(10));
    assertThat(fog("backtest --returns r.csv --units percent --window 9 --every month").err())
        .contains("--every month: r.csv has no dates", "a number of periods");
    new FogKit(folder).write("w.csv", "asset,weight\n");
    assertThat(fog("backtest --previous w.csv").err()).contains("--previous", "begins with cash");
  }

  /** Twelve equal weights bought with cash have squares that sum to 1/12. */
  @Test
  void impactIsChargedToWealth() {
    String words = "backtest --window 400 --every 200 --samples 0 --strategy equal --out ";
    assertThat(fog(words + "free.csv").exit()).isZero();
    assertThat(fog(words + "paid.csv --impact 6").exit()).isZero();
    var kit = new FogKit(folder);
    double free = 1 + Double.parseDouble(kit.cells("free.csv").get(1)[1]);
    double paid = 1 + Double.parseDouble(kit.cells("paid.csv").get(1)[1]);
    assertThat(paid / free).isCloseTo(1 - 0.06 / 12, within(1e-12)); // 6 % times 12/12²
  }
}
