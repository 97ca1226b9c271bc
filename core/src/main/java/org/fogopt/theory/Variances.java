package org.fogopt.theory;

/**
 * Bounds on the variance of single components, for the online case.
 *
 * @param outerGradient H1 ≥ E|∇f_i − ∇f|²
 * @param jacobian H2 ≥ E|∂g_j − ∂g|² in the Frobenius norm (the averaging argument needs that norm)
 * @param value H3 ≥ E|g_j − g|²
 */
public record Variances(double outerGradient, double jacobian, double value) {
  public Variances {
    Constants.requireNotNegative("H1", outerGradient);
    Constants.requireNotNegative("H2", jacobian);
    Constants.requireNotNegative("H3", value);
    if (outerGradient + jacobian + value == 0) {
      throw new IllegalArgumentException("at least one of H1, H2, H3 must be positive");
    }
  }
}
