package org.fogopt.lab.compare;

import java.util.List;
import java.util.Locale;

/** How a run of a comparison ended. */
public enum Status {
  /** It reached the goal. */
  DONE,
  /** Its estimates grew without bound. */
  DIVERGED,
  /** The calls were spent before that. */
  OUT_OF_BUDGET;

  /** {@code done}; {@code 3 done, 2 out of budget} where runs differ. */
  public static String of(List<Status> all) {
    StringBuilder words = new StringBuilder();
    for (Status status : values()) {
      long count = all.stream().filter(status::equals).count();
      if (count == all.size()) {
        return status.words();
      }
      if (count > 0) {
        words.append(words.isEmpty() ? "" : ", ").append(count).append(' ').append(status.words());
      }
    }
    return words.toString();
  }

  private String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
