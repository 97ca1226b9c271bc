package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;

/**
 * Features of states: a row of numbers for each, under a header whose first column is {@code
 * state}, or without names and in the order of the states, as in a {@link RowFile}.
 */
public final class FeaturesFile {
  private FeaturesFile() {}

  /**
   * Reads the features of these states, which the file may hold in any order if it names them.
   *
   * @throws InputException if a state is unknown, missing or there twice
   */
  public static RowMatrix read(Path path, List<String> states) {
    if (RowFile.isOne(path)) {
      return inOrder(path, RowFile.read(path).rows(), states.size());
    }
    MatrixFile file = MatrixFile.read(path);
    Rows rows = file.rows();
    int n = states.size();
    if (file.labels().isEmpty()) {
      return inOrder(path, rows, n);
    }
    var names = new StateNames();
    states.forEach(names::number);
    int d = rows.columns();
    double[] sorted = new double[n * d];
    int[] lines = new int[n];
    for (int i = 0; i < rows.rows(); i++) {
      String name = file.labels().get(i);
      int s = names.find(name);
      Place place = file.file().atRow(file.lines()[i]).atColumn(1, "state");
      if (s < 0) {
        throw new InputException(
            place,
            "there is no transition from or to state " + Records.quote(name),
            "remove the row, or correct the name");
      }
      if (lines[s] > 0) {
        throw new InputException(
            place,
            "state %s stands in row %d already".formatted(Records.quote(name), lines[s]),
            "keep one of the two rows");
      }
      lines[s] = file.lines()[i];
      rows.addTo(i, 1, sorted, s * d);
    }
    for (int s = 0; s < n; s++) {
      if (lines[s] == 0) {
        throw new InputException(
            Place.in(path),
            "has no features of state " + Records.quote(states.get(s)),
            "add a row for it");
      }
    }
    return Rows.of(n, d, sorted);
  }

  private static RowMatrix inOrder(Path path, RowMatrix rows, int n) {
    if (rows.count() != n) {
      throw new InputException(
          Place.in(path),
          "expected a row for each of %d states, found %d".formatted(n, rows.count()),
          "add a first column, state, with their names");
    }
    return rows;
  }
}
