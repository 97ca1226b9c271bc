package org.fogopt.run;

import java.util.Arrays;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * {@link StopRule#any}. Every rule sees every step, so that none misses what it should remember.
 */
final class AnyOf implements StopRule {
  private final StopRule[] rules;

  AnyOf(StopRule[] rules) {
    this.rules = rules;
  }

  @Override
  public @Nullable Stop before(Progress progress) {
    Stop first = null;
    for (StopRule rule : rules) {
      Stop stop = rule.before(progress);
      first = first == null ? stop : first;
    }
    return first;
  }

  @Override
  public @Nullable Stop after(Progress progress) {
    Stop first = null;
    for (StopRule rule : rules) {
      Stop stop = rule.after(progress);
      first = first == null ? stop : first;
    }
    return first;
  }

  @Override
  public boolean needsGradient() {
    return Arrays.stream(rules).anyMatch(StopRule::needsGradient);
  }

  @Override
  public void state(State s) {
    for (StopRule rule : rules) {
      rule.state(s);
    }
  }
}
