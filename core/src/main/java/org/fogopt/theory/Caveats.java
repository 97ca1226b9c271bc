package org.fogopt.theory;

import java.util.ArrayList;
import java.util.List;

/** What to know before a plan is trusted, in sentences with the numbers of the case. */
public final class Caveats {
  private Caveats() {}

  /**
   * Of plans by the corollaries.
   *
   * @param c the constants
   * @param printed a plan with the constants as printed
   * @param online whether it is for Theorem 2
   */
  public static List<String> of(Constants c, Plan printed, boolean online) {
    List<String> all = new ArrayList<>();
    double proved = provedStep(c, printed);
    all.add(
        ("the lemma on F is false as printed (its 1/S1 and 1/S2 cannot be had): for the printed"
                + " batches the proof allows a step of %.3g, not %.3g")
            .formatted(proved, printed.eta()));
    all.add(
        c.b() == 0
            ? "g is affine: |G| <= M_g holds of the estimate too, and no Jacobians need be drawn (S2 ="
                + " 0)"
            : "the proof assumes |G| <= M_g of the estimate, which the recursion does not give:"
                + " project it (--set projection=R with R a bound on Jacobians in the Frobenius norm)");
    if (online) {
      all.add(
          "the printed restarts miss a factor 3: with them the bound is 4 eps^2, not 2 eps^2; and H2"
              + " is a variance in the Frobenius norm");
    }
    all.add("batches, q and T are whole numbers here, and the step is computed from them");
    return all;
  }

  /** The step that the corrected condition allows for a plan's batches and epoch. */
  public static double provedStep(Constants c, Plan plan) {
    double variance = Plan.variance(Plan.Mode.CORRECTED, c, plan.batches());
    return 1 / Math.max(Math.sqrt(6 * variance * plan.q()), 2 * c.smoothness());
  }
}
