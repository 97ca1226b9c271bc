package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/** Notes how the numbers of a table are written, and refuses signs on some of them only. */
final class Writing {
  private @Nullable Boolean isPercent; // null before the first number that tells
  private @Nullable Boolean isCurrency;
  private boolean isGrouped;
  private boolean isParenthesised;
  private boolean isDecimal;

  /** Takes in the number in a cell; NaN is none. */
  void add(CsvCells cells, int k, double value, Place row) {
    if (Double.isNaN(value)) {
      return;
    }
    NumberStyle.Plain written = cells.written(k);
    boolean hasSign = written != null && written.isPercent();
    if (written != null) {
      isGrouped |= written.isGrouped();
      isParenthesised |= written.isParenthesised();
      isDecimal |= written.isDecimal();
    }
    boolean hasCurrency = written != null && written.isCurrency();
    if (value == 0 && !hasSign && !hasCurrency) {
      return; // the same in percent
    }
    requireAlike(isPercent, hasSign, "percent", cells, k, row);
    requireAlike(isCurrency, hasCurrency, "currency", cells, k, row);
    isPercent = hasSign;
    isCurrency = hasCurrency;
  }

  private static void requireAlike(
      @Nullable Boolean before, boolean now, String sign, CsvCells cells, int k, Place row) {
    if (before != null && before != now) {
      throw new InputException(
          row.atColumn(k + 1, null),
          "%s has %s %s sign, numbers before it have %s"
              .formatted(
                  InputException.quote(cells.text(k)),
                  now ? "a" : "no",
                  sign,
                  now ? "none" : "one"),
          "write all numbers with or all without " + sign + " signs");
    }
  }

  /** Whether the numbers so far had no signs, so that another without has nothing to add. */
  boolean isPlain() {
    return Boolean.FALSE.equals(isPercent) && Boolean.FALSE.equals(isCurrency);
  }

  boolean isCurrency() {
    return Boolean.TRUE.equals(isCurrency);
  }

  /** Whether they have percent signs; null if none tells. */
  @Nullable Boolean percentSigns() {
    return isPercent;
  }

  boolean isPercent() {
    return Boolean.TRUE.equals(isPercent);
  }

  /** In words, for those who wonder. */
  List<String> remarks(NumberStyle style) {
    List<String> remarks = new ArrayList<>();
    if (isDecimal && style.decimal() == ',') {
      remarks.add("decimal commas");
    }
    if (isGrouped) {
      remarks.add("thousands separators");
    }
    if (isPercent()) {
      remarks.add("percent signs");
    }
    if (isCurrency()) {
      remarks.add("currency signs");
    }
    if (isParenthesised) {
      remarks.add("parentheses for negative numbers");
    }
    return remarks;
  }
}
