package org.fogopt.apps.returns;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;

/** Points out distances of dates that are far from the usual one: a row counts as one period. */
final class Gaps {
  /** An end of a month is 28 to 31 days after the last, or twice as many if one is missing. */
  private static final double LONG = 1.5;

  /** From a frequency to the next, and more than the last month so far; two of them are no end. */
  private static final int SHORT = 3;

  private Gaps() {}

  /**
   * @param dates from the first to the last
   */
  static void remark(List<LocalDate> dates, List<String> remarks) {
    if (dates.size() < 3) {
      return;
    }
    long[] days = new long[dates.size() - 1];
    Arrays.setAll(days, i -> ChronoUnit.DAYS.between(dates.get(i), dates.get(i + 1)));
    long[] sorted = days.clone();
    Arrays.sort(sorted);
    long usual = sorted[sorted.length / 2];
    int longest = 0;
    for (int i = 1; i < days.length; i++) {
      longest = days[i] > days[longest] ? i : longest;
    }
    long large =
        Arrays.stream(days)
            .filter(d -> d > Math.max(Calendar.LONGEST_HOLIDAYS, LONG * usual))
            .count();
    if (large > 0) {
      remarks.add(
          "%s in the dates, %s%d days from %s to %s, usually %d; a return over a gap counts as one"
                  .formatted(
                      large == 1 ? "a gap" : large + " gaps",
                      large == 1 ? "" : "the longest ",
                      days[longest],
                      dates.get(longest),
                      dates.get(longest + 1),
                      usual)
              + " period: fill in the rows, or leave out those on one side");
    }
    long small =
        Arrays.stream(days)
            .filter(d -> usual > Calendar.LONGEST_HOLIDAYS && SHORT * d < usual)
            .count();
    if (small > 1) {
      remarks.add(
          "%d distances of dates are far below the usual one of %d days; give periods of one length"
              .formatted(small, usual));
    }
  }
}
