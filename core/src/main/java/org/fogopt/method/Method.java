package org.fogopt.method;

import java.util.List;
import org.fogopt.oracle.Oracle;

/**
 * A method as a catalogue describes it.
 *
 * <pre>{@code
 * Algorithm scgd = Scgd.METHOD.with(Settings.NONE.with(Scgd.ALPHA, 0.01).with(Scgd.INNER, 5));
 * }</pre>
 *
 * @param name on the command line
 * @param title in full
 * @param reference who proposed it, and when
 * @param calls what a step costs, strict; m and n are the numbers of components
 * @param output which point its theory returns
 * @param parameters that can be set
 * @param start begins it
 */
public record Method(
    String name,
    String title,
    String reference,
    String calls,
    String output,
    List<Parameter> parameters,
    Start start) {
  public Method {
    parameters = List.copyOf(parameters);
  }

  /** Begins a method at x0, which is not modified. */
  @FunctionalInterface
  public interface Start {
    Iteration begin(Settings settings, Oracle oracle, double[] x0);
  }

  /** The method with nothing given. */
  public Algorithm byDefault() {
    return with(Settings.NONE);
  }

  /** The method with these settings. */
  public Algorithm with(Settings settings) {
    return new Algorithm() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String settings() {
        return settings.toString();
      }

      @Override
      public Iteration start(Oracle oracle, double[] x0) {
        return start.begin(settings, oracle, x0);
      }
    };
  }

  @Override
  public String toString() {
    return "Method[%s: %s]".formatted(name, title);
  }
}
