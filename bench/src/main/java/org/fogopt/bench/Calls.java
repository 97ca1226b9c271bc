package org.fogopt.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.fogopt.Fog;
import org.fogopt.Methods;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * Passes to a relative gap of 1e-6 on problems drawn at random: the Java side of bench/calls.
 *
 * <pre>
 *   Calls SEED COUNT METHOD [FAMILY:K]
 * </pre>
 */
public final class Calls {
  static final List<String> FAMILIES =
      List.of("dro", "entropic", "sharpe", "portfolio", "portfolio-as-lambdas");
  private static final double GAP = 1e-6;
  private static final double MOST_PASSES = 1000;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private Calls() {}

  public static void main(String[] words) {
    long seed = Long.parseLong(words[0]);
    if (words.length > 3) {
      String[] which = words[3].split(":", -1);
      Draw draw = Draw.of(which[0], seed, Integer.parseInt(which[1]));
      System.out.printf("%s%n    %s%n", draw, draw.solve(words[2]));
    } else {
      run(seed, Integer.parseInt(words[1]), words[2], System.out);
    }
  }

  static void run(long seed, int count, String method, PrintStream out) {
    List<String> summary = new ArrayList<>();
    for (String family : FAMILIES) {
      double[] passes = new double[count];
      int unsure = 0;
      int early = 0;
      for (int k = 0; k < count; k++) {
        Draw draw = Draw.of(family, seed, k);
        Outcome outcome = draw.solve(method);
        passes[k] = outcome.passes;
        unsure += outcome.reference.converged() ? 0 : 1;
        early += outcome.gapAtTolerance <= GAP ? 0 : 1;
        out.printf(Locale.ROOT, "%3d %s%n    %s%n", k, draw, outcome);
      }
      Arrays.sort(passes);
      summary.add(
          String.format(
              Locale.ROOT,
              "%-20s %8.1f %8.1f %13d %20d %21d",
              family,
              (passes[(count - 1) / 2] + passes[count / 2]) / 2,
              passes[count - 1],
              Arrays.stream(passes).filter(Double::isInfinite).count(),
              early,
              unsure));
    }
    out.printf(
        "%n%s, seed %d, %d problems a family: passes to a relative gap of %.0e%n",
        method, seed, count, GAP);
    out.println(
        "family                 median    worst  never reached  at 1e-6 above the gap  reference unsure");
    summary.forEach(out::println);
  }

  /** One problem. */
  private record Draw(
      String family, int m, int d, double condition, double lambda, double noise, long seed) {
    static Draw of(String family, long seed, int k) {
      var random = new SplittableRandom(seed * 1_000_003 + FAMILIES.indexOf(family) * 10_007L + k);
      int d = (int) Math.round(logUniform(random, 5, 100));
      int m = (int) Math.max(20 * d, Math.round(logUniform(random, 1000, 30_000)));
      return new Draw(
          family,
          m,
          d,
          logUniform(random, 1, 100),
          logUniform(random, 0.2, 3),
          random.nextDouble(0.3, 2.3),
          random.nextLong());
    }

    private static double logUniform(SplittableRandom random, double least, double most) {
      return least * Math.pow(most / least, random.nextDouble());
    }

    private Problem problem() {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] a = rows(random);
      return switch (family) {
        case "dro" -> Lambdas.dro(signed(a, random), lambda);
        case "entropic" -> Lambdas.entropic(a, lambda);
        case "sharpe" -> Lambdas.sharpe(a);
        case "portfolio" -> new MeanVariance(flat(a), lambda).problem();
        default -> Lambdas.portfolio(a, lambda);
      };
    }

    private Rows flat(double[][] a) {
      return Rows.of(m, d, Arrays.stream(a).flatMapToDouble(Arrays::stream).toArray());
    }

    /** A common factor and noise, columns of scales from 1 to 1/√condition; means but for dro. */
    private double[][] rows(SplittableRandom random) {
      double[] scale = new double[d];
      double[] mean = new double[d];
      for (int c = 0; c < d; c++) {
        scale[c] = Math.pow(condition, -random.nextDouble() / 2);
        mean[c] = (family.equals("dro") ? 0 : 0.2) * random.nextGaussian();
      }
      double[][] a = new double[m][d];
      for (double[] row : a) {
        double factor = 0.7 * random.nextGaussian();
        for (int c = 0; c < d; c++) {
          row[c] = scale[c] * (mean[c] + factor + random.nextGaussian());
        }
      }
      return a;
    }

