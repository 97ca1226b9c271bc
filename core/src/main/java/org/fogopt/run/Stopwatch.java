package org.fogopt.run;

/** Time spent on the work itself: halted while reports are made. */
final class Stopwatch {
  private long spent;
  private long since = System.nanoTime();
  private boolean running = true;

  void halt() {
    spent += System.nanoTime() - since;
    running = false;
  }

  void go() {
    since = System.nanoTime();
    running = true;
  }

  double seconds() {
    return (running ? spent + System.nanoTime() - since : spent) * 1e-9;
  }
}
