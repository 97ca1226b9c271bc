package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/** No weights are feasible, or the objective falls without end. */
public final class NoMinimumException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** Trades that a message lists. */
  private static final int MOST_NAMED = 4;

  /** A multiplier this small relative to the largest has no part in a proof. */
  private static final double ROUNDING = 1e-9;

  private final double @Nullable [] direction;

  private NoMinimumException(String message, double @Nullable [] direction) {
    super(message);
    this.direction = direction;
  }

  static NoMinimumException clash(Polyhedral set, Solution certificate) {
    double[] ofRows = certificate.rowMultipliers();
    double[] ofBounds = certificate.boundMultipliers();
    double rounding = ROUNDING * Math.max(largest(ofRows), largest(ofBounds));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < ofRows.length; i++) {
      if (Math.abs(ofRows[i]) > rounding) {
        names.add(set.rows().get(i).name());
      }
    }
    if (largest(ofBounds) > rounding) {
      names.add("the bounds of the weights");
    }
    return new NoMinimumException(
        "no weights meet all constraints: these clash: %s".formatted(String.join(", ", names)),
        null);
  }

  private static double largest(double[] multipliers) {
    return Arrays.stream(multipliers).map(Math::abs).max().orElse(0);
  }

  static NoMinimumException violated(Row row) {
    return new NoMinimumException(
        "no weights were found that meet all constraints: %s is far from what it should be"
            .formatted(row.name()),
        null);
  }

  static NoMinimumException endless(double[] direction) {
    return new NoMinimumException(
        "the objective falls without end in a direction that the constraints leave open;"
            + " give a budget and bounds",
        direction);
  }

  /**
   * The same with the names of the assets that such a direction buys and sells.
   *
   * @param weights from a direction of a program's unknowns to one of weights
   */
  public NoMinimumException naming(List<String> assets, UnaryOperator<double[]> weights) {
    if (direction == null) {
      return this;
    }
    double[] move = weights.apply(direction);
    String trades =
        IntStream.range(0, move.length)
            .boxed()
            .filter(k -> move[k] != 0)
            .sorted(Comparator.comparingDouble(k -> -Math.abs(move[k])))
            .limit(MOST_NAMED)
            .map(k -> (move[k] > 0 ? "buy " : "sell ") + assets.get(k))
            .collect(Collectors.joining(", "));
    return new NoMinimumException(
        "%s; the direction: %s%s"
            .formatted(getMessage(), trades, move.length > MOST_NAMED ? ", …" : ""),
        move);
  }

  /** The same of few assets, where all of them may well have a minimum. */
  public NoMinimumException ofFew(int most) {
    return new NoMinimumException(
        "of the %s alone, %s; others may, as the choice is a heuristic: allow more assets, or wider bounds"
            .formatted(most == 1 ? "largest asset" : "largest " + most + " assets", getMessage()),
        direction);
  }

  /** The direction in which the objective falls without end; null where constraints clash. */
  public double @Nullable [] direction() {
    return direction == null ? null : direction.clone();
  }
}
