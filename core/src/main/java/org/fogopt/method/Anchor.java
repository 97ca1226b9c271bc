package org.fogopt.method;

import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/** A point and the estimates y ≈ g(x), G ≈ ∂g(x) and F ≈ ∇Φ(x) there, to go back to. */
public final class Anchor implements Stateful {
  public final double[] x;
  public final double[] y;
  public final JacobianEstimate g;
  public final double[] f;

  public Anchor(Oracle oracle) {
    x = new double[oracle.dimension()];
    y = new double[oracle.innerDimension()];
    g = oracle.newJacobian();
    f = new double[oracle.dimension()];
  }

  public void keep(double[] atX, double[] atY, JacobianEstimate atG, double[] atF) {
    BaseIteration.copy(atX, x);
    BaseIteration.copy(atY, y);
    g.copyFrom(atG);
    BaseIteration.copy(atF, f);
  }

  public void restore(double[] toX, double[] toY, JacobianEstimate toG, double[] toF) {
    BaseIteration.copy(x, toX);
    BaseIteration.copy(y, toY);
    toG.copyFrom(g);
    BaseIteration.copy(f, toF);
  }

  @Override
  public void state(State s) {
    s.array("x", x);
    s.array("y", y);
    s.part("G", g);
    s.array("F", f);
  }
}
