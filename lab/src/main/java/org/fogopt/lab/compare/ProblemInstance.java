package org.fogopt.lab.compare;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.fogopt.linalg.Shortened;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What is minimised: a problem and a start, the same for all methods.
 *
 * @param name for tables and charts
 * @param problem to be solved
 * @param start x_0
 * @param least the least objective, or null if it is not known: gaps are then over the lowest seen
 */
public record ProblemInstance(
    String name, Problem problem, double[] start, @Nullable Double least) {
  /** Bytes of a digest that are shown: enough to distinguish data, short enough to read. */
  private static final int DIGEST = 8;

  /** Calls that make a pass: m, or 1 where there is no end of components. */
  double passCalls() {
    long m = problem.inner().mean().count();
    return m == Inner.UNBOUNDED ? 1 : m;
  }

  /**
   * Identifies the problem: a digest of its size, of the start, and of the bits of objective and
   * gradient there, to which every number of the data contributes.
   */
  public String fingerprint() {
    double[] gradient = new double[start.length];
    double objective;
    try (var workers = new Workers(1)) {
      objective = new Evaluator(problem, workers).gradient(start, gradient);
    }
    MessageDigest digest = sha256();
    ByteBuffer number = ByteBuffer.allocate(Double.BYTES);
    digest.update(number.putLong(0, problem.inner().count()).array());
    digest.update(number.putLong(0, problem.outer().count()).array());
    digest.update(number.putDouble(0, objective).array());
    for (int k = 0; k < start.length; k++) {
      digest.update(number.putDouble(0, start[k]).array());
      digest.update(number.putDouble(0, gradient[k]).array());
    }
    return HexFormat.of().formatHex(digest.digest(), 0, DIGEST);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "ProblemInstance[%s, start %s, least %s]".formatted(problem, Shortened.of(start), least);
  }
}
