package org.fogopt.apps.returns;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.DateText;
import org.fogopt.apps.io.csv.Dates;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * The dates of the rows of a table.
 *
 * @param dates one for each row; none if rows have no dates, or several rows the same day
 * @param order in which they stand
 */
record Calendar(List<LocalDate> dates, Order order) {
  private static final Calendar NONE = new Calendar(List.of(), Order.OLDEST_FIRST);

  /** A usual distance of dates in days, and how many periods that makes in a year. */
  private record Rhythm(long least, long most, double periods) {}

  /** Daily dates are of seven or five days a week by whether weekends occur. */
  private static final List<Rhythm> RHYTHMS =
      List.of(
          new Rhythm(5, 9, 52),
          new Rhythm(13, 16, 26),
          new Rhythm(27, 35, 12),
          new Rhythm(85, 95, 4),
          new Rhythm(175, 190, 2),
          new Rhythm(355, 376, 1));

  /** Day 0 of spreadsheets, whose year 1900 had a 29 February; from 1927 to 2119. */
  private static final LocalDate SPREADSHEET_EPOCH = LocalDate.of(1899, 12, 30);

  private static final long FIRST_DAY = 10_000;
  private static final long LAST_DAY = 80_000;

  /** Seconds of Unix from 1973 to 2128; thousandths, millionths and billionths are above them. */
  private static final long FIRST_SECOND = 100_000_000;

  private static final long LAST_SECOND = 5_000_000_000L;

  /** So many have billionths of a second. */
  private static final int MOST_DIGITS = 19;

  private static final double TRADING_DAYS = 252;
  private static final double DAYS = 365;

  /** In which order dates stand. */
  enum Order {
    OLDEST_FIRST,
    NEWEST_FIRST,
    NONE
  }

  /**
   * Of a table.
   *
   * @throws InputException if two rows have the same date
   */
  static Calendar of(Table table) {
    List<DateText> read = new ArrayList<>();
    String heading = table.reading().labelHeading();
    for (String label : table.labels()) {
      DateText date =
          DateText.read(label.endsWith(".0") ? label.substring(0, label.length() - 2) : label);
      boolean isPlausible =
          date != null && (!date.isYear() || (heading != null && Dates.isHeading(heading)));
      if (!isPlausible) {
        return heading != null && Dates.isHeading(heading) ? counted(table.labels()) : NONE;
      }
      read.add(Objects.requireNonNull(date));
    }
    if (read.isEmpty()) {
      return NONE;
    }
    requireDifferent(table);
    Calendar dayFirst = ordered(read.stream().map(DateText::dayFirst).toList());
    Calendar monthFirst = ordered(read.stream().map(DateText::monthFirst).toList());
    if (dayFirst.dates.isEmpty() || dayFirst.dates.equals(monthFirst.dates)) {
      return monthFirst;
    }
    if (monthFirst.dates.isEmpty()) {
      return dayFirst;
    }
    // Both can be: the one in which dates are in order, if only one is.
    boolean isDayFirst = dayFirst.order != Order.NONE;
    boolean isMonthFirst = monthFirst.order != Order.NONE;
    if (isDayFirst == isMonthFirst) {
      boolean isSame = dayFirst.order == monthFirst.order;
      return new Calendar(List.of(), isSame ? dayFirst.order : Order.NONE);
    }
    return isDayFirst ? dayFirst : monthFirst;
  }

  /** Dates as numbers of days, seconds or milliseconds, by their size; none if these are not. */
  private static Calendar counted(List<String> labels) {
    List<@Nullable LocalDate> dates = new ArrayList<>();
    for (String label : labels) {
      String whole = label.replaceFirst("\\.[0-9]*$", ""); // the time of day behind the point
      boolean isWhole =
          !whole.isEmpty()
              && whole.length() <= MOST_DIGITS
              && whole.chars().allMatch(Character::isDigit);
      LocalDate date = isWhole ? counted((long) Double.parseDouble(whole)) : null;
      if (date == null) {
        return NONE;
      }
      dates.add(date);
    }
    Calendar calendar = ordered(dates);
    return calendar.order == Order.NONE ? NONE : calendar;
  }

