package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.fogopt.lab.report.Point;

/** Medians, quartiles and curves of the runs that count. */
record MethodResults(Rules rules) {
  /** Points of a curve. */
  private static final int POINTS = 200;

  Outcome outcome(List<Candidate> chosen, Map<Contender, MethodResult.Tuning> costs, double least) {
    List<MethodResult> results = new ArrayList<>();
    for (Candidate candidate : chosen) {
      List<Race> races =
          rules.seeds().stream().map(seed -> Objects.requireNonNull(candidate.find(seed))).toList();
      results.add(
          result(
              candidate, races, Objects.requireNonNull(costs.get(candidate.contender())), least));
    }
    double firstGap =
        results.get(0).points().isEmpty() ? Double.NaN : results.get(0).points().get(0).gap();
    return new Outcome(
        rules.instance().name(),
        rules.instance().fingerprint(),
        least,
        rules.instance().least() != null,
        firstGap,
        rules.passes(),
        rules.goal(),
        rules.targets(),
        rules.seeds(),
        rules.trials(),
        results);
  }

  private MethodResult result(
      Candidate candidate, List<Race> races, MethodResult.Tuning cost, double least) {
    Map<String, Double> parameters = new LinkedHashMap<>();
    races.get(0).parameters().forEach((name, value) -> parameters.put(name, value.doubleValue()));
    return new MethodResult(
        candidate.contender().label(),
        races.get(0).algorithm(),
        candidate.settings(),
        candidate.step(),
        candidate.atEdge(),
        parameters,
        races.stream().map(Race::status).toList(),
        rules.targets().stream().map(target -> Score.median(races, target, least)).toList(),
        Score.median(races, rules.goal(), least),
        Band.of(races.stream().mapToDouble(race -> race.finalGap(least)).toArray()),
        Band.of(races.stream().mapToDouble(Race::finalNorm).toArray()),
        cost,
        points(races, least));
  }

  /** Up to the end of the longest run, or to where half of them have diverged. */
  private List<Point> points(List<Race> races, double least) {
    double end = races.stream().mapToDouble(Race::passes).max().orElse(0);
    List<Point> points = new ArrayList<>();
    for (int k = 0; k <= POINTS; k++) {
      double cost = rules.passes() * k / POINTS;
      Band gap = Band.of(races.stream().mapToDouble(r -> r.gapAt(cost, least)).toArray());
      Band norm = Band.of(races.stream().mapToDouble(r -> r.normAt(cost)).toArray());
      if (Double.isInfinite(gap.middle())) {
        break;
      }
      double seconds = Band.median(races.stream().mapToDouble(r -> r.secondsAt(cost)).toArray());
      points.add(
          new Point(
              cost * rules.instance().passCalls(),
              cost,
              seconds,
              gap.middle(),
              norm.middle(),
              gap.low(),
              gap.high(),
              norm.low(),
              norm.high()));
      if (cost >= end) {
        break;
      }
    }
    return points;
  }
}
