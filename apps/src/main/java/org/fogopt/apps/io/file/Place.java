package org.fogopt.apps.io.file;

import java.io.Serializable;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A place in an input file, as precise as it is known: rows are line numbers and columns are
 * counted as an editor or a spreadsheet shows them, from 1; a zero means "not known".
 *
 * @param file the file as the user named it
 * @param row the line in the file, or 0
 * @param column the column in the file, or 0
 * @param name the column's name in the header, if there is one
 */
public record Place(String file, int row, int column, @Nullable String name)
    implements Serializable {

  /** The file as a whole. */
  public static Place in(Path file) {
    return in(file.toString());
  }

  /** The file as a whole. */
  public static Place in(String file) {
    return new Place(file, 0, 0, null);
  }

  /** A row of this file. */
  public Place atRow(int row) {
    return new Place(file, row, 0, null);
  }

  /** A column, of the row if this place has one and of the whole file otherwise. */
  public Place atColumn(int column, @Nullable String name) {
    return new Place(file, row, column, name);
  }

  /** As an error message begins, such as {@code returns.csv: row 17, column 3 ("P03")}. */
  @Override
  public String toString() {
    var text = new StringBuilder(file);
    if (row > 0) {
      text.append(": row ").append(row);
    }
    if (column > 0 || name != null) {
      text.append(row > 0 ? ", column" : ": column");
      if (column > 0) {
        text.append(' ').append(column);
      }
      if (name != null && column > 0) {
        text.append(" (").append(InputException.quote(name)).append(')');
      } else if (name != null) {
        text.append(' ').append(InputException.quote(name));
      }
    }
    return text.toString();
  }
}