  private static @Nullable LocalDate counted(long number) {
    if (number >= FIRST_DAY && number <= LAST_DAY) {
      return SPREADSHEET_EPOCH.plusDays(number);
    }
    long seconds = number;
    while (seconds > LAST_SECOND) {
      seconds /= 1000;
    }
    return seconds >= FIRST_SECOND && seconds <= LAST_SECOND
        ? LocalDate.EPOCH.plusDays(seconds / 86_400)
        : null;
  }

  private static Calendar ordered(List<@Nullable LocalDate> dates) {
    boolean rises = true;
    boolean falls = true;
    List<LocalDate> all = new ArrayList<>();
    for (LocalDate date : dates) {
      if (date == null) {
        return NONE;
      }
      if (!all.isEmpty()) {
        int sign = date.compareTo(all.get(all.size() - 1));
        rises &= sign >= 0;
        falls &= sign <= 0;
      }
      all.add(date);
    }
    Order order = rises ? Order.OLDEST_FIRST : falls ? Order.NEWEST_FIRST : Order.NONE;
    // Several rows a day are hours, of which a day says too little.
    boolean isDaily = new HashSet<>(all).size() == all.size();
    return new Calendar(isDaily ? List.copyOf(all) : List.of(), order);
  }

  private static void requireDifferent(Table table) {
    Set<String> seen = new HashSet<>();
    String twice = null;
    for (String label : table.labels()) {
      twice = !seen.add(label) && twice == null ? label : twice;
    }
    if (twice == null) {
      return;
    }
    boolean isTidy = 2 * seen.size() <= table.labels().size();
    throw new InputException(
        Place.in(table.source()),
        "the date " + InputException.quote(twice) + " stands in it twice",
        isTidy
            ? "pivot it if it has a row per date and asset: one row per date, one column per asset"
            : "keep one of the two rows");
  }

  /** Whether labels are dates of which day and month can change places. */
  static boolean isEitherWay(List<String> labels) {
    return !labels.isEmpty()
        && labels.stream()
            .map(DateText::read)
            .allMatch(d -> d != null && d.dayFirst() != null && d.monthFirst() != null)
        && labels.stream()
            .map(label -> Objects.requireNonNull(DateText.read(label)))
            .anyMatch(d -> !Objects.equals(d.dayFirst(), d.monthFirst()));
  }

  /** Which row is the first in time, which the next, and so on. */
  int[] byDate() {
    return IntStream.range(0, dates.size())
        .boxed()
        .sorted(Comparator.comparing(dates::get))
        .mapToInt(i -> i)
        .toArray();
  }

  /** These dates in the order of time. */
  Calendar sorted() {
    return new Calendar(dates.stream().sorted().toList(), Order.OLDEST_FIRST);
  }

  /** These dates from the last to the first. */
  Calendar reversed() {
    List<LocalDate> turned = new ArrayList<>(dates);
    Collections.reverse(turned);
    return new Calendar(turned, Order.OLDEST_FIRST);
  }

  /** These dates without the first. */
  Calendar withoutFirst() {
    return dates.isEmpty() ? this : new Calendar(dates.subList(1, dates.size()), order);
  }

  /** How many rows make a year, by the usual distance of two dates; null if they do not tell. */
  @Nullable Double periodsPerYear() {
    if (dates.size() < 3 || order == Order.NONE) {
      return null;
    }
    long[] gaps = new long[dates.size() - 1];
    Arrays.setAll(gaps, i -> Math.abs(ChronoUnit.DAYS.between(dates.get(i), dates.get(i + 1))));
    Arrays.sort(gaps);
    long usual = gaps[gaps.length / 2];
    if (usual <= 3) {
      long weekends = dates.stream().filter(Calendar::isWeekend).count();
      return 7 * weekends > dates.size() ? DAYS : TRADING_DAYS;
    }
    for (Rhythm rhythm : RHYTHMS) {
      if (usual >= rhythm.least && usual <= rhythm.most) {
        return rhythm.periods;
      }
    }
    return null;
  }

  private static boolean isWeekend(LocalDate date) {
    return date.getDayOfWeek() == DayOfWeek.SATURDAY || date.getDayOfWeek() == DayOfWeek.SUNDAY;
  }
}
