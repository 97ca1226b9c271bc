package org.fogopt.lab.complexity;

import org.fogopt.method.Algorithm;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;

/**
 * What a method spends until it is as accurate as the theorems promise: until the mean of |∇Φ|²
 * over x_0, …, x_{T−1}, which is what a point drawn evenly from them has to expect, is at most ε².
 * A lucky dip of a noisy gradient does not count as arrival. Gradients are known in closed form
 * here, so evaluating them costs no calls.
 *
 * @param calls in the paper's accounting and of second order, up to the arrival; those of the
 *     budget if there was none
 * @param steps T
 * @param arrived whether it did within the budget
 */
record Pursuit(long calls, long steps, boolean arrived) {
  static Pursuit of(
      Algorithm algorithm, LongSlope problem, double epsilon, long seed, long budget) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem.problem(), workers, seed);
      Iteration iteration = algorithm.start(oracle, LongSlope.start());
      double sum = 0;
      for (long steps = 1; ; steps++) {
        iteration.step();
        sum += problem.squaredGradient(iteration.point());
        long calls = oracle.ledger().total();
        if (sum <= steps * epsilon * epsilon) {
          return new Pursuit(calls, steps, true);
        }
        if (calls >= budget || !Double.isFinite(iteration.estimateNorm())) {
          return new Pursuit(calls, steps, false);
        }
        iteration.commit();
      }
    }
  }
}
