package org.fogopt.method;

import java.util.List;
import java.util.Map;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm at work. {@link #step()} proposes the next point; {@link #commit()} moves there. The
 * caller sees the proposal in between, and may end the run instead.
 */
public interface Iteration extends Stateful {
  /** From x_t, computes the proposal for x_{t+1}. */
  void step();

  /** Makes the proposal the current point, of which nothing is known then. */
  void commit();

  /**
   * The calls that the next {@link #step()} will make, in the paper's accounting and of second
   * order together.
   */
  long nextCallsPaper();

  /** What is known of x_t; of the method at work, where one hands over to another. */
  Known known();

  /** x_t; to be read only. After {@link #step()} and before {@link #commit()} still x_t. */
  default double[] point() {
    return known().x;
  }

  /** What runs, where that differs from the algorithm's name; otherwise null. */
  default @Nullable String name() {
    return null;
  }

  /**
   * Whether a restart may take back the moves since the last one. A run that ends in between pays
   * for objective and gradient and hands back the better of its point and the last that was known.
   */
  default boolean mayGoBack() {
    return false;
  }

  /** Whether the objective can change by rounding only, so that no step is worth its calls. */
  default boolean isAtRounding() {
    return known().isAtRounding;
  }

  /** What the first step tried here was to gain, relative to |Φ|, if no step gained anything. */
  default double promised() {
    return known().promised;
  }

  /** A direction along which the objective falls without end, if one was found; otherwise null. */
  default double @Nullable [] recession() {
    return known().recession;
  }

  /** Whether the last step was a restart: a new estimate from many components, or from all. */
  default boolean restarted() {
    return known().restarted;
  }

  /**
   * Whether some steps tell objective and gradient from all components. If not, a run with a
   * tolerance pays for them now and then.
   */
  default boolean givesExactGradients() {
    return true;
  }

  /**
   * The first gradient norm that was paid for, on the first sample if the method begins on one; NaN
   * as long as there is none. Relative tolerances are relative to it.
   */
  default double firstGradientNorm() {
    double first = known().firstNorm;
    return Double.isNaN(first) ? gradientNorm() : first;
  }

  /** Φ(x_t) + h(x_t) where the last step learned it from all components, otherwise NaN. */
  default double objective() {
    return known().objective;
  }

  /** |∇Φ(x_t)| (with a penalty, of the gradient mapping) where learned like that, otherwise NaN. */
  default double gradientNorm() {
    return known().gradientNorm;
  }

  /** The norm of the direction the last step took its proposal from: |F_t|. */
  default double estimateNorm() {
    return known().moveNorm;
  }

  /** The step size in force; 0 before the first step where that measures it. */
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
