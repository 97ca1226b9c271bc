package org.fogopt.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.apps.learn.Stage;
import org.fogopt.method.Algorithm;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * {@code bench/learn passes}: (strict calls + calls of second order)/n until the objective of
 * smoothed CVaR, cvar:0.5,1, is within 1e-2, 1e-4 and 1e-6 of its minimum, relative to the start.
 * The default method and L-BFGS, on three public sets beside what was published of others there
 * (best step of a grid for each: Mehta et al. 2024), and on ten generated sets with outliers.
 */
final class LearnPasses {
  private static final double[] GAPS = {1e-2, 1e-4, 1e-6};
  private static final String[][] PUBLISHED = {
    {"yacht", "Prospect 3/13/35, SaddleSAGA 4/14/36, LSVRG 6/26/72, SGD 34/-/-"},
    {"energy", "Prospect 4/14/34, SaddleSAGA 4/15/35, LSVRG 6/26/66, SGD 20/-/-"},
    {"power", "Prospect 2/5/11, SaddleSAGA 2/5/8, LSVRG 4/6/6, SGD 5/23/-"},
  };

  private LearnPasses() {}

  public static void main(String[] args) throws IOException {
    boolean isShort = args.length > 0;
    System.out.println("set, rows x columns: default | L-BFGS | published");
    for (String[] set : PUBLISHED) {
      if (System.getenv("FOG_DATA") != null) {
        line(set[0], LearnData.read(set[0], true), set[1]);
      }
    }
    for (int seed = 1; seed <= (isShort ? 1 : 10); seed++) {
      int n = isShort ? 500 : 2000 * seed;
      line("generated " + seed, LearnClock.sample(false, n, 5 * seed, 1, seed), "");
    }
  }

  private static void line(String name, Sample sample, String published) {
    Learner learner =
        Learner.of(sample)
            .intercept(false)
            .objective(Objective.parse("cvar:0.5,1"))
            .l2(1.0 / sample.rows())
            .tolerance(1e-11);
    double least = learner.fit().objective();
    System.out.printf(
        Locale.ROOT,
        "%s, %d x %d: %s | %s | %s%n",
        name,
        sample.rows(),
        sample.x().columns(),
        passes(learner, sample, Automatic.METHOD.byDefault(), least),
        passes(learner, sample, Lbfgs.METHOD.byDefault(), least),
        published);
  }

  /** The objective of a point is the least over the last unknown, as the others report it. */
  private static String passes(Learner learner, Sample sample, Algorithm algorithm, double least) {
    double[] spent = new double[GAPS.length];
    Arrays.fill(spent, Double.NaN);
    double first = learner.objective(learner.start());
    Stage stage = learner.firstStage();
    Observer watch =
        new Observer() {
          @Override
          public void stepped(Progress progress) {
            double[] point = Arrays.copyOf(progress.point(), learner.parameters());
            double gap = (learner.objective(point) - least) / (first - least);
            for (int k = 0; k < GAPS.length; k++) {
              if (gap <= GAPS[k] && Double.isNaN(spent[k])) {
                spent[k] =
                    (progress.calls() + progress.secondOrderCalls()) / (double) sample.rows();
              }
            }
          }
        };
    Run.of(stage.problem(), algorithm)
        .from(stage.from())
        .untraced()
        .observe(watch)
        .stop(StopRule.tolerance(1e-9))
        .stop(StopRule.passes(1000))
        .go();
    return String.format(Locale.ROOT, "%.1f/%.1f/%.1f", spent[0], spent[1], spent[2]);
  }
}
