package org.fogopt.method.auto;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.method.Iteration;
import org.fogopt.method.auto.Automatic.Choice;
import org.fogopt.method.newton.Newton;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/** The method that {@link Automatic} chose, and the one it hands over to if that fails. */
final class AutomaticIteration implements Iteration {
  private final Oracle oracle;
  private final List<String> earlier = new ArrayList<>();
  private Choice choice;
  private Iteration current;
  private boolean isHandedOver;
  private long steps;

  AutomaticIteration(Oracle oracle, double[] x0) {
    this.oracle = oracle;
    choice = Automatic.choose(oracle.traits());
    current = start(x0);
  }

  private Iteration start(double[] x) {
    return choice.method().start().begin(choice.settings(), oracle, x);
  }

  @Override
  public void step() {
    current.step();
    steps++;
  }

  @Override
  public void commit() {
    current.commit();
    if (current instanceof Newton newton && newton.isStuck()) {
      handOver();
      earlier.add("step %d: %s takes over: %s".formatted(steps, named(), choice.reason()));
    }
  }

  private void handOver() {
    earlier.addAll(decisions());
    choice = Automatic.next(oracle.traits());
    current = start(current.point());
    isHandedOver = true;
  }

  private String named() {
    String name = current.name();
    return name == null ? choice.method().name() : name;
  }

  @Override
  public String name() {
    return isHandedOver ? Newton.METHOD.name() + ", then " + named() : named();
  }

  /** Why this method. */
  @Override
  public List<String> decisions() {
    List<String> all = new ArrayList<>(earlier);
    if (!isHandedOver) {
      all.add("%s: %s".formatted(named(), choice.reason()));
    }
    all.addAll(current.decisions());
    return all;
  }

  @Override
  public void state(State s) {
    steps = s.value("steps", steps);
    boolean wasHandedOver = s.value("handed over", isHandedOver);
    if (wasHandedOver && !isHandedOver) {
      handOver();
    }
    s.words("earlier", earlier);
    s.part("method", current);
  }

  @Override
  public long nextCallsPaper() {
    return current.nextCallsPaper();
  }

  @Override
  public double[] point() {
    return current.point();
  }

  @Override
  public boolean isProvisional() {
    return current.isProvisional();
  }

  @Override
  public long closingCallsPaper() {
    return current.closingCallsPaper();
  }

  @Override
  public boolean isAtRounding() {
    return current.isAtRounding();
  }

  @Override
  public double promised() {
    return current.promised();
  }

  @Override
  public double @Nullable [] recession() {
    return current.recession();
  }

  @Override
  public boolean restarted() {
    return current.restarted();
  }

  @Override
  public boolean givesExactGradients() {
    return current.givesExactGradients();
  }

  @Override
  public double firstGradientNorm() {
    return current.firstGradientNorm();
  }

  @Override
  public double objective() {
    return current.objective();
  }

  @Override
  public double gradientNorm() {
    return current.gradientNorm();
  }

  @Override
  public double estimateNorm() {
    return current.estimateNorm();
  }

  @Override
  public double eta() {
    return current.eta();
  }

  @Override
  public Map<String, Number> parameters() {
    return current.parameters();
  }
}
