package org.fogopt.algorithm;

import java.util.List;
import java.util.Map;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * An algorithm at work. {@link #step()} proposes the next point; {@link #commit()} moves there. The
 * caller looks at the proposal in between, and may end the run instead.
 */
public interface Iteration extends Stateful {
  /** From x_t, computes the proposal for x_{t+1}. */
  void step();

  /** Makes the proposal the current point, of which nothing is known then. */
  void commit();

  /** The calls, in the paper's accounting, that the next {@link #step()} will make. */
  long nextCallsPaper();

  /** x_t; to be read only. After {@link #step()} and before {@link #commit()} still x_t. */
  double[] point();

  /** Whether {@link #point()} was reached by moves that a restart is still to judge. */
  default boolean isUnproven() {
    return false;
  }

  /** Whether the last step was a restart: a new estimate from many components, or from all. */
  boolean restarted();

  /** Whether there are restarts at all. */
  default boolean makesRestarts() {
    return true;
  }

  /**
   * Whether restarts tell objective and gradient. If not, whoever wants to know has to evaluate
   * them, outside the count.
   */
  default boolean knowsItsPoint() {
    return makesRestarts();
  }

  /** Φ(x_t) + h(x_t) where the last step learned it exactly and for free, otherwise NaN. */
  double objective();

  /** |∇Φ(x_t)| (with a penalty, of the gradient mapping) where learned like that, otherwise NaN. */
  double gradientNorm();

  /** The norm of the direction the last step took its proposal from: |F_t|. */
  double estimateNorm();

  /** The step size in force. */
  double eta();

  /** The parameters in force, chosen ones included, by their names in the paper. */
  Map<String, Number> parameters();

  /** What was chosen or changed along the way, and why, in words for the user; oldest first. */
  List<String> decisions();

  /**
   * All that the next {@link #step()} depends on, as a checkpoint keeps it; asked for after {@link
   * #commit()} or before the first step. What follows from the parameters, the start and the seed
   * need not be in it.
   *
   * @throws UnsupportedOperationException unless implemented; only checkpoints ask
   */
  @Override
  default void state(State s) {
    throw new UnsupportedOperationException(
        "%s cannot be kept in a checkpoint; implement its state(State), or run without one"
            .formatted(getClass().getName()));
  }
}
