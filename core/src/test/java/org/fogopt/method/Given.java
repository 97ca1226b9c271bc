package org.fogopt.method;

import java.util.LinkedHashMap;
import java.util.Map;

/** Values given to a method's parameters, by name; a test reads them back to compute with. */
public record Given(Map<String, Double> values) {
  public static final Given NOTHING = new Given(Map.of());

  public static Given of(String name, double value) {
    return NOTHING.and(name, value);
  }

  public Given and(String name, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Given(more);
  }

  public Given without(String name) {
    Map<String, Double> fewer = new LinkedHashMap<>(values);
    fewer.remove(name);
    return new Given(fewer);
  }

  public double number(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name + " was not given");
    }
    return value;
  }

  public long count(String name) {
    return (long) number(name);
  }

  public boolean is(String name) {
    return values.getOrDefault(name, 0.0) == 1;
  }

  public Settings settings(Method method) {
    Settings settings = Settings.NONE;
    for (Map.Entry<String, Double> value : values.entrySet()) {
      settings = settings.with(parameter(method, value.getKey()), value.getValue());
    }
    return settings;
  }

  public Algorithm algorithm(Method method) {
    return method.with(settings(method));
  }

  public static Parameter parameter(Method method, String name) {
    return method.parameters().stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(method.name() + " has no " + name));
  }
}
