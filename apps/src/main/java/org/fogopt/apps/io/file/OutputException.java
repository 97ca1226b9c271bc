package org.fogopt.apps.io.file;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A result could not be written. The message is one line: the file, the reason, the remedy. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String message;

  public OutputException(Path file, String problem, String remedy) {
    this(file, problem, remedy, null);
  }

  OutputException(Path file, String problem, String remedy, @Nullable Throwable cause) {
    super(null, cause);
    this.file = file.toString();
    this.message = file + ": " + problem + "; " + remedy;
  }

  /** The whole line, never null. */
  @Override
  public String getMessage() {
    return message;
  }

  /** The file that was to be written, as the user named it. */
  public String file() {
    return file;
  }
}
