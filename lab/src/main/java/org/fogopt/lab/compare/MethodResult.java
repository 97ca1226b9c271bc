package org.fogopt.lab.compare;

import java.util.List;
import java.util.Map;
import org.fogopt.lab.report.Curve;
import org.fogopt.lab.report.Point;
import org.jspecify.annotations.Nullable;

/**
 * How a contender fared, over all seeds.
 *
 * @param label in tables and charts
 * @param method that ran
 * @param settings chosen, step size included
 * @param step chosen; null: automatic
 * @param atEdge whether the chosen step is the least or the largest of its grid, so that one
 *     outside it may be better
 * @param parameters in force at the end of the first seed's run
 * @param statuses by seed
 * @param passesTo the targets, medians; infinity: not reached by half of the runs
 * @param passesToGoal the same to the goal
 * @param gap at the end
 * @param norm of the gradient at the end
 * @param tuning what choosing cost
 * @param points medians and quartiles on a common grid of calls
 */
public record MethodResult(
    String label,
    String method,
    Map<String, String> settings,
    @Nullable Double step,
    boolean atEdge,
    Map<String, Double> parameters,
    List<Status> statuses,
    List<Double> passesTo,
    double passesToGoal,
    Band gap,
    Band norm,
    Tuning tuning,
    List<Point> points) {

  /**
   * What choosing a step and settings cost, apart from the runs that count.
   *
   * @param runs how many
   * @param calls in the paper's accounting and of second order
   * @param seconds of work
   */
  public record Tuning(int runs, long calls, double seconds) {}

  public String status() {
    return Status.of(statuses);
  }

  public Curve curve() {
    return new Curve(label, status(), points);
  }

  /**
   * Who is ahead: where both reach the goal, who does so with at least a twentieth fewer calls;
   * otherwise who ends with a gap lower by as much, the quartile bands not touching.
   *
   * @return above 0 if this one, below 0 if the other, 0 if neither
   */
  public int aheadOf(MethodResult other) {
    if (Double.isFinite(passesToGoal) && Double.isFinite(other.passesToGoal)) {
      return Band.of(passesToGoal).compare(Band.of(other.passesToGoal));
    }
    return gap.compare(other.gap);
  }

  @Override
  public String toString() {
    return "MethodResult[%s: step %s, passes to the targets %s, gap %s, %s]"
        .formatted(label, step, passesTo, gap, statuses);
  }
}
