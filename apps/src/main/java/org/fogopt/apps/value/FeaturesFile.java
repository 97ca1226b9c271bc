package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.Shortened;

/**
 * Features of states: a row of numbers for each, under a header with a column called state, or
 * without names and in the order of the states, as in a {@link RowFile}.
 *
 * @param states their names; 1, 2, … where the file has none
 * @param names of the features; 1, 2, … where the file has none
 * @param rows a row for each state
 */
public record FeaturesFile(List<String> states, List<String> names, RowMatrix rows) {

  /** Reads the features of whatever states the file names. */
  public static FeaturesFile read(Path path) {
    MatrixFile file = MatrixFile.read(path);
    Rows rows = file.rows();
    return new FeaturesFile(
        file.labels().isEmpty() ? numbered(rows.rows()) : file.labels(),
        file.header().isEmpty() ? numbered(rows.columns()) : file.header(),
        rows);
  }

  /**
   * Reads the features of the states of a chain, which the file may hold in any order if it names
   * them. An end has none and needs no row; if it has one, zeros take its place.
   *
   * @throws InputException if a state is unknown, missing or there twice
   */
  public static FeaturesFile read(Path path, RewardChain chain) {
    List<String> states = chain.states();
    if (RowFile.isOne(path)) {
      RowMatrix rows = RowFile.read(path).rows();
      requireOneEach(Place.in(path), rows.count(), states.size());
      return new FeaturesFile(states, numbered(rows.columns()), requireZeroEnds(path, rows, chain));
    }
    MatrixFile file = MatrixFile.read(path);
    List<String> names =
        file.header().isEmpty() ? numbered(file.rows().columns()) : List.copyOf(file.header());
    return new FeaturesFile(
        states, names, file.labels().isEmpty() ? inOrder(file, chain) : byName(file, chain));
  }

  private static List<String> numbered(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
  }

  private static Rows byName(MatrixFile file, RewardChain chain) {
    Rows rows = file.rows();
    int n = chain.size();
    var names = new StateNames();
    chain.states().forEach(names::number);
    int d = rows.columns();
    double[] sorted = new double[n * d];
    int[] lines = new int[n];
    for (int i = 0; i < rows.rows(); i++) {
      String name = file.labels().get(i);
      int s = names.find(name);
      Place place = file.file().atRow(file.lines()[i]).atColumn(file.named() + 1, "state");
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
      rows.addTo(i, chain.isEnd(s) ? 0 : 1, sorted, s * d);
    }
    for (int s = 0; s < n; s++) {
      if (lines[s] == 0 && !chain.isEnd(s)) {
        throw new InputException(
            file.file(),
            "has no features of state " + Records.quote(chain.states().get(s)),
            "add a row for it");
      }
    }
    return Rows.of(n, d, sorted);
  }

  /** {@link ChainFile#END}, the last state if there is one, has no row of its own. */
  private static Rows inOrder(MatrixFile file, RewardChain chain) {
    int n = chain.size();
    Rows rows = file.rows();
    boolean hasEnd = chain.states().get(n - 1).equals(ChainFile.END);
    int given = hasEnd && rows.count() != n ? n - 1 : n;
    requireOneEach(file.file(), rows.count(), given);
    int d = rows.columns();
    double[] all = new double[n * d];
    for (int s = 0; s < given; s++) {
      rows.addTo(s, chain.isEnd(s) ? 0 : 1, all, s * d);
    }
    return Rows.of(n, d, all);
  }

  private static void requireOneEach(Place place, long count, int n) {
    if (count != n) {
      throw new InputException(
          place,
          "expected a row for each of %d states, found %d".formatted(n, count),
          "add a first column, state, with their names");
    }
  }

  private static RowMatrix requireZeroEnds(Path path, RowMatrix rows, RewardChain chain) {
    double[] row = new double[rows.columns()];
    for (int s = 0; s < chain.size(); s++) {
      if (chain.isEnd(s)) {
        rows.addTo(s, 1, row);
        if (Arrays.stream(row).anyMatch(v -> v != 0)) {
          throw new InputException(
              Place.in(path),
              "state %s ends an episode and is worth 0, but has features"
                  .formatted(Records.quote(chain.states().get(s))),
              "make its row zeros");
        }
      }
    }
    return rows;
  }

  @Override
  public String toString() {
    return "FeaturesFile[%d states, features %s]".formatted(states.size(), Shortened.of(names));
  }
}
