package org.fogopt.apps.io.table;

/**
 * What to do with missing values: empty cells, NA, N/A, NaN, null, and -99.99 and -999, which
 * published return files hold where a portfolio was empty.
 */
public enum Missing {
  /** Refuse the file and name the first missing value. The default: nothing is left out unsaid. */
  REFUSE,
  /** Leave out every row with a missing value. */
  DROP_ROWS,
  /** Leave out every column with a missing value. */
  DROP_ASSETS,
  /** Leave them in the table, as NaN, for whoever reads it to decide; a marker is a number. */
  KEEP;

  /**
   * Whether a value stands for "missing": -99.99 and -999 are what Kenneth French's files hold, and
   * the plain tables made from them. No return in percent can be below -100, and one of exactly
   * -99.99 is much less likely than a marker that would ruin every mean without being noticed.
   */
  public static boolean isMarker(double value) {
    return value == -99.99 || value == -999;
  }
}
