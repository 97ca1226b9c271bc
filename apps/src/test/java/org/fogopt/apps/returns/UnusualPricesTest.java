package org.fogopt.apps.returns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is pointed out of prices: three columns move by 1 % a day, from 2020-01-01, a Wednesday. */
class UnusualPricesTest {
  private static final int DAYS = 300;

  @TempDir private Path folder;

  private final List<LocalDate> dates = new ArrayList<>();
  private final double[][] prices = new double[DAYS][3];
  private String header = "date,A,B,C";

  @BeforeEach
  void walk() {
    var random = new Random(7);
    Stream.iterate(LocalDate.of(2020, 1, 1), date -> date.plusDays(1))
        .filter(date -> date.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
        .limit(DAYS)
        .forEach(dates::add);
    for (int k = 0; k < 3; k++) {
      double log = Math.log(50);
      for (int t = 0; t < DAYS; t++) {
        log += 0.01 * random.nextGaussian();
        prices[t][k] = Math.exp(log);
      }
    }
  }

  private String remarks() throws IOException {
    return remarks(0, 0, ReadOptions.defaults());
  }

  /** Of the file without the rows from one to before another. */
  private String remarks(int from, int to, ReadOptions options) throws IOException {
    StringBuilder text = new StringBuilder(header + "\n");
    for (int t = 0; t < DAYS; t++) {
      if (t < from || t >= to) {
        text.append(dates.get(t));
        for (double price : prices[t]) {
          text.append(Double.isNaN(price) ? "," : String.format(Locale.ROOT, ",%.4f", price));
        }
        text.append("\n");
      }
    }
    Path file = Files.writeString(folder.resolve("prices.csv"), text);
    return String.join("; ", ReturnSeries.read(file, options, Request.prices()).remarks());
  }

  @Test
  void plainPricesLeaveNothingToSay() throws IOException {
    assertThat(remarks()).isEmpty();
  }

  @Test
  void holidaysAreNoGap() throws IOException {
    assertThat(remarks(100, 107, ReadOptions.defaults())).isEmpty();
  }

  /** Row 99 is 19 weeks and 4 weekdays on, row 180 is 36 weeks. */
  @Test
  void aHoleIsAGap() throws IOException {
    assertThat(remarks(100, 180, ReadOptions.defaults()))
        .contains("a gap in the dates, 113 days from 2020-05-19 to 2020-09-09, usually 1;");
  }

  /** Months from March 2018 to February 2020, and days from the 4th of February on. */
  @Test
  void monthsBeforeDaysAreGaps() throws IOException {
    for (int t = 0; t < 24; t++) {
      dates.set(t, LocalDate.of(2018, 3, 1).plusMonths(t));
    }
    assertThat(remarks()).contains("23 gaps in the dates, the longest 31 days from 2018-03-01");
  }

  @Test
  void daysBehindMonthsAreShort() throws IOException {
    for (int t = 0; t < DAYS; t++) {
      LocalDate month = LocalDate.of(2000, 1, 1).plusMonths(Math.min(t, 279));
      dates.set(t, month.plusDays(Math.max(0, t - 279)));
    }
    assertThat(remarks()).contains("20 distances of dates are far below the usual one of 31 days");
  }

  @Test
  void rowsLeftOutMakeLongReturns() throws IOException {
    prices[50][1] = Double.NaN;
    assertThat(remarks(0, 0, ReadOptions.defaults().withMissing(Missing.DROP_ROWS)))
        .contains("returns over rows left out between others span several periods");
  }

  @Test
  void aSplitIsAskedFor() throws IOException {
    for (int t = 200; t < DAYS; t++) {
      prices[t][1] /= 2;
    }
    assertThat(remarks())
        .contains("B goes from", "at " + dates.get(200) + "; are the prices adjusted for splits");
  }

  @Test
  void aReverseSplitIsAskedForAndACrashIsNot() throws IOException {
    for (int t = 200; t < DAYS; t++) {
      prices[t][0] *= 0.78;
      prices[t][2] *= 1.5;
    }
    assertThat(remarks()).contains("C goes from").doesNotContain("A goes", "such changes");
  }

  /** Rows 229 to 299 are 71 prices, more than a fifth of 300. */
  @Test
  void aPriceThatStandsStillIsNamed() throws IOException {
    for (int t = 230; t < DAYS; t++) {
      prices[t][1] = prices[229][1];
    }
    assertThat(remarks())
        .contains("B stays at ")
        .contains("in 71 of 300 rows, from %s to %s".formatted(dates.get(229), dates.get(299)));
  }

  @Test
  void cashMayStandStill() throws IOException {
    for (double[] row : prices) {
      row[1] = 1;
    }
    assertThat(remarks()).isEmpty();
  }

  @Test
  void severalCurrenciesAreNamed() throws IOException {
    header = "date,A USD,B (EUR),C USD";
    assertThat(remarks()).contains("several currencies by their names, USD, EUR,");
    header = "date,EUR-USD,USD/JPY,C EUR";
    assertThat(remarks()).isEmpty();
  }
}
