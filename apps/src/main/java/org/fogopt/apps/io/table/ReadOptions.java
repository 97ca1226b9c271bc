package org.fogopt.apps.io.table;

import org.jspecify.annotations.Nullable;

/**
 * How to read a table.
 *
 * @param missing what to do with missing values
 * @param table which table of a file that holds several: its number from 1, its title or a part of
 *     it, or the name of a MATLAB variable; null for the first table or the largest matrix
 * @param decimal the decimal mark, a point or a comma; null to tell it from the file
 * @param maxBytes the most bytes a file may unpack to; a small file can unpack to anything
 */
public record ReadOptions(
    Missing missing, @Nullable String table, @Nullable Character decimal, long maxBytes) {

  /** 4 GiB: 2^29 doubles in a matrix of MATLAB, more than fits in the memory of most machines. */
  public static final long DEFAULT_MAX_BYTES = 4L << 30;

  public ReadOptions {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes is " + maxBytes + ", expected at least 1");
    }
  }

  /** Missing values refused, the first table, the default limit. */
  public static ReadOptions defaults() {
    return new ReadOptions(Missing.REFUSE, null, null, DEFAULT_MAX_BYTES);
  }

  /** These options with another treatment of missing values. */
  public ReadOptions withMissing(Missing missing) {
    return new ReadOptions(missing, table, decimal, maxBytes);
  }

  /** These options with another choice of table. */
  public ReadOptions withTable(@Nullable String table) {
    return new ReadOptions(missing, table, decimal, maxBytes);
  }

  /** These options with another decimal mark, a point or a comma; null to tell it from the file. */
  public ReadOptions withDecimal(@Nullable Character decimal) {
    return new ReadOptions(missing, table, decimal, maxBytes);
  }

  /** These options with another limit. */
  public ReadOptions withMaxBytes(long maxBytes) {
    return new ReadOptions(missing, table, decimal, maxBytes);
  }
}
