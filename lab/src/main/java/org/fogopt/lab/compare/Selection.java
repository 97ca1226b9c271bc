package org.fogopt.lab.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.fogopt.run.Result;

/** Which candidate of a contender is chosen, by its trial runs. */
record Selection(Rules rules) {
  /**
   * Of the choices, so many of the best with the first trial seed are tried with the others too.
   */
  private static final int FINALISTS = 4;

  /** The least objective if it is known, otherwise the lowest seen. */
  double least(Map<Contender, List<Candidate>> fields) {
    Double known = rules.instance().least();
    return known != null
        ? known
        : fields.values().stream()
            .flatMap(List::stream)
            .flatMap(candidate -> candidate.races().stream())
            .mapToDouble(Race::lowestObjective)
            .min()
            .orElse(Double.NaN);
  }

  /** Those that may be the best of their fields, by the first trial seed. */
  List<Candidate> finalists(Map<Contender, List<Candidate>> fields, double least) {
    return fields.values().stream()
        .filter(field -> field.size() > 1)
        .flatMap(
            field ->
                field.stream()
                    .sorted(Comparator.comparing(c -> Score.of(c.races(), rules.targets(), least)))
                    .limit(FINALISTS))
        .toList();
  }

  Candidate best(List<Candidate> field, double least) {
    if (field.size() == 1) {
      return field.get(0);
    }
    int most = field.stream().mapToInt(c -> c.races().size()).max().orElse(0);
    return field.stream()
        .filter(candidate -> candidate.races().size() == most)
        .min(Comparator.comparing(c -> Score.of(c.races(), rules.targets(), least)))
        .orElseThrow();
  }

  /** What the trial runs cost. */
  static MethodResult.Tuning cost(List<Candidate> field, List<Result> measured) {
    int runs = measured.size();
    long calls = measured.stream().mapToLong(r -> r.callsPaper() + r.secondOrderCalls()).sum();
    double seconds = measured.stream().mapToDouble(Result::seconds).sum();
    for (Candidate candidate : field) {
      for (Race race : candidate.races()) {
        runs++;
        calls += race.calls();
        seconds += race.seconds();
      }
    }
    return new MethodResult.Tuning(runs, calls, seconds);
  }
}
