package org.fogopt.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.apps.learn.Stage;
import org.fogopt.method.Method;
import org.fogopt.method.baseline.StormCompositional;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.run.Progress;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/**
 * {@code bench/learn networks}: two hidden layers of 32 tanh units under kl:1, l2 = 1/n, within a
 * budget of strict calls and of seconds: adaptive SARAH-C, STORM-C and L-BFGS at their defaults
 * beside Adam (Kingma, Ba 2015) on the mini-batch surrogate λ log mean over the batch, which is
 * biased, with the best step of a grid for each seed. Medians over seeds of the exact objective, of
 * seconds and of calls over rows; the least median of a set is named.
 */
final class LearnNetworks {
  private static final double[] STEPS = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2};
  private static final int BATCH = 64;

  /** Of a run: 160 runs, half of them on 326 rows alone, then take about 20 minutes. */
  private static final Duration LIMIT = Duration.ofSeconds(12);

  private LearnNetworks() {}

  private record Outcome(double objective, double seconds, double passes) {}

  public static void main(String[] args) throws IOException {
    List<String> words = List.of(args);
    boolean isShort = words.contains("--short");
    int seeds = isShort ? 2 : 10;
    double budget = isShort ? 20 : 500; // calls over rows
    System.out.println("set, method: objective (least, most), seconds, calls over rows");
    for (String set : List.of("power", "cancer")) {
      if (words.contains(set.equals("power") ? "cancer" : "power")) {
        continue; // one set alone was asked for
      }
      boolean isMade = System.getenv("FOG_DATA") == null;
      String name = isMade ? "generated in place of " + set : set;
      Sample sample =
          isMade
              ? LearnClock.sample(set.equals("cancer"), 1000, 10, 1, 1)
              : LearnData.read(set, !set.equals("cancer"));
      Loss loss = set.equals("cancer") ? Loss.LOGISTIC : Loss.SQUARED;
      List<Method> methods =
          List.of(SarahParameters.METHOD, StormCompositional.METHOD, Lbfgs.METHOD);
      Map<String, Double> medians = new LinkedHashMap<>();
      for (Method method : methods) {
        Outcome[] all = new Outcome[seeds];
        Arrays.setAll(all, k -> run(learner(sample, loss, k), method, budget, k));
        medians.put(method.name(), print(name, method.name(), all));
      }
      Outcome[] all = new Outcome[seeds];
      Arrays.setAll(all, k -> adam(learner(sample, loss, k), sample.rows(), budget, k));
      medians.put("adam", print(name, "adam, best of " + STEPS.length + " steps", all));
      var least = Collections.min(medians.entrySet(), Map.Entry.comparingByValue());
      System.out.printf("# %s: %s has the least objective%n", name, least.getKey());
    }
  }

  private static Learner learner(Sample sample, Loss loss, long seed) {
    return Learner.of(sample)
        .loss(loss)
        .objective(Objective.parse("kl:1"))
        .l2(1.0 / sample.rows())
        .hidden(32, 32)
        .seed(seed);
  }

  private static Outcome run(Learner learner, Method method, double budget, long seed) {
    long n = learner.problem().inner().count();
    Fit fit =
        learner.fit(
            stage ->
                Run.of(stage.problem(), method.byDefault())
                    .from(stage.from())
                    .seed(seed)
                    .untraced()
                    .stop(calls(budget * n))
                    .stop(StopRule.time(LIMIT))
                    .go());
    return new Outcome(fit.objective(), fit.seconds(), (double) fit.calls() / n);
  }

  private static StopRule calls(double most) {
    return new StopRule() {
      @Override
      public @Nullable Stop before(Progress progress) {
        return progress.calls() >= most ? new Stop(Stop.Reason.PASSES, "strict calls") : null;
      }
    };
  }

  private static Outcome adam(Learner learner, int n, double budget, long seed) {
    Outcome best = new Outcome(Double.POSITIVE_INFINITY, Double.NaN, Double.NaN);
    for (double step : STEPS) {
      long start = System.nanoTime();
      Adam made = adam(learner, step, (long) (budget * n / BATCH), seed);
      double seconds = 1e-9 * (System.nanoTime() - start);
      double objective = learner.objective(made.parameters());
      if (objective < best.objective()) {
        best = new Outcome(objective, seconds, (double) made.steps() * BATCH / n);
      }
    }
    return best;
  }

  private record Adam(double[] parameters, long steps) {}

  private static Adam adam(Learner learner, double step, long most, long seed) {
    long end = System.nanoTime() + LIMIT.toNanos();
    Stage stage = learner.firstStage();
    Problem problem = stage.problem();
    double[] x = stage.from();
    double[] mean = new double[x.length];
    double[] square = new double[x.length];
    double[] gradient = new double[x.length];
    double[] y = new double[problem.inner().out()];
    Jacobian g = problem.inner().newJacobian();
    Cotangent u = new Cotangent(y.length);
    var random = new SplittableRandom(seed);
    long[] rows = new long[BATCH];
    long t = 0;
    while (t < most && System.nanoTime() < end) {
      t++;
      Arrays.setAll(rows, k -> random.nextLong(problem.inner().count()));
      Arrays.fill(y, 0);
      Arrays.fill(gradient, 0);
      g.clear();
      u.clear();
      problem.inner().addWithJacobian(Batch.of(rows), x, 1.0 / BATCH, y, 1.0 / BATCH, g);
      problem.outer().addGradient(Batch.all(1), y, 1, u);
      g.transposeTimes(u, 1, gradient);
      double correction = Math.sqrt(1 - Math.pow(0.999, t)) / (1 - Math.pow(0.9, t));
      for (int k = 0; k < x.length; k++) {
        mean[k] += 0.1 * (gradient[k] - mean[k]);
        square[k] += 0.001 * (gradient[k] * gradient[k] - square[k]);
        x[k] -= step * correction * mean[k] / (Math.sqrt(square[k]) + 1e-8);
      }
    }
    return new Adam(Arrays.copyOf(x, learner.parameters()), t);
  }

  /** Returns the median of the objectives. */
  private static double print(String set, String name, Outcome[] all) {
    double[] objectives = Arrays.stream(all).mapToDouble(Outcome::objective).sorted().toArray();
    double[] seconds = Arrays.stream(all).mapToDouble(Outcome::seconds).sorted().toArray();
    double[] passes = Arrays.stream(all).mapToDouble(Outcome::passes).sorted().toArray();
    int middle = all.length / 2;
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.6g (%.6g, %.6g), %.2f s, %.0f%n",
        set,
        name,
        objectives[middle],
        objectives[0],
        objectives[all.length - 1],
        seconds[middle],
        passes[middle]);
    return objectives[middle];
  }
}
