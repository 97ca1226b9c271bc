package org.fogopt.reliability;

import java.io.PrintStream;
import java.util.List;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * Problems whose minimum is known, everything automatic, the budget and the patience of the command
 * line: how often is the relative gap (Φ(x) − Φ*)/(Φ(x₀) − Φ*) at most 10⁻⁶?
 */
final class OptimaCampaign implements Campaign {
  private static final int SEEDS = 100;
  private static final double GAP = 1e-6;
  private static final double BAR = 0.99;
  private static final double PASSES = 1000;
  private static final double TOLERANCE = 1e-8;

  @Override
  public String name() {
    return "optima";
  }

  @Override
  public boolean run(double share, PrintStream out) {
    List<KnownProblem> problems = KnownProblem.fifty();
    int seeds = Campaign.part(SEEDS, share);
    int hits = 0;
    int runs = 0;
    double worst = 0;
    for (KnownProblem known : problems) {
      int here = 0;
      double worstHere = 0;
      for (long seed = 1; seed <= seeds; seed++) {
        double gap = gap(known, seed);
        here += gap <= GAP ? 1 : 0;
        worstHere = Math.max(worstHere, gap);
      }
      if (here < seeds) {
        out.printf(
            "  %s: %d of %d within %.0e, the worst %.1e%n",
            known.name(), here, seeds, GAP, worstHere);
      }
      hits += here;
      runs += seeds;
      worst = Math.max(worst, worstHere);
    }
    out.printf(
        "optima: %d problems x %d seeds: relative gap at most %.0e in %d of %d (%.2f %%), the worst %.1e%n",
        problems.size(), seeds, GAP, hits, runs, 100.0 * hits / runs, worst);
    return hits >= BAR * runs;
  }

  static double gap(KnownProblem known, long seed) {
    Result result =
        Run.of(known.problem(), SarahParameters.METHOD.byDefault())
            .from(known.start())
            .seed(seed)
            .stop(StopRule.tolerance(TOLERANCE))
            .stop(StopRule.passes(PASSES))
            .go();
    double[] start = known.start().clone();
    known.problem().penalty().prox(start, 0);
    double before;
    try (var workers = new Workers(1)) {
      before = new Evaluator(known.problem(), workers).objective(start);
    }
    return (result.objective() - known.minimum()) / (before - known.minimum());
  }
}
