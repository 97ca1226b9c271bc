package org.fogopt.cli.option;

import java.util.Arrays;
import java.util.Locale;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Portfolio;

/** What a portfolio is chosen for. */
public enum Objective {
  /** −mean + aversion · risk. */
  UTILITY,
  MIN_RISK,
  MAX_RETURN,
  MAX_RATIO,
  LOG_GROWTH;

  /** What the words are. */
  public static final String WORDS = "utility, min-risk, max-return, max-ratio, log-growth";

  /** As {@link #parse} takes it. */
  @Override
  public String toString() {
    return name().replace('_', '-').toLowerCase(Locale.ROOT);
  }

  /** {@code min-risk}. */
  public static Objective parse(String text) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected one of %s, found \"%s\"".formatted(WORDS, text)));
  }

  /**
   * The best weights.
   *
   * @param aversion of {@code UTILITY}
   * @param one what 100 % is in the returns, of {@code LOG_GROWTH}
   */
  public Allocation of(Portfolio portfolio, double aversion, double one) {
    return switch (this) {
      case UTILITY -> portfolio.maximiseUtility(aversion);
      case MIN_RISK -> portfolio.minimise();
      case MAX_RETURN -> portfolio.maximiseReturn();
      case MAX_RATIO -> portfolio.maximiseRatio();
      case LOG_GROWTH -> portfolio.maximiseGrowth(one);
    };
  }
}
