package org.fogopt.apps.learn;

import org.fogopt.problem.Batch;

/** Scores of rows as a function of parameters. */
interface Model {
  int parameters();

  /** Scores for each row. */
  int outputs();

  /** Whether parameter k is a weight, which penalties are for; intercepts and biases are not. */
  boolean isWeight(int k);

  /** Parameters to begin with. */
  double[] start(long seed);

  /** The model at these parameters, for one thread. */
  Pass at(double[] parameters);

  /** A model at a point. */
  interface Pass {
    /** Scores of the rows, {@link #outputs()} for each. */
    void scores(Batch rows, double[] scores);

    /**
     * g[at_j …] += Σ_k slopes_jk ∂score_jk for each row j, whose scores were the last asked for.
     *
     * @param at where the gradient of each row begins
     */
    void addGradients(Batch rows, double[] slopes, int[] at, double[] g);
  }
}
