/**
 * Regression and classification under a risk of the losses: a {@link org.fogopt.apps.learn.Sample}
 * and an {@link org.fogopt.apps.learn.Objective} enter, a {@link org.fogopt.apps.learn.Fit} or a
 * {@link org.fogopt.problem.Problem} leaves.
 */
package org.fogopt.apps.learn;
