package org.fogopt.apps.embedding;

import org.jspecify.annotations.Nullable;

/**
 * What pulls similar points together: Σ p_{i|t} φ(|w_t − w_i|²) over all pairs, φ(s) = s (gauss) or
 * log(1 + s) (student), as n components. The scratch space makes an instance one thread's.
 */
interface Attraction {
  /** The value of a component; into += a times its gradient, if asked for. */
  double add(int component, double[] w, double a, double @Nullable [] into);
}
