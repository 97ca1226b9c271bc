package org.fogopt.lab.report;

import java.util.List;

/**
 * Convergence of methods on one problem: gap or gradient norm over calls, passes or seconds.
 *
 * @param title over the chart
 * @param note under the title; may be empty
 * @param gapName what {@link Point#gap} is, such as {@code gap to the exact minimum}
 * @param curves one for each method
 */
public record Chart(String title, String note, String gapName, List<Curve> curves)
    implements Section {
  public Chart {
    curves = List.copyOf(curves);
  }
}
