package org.fogopt.oracle;

import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * What has been spent.
 *
 * <ul>
 *   <li><b>strict</b>: the paper's Definition 1. One call returns [g_j(x), ∂g_j(x)] for one (j, x)
 *       or [f_i(y), ∇f_i(y)] for one (i, y).
 *   <li><b>paper</b>: the accounting of the paper's theorems, in which the value and the Jacobian
 *       of an inner component are drawn, and paid for, apart.
 *   <li><b>second order</b>: one call returns the curvature of one component at one point; calls of
 *       this kind are in neither of the above.
 * </ul>
 */
public final class Ledger implements Stateful {
  private long innerSingle; // draws used for a value alone or a Jacobian alone
  private long innerPairs; // draws used for both at once
  private long outer;
  private long secondOrder;

  void chargeInner(long draws) {
    innerSingle += draws;
  }

  void chargeInnerPairs(long draws) {
    innerPairs += draws;
  }

  void chargeOuter(long draws) {
    outer += draws;
  }

  void chargeSecondOrder(long calls) {
    secondOrder += calls;
  }

  /** Calls as the paper's Definition 1 counts them. */
  public long strict() {
    return innerSingle + innerPairs + outer;
  }

  /** Calls as the paper's theorems count them. */
  public long paper() {
    return innerSingle + 2 * innerPairs + outer;
  }

  /** Calls of second derivatives. */
  public long secondOrder() {
    return secondOrder;
  }

  /** The paper's calls and those of second order: what passes are counted in. */
  public long total() {
    return paper() + secondOrder;
  }

  @Override
  public void state(State s) {
    innerSingle = s.value("inner single", innerSingle);
    innerPairs = s.value("inner pairs", innerPairs);
    outer = s.value("outer", outer);
    secondOrder = s.value("second order", secondOrder);
  }

  @Override
  public String toString() {
    return "%d calls (%d in the paper's accounting)".formatted(strict(), paper());
  }
}
