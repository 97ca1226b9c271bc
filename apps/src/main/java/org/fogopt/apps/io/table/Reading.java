package org.fogopt.apps.io.table;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a table was understood, beyond its numbers.
 *
 * @param remarks what a user should know, such as {@code decimal commas}; empty for a plain file
 * @param hasPercentSigns whether its numbers are written with percent signs
 * @param hasCurrencySigns whether its numbers are amounts of money by their signs
 * @param labelHeading what the header calls the column of labels; null if there is no such name
 */
public record Reading(
    List<String> remarks,
    boolean hasPercentSigns,
    boolean hasCurrencySigns,
    @Nullable String labelHeading)
    implements Serializable {
  /** Of a file that leaves nothing to say. */
  public static final Reading PLAIN = new Reading(List.of(), false, false, null);

  public Reading {
    remarks = List.copyOf(remarks);
  }
}
