package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * How good a choice is: fewest passes to the smallest target, then to the next; where those are
 * alike, as when none is reached, the lower gap at the end. Medians over the seeds.
 */
record Score(List<Double> passes, double gap) implements Comparable<Score> {
  static Score of(List<Race> races, List<Double> targets, double least) {
    List<Double> smallestFirst = new ArrayList<>();
    for (int k = targets.size() - 1; k >= 0; k--) {
      smallestFirst.add(median(races, targets.get(k), least));
    }
    return new Score(
        smallestFirst,
        Band.median(races.stream().mapToDouble(race -> race.finalGap(least)).toArray()));
  }

  static double median(List<Race> races, double target, double least) {
    return Band.median(races.stream().mapToDouble(race -> race.passesTo(target, least)).toArray());
  }

  @Override
  public int compareTo(Score other) {
    for (int k = 0; k < passes.size(); k++) {
      int order = Double.compare(passes.get(k), other.passes.get(k));
      if (order != 0) {
        return order;
      }
    }
    return Double.compare(gap, other.gap);
  }
}
