package org.fogopt.algorithm;

import org.fogopt.oracle.JacobianEstimate;

/**
 * A point and what is known there; the arrays are whoever's they are, and are written to.
 *
 * @param y the estimate of g(x), as g is of ∂g(x) and f of the gradient
 */
record Point(double[] x, double[] y, JacobianEstimate g, double[] f) {}
