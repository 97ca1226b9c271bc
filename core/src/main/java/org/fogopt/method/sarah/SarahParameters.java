package org.fogopt.method.sarah;

import java.util.List;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Inner;
import org.fogopt.theory.Batches;

/**
 * The inputs of Algorithm 1 by their names; what is not given is chosen.
 *
 * <pre>{@code
 * Algorithm sarah =
 *     SarahParameters.METHOD.with(SarahParameters.batches(5, 5, 20).with(SarahParameters.ETA, 0.01));
 * }</pre>
 */
public final class SarahParameters {
  private static final String ALL = "all, or 10000 of endless ones";

  public static final Parameter ETA =
      Parameter.chosen("eta", "step size", "adapted while running", Parameter.Range.POSITIVE);
  public static final Parameter Q =
      Parameter.chosenCount(
          "q", "steps from restart to restart", "adapted; (2m+n)/(S1+S2+S3) with eta");
  public static final Parameter S1 =
      Parameter.chosenCount("S1", "samples of g in a step", "5, at most m/20");
  public static final Parameter S2 =
      Parameter.chosenCountOrNone(
          "S2", "samples of its Jacobian in a step", "as S1; 0 where g is affine");
  public static final Parameter S3 =
      Parameter.chosenCount("S3", "samples of the outer gradient in a step", "20, at most n/20");
  public static final Parameter S1L =
      Parameter.chosenCount("S1L", "samples of g at a restart", ALL);
  public static final Parameter S2L =
      Parameter.chosenCount("S2L", "samples of its Jacobian at a restart", ALL);
  public static final Parameter S3L =
      Parameter.chosenCount("S3L", "samples of the outer gradient at a restart", ALL);
  public static final Parameter SHARED =
      Parameter.switched("shared", "one inner batch of S1 serves values and Jacobians", false);
  public static final Parameter PROJECTION =
      Parameter.chosen(
          "projection", "radius to project G onto (Frobenius)", "none", Parameter.Range.POSITIVE);
  public static final Parameter EPS = BaseIteration.EPS;

  /** Algorithm 1 where η is given; otherwise its adaptive form. */
  public static final Method METHOD =
      new Method(
          "sarah-c",
          "SARAH-Compositional",
          "Yuan, Lian, Liu 2019",
          "(m + n)/q + 2(S1 + S2 + S3)",
          "random; last in practice",
          List.of(ETA, Q, S1, S2, S3, S1L, S2L, S3L, SHARED, PROJECTION, EPS),
          (settings, oracle, x0) ->
              settings.find(ETA) == null
                  ? new AdaptiveSarah(settings, oracle, x0)
                  : new SarahCompositional(settings, oracle, x0));

  private static final long INNER_BATCH = 5; // S1, S2: larger gain nothing on the tuning list
  private static final long OUTER_BATCH = 20; // S3: outer gradients are the noisier part
  private static final long PARTS = 20; // a default batch is at most the 20th part of all
  private static final long RESTART = 10_000; // of endless ones: a hundredth of the noise is left

  private SarahParameters() {}

  /** Settings of S1, S2 and S3. */
  public static Settings batches(long s1, long s2, long s3) {
    return Settings.NONE.with(S1, s1).with(S2, s2).with(S3, s3);
  }

  /** Settings of S1L, S2L and S3L; as many as there are means all, each once. */
  public static Settings restart(long s1, long s2, long s3) {
    return Settings.NONE.with(S1L, s1).with(S2L, s2).with(S3L, s3);
  }

  /** S1, S2 and S3, given or by default. */
  static Batches stepSizes(Settings settings, Oracle oracle) {
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    settings.requireAtMost("m", m, S1, S2, S1L, S2L);
    settings.requireAtMost("n", n, S3, S3L);
    long inner = settings.count(S1, Math.min(INNER_BATCH, Math.max(1, m / PARTS)));
    long outer = settings.count(S3, Math.min(OUTER_BATCH, Math.max(1, n / PARTS)));
    long jacobians = settings.count(S2, oracle.affineInner() ? 0 : inner);
    if (jacobians == 0 && !oracle.affineInner() && !settings.is(SHARED)) {
      throw new IllegalArgumentException(
          "S2 = 0 needs an affine g: the Jacobian of this one changes");
    }
    return new Batches(inner, jacobians, outer);
  }

  /** S1L, S2L and S3L, given or by default. */
  static Batches restartSizes(Settings settings, Oracle oracle) {
    long inner = oracle.innerCount() == Inner.UNBOUNDED ? RESTART : oracle.innerCount();
    long outer = oracle.outerCount() == Inner.UNBOUNDED ? RESTART : oracle.outerCount();
    return new Batches(
        settings.count(S1L, inner), settings.count(S2L, inner), settings.count(S3L, outer));
  }
}
