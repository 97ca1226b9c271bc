package org.fogopt.run;

import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/** Time spent on the work itself: halted while reports are made. */
final class Stopwatch implements Stateful {
  private long spent;
  private long since = System.nanoTime();
  private boolean running = true;

  void halt() {
    if (running) {
      spent += System.nanoTime() - since;
      running = false;
    }
  }

  void go() {
    since = System.nanoTime();
    running = true;
  }

  double seconds() {
    return (running ? spent + System.nanoTime() - since : spent) * 1e-9;
  }

  /** To be asked while halted. */
  @Override
  public void state(State s) {
    spent = s.value("nanoseconds", spent);
  }
}
