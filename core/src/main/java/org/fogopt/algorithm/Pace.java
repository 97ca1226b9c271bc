package org.fogopt.algorithm;

import java.util.List;
import org.fogopt.state.Stateful;

/**
 * How fast Algorithm 1 goes: its step size, when it restarts, and whether what it finds is to be
 * trusted. {@link FixedPace} is the paper's; {@link AdaptivePace} needs no parameters.
 */
interface Pace extends Stateful {
  /** The step size of the next move. */
  double eta();

  /** The same, to be told: where no step was made yet, what one would be. */
  double toldEta();

  /** What the curvature says of the fastest step, as long as no step has. */
  void suggest(double fastest);

  /** Whether the next step is to be a restart. */
  boolean restartDue();

  /** Whether this pace may ask to go back, so that the state at a restart must be kept. */
  boolean goesBack();

  /**
   * A restart at x found the objective and the gradient's norm.
   *
   * @return whether to go on from here; otherwise back to the last restart
   */
  boolean restarted(double objective, double gradientNorm, double xNorm);

  /** Whether {@link #recurred} looks at what it is told: three sums over the unknowns a step. */
  boolean measures();

  /**
   * A recursive step changed x by dx and the estimate by dF; NaN unless this pace {@link
   * #measures()}.
   *
   * @param along dxᵀdF
   * @param dx2 |dx|²
   * @param dF2 |dF|²
   */
  void recurred(double along, double dx2, double dF2);

  /**
   * The step proposes a move of {@code norm} times η: |F_t|, or with a penalty that of the gradient
   * mapping.
   *
   * @return whether to make it; otherwise back to the last restart
   */
  boolean accepts(double norm);

  /** Whether the move to come is from a restart, so that it may as well be a leap. */
  boolean atRestart();

  /** The move to come is a leap; a restart will look where it led. */
  void leaps();

  /** A step stayed at the restart to look at the curvature there. */
  void looked();

  /** Adds to the decisions, with the step. */
  void note(String what);

  /** Steps in an epoch; of varying ones the average so far. */
  long epoch();

  /** What was chosen or changed, and why. */
  List<String> decisions();
}
