package org.fogopt.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import org.fogopt.apps.io.file.AtomicFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finished pieces of work as files, each with a key of what it depends on. A piece whose key is
 * another, or that cannot be read, is as good as none.
 */
final class Archive {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path folder;

  /**
   * Begins or goes on.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the folder cannot be made
   */
  Archive(Path folder) {
    this.folder = AtomicFile.makeFolder(folder);
  }

  void keep(String name, String key, Object piece) {
    ObjectNode root = JSON.createObjectNode();
    root.put("key", key);
    root.set("piece", JSON.valueToTree(piece));
    AtomicFile.write(file(name), out -> out.write(JSON.writeValueAsString(root) + "\n"));
  }

  <T> @Nullable T find(String name, String key, Class<T> kind) {
    Path file = file(name);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    try {
      JsonNode root = JSON.readTree(file);
      return key.equals(root.path("key").asString(""))
          ? JSON.treeToValue(root.get("piece"), kind)
          : null;
    } catch (JacksonException e) {
      return null;
    }
  }

  private Path file(String name) {
    return folder.resolve(name + ".json");
  }
}
