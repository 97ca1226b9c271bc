package org.fogopt.theory;

import static org.fogopt.theory.Constants.requirePositive;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of SARAH-Compositional that the theory vouches for, as integers, with the step size
 * recomputed from the integers, and the calls they will cost.
 *
 * <pre>{@code
 * Constants c = new Constants(1, 1, 1, 1, 1);
 * Plan plan = Plan.finite(Plan.Mode.CORRECTED, c, 2000, 2000, 0.1, null);
 * double calls = plan.strictCalls();
 * }</pre>
 *
 * @param batches S1, S2, S3
 * @param restart S1L, S2L, S3L: everything in the finite case
 * @param q epoch length
 * @param eta step size
 * @param steps T
 * @param restarts ⌈T/q⌉
 * @param variance S_o, the factor of the estimator's error in the proof
 * @param paperCalls predicted calls, values and Jacobians paid for apart
 * @param strictCalls predicted calls as Definition 1 counts them
 * @param bound the closed bound on paperCalls; holds when {@code boundHolds}
 * @param boundHolds whether 6 S_o q ≥ 4 L², the condition of the bound
 * @param notes what was changed to make it possible, in words; none if nothing was
 */
public record Plan(
    Batches batches,
    Batches restart,
    long q,
    double eta,
    long steps,
    long restarts,
    double variance,
    double paperCalls,
    double strictCalls,
    double bound,
    boolean boundHolds,
    List<String> notes) {
  public Plan {
    notes = List.copyOf(notes);
  }

  /** Whose constants. */
  public enum Mode {
    /** The paper's theorems and corollary to the letter; one lemma behind them is false. */
    PRINTED,
    /**
     * What the proofs prove: S_o = a²/S1 + b²/S2 + L²/S3, restart batches three times larger, and
     * batches in the ratio a : b : L.
     */
    CORRECTED
  }

  /**
   * Theorem 1: both sums finite, exact restarts; E|∇Φ|² ≤ eps².
   *
   * @param batches the batch sizes, or null to let the corollary choose them; more than there are
   *     components are cut to all of them, and noted
   */
  public static Plan finite(
      Mode mode, Constants c, long m, long n, double eps, @Nullable Batches batches) {
    if (m < 1 || n < 1) {
      throw new IllegalArgumentException("m and n must be at least 1, not " + m + " and " + n);
    }
    requirePositive("epsilon", eps);
    double total = 2.0 * m + n;
    List<String> notes = new ArrayList<>();
    Batches s = batches != null ? cut("S", batches, m, n, notes) : choose(mode, c, total, m, n);
    return plan(mode, c, total, eps, s, new Batches(m, m, n), 2.0 * m + n, (double) m + n, notes);
  }

  /**
   * Theorem 2: endless sums, restarts on large batches; E|∇Φ|² ≤ 2 eps² (as printed, the constants
   * give 4 eps²).
   */
  public static Plan online(
      Mode mode, Constants c, Variances h, double eps, @Nullable Batches batches) {
    return online(mode, c, h, Long.MAX_VALUE, Long.MAX_VALUE, eps, batches);
  }

  /**
   * Theorem 2 for sums that are finite but large: no restart takes more components than there are,
   * and one that takes as many is exact.
   */
  public static Plan online(
      Mode mode, Constants c, Variances h, long m, long n, double eps, @Nullable Batches batches) {
    requirePositive("epsilon", eps);
    double factor = mode == Mode.PRINTED ? 3 : 9;
    double mg2 = c.jacobianBound() * c.jacobianBound();
    double lf2 = c.gradientLipschitz() * c.gradientLipschitz();
    double mf2 = c.gradientBound() * c.gradientBound();
    double value = factor * h.value() * mg2 * lf2;
    double jacobian = factor * h.jacobian() * mf2;
    double outer = factor * h.outerGradient() * mg2;
    List<String> notes = new ArrayList<>();
    Batches wanted =
        new Batches(
            atLeastOne(value / (eps * eps)),
            atLeastOne(jacobian / (eps * eps)),
            atLeastOne(outer / (eps * eps)));
    Batches restart = cut("S^L", wanted, m, n, notes);
    double calls = (double) restart.s1() + restart.s2() + restart.s3();
    double total = restart.equals(wanted) ? (value + jacobian + outer) / (eps * eps) : calls;
    Batches s = batches != null ? cut("S", batches, m, n, notes) : choose(mode, c, total, m, n);
    double both = restart.s1() == m && restart.s2() == m ? m : 0; // values come with Jacobians
    return plan(mode, c, total, eps, s, restart, calls, calls - both, notes);
  }

  /** No more than there are. */
  private static Batches cut(String name, Batches s, long m, long n, List<String> notes) {
    Batches most = new Batches(Math.min(s.s1(), m), Math.min(s.s2(), m), Math.min(s.s3(), n));
    if (!most.equals(s)) {
      notes.add(
          "%s = %s,%s,%s is cut to the m = %d and n = %d components there are"
              .formatted(name, brief(s.s1()), brief(s.s2()), brief(s.s3()), m, n));
    }
    return most;
  }

  private static String brief(long count) {
    return count < 1_000_000_000 ? Long.toString(count) : "%.2g".formatted((double) count);
  }

  private static Plan plan(
      Mode mode,
      Constants c,
      double total,
      double eps,
      Batches s,
      Batches restart,
      double paperRestart,
      double strictRestart,
      List<String> notes) {
    double smoothness = c.smoothness();
    long q = Math.max(1, (long) Math.ceil(total / s.sum()));
    double variance = variance(mode, c, s);
    double eta = 1 / Math.max(Math.sqrt(6 * variance * q), 2 * smoothness);
    double wanted = Math.ceil(2 * c.gap() / (eps * eps * eta));
    if (wanted > 1L << 53) {
      throw new IllegalArgumentException(
          "these constants ask for %.3g steps, more than can be counted".formatted(wanted));
    }
    long steps = (long) wanted;
    long restarts = (steps + q - 1) / q;
    double inner = 2.0 * s.sum() * (steps - restarts);
    return new Plan(
        s,
        restart,
        q,
        eta,
        steps,
        restarts,
        variance,
        restarts * paperRestart + inner,
        restarts * strictRestart + inner,
        total + Math.sqrt(total * s.sum() * variance) * Math.sqrt(216) * c.gap() / (eps * eps),
        6 * variance * q >= 4 * smoothness * smoothness,
        notes);
  }

  /** S_o; a term with nothing in its numerator is left out, so S2 may be 0 when b is. */
  static double variance(Mode mode, Constants c, Batches s) {
    double a = c.a();
    double b = c.b();
    if (b > 0 && s.s2() == 0) {
      throw new IllegalArgumentException("S2 = 0 needs an affine g (L_g = 0)");
    }
    double inner = a * a / s.s1() + (b > 0 ? b * b / s.s2() : 0);
    double smoothness = c.smoothness();
    return mode == Mode.PRINTED
        ? (1 + 2.0 / s.s3()) * inner
        : inner + smoothness * smoothness / s.s3();
  }

  private static Batches choose(Mode mode, Constants c, double total, long m, long n) {
    double scale = Math.sqrt(1.5 * total) / c.smoothness();
    if (mode == Mode.PRINTED) {
      return new Batches(
          clip(Math.rint(c.a() * scale), m),
          clip(Math.rint(c.b() * scale), m),
          clip(Math.rint(Math.pow(6 * total, 0.25)), n));
    }
    long s2 = (long) Math.ceil(c.b() * scale);
    return new Batches(
        clip(Math.ceil(c.a() * scale), m),
        Math.min(s2, m),
        clip(Math.ceil(c.smoothness() * scale), n));
  }

  private static long clip(double wanted, long most) {
    return Math.min(most, Math.max(1, (long) wanted));
  }

  private static long atLeastOne(double wanted) {
    return Math.max(1, (long) Math.ceil(wanted));
  }
}
