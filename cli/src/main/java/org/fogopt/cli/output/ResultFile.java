package org.fogopt.cli.output;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.lab.compare.Outcome;
import org.fogopt.run.Version;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code result.json}: all that a comparison found and all that is needed to find it again, byte
 * for byte. Timings are left out, for no two runs share them.
 */
public final class ResultFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ResultFile() {}

  public static void write(Path file, List<String> command, long seed, Outcome outcome) {
    ObjectNode root = JSON.createObjectNode();
    root.set("command", JSON.valueToTree(command));
    root.put("version", Version.current());
    root.put("seed", seed);
    root.setAll((ObjectNode) JSON.valueToTree(outcome));
    timeless(root);
    AtomicFile.write(file, out -> out.write(JSON.writeValueAsString(root) + "\n"));
  }

  /** Takes the seconds out, and puts null where JSON has no number. */
  private static void timeless(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove("seconds");
      for (String name : object.propertyNames()) {
        JsonNode value = object.get(name);
        if (notFinite(value)) {
          object.putNull(name);
        } else {
          timeless(value);
        }
      }
    } else if (node instanceof ArrayNode array) {
      for (int k = 0; k < array.size(); k++) {
        if (notFinite(array.get(k))) {
          array.setNull(k);
        } else {
          timeless(array.get(k));
        }
      }
    }
  }

  private static boolean notFinite(JsonNode value) {
    return value.isDouble() && !Double.isFinite(value.doubleValue());
  }
}
