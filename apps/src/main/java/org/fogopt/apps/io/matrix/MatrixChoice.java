package org.fogopt.apps.io.matrix;

import java.util.Comparator;
import java.util.List;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.LimitedInputStream;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/** Which of the matrices of a MATLAB file to read. */
final class MatrixChoice {
  private static final int MOST_LISTED = 20;

  private MatrixChoice() {}

  /** A matrix that could be read. */
  record Candidate(String name, long rows, long columns) {
    @Override
    public String toString() {
      return name + " (" + rows + " x " + columns + ")";
    }
  }

  /** The matrix of the wanted name; without one, the largest, the first of equally large ones. */
  static Candidate choose(List<Candidate> candidates, @Nullable String wanted, Place file) {
    if (candidates.isEmpty()) {
      throw new InputException(
          file, "holds no two-dimensional matrix of real numbers", "expected one of returns");
    }
    if (wanted == null) {
      Candidate largest = candidates.get(0);
      var bySize = Comparator.comparingDouble((Candidate c) -> (double) c.rows() * c.columns());
      for (Candidate candidate : candidates) {
        largest = bySize.compare(candidate, largest) > 0 ? candidate : largest;
      }
      return largest;
    }
    for (Candidate candidate : candidates) {
      if (candidate.name().equals(wanted)) {
        return candidate;
      }
    }
    String names =
        String.join(", ", candidates.stream().limit(MOST_LISTED).map(Candidate::toString).toList());
    throw new InputException(
        file,
        "holds no matrix " + InputException.quote(wanted) + "; it holds " + names,
        "choose with --table");
  }

  /**
   * Refuses a size that cannot be true before memory is asked for: no compression used in these
   * files makes more than 1032 bytes of one.
   */
  static void requirePlausible(Candidate matrix, long fileBytes, long maxBytes, Place file) {
    double bytes = 8.0 * matrix.rows() * matrix.columns();
    if (matrix.columns() > CsvCells.MAX_COLUMNS) {
      throw new InputException(
          file,
          matrix + " has more than " + CsvCells.MAX_COLUMNS + " columns",
          "expected a row per day and a column per asset; is it transposed?");
    }
    if (bytes > maxBytes) {
      throw LimitedInputStream.tooLarge(file, maxBytes);
    }
    if (bytes / 8 > Integer.MAX_VALUE - 8) {
      throw new InputException(file, matrix + " has more than 2^31 numbers", "split the matrix");
    }
    // Numbers may be stored as single bytes, hence 8 doubles' bytes for each.
    if (bytes / 8 > 1032.0 * fileBytes) {
      throw damaged(file, matrix + " is more than a file of " + fileBytes + " bytes can hold");
    }
    Memory.requireRoom(file, (double) matrix.rows(), (double) matrix.columns());
  }

  static InputException damaged(Place file, String why) {
    return damaged(file, why, null);
  }

  static InputException damaged(Place file, Throwable cause) {
    Throwable root = cause;
    for (int depth = 0; depth < 10 && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    String message = root.getMessage();
    // What the library says of the file is worth reading; what Java says of the library is not.
    boolean isItsOwn = root.getClass().getName().startsWith("io.jhdf");
    String why =
        message != null && isItsOwn
            ? message.replaceAll("\\s+", " ")
            : "its parts do not fit together";
    return damaged(file, why, cause);
  }

  private static InputException damaged(Place file, String why, @Nullable Throwable cause) {
    return new InputException(
        file,
        "is a damaged or unusual MATLAB file (" + why + ")",
        "save it again, for example with save -v7 in MATLAB",
        cause);
  }
}