    /** Times a label that noise makes wrong now and then. */
    private double[][] signed(double[][] a, SplittableRandom random) {
      double[] truth = Data.gaussians(d, random);
      for (double[] row : a) {
        double z = 0.5 * noise * Math.sqrt(d) * random.nextGaussian();
        for (int c = 0; c < d; c++) {
          z += row[c] * truth[c];
        }
        for (int c = 0; z < 0 && c < d; c++) {
          row[c] = -row[c];
        }
      }
      return a;
    }

    private Outcome solve(String method) {
      Problem problem = problem();
      double[] x0 = new double[d];
      Arrays.fill(x0, family.equals("sharpe") ? 1.0 / d : 0);
      Result reference = Fog.minimise(problem, x0, 0);
      double least = reference.converged() ? reference.objective() : instead(problem, x0);
      Path path = new Path();
      Result result =
          Run.of(problem, Methods.named(method).byDefault())
              .threads(THREADS)
              .untraced()
              .from(x0)
              .stop(StopRule.tolerance(1e-10))
              .stop(StopRule.noProgress(20))
              .stop(StopRule.passes(MOST_PASSES))
              .observe(path)
              .go();
      path.points.add(result.point());
      path.reached.add(result.passes());
      try (Workers workers = new Workers(THREADS)) {
        Evaluator evaluator = new Evaluator(problem, workers);
        double first = evaluator.objective(x0);
        least = result.converged() ? Math.min(least, result.objective()) : least;
        double at = Double.POSITIVE_INFINITY;
        for (int k = 0; k < path.points.size() && Double.isInfinite(at); k++) {
          double gap = (evaluator.objective(path.points.get(k)) - least) / (first - least);
          at = gap <= GAP ? path.reached.get(k) : at;
        }
        double[] early = path.atTolerance == null ? result.point() : path.atTolerance;
        double gap = (evaluator.objective(early) - least) / (first - least);
        return new Outcome(at, gap, result, reference);
      }
    }

    /** The minimum by L-BFGS, where the automatic choice fails. */
    private static double instead(Problem problem, double[] x0) {
      Result result =
          Run.of(problem, Methods.named("lbfgs").byDefault())
              .threads(THREADS)
              .untraced()
              .from(x0)
              .stop(StopRule.tolerance(0))
              .stop(StopRule.noProgress(20))
              .stop(StopRule.passes(3 * MOST_PASSES))
              .go();
      return result.stop().diverged() ? Double.NaN : result.objective();
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s m=%d d=%d condition=%.1f lambda=%.2f noise=%.2f",
          family,
          m,
          d,
          condition,
          lambda,
          noise);
    }
  }

  /**
   * The iterates, with the passes after which each was known; of many a few, so it errs upwards.
   */
  private static final class Path implements Observer {
    private final List<double[]> points = new ArrayList<>();
    private final List<Double> reached = new ArrayList<>();
    private double[] atTolerance; // where Fog.minimise would have stopped
    private double last;
    private double next;

    @Override
    public void stepped(Progress progress) {
      if (last >= next) {
        points.add(progress.point().clone());
        reached.add(last);
        next = 1.01 * last + 0.01;
      }
      last = progress.passes(); // what x_{t+1} will have cost
      double tolerance = Fog.TOLERANCE * progress.firstGradientNorm();
      if (atTolerance == null && progress.gradientNorm() <= tolerance) {
        atTolerance = progress.point().clone();
      }
    }
  }

  private record Outcome(double passes, double gapAtTolerance, Result result, Result reference) {
    @Override
    public String toString() {
      String unsure =
          reference.converged()
              ? ""
              : "; REFERENCE NOT CONVERGED: " + reference.stop().detail().strip();
      return String.format(
          Locale.ROOT,
          "%.1f passes, gap %.1e where Fog.minimise stops, %s: %s%s",
          passes,
          gapAtTolerance,
          result.algorithm(),
          result.stop().detail(),
          unsure);
    }
  }
}
