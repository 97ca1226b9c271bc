package org.fogopt.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** New points for a map that there is. */
public final class TransformOptions {
  /** How points are read and where places go: all that placing has a use for. */
  private static final Set<String> USED =
      Set.of(
          "--data",
          "--labels",
          "--missing",
          "--standardise",
          "--rows",
          "--scale",
          "--transform",
          "--map",
          "--out",
          "--threads",
          "--quiet");

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

  /** Refuses, before any work is done, one without the other, and what placing has no use for. */
  public void check(CommandSpec spec, @Nullable Path out) {
    if ((fresh == null) != (map == null)) {
      throw new IllegalArgumentException(
          fresh == null
              ? "--map: needs --transform, the new points"
              : "--transform: needs --map, the map that they come into");
    }
    if (fresh != null && out == null) {
      throw new IllegalArgumentException("--transform: needs --out, for the new places");
    }
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (fresh != null && !USED.contains(option.longestName())) {
        RunOptions.refuse(
            spec,
            option.longestName(),
            "--transform places points into a finished map by t-SNE's kernel and writes --out alone");
      }
    }
  }
}
