package org.fogopt.lab.compare;

import java.util.List;

/** The step sizes that the paper says it searched. */
public final class PaperGrids {
  /** Portfolios. */
  public static final Steps.Given PORTFOLIO =
      new Steps.Given(List.of(1e-5, 1e-4, 2e-4, 5e-4, 1e-3, 1e-2));

  /** Values of states; the paper gives the ends, 5e-5 and 1e-2. */
  public static final Steps.Given VALUE =
      new Steps.Given(List.of(5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2));

  /** Maps: there was no search. */
  public static final Steps.Given EMBEDDING = new Steps.Given(List.of(1e-5));

  private PaperGrids() {}
}
