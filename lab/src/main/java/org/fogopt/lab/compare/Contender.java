package org.fogopt.lab.compare;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;

/**
 * A method that takes part, with what it may choose from.
 *
 * @param label in tables and charts
 * @param method that runs
 * @param choices settings to choose from, such as batches; one, perhaps empty, if there is no
 *     choice
 * @param steps to choose from
 */
public record Contender(
    String label, Method method, List<Map<String, String>> choices, Steps steps) {
  public Contender {
    // In an order of their own, so that files list them alike: that of Map.of changes by the JVM.
    choices =
        choices.stream()
            .<Map<String, String>>map(c -> Collections.unmodifiableMap(new TreeMap<>(c)))
            .toList();
    if (choices.isEmpty()) {
      throw new IllegalArgumentException(
          label + ": a contender needs settings, if only empty ones");
    }
    if (!takesStep(method) && !(steps instanceof Steps.Automatic)) {
      throw new IllegalArgumentException(
          "%s: %s takes no step size; name a method that does".formatted(label, method.name()));
    }
    choices.forEach(choice -> Settings.parse(choice, method.parameters())); // refused now or never
  }

  /** As it comes, with these steps. */
  public static Contender of(Method method, Steps steps) {
    return new Contender(method.name(), method, List.of(Map.of()), steps);
  }

  /** Whether the method has a step size: then its first parameter is no count and no switch. */
  public static boolean takesStep(Method method) {
    return !method.parameters().isEmpty() && !method.parameters().get(0).whole();
  }

  /** The parameter that is the step size: a method's first. */
  String step() {
    return method.parameters().get(0).name();
  }

  Algorithm with(Map<String, String> settings) {
    return method.with(Settings.parse(settings, method.parameters()));
  }
}
