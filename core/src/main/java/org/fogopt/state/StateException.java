package org.fogopt.state;

/** A state that was written down does not fit what it is to be restored to. */
public final class StateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  StateException(String message) {
    super(message);
  }
}
