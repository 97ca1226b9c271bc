package org.fogopt.apps.portfolio.backtest;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.NoRatioException;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.linalg.RowMatrix;

/**
 * A way to choose weights from the past.
 *
 * @param name for tables and charts
 * @param rule what chooses
 */
public record Strategy(String name, Rule rule) {
  /** From the past to weights. */
  @FunctionalInterface
  public interface Rule {
    /**
     * The weights to hold next.
     *
     * @param past returns of the periods before, the last one last
     * @param held the weights now, drifted since they were chosen
     * @param note receives what a user should know of this choice
     */
    double[] weights(RowMatrix past, double[] held, Consumer<String> note);
  }

  /** The same weight for every asset. */
  public static Strategy equalWeight() {
    return new Strategy(
        "equal weight",
        (past, held, note) -> {
          double[] x = new double[held.length];
          Arrays.fill(x, 1.0 / x.length);
          return x;
        });
  }

  /**
   * The best portfolio of the past.
   *
   * @param wishes risk, constraints and costs; its returns and previous weights are not used
   * @param objective such as {@code Portfolio::minimise}
   */
  public static Strategy of(
      String name, Portfolio wishes, Function<Portfolio, Allocation> objective) {
    return of(name, wishes, (asked, note) -> objective.apply(asked));
  }

  private static Strategy of(
      String name,
      Portfolio wishes,
      BiFunction<Portfolio, Consumer<String>, Allocation> objective) {
    return new Strategy(
        name,
        (past, held, note) -> {
          Portfolio asked = wishes.on(past).previous(held);
          if (Arrays.stream(held).allMatch(each -> each == 0)) {
            asked.maxTurnover(Double.POSITIVE_INFINITY); // the first purchase
          }
          Allocation best = objective.apply(asked, note);
          best.notes().forEach(note);
          return best.weights();
        });
  }

  /**
   * The largest ratio of the past; where there is none, since nothing earned more than the
   * risk-free rate or something did so without risk, the least risk, with a note.
   */
  public static Strategy largestRatio(String name, Portfolio wishes) {
    return of(
        name,
        wishes,
        (asked, note) -> {
          try {
            return asked.maximiseRatio();
          } catch (NoRatioException e) {
            note.accept("no finite positive ratio in the window, so the weights of least risk");
            return asked.minimise();
          }
        });
  }

  @Override
  public String toString() {
    return "Strategy[%s]".formatted(name);
  }
}
