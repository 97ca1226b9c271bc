package org.fogopt.reliability;

import java.io.PrintStream;
import java.util.Random;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * Steps a thousand times too long must be noticed within an epoch, and runs that are well must not
 * be taken for diverging. Random small problems: portfolios, values, and some that are not convex.
 */
final class DivergenceCampaign implements Campaign {
  private static final int TOO_LONG = 500;
  private static final int HEALTHY = 10_000;
  private static final double NOTICED = 0.99;
  private static final double FALSE_ALARMS = 0.001;
  private static final double FACTOR = 1000;

  /** Of a healthy run: the probe for a step size alone costs up to 60 on problems so small. */
  private static final double PASSES = 120;

  @Override
  public String name() {
    return "divergence";
  }

  @Override
  public boolean run(double share, PrintStream out) {
    int runs = Campaign.part(TOO_LONG, share);
    int noticed = 0;
    long slowest = 0;
    for (long seed = 1; seed <= runs; seed++) {
      Problem problem = problem(seed);
      double eta = FACTOR * automaticStep(problem, seed);
      Result result =
          Run.of(problem, SarahParameters.METHOD.with(Settings.NONE.with(SarahParameters.ETA, eta)))
              .from(start(problem, seed))
              .seed(seed)
              .stop(StopRule.passes(30))
              .go();
      long epoch = result.parameters().get("q").longValue();
      boolean soon = result.stop().diverged() && result.steps() <= epoch;
      noticed += soon ? 1 : 0;
      slowest = Math.max(slowest, result.steps());
      if (!soon) {
        out.printf(
            "  seed %d: %s, %d steps, an epoch is %d: %s%n",
            seed, problem.name(), result.steps(), epoch, result.stop().detail());
      }
    }
    out.printf(
        "divergence: step x %.0f noticed within an epoch in %d of %d (%.1f %%), after %d steps at"
            + " most%n",
        FACTOR, noticed, runs, 100.0 * noticed / runs, slowest);
    int healthy = Campaign.part(HEALTHY, share);
    int alarms = 0;
    for (long seed = 1; seed <= healthy; seed++) {
      Problem problem = problem(1_000_000 + seed);
      boolean fixed = seed % 2 == 0;
      Settings parameters =
          fixed
              ? Settings.NONE.with(SarahParameters.ETA, automaticStep(problem, seed))
              : Settings.NONE;
      Result result =
          Run.of(problem, SarahParameters.METHOD.with(parameters))
              .from(start(problem, seed))
              .seed(seed)
              .stop(StopRule.passes(PASSES))
              .go();
      if (result.stop().diverged()) {
        alarms++;
        out.printf("  seed %d: %s: %s%n", seed, problem.name(), result.stop().detail());
      }
    }
    out.printf(
        "divergence: %d false alarms in %d healthy runs (%.2f %%)%n",
        alarms, healthy, 100.0 * alarms / healthy);
    return noticed >= NOTICED * runs && alarms <= FALSE_ALARMS * healthy;
  }

  /** The step size that an adaptive run settles on. */
  private static double automaticStep(Problem problem, long seed) {
    return Run.of(problem, SarahParameters.METHOD.byDefault())
        .from(start(problem, seed))
        .seed(seed)
        .untraced()
        .stop(StopRule.steps(100))
        .go()
        .parameters()
        .get("eta")
        .doubleValue();
  }

  private static double[] start(Problem problem, long seed) {
    Random r = new Random(seed);
    double[] start = new double[problem.dimension()];
    for (int k = 0; k < start.length; k++) {
      start[k] = r.nextGaussian();
    }
    return start;
  }

  private static Problem problem(long seed) {
    Random r = new Random(seed);
    return switch ((int) (seed % 4)) {
      case 0 -> {
        var returns =
            new SyntheticReturns(20 + r.nextInt(60), 2 + r.nextInt(8), 1 + 9 * r.nextDouble());
        yield new MeanVariance(returns.draw(seed), 0.2 + 2 * r.nextDouble()).problem();
      }
      case 1 ->
          BellmanResidual.tabular(
                  new RandomMdp(4 + r.nextInt(20), 2, 0, seed).chain(),
                  0.3 + 0.6 * r.nextDouble(),
                  Shape.LINEAR)
              .problem();
      case 2 -> waves(r);
      default -> wells(r);
    };
  }

  /** f_i(y) = Σ a (y_k − c_ik)²/2 + cos(3 y_k): a bowl with ripples. */
  private static Problem waves(Random r) {
    int d = 1 + r.nextInt(5);
    int m = 10 + r.nextInt(30);
    int n = 10 + r.nextInt(30);
    double a = 0.5 + r.nextDouble();
    double[][] s = gaussian(r, m, d, 0.2, 1);
    double[][] c = gaussian(r, n, d, 1, 0);
    return Components.map(d, d)
        .inner(
            m,
            (j, x, y) -> {
              for (int k = 0; k < d; k++) {
                y[k] = s[(int) j][k] * x[k] + 0.1 * Math.sin(x[k]);
              }
            },
            (j, x, g) -> {
              for (int k = 0; k < d; k++) {
                g[k][k] = s[(int) j][k] + 0.1 * Math.cos(x[k]);
              }
            })
        .outer(
            n,
            (i, y) -> {
              double sum = 0;
              for (int k = 0; k < d; k++) {
                double v = y[k] - c[(int) i][k];
                sum += a * v * v / 2 + Math.cos(3 * y[k]);
              }
              return sum;
            },
            (i, y, u) -> {
              for (int k = 0; k < d; k++) {
                u[k] = a * (y[k] - c[(int) i][k]) - 3 * Math.sin(3 * y[k]);
              }
            })
        .named("waves");
  }

  /** f_i(y) = Σ (y_k² − c_ik)²/4: two wells for each entry, steep outside. */
  private static Problem wells(Random r) {
    int d = 1 + r.nextInt(4);
    int m = 10 + r.nextInt(30);
    int n = 10 + r.nextInt(30);
    double[][] e = gaussian(r, m, d, 0.2, 0);
    double[][] c = gaussian(r, n, d, 0.3, 1);
    return Components.map(d, d)
        .inner(
            m,
            (j, x, y) -> {
              for (int k = 0; k < d; k++) {
                y[k] = x[k] + e[(int) j][k];
              }
            },
            (j, x, g) -> {
              for (int k = 0; k < d; k++) {
                g[k][k] = 1;
              }
            })
        .outer(
            n,
            (i, y) -> {
              double sum = 0;
              for (int k = 0; k < d; k++) {
                double v = y[k] * y[k] - c[(int) i][k];
                sum += v * v / 4;
              }
              return sum;
            },
            (i, y, u) -> {
              for (int k = 0; k < d; k++) {
                u[k] = y[k] * (y[k] * y[k] - c[(int) i][k]);
              }
            })
        .named("wells");
  }

  private static double[][] gaussian(Random r, int rows, int columns, double spread, double mean) {
    double[][] values = new double[rows][columns];
    for (double[] row : values) {
      for (int k = 0; k < columns; k++) {
        row[k] = mean + spread * r.nextGaussian();
      }
    }
    return values;
  }
}
