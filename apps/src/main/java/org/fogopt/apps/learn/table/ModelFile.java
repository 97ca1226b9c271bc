package org.fogopt.apps.learn.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.learn.Activation;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Network;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A model as JSON: its columns, its coefficients in the table's units for people, and the
 * parameters of the standardised features, digit by digit, for predicting.
 */
final class ModelFile {
  private static final String FORMAT = "fog-model";
  private static final int VERSION = 1;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ModelFile() {}

  static void write(LearnedModel model, Path file) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT).put("formatVersion", VERSION);
    root.put("fogVersion", model.training().version());
    Target target = model.target();
    ObjectNode y = root.putObject("target").put("name", target.name());
    y.put("loss", target.loss().toString());
    if (target.isClass()) {
      target.classes().forEach(y.putArray("classes")::add);
    } else {
      y.put("mean", target.mean()).put("scale", target.scale());
      y.put("percentSigns", target.percentSigns());
    }
    write(model.training(), root.putObject("training"));
    ArrayNode columns = root.putArray("columns");
    model.features().inputs().forEach(input -> write(input, columns.addObject()));
    root.put("intercept", model.hasIntercept());
    if (model.network().isLinear()) {
      writeLinear(model, root);
    } else {
      writeLayers(model, root);
    }
    AtomicFile.write(file, out -> out.write(JSON.writeValueAsString(root) + "\n"));
  }

  private static void write(LearnedModel.Training training, ObjectNode node) {
    node.put("source", training.source()).put("rows", training.rows());
    node.put("objective", training.objective());
    put(node, "value", training.value());
    node.put("l2", training.l2()).put("l1", training.l1());
    node.put("method", training.method()).put("converged", training.converged());
    node.put("measuredOn", training.measured());
    ObjectNode metrics = node.putObject("metrics");
    training.metrics().forEach((name, value) -> put(metrics, name, value));
  }

  /** JSON has no NaN: what is not known is null. */
  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  private static void write(Input input, ObjectNode node) {
    if (input instanceof Input.Numeric number) {
      node.put("name", number.name()).put("kind", "number");
      node.put("mean", number.mean()).put("scale", number.scale());
      node.put("median", number.median()).put("missingInTraining", number.knowsMissing());
      node.put("percentSigns", number.percentSigns());
    } else if (input instanceof Input.Category category) {
      node.put("name", category.name()).put("kind", "category");
      category.levels().forEach(node.putArray("levels")::add);
    } else if (input instanceof Input.Sparse sparse) {
      node.put("kind", "sparse");
      numbers(node.putArray("scales"), sparse.scales());
    }
  }

  private static void numbers(ArrayNode node, double[] values) {
    for (double value : values) {
      node.add(value);
    }
  }

  /** Coefficients by name: those of the table's units are for people and not read again. */
  private static void writeLinear(LearnedModel model, ObjectNode root) {
    List<String> names = model.features().names();
    double[][] original = model.coefficients();
    int stride = names.size() + (model.hasIntercept() ? 1 : 0);
    ArrayNode outputs = root.putArray("outputs");
    for (int k = 0; k < original.length; k++) {
      ObjectNode output = outputs.addObject();
      if (original.length > 1) {
        output.put("class", model.target().classes().get(k));
      }
      ObjectNode coefficients = output.putObject("coefficients");
      ObjectNode standardised = output.putObject("standardised");
      coefficients.put("(intercept)", original[k][names.size()]);
      if (model.hasIntercept()) {
        standardised.put("(intercept)", model.parameters()[k * stride + names.size()]);
      }
      for (int j = 0; j < names.size(); j++) {
        coefficients.put(names.get(j), original[k][j]);
        standardised.put(names.get(j), model.parameters()[k * stride + j]);
      }
    }
  }

  private static void writeLayers(LearnedModel model, ObjectNode root) {
    Network network = model.network();
    root.put("activation", network.activation().name().toLowerCase(Locale.ROOT));
    ArrayNode layers = root.putArray("layers");
    int inputs = model.features().width();
    int at = 0;
    for (int l = 0; l <= network.hidden().length; l++) {
      boolean isLast = l == network.hidden().length;
      int units = isLast ? model.outputs() : network.hidden()[l];
      boolean hasBias = !isLast || model.hasIntercept();
      ObjectNode layer = layers.addObject();
      ArrayNode weights = layer.putArray("weights");
      double[] biases = new double[hasBias ? units : 0];
      for (int u = 0; u < units; u++) {
        numbers(weights.addArray(), Arrays.copyOfRange(model.parameters(), at, at + inputs));
        at += inputs;
        if (hasBias) {
          biases[u] = model.parameters()[at++];
        }
      }
      numbers(layer.putArray("biases"), biases);
      inputs = units;
    }
  }

  static LearnedModel read(Path path) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    JsonNode root;
    try {
      root = JSON.readTree(Files.readString(path, StandardCharsets.UTF_8));
    } catch (JacksonException | IOException e) {
      throw new InputException(
          file, "is no JSON", "expected a model that 'fog learn --out' wrote", e);
    }
    if (!root.path("format").asString("").equals(FORMAT)) {
      throw new InputException(file, "is no model", "expected a file that 'fog learn --out' wrote");
    }
    if (root.path("formatVersion").asInt(0) != VERSION) {
      throw new InputException(
          file,
          "is a model of format %s".formatted(root.path("formatVersion").asString("?")),
          "this version of fog reads format " + VERSION);
    }
    return new Reader(file, root).model();
  }

  /** Reads the parts of a file, and names what is missing. */
  private record Reader(Place file, JsonNode root) {
    LearnedModel model() {
      JsonNode y = part(root, "target");
      List<String> classes = new ArrayList<>();
      y.path("classes").forEach(level -> classes.add(level.asString()));
      Target target =
          new Target(
              text(y, "name"),
              Loss.parse(text(y, "loss")),
              classes,
              classes.isEmpty() ? number(y, "mean") : 0,
              classes.isEmpty() ? number(y, "scale") : 1,
              percentSigns(y));
      List<Input> inputs = new ArrayList<>();
      part(root, "columns").forEach(node -> inputs.add(input(node)));
      var features = new Features(inputs);
      boolean hasIntercept = part(root, "intercept").asBoolean();
      boolean isLinear = root.has("outputs");
      Network network = isLinear ? Network.LINEAR : network();
      double[] parameters = isLinear ? linear(features, hasIntercept) : layers(hasIntercept);
      requireFinite(parameters);
      return new LearnedModel(features, target, network, hasIntercept, parameters, training());
    }

    private LearnedModel.Training training() {
      JsonNode node = part(root, "training");
      Map<String, Double> metrics = new LinkedHashMap<>();
      JsonNode all = node.path("metrics");
      all.propertyNames().forEach(name -> metrics.put(name, all.get(name).asDouble(Double.NaN)));
      return new LearnedModel.Training(
          text(node, "source"),
          part(node, "rows").asLong(),
          text(node, "objective"),
          node.path("value").asDouble(Double.NaN),
          number(node, "l2"),
          number(node, "l1"),
          text(node, "method"),
          part(node, "converged").asBoolean(),
          text(node, "measuredOn"),
          metrics,
          text(root, "fogVersion"));
    }

    private Input input(JsonNode node) {
      return switch (text(node, "kind")) {
        case "number" ->
            new Input.Numeric(
                text(node, "name"),
                number(node, "mean"),
                number(node, "scale"),
                number(node, "median"),
                part(node, "missingInTraining").asBoolean(),
                percentSigns(node));
        case "category" -> {
          List<String> levels = new ArrayList<>();
          part(node, "levels").forEach(level -> levels.add(level.asString()));
          yield new Input.Category(text(node, "name"), levels);
        }
        case "sparse" -> new Input.Sparse(numbers(part(node, "scales")));
        default -> throw wrong("kind", "number, category or sparse");
      };
    }

    private static @Nullable Boolean percentSigns(JsonNode node) {
      JsonNode found = node.path("percentSigns");
      return found.isBoolean() ? (Boolean) found.booleanValue() : null;
    }

    private double[] linear(Features features, boolean hasIntercept) {
      List<String> names = new ArrayList<>(features.names());
      if (hasIntercept) {
        names.add("(intercept)");
      }
      JsonNode outputs = part(root, "outputs");
      double[] parameters = new double[outputs.size() * names.size()];
      for (int k = 0; k < outputs.size(); k++) {
        JsonNode standardised = part(outputs.get(k), "standardised");
        for (int j = 0; j < names.size(); j++) {
          parameters[k * names.size() + j] = number(standardised, names.get(j));
        }
      }
      return parameters;
    }

    private Network network() {
      JsonNode layers = part(root, "layers");
      int[] hidden = new int[layers.size() - 1];
      Arrays.setAll(hidden, l -> part(layers.get(l), "weights").size());
      return new Network(
          hidden, Activation.valueOf(text(root, "activation").toUpperCase(Locale.ROOT)));
    }

    private double[] layers(boolean hasIntercept) {
      List<Double> all = new ArrayList<>();
      JsonNode layers = part(root, "layers");
      for (int l = 0; l < layers.size(); l++) {
        JsonNode weights = part(layers.get(l), "weights");
        double[] biases = numbers(part(layers.get(l), "biases"));
        for (int u = 0; u < weights.size(); u++) {
          Arrays.stream(numbers(weights.get(u))).forEach(all::add);
          if (l + 1 < layers.size() || hasIntercept) {
            all.add(biases[u]);
          }
        }
      }
      return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private JsonNode part(JsonNode node, String name) {
      JsonNode found = node.get(name);
      if (found == null) {
        throw wrong(name, "the file to have it");
      }
      return found;
    }

    private String text(JsonNode node, String name) {
      return part(node, name).asString();
    }

    private double number(JsonNode node, String name) {
      JsonNode found = part(node, name);
      if (!found.isNumber()) {
        throw wrong(name, "a number");
      }
      return found.doubleValue();
    }

    private static double[] numbers(JsonNode node) {
      double[] all = new double[node.size()];
      Arrays.setAll(all, k -> node.get(k).doubleValue());
      return all;
    }

    private void requireFinite(double[] parameters) {
      if (Arrays.stream(parameters).anyMatch(value -> !Double.isFinite(value))) {
        throw wrong("parameters", "finite numbers");
      }
    }

    private InputException wrong(String name, String expected) {
      return new InputException(
          file,
          "is a damaged model: %s: expected %s".formatted(InputException.quote(name), expected),
          "write it again with 'fog learn --out'");
    }
  }
}
