package org.fogopt.apps.returns;

import org.jspecify.annotations.Nullable;

/**
 * What a table is said to hold.
 *
 * @param content what its numbers are
 * @param type which returns to make of prices
 * @param units of the returns; null to tell them from the numbers
 * @param periodsPerYear how many rows make a year; null to tell it from the dates
 * @param rowWeights the column that holds weights of the rows and says nothing of returns; null for
 *     none
 */
public record Request(
    Content content,
    ReturnType type,
    @Nullable Units units,
    @Nullable Double periodsPerYear,
    @Nullable String rowWeights) {

  /** What the numbers of a table are. */
  public enum Content {
    /** Returns; a table that looks like prices is refused. */
    RETURNS,
    /** Returns, whatever they look like. */
    SURELY_RETURNS,
    /** Prices. */
    PRICES
  }

  /** Returns of which nothing else is known. */
  public static Request returns() {
    return new Request(Content.RETURNS, ReturnType.SIMPLE, null, null, null);
  }

  /** Prices, for simple returns. */
  public static Request prices() {
    return returns().with(Content.PRICES);
  }

  /** This request for another content. */
  public Request with(Content content) {
    return new Request(content, type, units, periodsPerYear, rowWeights);
  }

  /** This request for another type of returns. */
  public Request with(ReturnType type) {
    return new Request(content, type, units, periodsPerYear, rowWeights);
  }

  /** This request with these units, or null to tell them from the numbers. */
  public Request withUnits(@Nullable Units units) {
    return new Request(content, type, units, periodsPerYear, rowWeights);
  }

  /** This request with so many periods in a year, or null to tell it from the dates. */
  public Request withPeriodsPerYear(@Nullable Double periodsPerYear) {
    return new Request(content, type, units, periodsPerYear, rowWeights);
  }

  /** This request with a column of weights of the rows, or null for none. */
  public Request withRowWeights(@Nullable String rowWeights) {
    return new Request(content, type, units, periodsPerYear, rowWeights);
  }
}
