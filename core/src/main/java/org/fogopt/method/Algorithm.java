package org.fogopt.method;

import org.fogopt.oracle.Oracle;

/** A method with its parameters: what to do, before it is known to what. */
public interface Algorithm {
  /** Its name on the command line. */
  String name();

  /** Its parameters as far as they are given, in words that differ where they differ. */
  default String settings() {
    return "";
  }

  /** Begins at x0, which is not modified. Calls are made through {@code oracle} alone. */
  Iteration start(Oracle oracle, double[] x0);
}
