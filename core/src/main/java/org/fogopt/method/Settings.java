package org.fogopt.method;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values given to an algorithm's {@link Parameter}s; what is not given has its default.
 *
 * <pre>{@code
 * Settings settings = Settings.NONE.with(Scgd.ALPHA, 0.01).with(Scgd.INNER, 5);
 * }</pre>
 */
public final class Settings {
  public static final Settings NONE = new Settings(Map.of());

  private final Map<String, Double> values;

  private Settings(Map<String, Double> values) {
    this.values = values;
  }

  /**
   * From text, as on the command line.
   *
   * @throws IllegalArgumentException naming an unknown key or a value out of range
   */
  public static Settings parse(Map<String, String> given, List<Parameter> parameters) {
    Settings settings = NONE;
    for (Map.Entry<String, String> entry : given.entrySet()) {
      Parameter parameter =
          parameters.stream()
              .filter(p -> p.name().equals(entry.getKey()))
              .findFirst()
              .orElseThrow(() -> unknown(entry.getKey(), parameters));
      double value;
      try {
        value = Double.parseDouble(entry.getValue());
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "%s must be a number, not \"%s\"".formatted(entry.getKey(), entry.getValue()), e);
      }
      settings = settings.with(parameter, value);
    }
    return settings;
  }

  private static IllegalArgumentException unknown(String key, List<Parameter> parameters) {
    return new IllegalArgumentException(
        "there is no parameter \"%s\"; expected one of %s"
            .formatted(
                key, parameters.stream().map(Parameter::name).collect(Collectors.joining(", "))));
  }

  /** These settings and one more. */
  public Settings with(Parameter parameter, double value) {
    Map<String, Double> more = new LinkedHashMap<>(values);
    more.put(parameter.name(), parameter.require(value));
    return new Settings(more);
  }

  /** These settings and a count. */
  public Settings with(Parameter parameter, long value) {
    return with(parameter, (double) value);
  }

  /** These settings, and those of {@code others} that are not among them. */
  public Settings or(Settings others) {
    Map<String, Double> both = new LinkedHashMap<>(others.values);
    both.putAll(values);
    return new Settings(both);
  }

  /** The value given, or the default, or null if the algorithm is to choose. */
  public @Nullable Double find(Parameter parameter) {
    Double given = values.get(parameter.name());
    return given != null ? given : parameter.standard();
  }

  public double get(Parameter parameter) {
    Double value = find(parameter);
    if (value == null) {
      throw new IllegalStateException(parameter.name() + " has no default");
    }
    return value;
  }

  /** The value given or by default, or {@code otherwise}. */
  public double value(Parameter parameter, double otherwise) {
    Double value = find(parameter);
    return value == null ? otherwise : value;
  }

  public long count(Parameter parameter) {
    return (long) get(parameter);
  }

  /** The count given or by default, or {@code otherwise}. */
  public long count(Parameter parameter, long otherwise) {
    Double value = find(parameter);
    return value == null ? otherwise : (long) (double) value;
  }

  /** A default batch shrinks to the components there are; a given one is left, to be refused. */
  public long batch(Parameter parameter, long components) {
    Double given = values.get(parameter.name());
    return given != null ? (long) (double) given : Math.min(components, count(parameter));
  }

  /** Refuses given batches of more than the {@code count} components, called m or n, there are. */
  public void requireAtMost(String total, long count, Parameter... batches) {
    for (Parameter batch : batches) {
      Double given = values.get(batch.name());
      if (given != null && given > count) {
        throw new IllegalArgumentException(
            "%s = %.0f is more than the %s = %d components there are"
                .formatted(batch.name(), given, total, count));
      }
    }
  }

  public boolean is(Parameter parameter) {
    return get(parameter) == 1;
  }

  /** By name: {@code S1=5.0, eta=0.01}. */
  @Override
  public String toString() {
    return new TreeMap<>(values)
        .entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", "));
  }
}
