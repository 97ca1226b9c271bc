package org.fogopt.method;

import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The short step of Barzilai and Borwein (1988), dxᵀdF/|dF|², from differences of mini-batch
 * gradients: with a = dxᵀdF/|dx|² and b = |dF|²/|dx|² a step η changes |F|² by −2ηa + η²b, relative
 * to |F|², so ā/b̄ of several differences reduces the estimate most, the noise of the batches
 * included.
 */
public final class BarzilaiBorwein implements Stateful {
  /** The least a/√b: at an angle this wide, or with negative curvature, √b stands for a. */
  private static final double LEAST_COSINE = 0.1; // from the tuning list

  private double a;
  private double b;
  private long moves;

  /**
   * Takes a difference into the means; a step that moved nothing tells nothing.
   *
   * @param along dxᵀdF
   * @param dx2 |dx|²
   * @param dF2 |dF|²
   */
  public void add(double along, double dx2, double dF2) {
    if (dx2 != 0) {
      a += along / dx2;
      b += dF2 / dx2;
      moves++;
    }
  }

  /** The step size; NaN where no difference was seen, infinite where no gradient changed. */
  public double step() {
    double meanB = b / moves;
    return Math.max(a / moves, LEAST_COSINE * Math.sqrt(meanB)) / meanB;
  }

  public void clear() {
    a = 0;
    b = 0;
    moves = 0;
  }

  @Override
  public void state(State s) {
    a = s.value("a", a);
    b = s.value("b", b);
    moves = s.value("moves", moves);
  }
}
