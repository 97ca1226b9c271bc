package org.fogopt.state;

/** Something whose state can be written down and restored. */
@FunctionalInterface
public interface Stateful {
  /** Names every field that a later step depends on, in an order that never varies. */
  void state(State s);
}
