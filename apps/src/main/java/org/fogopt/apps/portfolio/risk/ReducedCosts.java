package org.fogopt.apps.portfolio.risk;

import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;

/**
 * What a convex objective may still gain at a point x, by weak duality: with the slope s of its
 * smooth part and any multipliers ν of the rows, by at most Σ_k gain_k + Σ_i ν_i(bound_i − a_iᵀx),
 * gain_k being the largest fall of (s + Aᵀν)_k t + κ|t − centre| over the bounds of entry k.
 */
final class ReducedCosts {
  private final Polyhedral set;
  private final double[] lower;
  private final double[] upper;

  ReducedCosts(Polyhedral set) {
    this.set = set;
    Polyhedral tight = set.tightened();
    lower = tight.lower();
    upper = tight.upper();
  }

  /** slope + 2qx + Aᵀν. */
  double[] of(double[] slope, double[] x, double[] ofRows) {
    double[] reduced = slope.clone();
    for (int i = 0; i < ofRows.length; i++) {
      Kernels.axpy(ofRows[i], set.rows().get(i).coefficients(), reduced);
    }
    for (int k = 0; k < x.length; k++) {
      reduced[k] += 2 * set.squares()[k] * x[k];
    }
    return reduced;
  }

  /** A linear gain with an absolute cost is largest at a bound or where the cost begins. */
  double gain(double[] x, int k, double reduced) {
    double kappa = set.absoluteCosts()[k];
    double centre = set.centres()[k];
    double most = 0;
    for (double t : new double[] {lower[k], centre, upper[k]}) {
      if (Double.isInfinite(t)) {
        most = reduced * Math.signum(t) + kappa < 0 ? Double.POSITIVE_INFINITY : most;
      } else if (t >= lower[k] && t <= upper[k]) {
        double cost = kappa * (Math.abs(t - centre) - Math.abs(x[k] - centre));
        most = Math.max(most, reduced * (x[k] - t) - cost);
      }
    }
    return most;
  }

  /** The bound on what is left to gain at a feasible x; may be infinite. */
  double gap(double[] slope, double[] x, double[] ofRows) {
    double[] reduced = of(slope, x, ofRows);
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      sum += gain(x, k, reduced[k]);
    }
    for (int i = 0; i < ofRows.length; i++) {
      Row row = set.rows().get(i);
      double bound = ofRows[i] > 0 ? row.most() : row.least();
      double slack = bound - Kernels.dot(row.coefficients(), x);
      sum += ofRows[i] == 0 ? 0 : Math.max(0, ofRows[i] * slack);
    }
    return sum;
  }
}
