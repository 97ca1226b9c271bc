package org.fogopt.run;

/** Sees a run from outside: for traces, progress bars, logs. It cannot change what happens. */
public interface Observer {
  /** After every step, before its move is made; the algorithm's clock is running, so be quick. */
  default void stepped(Progress progress) {}

  /** Like {@link #stepped} where the step was a restart; the algorithm's clock is halted. */
  default void restarted(Progress progress) {}

  /** Once, at the end. */
  default void finished(Result result) {}
}
