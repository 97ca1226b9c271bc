package org.fogopt.run;

/** A checkpoint that cannot be written, or that a run cannot go on from; the message says why. */
public final class CheckpointException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  CheckpointException(String message) {
    super(message);
  }

  CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
