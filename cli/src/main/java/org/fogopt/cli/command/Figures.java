package org.fogopt.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.Quality;
import org.fogopt.cli.option.PointsOptions.Plan;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;

/**
 * How good a map is; NaN for what cannot be said.
 *
 * @param trust trustworthiness
 * @param kept10 of the 10 nearest neighbours, the share that is kept
 * @param kept100 the same of 100
 * @param agreement of labels with a vote of neighbours
 * @param silhouette of labels
 * @param error of the interpolation
 */
record Figures(
    double trust,
    double kept10,
    double kept100,
    double agreement,
    double silhouette,
    double error) {
  /** Where nobody asks. */
  static final Figures NONE =
      new Figures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final int TRUSTED = 12;
  private static final int VOTES = 5;

  static Figures of(Points points, Plan plan, Result result, Workers workers) {
    var quality = new Quality(result.point(), plan.map().size(), workers);
    boolean hasLabels = points.haveKinds();
    double[] kept = quality.neighboursKept(plan.compared(), 10, 100);
    return new Figures(
        quality.trustworthiness(plan.compared(), TRUSTED),
        kept[0],
        kept[1],
        hasLabels ? quality.neighbourAgreement(points.labels(), VOTES) : Double.NaN,
        hasLabels ? quality.silhouette(points.labels()) : Double.NaN,
        plan.hasSchedule() ? plan.map().interpolationError(result.point()) : 0);
  }

  /** For people, by name. */
  Map<String, String> lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    put(lines, "trustworthiness", trust, "%.4f  (" + TRUSTED + " neighbours)");
    put(lines, "neighbours kept", kept10, "%.4f  (of 10)");
    put(lines, "kept of 100", kept100, "%.4f");
    put(lines, "label agreement", agreement, "%.4f  (vote of " + VOTES + " neighbours)");
    put(lines, "silhouette", silhouette, "%.4f");
    put(
        lines,
        "interpolation",
        error == 0 ? Double.NaN : error,
        "%.2g relative error of repulsion");
    return lines;
  }

  private static void put(Map<String, String> lines, String name, double value, String format) {
    if (!Double.isNaN(value)) {
      lines.put(name, format.formatted(value));
    }
  }
}
