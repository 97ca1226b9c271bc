package org.fogopt.cli.output;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code summary.json}: what a run found, what it cost, and what is needed to repeat it. Kept as
 * plain maps: to load the writer of JSON takes longer than a small run, and only {@link #write}
 * needs it.
 */
public final class Summary {
  private final Map<String, @Nullable Object> root = new LinkedHashMap<>();

  /**
   * Of a run.
   *
   * @param reason why the automatic choice is what it is; null if a method was named
   */
  public Summary(Result result, Problem problem, @Nullable String reason) {
    root.put("problem", result.problem());
    root.put("fingerprint", problem.fingerprint());
    put("objective", result.objective());
    put("gradientNorm", result.gradientNorm());
    root.put("calls", result.calls());
    root.put("callsPaper", result.callsPaper());
    root.put("secondOrderCalls", result.secondOrderCalls());
    put("passes", result.passes());
    root.put("steps", result.steps());
    put("seconds", result.seconds());
    root.put("converged", result.converged());
    root.put("stop", result.stop().label());
    root.put("stopDetail", result.stop().detail());
    root.put("algorithm", result.algorithm());
    if (reason != null) {
      root.put("algorithmReason", reason);
    }
    root.put("seed", result.seed());
    Map<String, @Nullable Object> chosen = new LinkedHashMap<>();
    for (Map.Entry<String, Number> parameter : result.parameters().entrySet()) {
      if (parameter.getValue() instanceof Double value) {
        put(chosen, parameter.getKey(), value);
      } else {
        chosen.put(parameter.getKey(), parameter.getValue().longValue());
      }
    }
    root.put("chosen", chosen);
    root.put("decisions", result.decisions());
    root.put("version", Version.current());
  }

  public Summary put(String name, double value) {
    put(root, name, value);
    return this;
  }

  public Summary put(String name, long value) {
    root.put(name, value);
    return this;
  }

  public Summary put(String name, String value) {
    root.put(name, value);
    return this;
  }

  public Summary put(String name, List<String> values) {
    root.put(name, List.copyOf(values));
    return this;
  }

  /** Numbers by name. */
  public Summary put(String name, List<String> names, double[] values) {
    Map<String, @Nullable Object> numbers = new LinkedHashMap<>();
    root.put(name, numbers);
    for (int k = 0; k < values.length; k++) {
      put(numbers, names.get(k), values[k]);
    }
    return this;
  }

  /** An object of this name, to be filled. */
  Map<String, @Nullable Object> object(String name) {
    Map<String, @Nullable Object> made = new LinkedHashMap<>();
    root.put(name, made);
    return made;
  }

  /** JSON has no NaN: what is not known is null. */
  private static void put(Map<String, @Nullable Object> node, String name, double value) {
    node.put(name, Double.isFinite(value) ? value : null);
  }

  public void write(Path file) {
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    AtomicFile.write(file, out -> out.write(json.writeValueAsString(root) + "\n"));
  }
}
