package org.fogopt.algorithm;

import java.util.List;
import org.fogopt.state.State;

/** Algorithm 1 as printed: one step size, a restart every q steps. */
final class FixedPace implements Pace {
  private final double eta;
  private final long q;
  private long t;

  FixedPace(double eta, long q) {
    this.eta = eta;
    this.q = q;
  }

  @Override
  public double eta() {
    return eta;
  }

  @Override
  public double toldEta() {
    return eta;
  }

  @Override
  public void suggest(double fastest) {}

  @Override
  public boolean restartDue() {
    return t % q == 0;
  }

  @Override
  public boolean goesBack() {
    return false;
  }

  @Override
  public boolean measures() {
    return false;
  }

  @Override
  public boolean restarted(double objective, double gradientNorm, double xNorm) {
    t++;
    return true;
  }

  @Override
  public void recurred(double along, double dx2, double dF2) {
    t++;
  }

  @Override
  public boolean accepts(double norm) {
    return true;
  }

  @Override
  public boolean atRestart() {
    return false;
  }

  @Override
  public void leaps() {
    throw new IllegalStateException("a fixed pace does not leap");
  }

  @Override
  public void looked() {
    throw new IllegalStateException("a fixed pace does not leap");
  }

  @Override
  public void note(String what) {}

  @Override
  public long epoch() {
    return q;
  }

  @Override
  public List<String> decisions() {
    return List.of();
  }

  @Override
  public void state(State s) {
    t = s.value("t", t);
  }
}
