package org.fogopt.reliability;

import java.io.PrintStream;

/** Many runs, counted. */
interface Campaign {
  /** How it is called on the command line. */
  String name();

  /**
   * Runs.
   *
   * @param share of the whole campaign, 1 for all of it
   * @param out where to tell the counts
   * @return whether the bar was cleared
   */
  boolean run(double share, PrintStream out);

  /** So many of the whole campaign's runs, at least one. */
  static int part(int whole, double share) {
    return Math.max(1, (int) Math.round(whole * share));
  }
}
