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
import java.util.regex.Pattern;
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

  /** Dates that do not say in which order they stand. */
  private static final Calendar UNCLEAR = new Calendar(List.of(), Order.NONE);

  private static final long SECONDS_A_DAY = 86_400;

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

  /**
   * Day 0 of spreadsheets, whose year 1900 had a 29 February; from 1970 to 2119, as smaller numbers
   * may be days of Unix.
   */
  private static final LocalDate SPREADSHEET_EPOCH = LocalDate.of(1899, 12, 30);

  private static final long FIRST_DAY = 25_569;
  private static final long LAST_DAY = 80_000;

  /** Up to the digits of billionths of a second; the time of day may be behind the point. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,19}(\\.[0-9]*)?");

  private static final Pattern SIX_DIGITS = Pattern.compile("^([0-9]{2})([0-9]{2})([0-9]{2})$");

  private static final double QUARTERS = 4;
  private static final double TRADING_DAYS = 252;
  private static final double DAYS = 365;

  /** In days, that of the Chinese New Year. */
  static final long LONGEST_HOLIDAYS = 12;

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
          date != null && (!date.isYear() || heading == null || Dates.isHeading(heading));
      if (!isPlausible) {
        return counted(table.labels(), heading != null && Dates.isHeading(heading));
      }
      read.add(Objects.requireNonNull(date));
    }
    if (read.isEmpty()) {
      return NONE;
    }
    requireDifferent(table);
    requireNoTotals(table, read);
    long[] seconds = table.labels().stream().mapToLong(DateText::second).toArray();
    Calendar dayFirst = ordered(read.stream().map(DateText::dayFirst).toList(), seconds);
    Calendar monthFirst = ordered(read.stream().map(DateText::monthFirst).toList(), seconds);
    if (dayFirst == null || dayFirst.equals(monthFirst)) {
      return monthFirst == null ? UNCLEAR : monthFirst;
    }
    if (monthFirst == null) {
      return dayFirst;
    }
    // Both can be: the one in which dates are in order, if only one is.
    boolean isDayFirst = dayFirst.order != Order.NONE;
    boolean isMonthFirst = monthFirst.order != Order.NONE;
    if (isDayFirst && isMonthFirst && dayFirst.isRegular() != monthFirst.isRegular()) {
      return dayFirst.isRegular() ? dayFirst : monthFirst;
    }
    if (isDayFirst == isMonthFirst) {
      return isDayFirst && dayFirst.order == monthFirst.order
          ? new Calendar(List.of(), dayFirst.order)
          : UNCLEAR;
    }
    return isDayFirst ? dayFirst : monthFirst;
  }

  /**
   * Dates as numbers of seconds of Unix or of parts of them, or of days, by their size. Other
   * numbers that fall from row to row still say that the newest is first.
   *
   * @param areDates whether the heading says so: prices are as large as days
   */
  private static Calendar counted(List<String> labels, boolean areDates) {
    if (!labels.stream().allMatch(label -> NUMBER.matcher(label).matches())) {
      return NONE;
    }
    Calendar six = areDates ? sixDigits(labels) : null;
    if (six != null) {
      return six;
    }
    double[] numbers = labels.stream().mapToDouble(Double::parseDouble).toArray();
    boolean areDays = Arrays.stream(numbers).allMatch(x -> x >= FIRST_DAY && x <= LAST_DAY);
    if (areDays ? areDates : Arrays.stream(numbers).allMatch(Dates::isUnix)) {
      long[] seconds =
          Arrays.stream(numbers)
              .mapToLong(x -> areDays ? Math.round(x * SECONDS_A_DAY) : Dates.unixSecond(x))
              .toArray();
      LocalDate epoch = areDays ? SPREADSHEET_EPOCH : LocalDate.EPOCH;
      List<@Nullable LocalDate> dates = new ArrayList<>();
      Arrays.stream(seconds).forEach(second -> dates.add(epoch.plusDays(second / SECONDS_A_DAY)));
      Calendar calendar =
          ordered(dates, Arrays.stream(seconds).map(second -> second % SECONDS_A_DAY).toArray());
      return calendar == null || calendar.order == Order.NONE ? NONE : calendar;
    }
    boolean falls = IntStream.range(1, numbers.length).allMatch(i -> numbers[i] < numbers[i - 1]);
    return areDates && falls ? new Calendar(List.of(), Order.NEWEST_FIRST) : NONE;
  }

  /**
   * Dates such as 240131 under a heading of dates, where a single order of year, month and day
   * gives days to quarters that rise or fall; else null.
   */
  private static @Nullable Calendar sixDigits(List<String> labels) {
    List<Calendar> found = new ArrayList<>();
    for (String dayMonthYear : List.of("$3.$2.$1", "$1.$2.$3", "$2.$1.$3")) {
      List<@Nullable LocalDate> dates = new ArrayList<>();
      for (String label : labels) {
        DateText date = DateText.read(SIX_DIGITS.matcher(label).replaceFirst(dayMonthYear));
        dates.add(date == null ? null : date.dayFirst());
      }
      Calendar calendar = ordered(dates, new long[dates.size()]);
      Double periods = calendar == null ? null : calendar.periodsPerYear();
      if (calendar != null && periods != null && periods >= QUARTERS) {
        found.add(calendar);
      }
    }
    return found.size() == 1 ? found.get(0) : null;
  }

  /** Of dates with the second of their day; null if one of them is none. */
  private static @Nullable Calendar ordered(List<@Nullable LocalDate> dates, long[] seconds) {
    boolean rises = true;
    boolean falls = true;
    List<LocalDate> all = new ArrayList<>();
    long last = 0;
    for (LocalDate date : dates) {
      if (date == null) {
        return null;
      }
      long now = SECONDS_A_DAY * date.toEpochDay() + seconds[all.size()];
      rises &= all.isEmpty() || now >= last;
      falls &= all.isEmpty() || now <= last;
      last = now;
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

  /** Refuses years among months or days: what a year earned is no period beside its months. */
  private static void requireNoTotals(Table table, List<DateText> dates) {
    long years = dates.stream().filter(DateText::isYear).count();
    if (years > 0 && years < dates.size()) {
      int first = (int) dates.stream().takeWhile(date -> !date.isYear()).count();
      throw new InputException(
          Place.in(table.source()),
          "the date %s is a year, others are not"
              .formatted(InputException.quote(table.labels().get(first))),
          "remove the row if it is a total, or correct the date");
    }
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

  /** A label that is neither a date nor a number; null if there is none. */
  static @Nullable String unread(List<String> labels) {
    return labels.stream()
        .filter(label -> DateText.read(label) == null && !NUMBER.matcher(label).matches())
        .findFirst()
        .orElse(null);
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

  /** Whether no distance of two dates is far from the usual one. */
  private boolean isRegular() {
    Double periods = periodsPerYear();
    long usual = periods == null ? 0 : Math.round(DAYS / Math.min(DAYS, periods));
    long holidays = dates.stream().anyMatch(Calendar::isWeekend) ? 0 : LONGEST_HOLIDAYS;
    for (int i = 1; i < dates.size(); i++) {
      long gap = Math.abs(ChronoUnit.DAYS.between(dates.get(i - 1), dates.get(i)));
      if (2 * gap < usual || gap > Math.max(holidays, 2 * usual)) {
        return false;
      }
    }
    return periods != null;
  }

  private static boolean isWeekend(LocalDate date) {
    return date.getDayOfWeek() == DayOfWeek.SATURDAY || date.getDayOfWeek() == DayOfWeek.SUNDAY;
  }
}
