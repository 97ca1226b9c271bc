package org.fogopt.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.fogopt.apps.io.file.OutputException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of a run, which may have taken hours. A full disk under one of them loses
 * neither the others nor this one: what cannot go where it should goes to the folder for temporary
 * files.
 */
public final class Saving {
  private final List<Path> written = new ArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** That something is not where it was asked for. */
  public static final class Incomplete extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Incomplete(String message) {
      super(message);
    }
  }

  /** Writes a file if one was asked for. */
  public void write(@Nullable Path file, Consumer<Path> content) {
    if (file == null) {
      return;
    }
    try {
      content.accept(file);
      written.add(file);
    } catch (OutputException e) {
      Path kept = inTemporaryFile(file, content);
      complaints.add(e.getMessage() + (kept == null ? "" : "; it is in " + kept + " instead"));
    }
  }

  /** What is where it was asked for. */
  public List<Path> written() {
    return List.copyOf(written);
  }

  private static @Nullable Path inTemporaryFile(Path file, Consumer<Path> content) {
    try {
      Path kept = Files.createTempFile("fog-", "-" + file.getFileName());
      try {
        content.accept(kept);
        return kept;
      } catch (OutputException e) {
        Files.deleteIfExists(kept);
        return null;
      }
    } catch (IOException e) {
      return null;
    }
  }

  /** To be called when all is written and reported. */
  public void requireComplete() {
    if (!complaints.isEmpty()) {
      throw new Incomplete(String.join("; ", complaints));
    }
  }
}
