package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.fogopt.apps.portfolio.risk.NoMinimumException;
import org.jspecify.annotations.Nullable;

/**
 * The least risk at expected returns evenly spaced from that of the least risk to the largest.
 *
 * @param leastRisk of a model
 * @param isOfFew whether the number of assets is limited: points without a choice are left out then
 */
record Frontier(Function<PortfolioModel, Allocation> leastRisk, boolean isOfFew) {
  List<Allocation> points(int points, PortfolioModel model) {
    Allocation least = leastRisk.apply(model);
    Allocation most = found(model.atMostReturn());
    double largest = most == null ? model.mostReturn() : most.expectedReturn();
    List<Allocation> all = new ArrayList<>(List.of(least));
    for (int k = 1; k < points - 1; k++) {
      double share = (double) k / (points - 1);
      PortfolioModel aimed =
          model.withTarget((1 - share) * least.expectedReturn() + share * largest);
      Allocation point = found(aimed);
      if (point != null) {
        all.add(point);
      }
      model.continueFrom(aimed);
    }
    if (most != null) {
      all.add(most);
    }
    return all;
  }

  private @Nullable Allocation found(PortfolioModel model) {
    try {
      return leastRisk.apply(model);
    } catch (NoMinimumException e) {
      if (isOfFew) {
        return null;
      }
      throw e;
    }
  }
}
