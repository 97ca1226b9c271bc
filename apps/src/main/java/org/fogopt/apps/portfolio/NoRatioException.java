package org.fogopt.apps.portfolio;

/** A ratio has no largest value: nothing earns more than the risk-free rate, or without risk. */
public final class NoRatioException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  NoRatioException(String message) {
    super(message);
  }
}
