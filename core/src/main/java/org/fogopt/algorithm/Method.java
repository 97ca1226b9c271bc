package org.fogopt.algorithm;

import java.util.List;
import java.util.function.Function;

/**
 * A method as a catalogue describes it.
 *
 * @param name on the command line
 * @param title in full
 * @param reference who proposed it, and when
 * @param calls what a step costs, strict; m and n are the numbers of components
 * @param output which point its theory returns
 * @param parameters that can be set
 * @param make an algorithm from settings
 */
public record Method(
    String name,
    String title,
    String reference,
    String calls,
    String output,
    List<Parameter> parameters,
    Function<Settings, Algorithm> make) {
  public Method {
    parameters = List.copyOf(parameters);
  }
}
