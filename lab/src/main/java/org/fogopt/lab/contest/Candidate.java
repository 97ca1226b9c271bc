package org.fogopt.lab.contest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/** A choice of settings of an entrant, with the step measured or taken from a grid. */
record Candidate(
    Entrant entrant,
    Map<String, String> settings,
    @Nullable Double step,
    boolean atEdge,
    List<Race> races) {
  @Nullable Race find(long seed) {
    return races.stream().filter(race -> race.seed() == seed).findFirst().orElse(null);
  }

  /**
   * All that an entrant may choose from.
   *
   * @param measured runs that measured a step, one for each choice; empty if the grid needs none
   */
  static List<Candidate> of(Entrant entrant, List<Result> measured) {
    List<Candidate> field = new ArrayList<>();
    for (int c = 0; c < entrant.choices().size(); c++) {
      Map<String, String> choice = entrant.choices().get(c);
      if (entrant.steps() instanceof Steps.Automatic) {
        field.add(new Candidate(entrant, choice, null, false, new ArrayList<>()));
        continue;
      }
      List<Double> grid =
          entrant.steps() instanceof Steps.Powers powers
              ? powers.around(measuredStep(entrant, measured.get(c)))
              : ((Steps.Given) entrant.steps()).steps();
      for (double step : grid) {
        Map<String, String> settings = new LinkedHashMap<>(choice);
        settings.put(entrant.step(), Double.toString(step));
        boolean edge =
            grid.size() > 1 && (step == Collections.max(grid) || step == Collections.min(grid));
        field.add(new Candidate(entrant, settings, step, edge, new ArrayList<>()));
      }
    }
    return field;
  }

  private static double measuredStep(Entrant entrant, Result measured) {
    Number step = measured.parameters().get(entrant.step());
    if (step == null) {
      throw new IllegalStateException(entrant.label() + " tells no step size");
    }
    return step.doubleValue();
  }
}
