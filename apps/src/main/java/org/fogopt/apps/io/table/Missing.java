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
  DROP_ASSETS
}
