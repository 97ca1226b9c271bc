package org.fogopt.bench;

import java.nio.file.Path;
import java.util.Locale;
import org.fogopt.apps.embedding.Columns;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.PrincipalComponents;
import org.fogopt.apps.embedding.Similarities;
import org.fogopt.apps.embedding.Start;
import org.fogopt.apps.embedding.TSne;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.method.FullGradient;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * {@code bench/embed --gradient}: how far t-SNE's interpolated gradient is from the sums over all
 * pairs, at every 50th step of a run.
 */
final class MapGradient {
  private static final int COLUMNS = 50;
  private static final double PERPLEXITY = 30;
  private static final long SEED = 1;

  private MapGradient() {}

  /** Argument: a file of points. */
  public static void main(String[] args) {
    try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
      Points points = Points.read(Path.of(args[0]), null, Columns.plain(Missing.REFUSE), null, 1);
      Rows rows = PrincipalComponents.reduce(points.rows(), COLUMNS, workers);
      Similarities p = Similarities.ofNearest(rows, PERPLEXITY, workers);
      Embedding map = Embedding.tsne(p, 2, workers);
      Problem exact = Embedding.student(p, 2, Embedding.Split.POINTS).problem();
      double[] start = Start.principalComponents(rows, 2, TSne.START);
      System.out.println("step,error");
      Run.of(map.problem(), TSne.METHOD.byDefault())
          .from(Start.jittered(start, map.size(), SEED))
          .stop(StopRule.steps(TSne.STEPS))
          .observe(
              new Observer() {
                @Override
                public void restarted(Progress progress) {
                  double[] x = progress.point();
                  double error = error(map.problem(), exact, x, workers);
                  System.out.printf(Locale.ROOT, "%d,%.2e%n", progress.step(), error);
                }
              })
          .go();
    }
  }

  private static double error(Problem problem, Problem exact, double[] x, Workers workers) {
    double[] off = gradient(problem, x, workers);
    double[] slow = gradient(exact, x, workers);
    Kernels.axpy(-1, slow, off);
    return Kernels.norm(off) / Kernels.norm(slow);
  }

  private static double[] gradient(Problem problem, double[] x, Workers workers) {
    double[] gradient = new double[x.length];
    new FullGradient(new Oracle(problem, workers, SEED)).at(x, gradient);
    return gradient;
  }
}
