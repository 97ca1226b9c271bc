package org.fogopt.apps.portfolio;

import java.util.Random;
import org.fogopt.Methods;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * {@link AllocatedBytes} in a machine that has run every method on problems of every kind before,
 * so that the compiler has seen each call go to many places.
 */
final class BusyAllocation {
  private BusyAllocation() {}

  public static void main(String[] arguments) {
    Rows rows = new SyntheticReturns(300, 9, 20).draw(1);
    run(new MeanVariance(rows, 1).problem(), 20);
    run(new MeanVariance(FloatRows.of(rows), 1).problem(), 20);
    run(new RandomMdp(60, 1, 12, 1).problem(0.9, BellmanResidual.Shape.LINEAR).problem(), 20);
    run(new RandomMdp(60, 1, 12, 1).problem(0.9, BellmanResidual.Shape.TANH).problem(), 8);
    Random random = new Random(1);
    double[] z = new double[40 * 3];
    java.util.Arrays.setAll(z, k -> random.nextGaussian());
    try (Workers workers = new Workers(1)) {
      Similarities p = Similarities.ofPerplexity(Rows.of(40, 3, z), 8, workers);
      run(Embedding.gauss(p, 2, Embedding.Split.POINTS).problem(), 2);
      run(Embedding.student(p, 2, Embedding.Split.PAIRS).problem(), 2);
    }
    AllocatedBytes.main(arguments);
  }

  private static void run(Problem problem, double passes) {
    for (Method method : Methods.ALL) {
      try {
        Run.of(problem, method.with(Settings.NONE)).stop(StopRule.passes(passes)).go();
      } catch (IllegalArgumentException e) {
        // a method that needs a step size
      }
    }
  }
}
