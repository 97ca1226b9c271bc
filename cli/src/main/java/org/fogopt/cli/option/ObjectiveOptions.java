package org.fogopt.cli.option;

import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Portfolio;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What weights are chosen for. */
public final class ObjectiveOptions {
  @Option(
      names = "--objective",
      paramLabel = "WHAT",
      converter = ObjectiveConverter.class,
      description =
          "Choose weights for: "
              + Objective.WORDS
              + ". Default: utility (-mean + lambda * risk); min-risk with --target-return,"
              + " max-return with --max-risk.")
  private @Nullable Objective objective;

  @Option(
      names = "--target-return",
      paramLabel = "R",
      description = "An expected return of at least R, per period.")
  private @Nullable Double target;

  @Option(
      names = "--max-risk",
      paramLabel = "R",
      description = "A risk of at most R; with the objective max-return.")
  private @Nullable Double maxRisk;

  /** Whether anything here was asked for. */
  public boolean isGiven() {
    return objective != null || target != null || maxRisk != null;
  }

  public Objective objective() {
    if (objective != null) {
      return objective;
    }
    return maxRisk != null
        ? Objective.MAX_RETURN
        : target != null ? Objective.MIN_RISK : Objective.UTILITY;
  }

  /** Refuses, before any work is done, what does not go together. */
  public void check() {
    if (maxRisk != null && objective() != Objective.MAX_RETURN) {
      throw new IllegalArgumentException("--max-risk goes with --objective max-return");
    }
  }

  /**
   * The best weights.
   *
   * @param one what 100 % is in the returns; NaN if that is not known
   */
  public Allocation best(Portfolio portfolio, double aversion, double one) {
    if (target != null) {
      portfolio.targetReturn(target);
    }
    if (maxRisk != null) {
      return portfolio.maximiseReturn(maxRisk);
    }
    if (objective() == Objective.LOG_GROWTH && Double.isNaN(one)) {
      throw new IllegalArgumentException(
          "--objective log-growth: are returns in percent or fractions? say --units");
    }
    return objective().of(portfolio, aversion, one);
  }

  /** {@code min-risk}. */
  static final class ObjectiveConverter implements CommandLine.ITypeConverter<Objective> {
    @Override
    public Objective convert(String text) {
      try {
        return Objective.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
