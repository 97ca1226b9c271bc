package org.fogopt.apps.portfolio;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.risk.NoMinimumException;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.linalg.Kernels;

/** The largest holdings, which are kept where the number of assets is limited. */
final class Largest {
  private static final double STEP = 0.25;

  /** A model of few assets, and its minimum. */
  record Few(PortfolioModel model, Best best) {}

  private Largest() {}

  /**
   * The minimum over the largest weights alone. Where those meet not all constraints, as a target
   * return, x goes to the weights of the largest return in steps, until its largest do.
   */
  static Few minimum(
      Portfolio.Wish wish,
      PortfolioModel model,
      double[] x,
      int most,
      double[] lower,
      double[] upper) {
    try {
      return few(wish, model, x, most, lower, upper);
    } catch (NoMinimumException first) {
      for (double share = STEP; share <= 1; share += STEP) {
        try {
          double[] mixed = model.weights(model.balance(Risk.VARIANCE, 0, 1).x());
          Kernels.scale(share, mixed);
          Kernels.axpy(1 - share, x, mixed);
          return few(wish, model, mixed, most, lower, upper);
        } catch (NoMinimumException e) {
          // the next, or the first one's reason
        }
      }
      throw first.ofFew(most);
    }
  }

  private static Few few(
      Portfolio.Wish wish,
      PortfolioModel all,
      double[] x,
      int most,
      double[] lower,
      double[] upper) {
    PortfolioModel model = all.without(others(x, most, lower, upper));
    return new Few(model, wish.of(model));
  }

  /** All but the largest weights; what must be held is not among them. */
  static int[] others(double[] x, int most, double[] lower, double[] upper) {
    boolean[] isHeld = new boolean[x.length]; // as the bounds do not hold 0
    for (int k = 0; k < x.length; k++) {
      isHeld[k] = lower[k] > 0 || upper[k] < 0;
    }
    int[] order =
        IntStream.range(0, x.length)
            .boxed()
            .sorted(
                Comparator.comparing((Integer k) -> !isHeld[k])
                    .thenComparingDouble(k -> -Math.abs(x[k])))
            .skip(most)
            .mapToInt(k -> k)
            .toArray();
    if (isHeld[order[0]]) {
      throw new IllegalArgumentException(
          "the bounds leave no weight of 0 for %d assets, but at most %d may be held"
              .formatted(IntStream.range(0, x.length).filter(k -> isHeld[k]).count(), most));
    }
    return order;
  }
}
