package org.fogopt.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.Parts;
import org.fogopt.method.Iteration;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;

/**
 * The paper's lemma on the iteration of F is false: its bound has a factor 1/S1 that cannot be had.
 *
 * <p>Take copies of g_j(x) = x and f_i(y) = c y + s_i L_f y²/2 with s_i = ±1 in equal numbers. Then
 * y_t = x_t whatever is drawn, ∇Φ = c, and F_{t+1} = F_t − η L_f F_t ξ_t with ξ_t the mean of S3
 * random signs. So E|F_T − c|² = (L_f²/S3) Σ η² E F_t² = c²((1 + ρ)^T − 1) with ρ = η² L_f²/S3. The
 * lemma claims 2/S1 times that. What the proof proves is L_Φ²/S3 (here the truth itself), or, by
 * its own coarser route, 2(a² + b²)/S3.
 */
class FalseLemmaTest {
  private static final double C = 1;
  private static final double LF = 1;
  private static final double ETA = 0.1;
  private static final int S1 = 10;
  private static final int S3 = 2;
  private static final double RHO = ETA * ETA * LF * LF / S3;

  private static double closedForm(int steps) {
    return C * C * (Math.pow(1 + RHO, steps) - 1);
  }

  @Test
  void enumeratingAllSignsGivesTheClosedFormAndRefutesThePrintedBound() {
    int steps = 9;
    double[] moments = new double[2]; // E|F_T − c|² and Σ η² E F_t²
    enumerate(steps, C, 1, moments);
    assertThat(moments[0]).isCloseTo(closedForm(steps), within(1e-15));
    assertThat(moments[0]).isCloseTo(LF * LF / S3 * moments[1], within(1e-15));
    assertThat(moments[0]).isGreaterThan(2.0 / (S3 * S1) * LF * LF * moments[1]);
    assertThat(moments[0]).isLessThan(2.0 / S3 * LF * LF * moments[1]);
  }

  /** The mean of two signs is −1, 0, 1 with probabilities ¼, ½, ¼. */
  private static void enumerate(int left, double f, double probability, double[] moments) {
    if (left == 0) {
      moments[0] += probability * (f - C) * (f - C);
      return;
    }
    moments[1] += probability * ETA * ETA * f * f;
    enumerate(left - 1, f + ETA * LF * f, probability / 4, moments);
    enumerate(left - 1, f, probability / 2, moments);
    enumerate(left - 1, f - ETA * LF * f, probability / 4, moments);
  }

  @Test
  void theAlgorithmItselfViolatesThePrintedBoundAndKeepsTheCorrectedOne() {
    int steps = 20;
    int runs = 20_000;
    Parts parts =
        new Parts(
            1,
            1,
            40,
            100,
            false,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> C * y[0] + sign(i) * LF * y[0] * y[0] / 2,
            (i, y, u) -> u[0] = C + sign(i) * LF * y[0]);
    var sarah =
        SarahParameters.METHOD.with(
            SarahParameters.batches(S1, 1, S3)
                .with(SarahParameters.ETA, ETA)
                .with(SarahParameters.Q, 1000));
    double sum = 0;
    double sumOfSquares = 0;
    double path = 0; // Σ η² E F_t², measured
    try (Workers workers = new Workers(1)) {
      for (int seed = 1; seed <= runs; seed++) {
        Iteration run = sarah.start(new Oracle(parts.problem(), workers, seed), new double[1]);
        for (int t = 0; t < steps; t++) {
          run.step();
          path += ETA * ETA * run.estimateNorm() * run.estimateNorm() / runs;
          run.commit();
        }
        run.step(); // F_T is positive: each step changes it by at most a tenth
        double error = (run.estimateNorm() - C) * (run.estimateNorm() - C);
        sum += error;
        sumOfSquares += error * error;
      }
    }
    double measured = sum / runs;
    double standardError = Math.sqrt((sumOfSquares / runs - measured * measured) / runs);
    assertThat(standardError).isLessThan(0.02 * measured);
    assertThat(measured).isCloseTo(closedForm(steps), within(4 * standardError));

    Constants constants = new Constants(1, 0, C, LF, 1);
    double corrected = constants.smoothness() * constants.smoothness() / S3 * path;
    double printed = 2.0 / S3 * constants.a() * constants.a() / S1 * path;
    assertThat(measured).isGreaterThan(4 * printed);
    assertThat(measured).isLessThan(corrected + 4 * standardError);
    assertThat(measured).isLessThan(2 * corrected); // the proof's own route
  }

  private static double sign(long i) {
    return i % 2 == 0 ? 1 : -1;
  }
}
