package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/** A choice of settings of a contender, with the step measured or taken from a grid. */
record Candidate(
    Contender contender,
    Map<String, String> settings,
    @Nullable Double step,
    boolean atEdge,
    List<Race> races) {
  @Nullable Race find(long seed) {
    return races.stream().filter(race -> race.seed() == seed).findFirst().orElse(null);
  }

  /**
   * All that a contender may choose from.
   *
   * @param measured runs that measured a step, one for each choice; empty if the grid needs none
   */
  static List<Candidate> of(Contender contender, List<Result> measured) {
    List<Candidate> field = new ArrayList<>();
    for (int c = 0; c < contender.choices().size(); c++) {
      Map<String, String> choice = contender.choices().get(c);
      if (contender.steps() instanceof Steps.Automatic) {
        field.add(new Candidate(contender, choice, null, false, new ArrayList<>()));
        continue;
      }
      List<Double> grid =
          contender.steps() instanceof Steps.Powers powers
              ? powers.around(measuredStep(contender, measured.get(c)))
              : ((Steps.Given) contender.steps()).steps();
      for (double step : grid) {
        Map<String, String> settings = new LinkedHashMap<>(choice);
        settings.put(contender.step(), Double.toString(step));
        boolean edge =
            grid.size() > 1 && (step == Collections.max(grid) || step == Collections.min(grid));
        field.add(new Candidate(contender, settings, step, edge, new ArrayList<>()));
      }
    }
    return field;
  }

  private static double measuredStep(Contender contender, Result measured) {
    Number step = measured.parameters().get(contender.step());
    if (step == null) {
      throw new IllegalStateException(contender.label() + " reports no step size");
    }
    return step.doubleValue();
  }
}
