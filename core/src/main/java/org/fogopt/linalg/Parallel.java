package org.fogopt.linalg;

import java.util.function.IntConsumer;

/**
 * Runs independent tasks. The tasks of one call write to disjoint places and none reads what
 * another writes, so the outcome does not depend on how many threads there are.
 */
@FunctionalInterface
public interface Parallel {
  /** All tasks on the calling thread, in order of their number. */
  Parallel SERIAL =
      (tasks, task) -> {
        for (int t = 0; t < tasks; t++) {
          task.accept(t);
        }
      };

  /** Runs task 0 to {@code tasks} − 1 on any threads and returns when all of them are done. */
  void forEach(int tasks, IntConsumer task);
}
