package org.fogopt.method.auto;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.method.Iteration;
import org.fogopt.method.Known;
import org.fogopt.method.auto.Automatic.Choice;
import org.fogopt.method.newton.Newton;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/** The method that {@link Automatic} chose, and the one it hands over to if that fails. */
final class AutomaticIteration implements Iteration {
  private final Oracle oracle;
  private final List<String> earlier = new ArrayList<>(); // decisions, once it has handed over
  private Choice choice;
  private Iteration current;
  private long steps;

  AutomaticIteration(Oracle oracle, double[] x0) {
    this.oracle = oracle;
    choice = Automatic.choose(oracle.traits());
    current = choice.method().byDefault().start(oracle, x0);
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
      earlier.addAll(decisions());
      handOver();
      earlier.add("step %d: %s takes over: %s".formatted(steps, named(), choice.reason()));
    }
  }

  private void handOver() {
    choice = Automatic.withoutNewton(oracle.traits(), "secants do not model its curvature");
    current = choice.method().byDefault().start(oracle, current.point());
  }

  private String named() {
    String name = current.name();
    return name == null ? choice.method().name() : name;
  }

  @Override
  public String name() {
    return earlier.isEmpty() ? named() : Newton.METHOD.name() + ", then " + named();
  }

  /** Why this method. */
  @Override
  public List<String> decisions() {
    List<String> all = new ArrayList<>(earlier);
    if (earlier.isEmpty()) {
      all.add("%s: %s".formatted(named(), choice.reason()));
    }
    all.addAll(current.decisions());
    return all;
  }

  @Override
  public void state(State s) {
    steps = s.value("steps", steps);
    s.words("earlier", earlier);
    if (s.isReading() && !earlier.isEmpty()) {
      handOver();
    }
    s.part("method", current);
  }

  @Override
  public long nextCallsPaper() {
    return current.nextCallsPaper();
  }

  @Override
  public Known known() {
    return current.known();
  }

  @Override
  public boolean mayGoBack() {
    return current.mayGoBack();
  }

  @Override
  public boolean givesExactGradients() {
    return current.givesExactGradients();
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
