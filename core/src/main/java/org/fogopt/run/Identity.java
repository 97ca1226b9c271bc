package org.fogopt.run;

import java.util.Objects;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * Of which run a checkpoint is. Reading it makes sure that it is of this one.
 *
 * @param problem its name
 * @param fingerprint of the problem's data and parameters
 * @param algorithm its name
 * @param settings as far as they were given
 * @param seed of all draws
 * @param start fingerprint of the starting point
 * @param output which point is handed back
 * @param traced whether a trace is kept
 */
record Identity(
    String problem,
    String fingerprint,
    String algorithm,
    String settings,
    long seed,
    String start,
    Output output,
    boolean traced)
    implements Stateful {

  @Override
  public void state(State s) {
    same("another problem", problem, s.value("problem", problem));
    same("other data", fingerprint, s.value("fingerprint", fingerprint));
    same("another algorithm", algorithm, s.value("algorithm", algorithm));
    same("other settings", settings, s.value("settings", settings));
    same("another seed", seed, s.value("seed", seed));
    same("another starting point", start, s.value("start", start));
    same("another kind of output", output.name(), s.value("output", output.name()));
    same("a run with another trace", traced, s.value("traced", traced));
  }

  private static void same(String other, Object here, Object there) {
    if (!Objects.equals(here, there)) {
      throw new CheckpointException(
          "the checkpoint is of %s: %s there, %s here; resume with what it was begun with"
              .formatted(other, quoted(there), quoted(here)));
    }
  }

  private static String quoted(Object value) {
    return value.equals("") ? "none" : value.toString();
  }
}
