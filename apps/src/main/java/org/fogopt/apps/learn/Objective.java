package org.fogopt.apps.learn;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is made of the rows' losses l with weights w that sum to 1.
 *
 * <pre>
 *   mean             Σ w l
 *   variance:C       Σ w l + C Σ w (l − Σ w l)²
 *   kl:LAMBDA        λ log Σ w e^{l/λ}
 *   kl-ball:RHO      min over λ &gt; 0 of λ log Σ w e^{l/λ} + λρ: the worst mean over all weights p
 *                    with Σ p log(p/w) ≤ ρ
 *   cvar:ALPHA       the mean of the worst 1 − α of the losses
 *   cvar:ALPHA,NU    max of Σ w (p l − (ν/2)(p − 1)²) over 0 ≤ p ≤ 1/(1 − α), Σ w p = 1
 *   group:COLUMN     the largest of the groups' mean losses
 * </pre>
 *
 * @param parameter C, λ, ρ or α
 * @param smoothing ν of {@code cvar}; 0 for none
 * @param column of {@code group}; "" otherwise
 */
public record Objective(Kind kind, double parameter, double smoothing, String column) {
  public static final Objective MEAN = new Objective(Kind.MEAN, 0, 0, "");

  /** Which objective. */
  public enum Kind {
    MEAN,
    VARIANCE,
    KL,
    KL_BALL,
    CVAR,
    GROUP;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public Objective {
    boolean isFinite = Double.isFinite(parameter) && Double.isFinite(smoothing);
    boolean isGood =
        switch (kind) {
          case MEAN, GROUP -> parameter == 0 && smoothing == 0;
          case VARIANCE -> parameter >= 0 && smoothing == 0;
          case KL, KL_BALL -> parameter > 0 && smoothing == 0;
          case CVAR ->
              smoothing >= 0 && parameter >= 0 && (smoothing > 0 ? parameter <= 1 : parameter < 1);
        };
    if (!(isFinite && isGood)) {
      throw new IllegalArgumentException(
          switch (kind) {
            case MEAN, GROUP -> kind.word() + " takes no number";
            case VARIANCE -> "C of variance:C must be at least 0, not " + parameter;
            case KL -> "LAMBDA of kl:LAMBDA must be positive, not " + parameter;
            case KL_BALL -> "RHO of kl-ball:RHO must be positive, not " + parameter;
            case CVAR ->
                "cvar:ALPHA,NU needs 0 <= ALPHA < 1 and NU >= 0, not %s and %s"
                    .formatted(parameter, smoothing);
          });
    }
  }

  /** "mean", "variance:1", "kl:0.5", "kl-ball:0.1", "cvar:0.9", "cvar:0.5,1" or "group:region". */
  public static Objective parse(String text) {
    int colon = text.indexOf(':');
    String word = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    String[] numbers = rest.split(",", 2);
    Objective found =
        switch (word) {
          case "mean" -> colon < 0 ? MEAN : null;
          case "variance" -> new Objective(Kind.VARIANCE, number(text, rest), 0, "");
          case "kl" -> new Objective(Kind.KL, number(text, rest), 0, "");
          case "kl-ball" -> new Objective(Kind.KL_BALL, number(text, rest), 0, "");
          case "cvar" -> {
            double smoothing = numbers.length == 2 ? number(text, numbers[1]) : 0;
            yield new Objective(Kind.CVAR, number(text, numbers[0]), smoothing, "");
          }
          case "group" -> rest.isEmpty() ? null : new Objective(Kind.GROUP, 0, 0, rest);
          default -> null;
        };
    if (found != null) {
      return found;
    }
    throw new IllegalArgumentException(
        ("'%s' is no objective: mean, variance:C, kl:LAMBDA, kl-ball:RHO, cvar:ALPHA[,NU] or"
                + " group:COLUMN")
            .formatted(text));
  }

  static double number(String whole, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' in '%s' is no number".formatted(text, whole), e);
    }
  }

  @Override
  public String toString() {
    return switch (kind) {
      case MEAN -> "mean";
      case GROUP -> "group:" + column;
      case CVAR -> "cvar:" + plain(parameter) + (smoothing == 0 ? "" : "," + plain(smoothing));
      default -> kind.word() + ":" + plain(parameter);
    };
  }

  private static String plain(double v) {
    return v == Math.rint(v) && Math.abs(v) < 1e9 ? Long.toString((long) v) : Double.toString(v);
  }

  /** Whether its gradient by the losses has no jumps. */
  public boolean isSmooth() {
    return kind != Kind.GROUP && !(kind == Kind.CVAR && smoothing == 0);
  }

  /** Whether it is a largest mean over some set of weights: then it keeps losses convex. */
  boolean isCoherent() {
    return kind != Kind.VARIANCE;
  }

  /**
   * The exact value; overflow of exponentials is no matter.
   *
   * @param weights null: all the same
   * @param groups null unless this is the worst group
   */
  public double of(double[] losses, double @Nullable [] weights, int @Nullable [] groups) {
    return new Worst(this, losses, weights, groups).value();
  }

  /**
   * The weights p at which the objective's largest mean is attained: they sum to 1.
   *
   * @throws IllegalArgumentException for {@code variance}, which is no such mean
   */
  public double[] worstWeights(
      double[] losses, double @Nullable [] weights, int @Nullable [] groups) {
    return new Worst(this, losses, weights, groups).weights();
  }
}
