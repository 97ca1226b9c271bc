package org.fogopt.method.auto;

import java.util.List;
import org.fogopt.method.Method;
import org.fogopt.method.baseline.AcceleratedGradient;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.newton.Newton;
import org.fogopt.method.newton.Samples;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Traits;

/** Chooses a method by what a problem is and offers. The only place that chooses. */
public final class Automatic {
  public static final Method METHOD =
      new Method(
          "auto",
          "Automatic choice",
          "",
          "those of the method chosen",
          "last",
          List.of(),
          (settings, oracle, x0) -> new AutomaticIteration(oracle, x0));

  /** So many numbers of a Hessian model are kept at the most: 512 MB. */
  private static final double MOST_NUMBERS = 1 << 26;

  /** More components than this make sampled steps faster than L-BFGS: bench/map, 10⁴ to 10⁵. */
  private static final long MANY = 30_000;

  /** What L-BFGS or SARAH-C may take of a problem without curvature: the usual budget. */
  private static final double PASSES = 1000;

  /**
   * A method, and why.
   *
   * @param reason half a sentence for the user
   */
  public record Choice(Method method, String reason) {}

  /**
   * A method with a schedule, on full gradients, that a kind of problem brings along.
   *
   * @param steps of the whole schedule; each evaluates all components once
   * @param reason half a sentence for the user
   */
  public record Offer(Method method, long steps, String reason) {}

  private Automatic() {}

  /**
   * The method offered, if its whole schedule costs no more than others would take; else one of
   * them.
   */
  public static Choice choose(Traits traits, Offer offer) {
    boolean isCheap =
        traits.isFinite() && offer.steps() * traits.innerCost() <= PASSES * traits.innerCount();
    return isCheap ? new Choice(offer.method(), offer.reason()) : choose(traits);
  }

  public static Choice choose(Traits traits) {
    int d = traits.unknowns();
    if (!traits.isFinite()) {
      return new Choice(SarahParameters.METHOD, "the supply is endless");
    }
    if (traits.hasPenalty() && !traits.isPolyhedral()) {
      return new Choice(SarahParameters.METHOD, "the penalty is known by its proximal map alone");
    }
    if (traits.hasPenalty() && d > Newton.MOST_DENSE) {
      return new Choice(
          SarahParameters.METHOD,
          "constraints on more than %d unknowns".formatted(Newton.MOST_DENSE));
    }
    if (!traits.offersCurvature() && !traits.affineInner() && traits.outputs() > d + 1) {
      return withoutNewton(traits, "no curvature is offered, and g has more outputs than unknowns");
    }
    if (d > Samples.FEW_UNKNOWNS && !traits.isQuadratic() && !traits.hasPenalty()) {
      return withoutNewton(traits, "%d unknowns are many to factor again and again".formatted(d));
    }
    if (d > Newton.MOST_DENSE
        && (double) d * Samples.modelSize(traits.components(), d) > MOST_NUMBERS) {
      return withoutNewton(traits, "%d unknowns are many".formatted(d));
    }
    String curvature = traits.offersCurvature() ? "offered" : "from secants";
    return new Choice(Newton.METHOD, "%d unknowns, curvature %s".formatted(d, curvature));
  }

  /** Where Newton is not to be had, or has failed: a sampled step changes even idle unknowns. */
  static Choice withoutNewton(Traits traits, String reason) {
    long weighty = Math.max(traits.effectiveCount(), traits.outerCount()); // samples miss a few
    boolean isSampled = weighty > MANY && (traits.hasPenalty() || !traits.isSparse());
    Method full = traits.hasPenalty() ? AcceleratedGradient.METHOD : Lbfgs.METHOD;
    return new Choice(isSampled ? SarahParameters.METHOD : full, reason);
  }
}
