package org.fogopt.apps.io.csv;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date as a file writes it. {@code 01/02/2024} can be read in two ways, so there may be two; a
 * month, a quarter or a year is its last day.
 *
 * @param dayFirst what it is if the day stands before the month; null if it cannot
 * @param monthFirst what it is if the month stands before the day; null if it cannot
 * @param isYear whether it is a year alone, which any whole number could be
 */
public record DateText(
    @Nullable LocalDate dayFirst, @Nullable LocalDate monthFirst, boolean isYear) {
  /** Two digits of a year up to here are of this century: as spreadsheets do. */
  private static final int LAST_SHORT_YEAR = 49;

  private static final int LONGEST = 40;

  private static final String ISO = "yyyy-mm-dd";

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /** How other languages of files begin theirs, in the order of the months; "mar" is in all. */
  private static final List<String> MONTHS_ELSEWHERE =
      List.of(
          "ene gen janv janvier januar enero gennaio janeiro januari sty",
          "fev feb f\u00e9v f\u00e9vr fevr f\u00e9vrier februar febrero febbraio fevereiro februari"
              + " lut",
          "m\u00e4r m\u00e4rz mrz maart mrt mars marzo mar\u00e7o",
          "abr avr avril april abril aprile kwi",
          "mai mei mag mayo maggio maio maj",
          "juin giu junio giugno junho juni cze",
          "juil juillet lug julio luglio julho juli lip",
          "ago ao\u00fb ao\u00fbt aout agosto augustus august sie",
          "set sept septembre septiembre settembre setembro wrz",
          "okt out ott octobre octubre ottobre outubro oktober pa\u017a",
          "novembre noviembre novembro lis",
          "dez des dic gru d\u00e9c d\u00e9cembre decembre diciembre dicembre dezembro dezember");

  /** The first day of a period that is written as 2024-01-01/2024-01-07; its last day dates it. */
  private static final Pattern INTERVAL = Pattern.compile("^\\d{4}-\\d\\d-\\d\\d/(?=\\d{4}-)");

  private static final Pattern WEEKDAY =
      Pattern.compile(
          "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
              + "|mo|di|mi|do|fr|sa|so)\\.?,? +(?=\\S)");
  private static final String TIME = "(?:[t :,].*)?";

  /** The time of day: 16:30 or 4:30 pm, perhaps with the offset of its zone. */
  private static final Pattern CLOCK =
      Pattern.compile(
          "[t :](\\d{1,2}):(\\d{2})(?::(\\d{2}))?[.\\d]*(?: ?([ap])m)?(?: ?([-+]\\d{2}):?(\\d{2}))?");

  private static final Pattern COMPACT_CLOCK =
      Pattern.compile("(\\d{8})[t ]?(\\d{2})(\\d{2})(\\d{2})?");

  private static final String ORDINAL = "(?:st|nd|rd|th)?";
  private static final Pattern YEAR_FIRST =
      Pattern.compile("(\\d{4})([-/.]) ?(\\d{1,2})\\2 ?(\\d{1,2})\\.?" + TIME);
  private static final Pattern YEAR_LAST =
      Pattern.compile("(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})" + TIME);
  private static final Pattern COMPACT =
      Pattern.compile("(\\d{4})(\\d{2})(?:(\\d{2})(?:[t ]\\d.*|\\d{4}|\\d{6})?)?");
  private static final Pattern YEAR_MONTH =
      Pattern.compile("(\\d{4})(?:[-/]|-?m|:(?=\\d\\d))(\\d{1,2})");
  private static final Pattern MONTH_YEAR = Pattern.compile("(\\d{1,2})[-/.](\\d{4})");
  private static final Pattern WEEK =
      Pattern.compile("(\\d{4})[- /]?(?:kw ?|w)(\\d{1,2})(?:-?([1-7]))?");
  private static final Pattern WEEK_YEAR =
      Pattern.compile("(?:week|wk|kw|cw|w)\\.? ?(\\d{1,2})[-/, ]{1,2}(\\d{4})");

  /** A quarter, or half a year. */
  private static final Pattern PART_OF_YEAR =
      Pattern.compile(
          "(?<year>\\d{4})[- :]?(?:q(?<quarter>[1-4])|h(?<half>[12]))"
              + "|(?:q([1-4])|([1-4])q|h([12]))[- /']{0,2}(\\d{4}|\\d{2})");

  private static final Pattern YEAR = Pattern.compile("\\d{4}");
  private static final Pattern NAME_YEAR =
      Pattern.compile("(\\p{L}{3,10})\\.?(?:[- ,'/]{1,2}| del? |(?=\\d{4}))(\\d{4}|\\d{2})");
  private static final Pattern YEAR_NAME =
      Pattern.compile("(\\d{4})[- ./]?(\\p{L}{3,10})\\.?(?:[- ./](\\d{1,2})" + TIME + ")?");
  private static final Pattern DAY_NAME_YEAR =
      Pattern.compile(
          "(\\d{1,2})"
              + ORDINAL
              + "[- ./]{0,2}(?:de )?(\\p{L}{3,10})\\.?[- ,./]{0,2}(?:del? )?(\\d{4}|\\d{2})"
              + TIME);
  private static final Pattern NAME_DAY_YEAR =
      Pattern.compile(
          "(\\p{L}{3,10})\\.?[- /](\\d{1,2})"
              + ORDINAL
              + ",?(?: [\\d:]{5,8})?[- /](\\d{4})"
              + TIME);

  /** Reads a cell; null if it is no date. */
  public static @Nullable DateText read(String cell) {
    if (cell.length() < 4 || cell.length() > LONGEST) {
      return null;
    }
    if (cell.length() == ISO.length() && isIso(cell)) {
      return certain(LocalDate.of(digits(cell, 0, 4), digits(cell, 5, 7), digits(cell, 8, 10)));
    }
    String lower = (cell.startsWith("'") ? cell.substring(1) : cell).toLowerCase(Locale.ROOT);
    String text = western(INTERVAL.matcher(lower).replaceFirst(""));
    if (!Character.isDigit(text.charAt(0))) {
      Matcher weekday = WEEKDAY.matcher(text);
      text = weekday.lookingAt() ? text.substring(weekday.end()) : text;
    }
    try {
      return Character.isDigit(text.charAt(0)) ? digitFirst(text) : letterFirst(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The second of the day that a date has behind it, in UTC if its zone is given; else 0. */
  public static long second(String cell) {
    String text = cell.toLowerCase(Locale.ROOT);
    Matcher compact = COMPACT_CLOCK.matcher(text);
    text = compact.matches() ? compact.replaceFirst("$1 $2:$3:$4") : text;
    Matcher m = CLOCK.matcher(text);
    if (text.length() <= ISO.length() || !m.find(ISO.length() - 2)) {
      return 0;
    }
    long hour = number(m.group(1));
    String half = m.group(4);
    if (half != null) {
      hour = hour % 12 + (half.equals("p") ? 12 : 0);
    }
    long zone = optional(m.group(5));
    long offset = 3600 * zone + 60L * Long.signum(zone) * optional(m.group(6));
    return 3600 * hour + 60L * number(m.group(2)) + optional(m.group(3)) - offset;
  }

  private static long optional(@Nullable String digits) {
    return digits == null ? 0 : number(digits);
  }

  /** 2024-1-31 for the same with the signs of year, month and day of Chinese and Japanese. */
  private static String western(String text) {
    return text.indexOf('\u5e74') < 0
        ? text
        : text.replaceFirst("\u5e74", "-")
            .replaceFirst("\u6708", "-")
            .replaceFirst("-?\u65e5?$", "");
  }

  /** Whether a cell is a date, but not a year alone. */
  public static boolean isDate(String cell) {
    if (cell.length() == ISO.length() && isIso(cell)) {
      return true; // asked for each row of a file, and most often so
    }
    DateText date = read(cell);
    return date != null && !date.isYear;
  }

  private static boolean isIso(String cell) {
    for (int i = 0; i < ISO.length(); i++) {
      char c = cell.charAt(i);
      if (ISO.charAt(i) == '-' ? c != '-' : c < '0' || c > '9') {
        return false;
      }
    }
    int year = digits(cell, 0, 4);
    int month = digits(cell, 5, 7);
    int day = digits(cell, 8, 10);
    return year >= 1800 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  }

  private static @Nullable DateText digitFirst(String text) {
    Matcher m = YEAR_FIRST.matcher(text);
    if (m.matches()) {
      return certain(LocalDate.of(year(m.group(1)), number(m.group(3)), number(m.group(4))));
    }
    m = YEAR_LAST.matcher(text);
    if (m.matches()) {
      return eitherWay(number(m.group(1)), number(m.group(3)), year(m.group(4)));
    }
    m = COMPACT.matcher(text);
    if (m.matches()) {
      return m.group(3) == null
          ? month(year(m.group(1)), number(m.group(2)))
          : certain(LocalDate.of(year(m.group(1)), number(m.group(2)), number(m.group(3))));
    }
    m = YEAR_MONTH.matcher(text);
    if (m.matches()) {
      return month(year(m.group(1)), number(m.group(2)));
    }
    m = MONTH_YEAR.matcher(text);
    if (m.matches()) {
      return month(year(m.group(2)), number(m.group(1)));
    }
    m = DAY_NAME_YEAR.matcher(text);
    if (m.matches() && monthNamed(m.group(2)) > 0) {
      return certain(LocalDate.of(year(m.group(3)), monthNamed(m.group(2)), number(m.group(1))));
    }
    m = YEAR_NAME.matcher(text);
    if (m.matches() && monthNamed(m.group(2)) > 0) {
      int month = monthNamed(m.group(2));
      return m.group(3) == null
          ? month(year(m.group(1)), month)
          : certain(LocalDate.of(year(m.group(1)), month, number(m.group(3))));
    }
    m = WEEK.matcher(text);
    if (m.matches()) {
      int day = m.group(3) == null ? 7 : number(m.group(3));
      return week(year(m.group(1)), number(m.group(2)), day);
    }
    if (YEAR.matcher(text).matches()) {
      LocalDate last = LocalDate.of(year(text), 12, 31);
      return new DateText(last, last, true);
    }
    return partOfYear(text);
  }

  private static @Nullable DateText letterFirst(String text) {
    Matcher m = NAME_YEAR.matcher(text);
    if (m.matches() && monthNamed(m.group(1)) > 0) {
      return month(year(m.group(2)), monthNamed(m.group(1)));
    }
    m = NAME_DAY_YEAR.matcher(text);
    if (m.matches() && monthNamed(m.group(1)) > 0) {
      return certain(LocalDate.of(year(m.group(3)), monthNamed(m.group(1)), number(m.group(2))));
    }
    m = WEEK_YEAR.matcher(text);
    return m.matches() ? week(year(m.group(2)), number(m.group(1)), 7) : partOfYear(text);
  }

  private static DateText week(int year, int week, int day) {
    return certain(
        LocalDate.of(year, 1, 4)
            .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, week)
            .with(ChronoField.DAY_OF_WEEK, day));
  }

  private static @Nullable DateText partOfYear(String text) {
    Matcher m = PART_OF_YEAR.matcher(text);
    if (!m.matches()) {
      return null;
    }
    String quarter = firstOf(m.group("quarter"), m.group(4), m.group(5));
    String half = firstOf(m.group("half"), m.group(6));
    return month(
        year(Objects.requireNonNull(firstOf(m.group("year"), m.group(7)))),
        quarter == null ? 6 * number(Objects.requireNonNull(half)) : 3 * number(quarter));
  }

  private static @Nullable String firstOf(@Nullable String... texts) {
    return Arrays.stream(texts).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static DateText month(int year, int month) {
    return certain(YearMonth.of(year, month).atEndOfMonth());
  }

  private static DateText certain(LocalDate date) {
    return new DateText(date, date, false);
  }

  private static @Nullable DateText eitherWay(int first, int second, int year) {
    LocalDate dayFirst = dateOrNull(year, second, first);
    LocalDate monthFirst = dateOrNull(year, first, second);
    boolean isNone = Objects.isNull(dayFirst) && Objects.isNull(monthFirst);
    return isNone ? null : new DateText(dayFirst, monthFirst, false);
  }

  private static @Nullable LocalDate dateOrNull(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = 10 * number + (text.charAt(i) - '0');
    }
    return number;
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  /**
   * @throws DateTimeException if it is not from 1800 to 2199
   */
  private static int year(String digits) {
    int year = number(digits);
    if (digits.length() == 2) {
      return year + (year <= LAST_SHORT_YEAR ? 2000 : 1900);
    }
    if (year < 1800 || year >= 2200) {
      throw new DateTimeException("not a year of returns");
    }
    return year;
  }

  /** From 1; 0 if it is none. */
  private static int monthNamed(String name) {
    for (int i = 0; i < MONTHS_ELSEWHERE.size(); i++) {
      if ((" " + MONTHS_ELSEWHERE.get(i) + " ").contains(" " + name + " ")) {
        return i + 1;
      }
    }
    int at = MONTHS.indexOf(name.substring(0, 3));
    boolean isMonth =
        at >= 0
            && (name.length() == 3
                || name.equals("sept")
                || java.time.Month.of(at + 1).name().toLowerCase(Locale.ROOT).equals(name));
    return isMonth ? at + 1 : 0;
  }
}
