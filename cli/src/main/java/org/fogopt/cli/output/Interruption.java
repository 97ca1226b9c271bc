package org.fogopt.cli.output;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Turns Ctrl-C into a request to stop, and waits for the results to be written. */
public final class Interruption implements AutoCloseable, BooleanSupplier {
  private static final int PATIENCE_SECONDS = 20;

  /** Errors of writing are reported after this is closed; the process must not end before. */
  private static final int LAST_WORDS_MILLIS = 200;

  private final CountDownLatch written = new CountDownLatch(1);
  private final Thread hook = new Thread(this::request, "fog-interruption");
  private volatile boolean asked;

  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void request() {
    asked = true;
    try {
      if (!written.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("fog: gave up waiting for the results to be written");
      }
      Thread.sleep(LAST_WORDS_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean getAsBoolean() {
    return asked;
  }

  @Override
  public void close() {
    written.countDown();
    if (!asked) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
