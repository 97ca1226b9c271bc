package org.fogopt.method.baseline;

import java.util.List;
import java.util.stream.Stream;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Iteration;
import org.fogopt.method.MonotoneStep;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Oracle;
import org.fogopt.theory.Batches;

/** Parameters that the SVRG family shares, and how they are read. */
final class SvrgFamily {
  static final Parameter ETA = MonotoneStep.ETA;
  static final Parameter A =
      Parameter.chosenCount("A", "samples of g in an inner step", "theory; c-svrg 10, scvrg 5");
  static final Parameter B =
      Parameter.chosenCountOrNone(
          "B",
          "samples of its Jacobian in an inner step",
          "A; 0 where g is affine, but for c-svrg-1");
  static final Parameter C =
      Parameter.chosenCount("C", "samples of the outer gradient", "theory; c-svrg 10, scvrg 1");
  static final Parameter RANDOM =
      Parameter.switched("random", "next anchor is a random inner iterate, not the last", false);
  static final Parameter K =
      Parameter.chosenCount(
          "K", "inner steps of an epoch", "theory; c-svrg (m+n)/(A+B+C), scvrg 5");

  /**
   * A tenth longer where the objective fell: 1.25 would be taken back more often than it gains; see
   * docs/notes. Single components of a healthy epoch make an estimate hundreds of times as long,
   * and no harm is done; what diverges does not stop at 10⁴.
   */
  static final MonotoneStep.Rule CAUTIOUS =
      new MonotoneStep.Rule(1.1, Double.POSITIVE_INFINITY, 1e4);

  private SvrgFamily() {}

  /** The parameters of all members, and one's own. */
  static List<Parameter> parameters(Parameter... own) {
    return Stream.concat(Stream.of(ETA, A, B, C, K), Stream.of(own)).toList();
  }

  static double eta(Settings settings, Oracle oracle, double[] x0, Batches batches) {
    Double given = settings.find(ETA);
    return given != null ? given : CurvatureProbe.stepSize(oracle, x0, batches.s1(), batches.s3());
  }

  /** The estimator with full anchors, K inner steps an epoch (unless given, {@code length}). */
  static Iteration begin(
      Settings settings,
      Oracle oracle,
      double[] x0,
      Batches batches,
      JacobianKind kind,
      NextAnchor next,
      double length) {
    long steps = settings.count(K, upTo(length));
    double eta = eta(settings, oracle, x0, batches);
    return new SvrgIteration(
        settings,
        oracle,
        x0,
        new SvrgIteration.Rules(batches, null, kind, next, false),
        epoch -> steps,
        t -> eta);
  }

  /** Refuses an endless problem before anything is sized by its number of components. */
  static void requireFinite(Oracle oracle) {
    if (!oracle.finite()) {
      throw new IllegalArgumentException(
          "an endless problem has no full anchors; use sc-scsg, or another online method");
    }
  }

  /** Given sizes, or these; a Jacobian that cannot change is not sampled unless asked for. */
  static Batches batches(
      Settings settings, Oracle oracle, JacobianKind kind, double standard, double outer) {
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    settings.requireAtMost("m", m, A, B);
    settings.requireAtMost("n", n, C);
    long a = settings.count(A, atMost(standard, m));
    boolean fixed = oracle.affineInner() && kind == JacobianKind.CORRECTED;
    long b = settings.count(B, fixed ? 0 : a);
    return new Batches(a, b, settings.count(C, atMost(outer, n)));
  }

  static long atMost(double wanted, long most) {
    return Math.max(1, Math.min(most, (long) Math.ceil(wanted)));
  }

  /** m + n, the N of the theories. */
  static double total(Oracle oracle) {
    return (double) oracle.innerCount() + oracle.outerCount();
  }

  /** A count of at least one. */
  static long upTo(double wanted) {
    return atMost(wanted, Long.MAX_VALUE);
  }
}
