package org.fogopt.lab.paper;

import java.util.Locale;

/** Whether a claim was confirmed. */
public enum Verdict {
  HOLDS,
  HOLDS_IN_PART,
  DOES_NOT_HOLD;

  /** {@code holds in part}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
