package org.fogopt.apps.returns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.fogopt.apps.io.table.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dates of six digits are read where their parts can stand in one order only. */
class SixDigitDatesTest {
  @TempDir Path folder;

  private ReturnSeries read(String heading, List<String> dates) throws IOException {
    StringBuilder text = new StringBuilder(heading + ",A,B\n");
    for (int t = 0; t < dates.size(); t++) {
      text.append(dates.get(t)).append(",").append(0.01 * (t % 3 - 1) + 0.001 * t).append(",");
      text.append(0.02 * (t % 2) - 0.01).append("\n");
    }
    Path file = folder.resolve("returns.csv");
    Files.writeString(file, text);
    return ReturnSeries.read(file, ReadOptions.defaults(), Request.returns());
  }

  private static List<LocalDate> weekdays(LocalDate from, int count) {
    return Stream.iterate(from, date -> date.plusDays(1))
        .filter(date -> date.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
        .limit(count)
        .toList();
  }

  private static List<String> texts(List<LocalDate> dates, String pattern) {
    return dates.stream().map(DateTimeFormatter.ofPattern(pattern)::format).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "yyMMdd, 2024-01-01, 21", // of January alone: also the 24th of January of 2001, 2002, …
    "yyMMdd, 2001-01-01, 60",
    "ddMMyy, 2024-01-01, 21",
    "MMddyy, 2024-01-01, 60"
  })
  void theOneOrderOfConsecutiveDaysIsRead(String pattern, LocalDate from, int count)
      throws IOException {
    List<LocalDate> days = weekdays(from, count);
    ReturnSeries series = read("date", texts(days, pattern));
    assertThat(series.dates()).isEqualTo(days);
    assertThat(series.periodsPerYear()).isEqualTo(252);
  }

  @Test
  void monthsAndACenturyThatEndsAreRead() throws IOException {
    List<LocalDate> months =
        Stream.iterate(LocalDate.of(1999, 1, 31), date -> date.plusMonths(1)).limit(24).toList();
    ReturnSeries series = read("date", texts(months, "yyMMdd"));
    assertThat(series.dates()).isEqualTo(months);
    assertThat(series.periodsPerYear()).isEqualTo(12);
  }

  /** As days of January they would hold a Sunday and a gap. */
  @Test
  void firstDaysOfMonthsWithAGapAreNoDaysOfJanuary() throws IOException {
    List<LocalDate> months =
        Stream.of(1, 2, 3, 7, 8, 9, 10, 11, 12).map(m -> LocalDate.of(2024, m, 1)).toList();
    assertThat(read("date", texts(months, "dd/MM/yyyy")).periodsPerYear())
        .isIn(Arrays.asList(null, 12.0));
  }

  @Test
  void theNewestMayStandFirst() throws IOException {
    List<LocalDate> days = weekdays(LocalDate.of(2024, 1, 1), 60);
    List<LocalDate> turned = new ArrayList<>(days);
    Collections.reverse(turned);
    ReturnSeries series = read("date", texts(turned, "yyMMdd"));
    assertThat(series.dates()).isEqualTo(days);
    assertThat(series.remarks()).anyMatch(said -> said.contains("newest first"));
  }

  /** 010224 to 011024: days of January 2024, or the 24th of each month of 2001. */
  @Test
  void whatCanStandInTwoOrdersIsNot() throws IOException {
    List<LocalDate> days = weekdays(LocalDate.of(2024, 1, 2), 7);
    ReturnSeries series = read("date", texts(days, "MMddyy"));
    assertThat(series.dates()).isEmpty();
    assertThat(series.periodsPerYear()).isNull();
  }

  @Test
  void numbersOfRowsAreNoDates() throws IOException {
    List<String> rows = Stream.iterate(240101, k -> k + 1).limit(60).map(String::valueOf).toList();
    assertThat(read("date", rows).dates()).isEmpty();
  }
}
