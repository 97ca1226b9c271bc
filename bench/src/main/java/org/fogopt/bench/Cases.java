package org.fogopt.bench;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.UniformReturns;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Iteration;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;

/** The problems that are measured. */
final class Cases {
  /** So many steps without a restart that none comes. */
  private static final long NO_RESTART = 1L << 60;

  private Cases() {}

  static Problem portfolio(int periods, int assets) {
    return new MeanVariance(Rows.of(new UniformReturns(periods, assets, 1)), 1).problem();
  }

  /** The same with returns in half the memory. */
  static Problem floats(int periods, int assets) {
    return new MeanVariance(FloatRows.of(new UniformReturns(periods, assets, 1)), 1).problem();
  }

  static Problem value(int states, int features) {
    return new RandomMdp(states, 1, features, 1)
        .problem(0.95, BellmanResidual.Shape.LINEAR, BellmanResidual.Split.CENTRED)
        .problem();
  }

  /** The paper's embedding, of points in five clouds. */
  static Embedding embedding(int points, int dimensions, Workers workers) {
    Random random = new Random(1);
    double[] z = new double[points * 20];
    for (int i = 0; i < points; i++) {
      for (int k = 0; k < 20; k++) {
        z[i * 20 + k] = random.nextGaussian() + (k == i % 5 ? 6 : 0);
      }
    }
    Similarities p = Similarities.ofPerplexity(Rows.of(points, 20, z), 30, workers);
    return Embedding.gauss(p, dimensions, Embedding.Split.POINTS);
  }

  static double[] scattered(int size) {
    Random random = new Random(2);
    double[] x = new double[size];
    Arrays.setAll(x, k -> 0.1 * random.nextGaussian());
    return x;
  }

  /** A run that has restarted and takes inner steps for ever. */
  static Iteration innerSteps(
      Problem problem, double eta, long s1, long s2, long s3, Workers workers) {
    Iteration steps =
        SarahParameters.METHOD
            .with(
                SarahParameters.batches(s1, s2, s3)
                    .with(SarahParameters.ETA, eta)
                    .with(SarahParameters.Q, NO_RESTART))
            .start(new Oracle(problem, workers, 1), scattered(problem.dimension()));
    steps.step();
    steps.commit();
    return steps;
  }

  /** A run of which every step is a restart. */
  static Iteration restarts(Problem problem, double eta, Workers workers) {
    return SarahParameters.METHOD
        .with(
            SarahParameters.batches(1, 1, 1)
                .with(SarahParameters.ETA, eta)
                .with(SarahParameters.Q, 1))
        .start(new Oracle(problem, workers, 1), scattered(problem.dimension()));
  }
}
