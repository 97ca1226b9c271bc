package org.fogopt.spark.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.util.ShutdownHookManager;
import scala.Function0;
import scala.runtime.AbstractFunction0;
import scala.runtime.BoxedUnit;

/**
 * Keeps Spark from stopping at Ctrl-C before the results are written: it stops in a hook of its
 * own, beside the one that asks the run to end. Spark runs its hooks by priority, so one before
 * that can wait.
 */
final class LastWord implements AutoCloseable {
  private static final int BEFORE_SPARK_STOPS = 1000;
  private static final int PATIENCE_SECONDS = 20;

  private final CountDownLatch said = new CountDownLatch(1);
  private final Object hook;

  LastWord() {
    Function0<BoxedUnit> wait =
        new AbstractFunction0<>() {
          @Override
          public BoxedUnit apply() {
            await();
            return BoxedUnit.UNIT;
          }
        };
    hook = ShutdownHookManager.addShutdownHook(BEFORE_SPARK_STOPS, wait);
  }

  private void await() {
    try {
      said.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    said.countDown();
    try {
      ShutdownHookManager.removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // too late: it is running, and ends now
    }
  }
}
