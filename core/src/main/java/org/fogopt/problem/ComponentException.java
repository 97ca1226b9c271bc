package org.fogopt.problem;

/** A user's component threw; the message says which one. */
public final class ComponentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ComponentException(String component, RuntimeException cause) {
    super(component + " threw " + cause, cause);
  }
}
