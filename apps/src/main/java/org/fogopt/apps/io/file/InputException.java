package org.fogopt.apps.io.file;

import org.jspecify.annotations.Nullable;

/**
 * An input file is not what it should be. The message is one line that can be shown as it is: the
 * place, what was expected and found, and what to do about it.
 *
 * <pre>{@code
 * returns.csv: row 17, column 3 ("P03"): expected a number, found "abc"; correct it, or ...
 * }</pre>
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Longer pieces of a file are cut in messages: one line has to stay one line. */
  private static final int LONGEST_QUOTE = 60;

  private final Place place;
  private final String message;

  /**
   * @param place where it is wrong
   * @param problem what was expected and what was found
   * @param remedy what the user can do
   */
  public InputException(Place place, String problem, String remedy) {
    this(place, problem, remedy, null);
  }

  /** The same with the exception of a library or of the file system that reported it. */
  public InputException(Place place, String problem, String remedy, @Nullable Throwable cause) {
    super(null, cause);
    this.place = place;
    this.message = place + ": " + problem + "; " + remedy;
  }

  /** The whole line, never null. */
  @Override
  public String getMessage() {
    return message;
  }

  /** The file as the user named it. */
  public String file() {
    return place.file();
  }

  /** The line in the file, from 1; 0 when the error has no row. */
  public int row() {
    return place.row();
  }

  /** The column in the file, from 1; 0 when the error has no column. */
  public int column() {
    return place.column();
  }

  /** The name of the column, if it has one. */
  public @Nullable String columnName() {
    return place.name();
  }

  /** Text of a file made fit for a message: quoted, on one line, no control characters, short. */
  public static String quote(String text) {
    var quoted = new StringBuilder("\"");
    int end = Math.min(text.length(), LONGEST_QUOTE);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append(end < text.length() ? "…\"" : "\"").toString();
  }
}
