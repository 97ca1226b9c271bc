package org.fogopt.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** New points for a map that there is. */
public final class TransformOptions {
  @Option(
      names = "--transform",
      paramLabel = "FILE",
      description =
          "Place the points of FILE into the map that --map has of --data, which stays as it is.")
  private @Nullable Path fresh;

  @Option(
      names = "--map",
      paramLabel = "FILE",
      description = "The map for --transform: places of the points of --data, as --out wrote them.")
  private @Nullable Path map;

  public @Nullable Path fresh() {
    return fresh;
  }

  public @Nullable Path map() {
    return map;
  }

  /** Those given, with the names of their options. */
  public Map<String, @Nullable Path> inputs() {
    Map<String, @Nullable Path> inputs = new LinkedHashMap<>();
    if (fresh != null) {
      inputs.put("--transform", fresh);
    }
    if (map != null) {
      inputs.put("--map", map);
    }
    return inputs;
  }

  /** Refuses, before any work is done, one without the other. */
  public void check(@Nullable Path out) {
    if ((fresh == null) != (map == null)) {
      throw new IllegalArgumentException(
          fresh == null
              ? "--map: needs --transform, the new points"
              : "--transform: needs --map, the map that they come into");
    }
    if (fresh != null && out == null) {
      throw new IllegalArgumentException("--transform: needs --out, for the new places");
    }
  }
}
