package org.fogopt.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.value.FeaturesFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The weights of features that {@code fog value --json} wrote, to value other states by. */
public final class StoredWeights {
  private final Place file;
  private final Map<String, Double> weights = new LinkedHashMap<>();
  private final double bound;

  private StoredWeights(Place file, JsonNode root) {
    this.file = file;
    JsonNode stored = root.path("weights");
    if (!stored.isObject() || stored.isEmpty()) {
      throw new InputException(
          file,
          "holds no weights of features",
          "name the file that 'fog value --features FEATURES --json FILE' wrote");
    }
    for (String name : stored.propertyNames()) {
      if (!stored.get(name).isNumber()) {
        throw new InputException(
            file, "the weight of " + InputException.quote(name) + " is no number", "correct it");
      }
      weights.put(name, stored.get(name).doubleValue());
    }
    bound = root.path("bound").asDouble(Double.POSITIVE_INFINITY);
  }

  /**
   * Reads.
   *
   * @throws InputException if the file holds no weights
   */
  public static StoredWeights read(Path path) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try {
      return new StoredWeights(file, JsonMapper.shared().readTree(Files.readString(path)));
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (JacksonException e) {
      throw new InputException(
          file,
          "is no JSON",
          "name the file that 'fog value --features FEATURES --json FILE' wrote",
          e);
    }
  }

  /**
   * The values of states by their features, which are matched by name.
   *
   * @throws InputException if the features are not those of the weights
   */
  public double[] values(FeaturesFile features, Path path) {
    List<String> names = features.names();
    if (names.size() != weights.size() || !weights.keySet().containsAll(names)) {
      throw new InputException(
          Place.in(path),
          "has the features %s, but %s has weights of %s"
              .formatted(names, file.file(), weights.keySet()),
          "give the same features, under the same names");
    }
    double[] x = names.stream().mapToDouble(weights::get).toArray();
    double[] values = new double[features.states().size()];
    for (int s = 0; s < values.length; s++) {
      double t = features.rows().dot(s, x);
      values[s] = Double.isInfinite(bound) ? t : bound * StrictMath.tanh(t / bound);
    }
    return values;
  }
}
