package org.fogopt.apps.portfolio.backtest;

import java.time.LocalDate;
import java.time.temporal.IsoFields;

/** A span of the calendar; weights are chosen in the first period of each. */
public enum Span {
  WEEK,
  MONTH,
  QUARTER,
  YEAR;

  /** Whether two dates lie in different spans. */
  boolean separates(LocalDate a, LocalDate b) {
    return switch (this) {
      case WEEK ->
          a.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) != b.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)
              || a.get(IsoFields.WEEK_BASED_YEAR) != b.get(IsoFields.WEEK_BASED_YEAR);
      case MONTH -> a.getMonth() != b.getMonth() || YEAR.separates(a, b);
      case QUARTER ->
          a.get(IsoFields.QUARTER_OF_YEAR) != b.get(IsoFields.QUARTER_OF_YEAR)
              || YEAR.separates(a, b);
      case YEAR -> a.getYear() != b.getYear();
    };
  }
}
