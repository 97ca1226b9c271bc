package org.fogopt.cli.output;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code summary.json}: what a run found, what it cost, and what is needed to repeat it. */
public final class Summary {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final ObjectNode root = JSON.createObjectNode();

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
    ObjectNode chosen = root.putObject("chosen");
    for (Map.Entry<String, Number> parameter : result.parameters().entrySet()) {
      if (parameter.getValue() instanceof Double value) {
        put(chosen, parameter.getKey(), value);
      } else {
        chosen.put(parameter.getKey(), parameter.getValue().longValue());
      }
    }
    var decisions = root.putArray("decisions");
    result.decisions().forEach(decisions::add);
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
    var array = root.putArray(name);
    values.forEach(array::add);
    return this;
  }

  /** Numbers by name. */
  public Summary put(String name, List<String> names, double[] values) {
    ObjectNode numbers = root.putObject(name);
    for (int k = 0; k < values.length; k++) {
      put(numbers, names.get(k), values[k]);
    }
    return this;
  }

  /** JSON has no NaN: what is not known is null. */
  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  public void write(Path file) {
    AtomicFile.write(file, out -> out.write(JSON.writeValueAsString(root) + "\n"));
  }
}
