package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/** Notes how the numbers of a table are written, and refuses percent signs on some of them only. */
final class Writing {
  private @Nullable Boolean isPercent; // null before the first number that tells
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
    if (value == 0 && !hasSign) {
      return; // the same in percent
    }
    if (isPercent != null && isPercent != hasSign) {
      throw new InputException(
          row.atColumn(k + 1, null),
          "%s has %s percent sign, numbers before it have %s"
              .formatted(
                  InputException.quote(cells.text(k)),
                  hasSign ? "a" : "no",
                  hasSign ? "none" : "one"),
          "write all numbers with or all without percent signs");
    }
    isPercent = hasSign;
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
    if (isParenthesised) {
      remarks.add("parentheses for negative numbers");
    }
    return remarks;
  }
}
