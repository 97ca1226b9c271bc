package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/** A chain from a matrix of transition probabilities and one of rewards. */
final class ChainMatrix {
  /** More than this share of non-zeros in a matrix and it is kept whole. */
  private static final double DENSE = 0.25;

  private ChainMatrix() {}

  /**
   * A chain from the matrix of its probabilities.
   *
   * @param rewardsPath the file of rewards, a column for each next state or one for all
   * @param absorbing whether a row of zeros ends an episode
   * @throws InputException naming the place, or the state, and a remedy
   */
  static RewardChain read(MatrixFile p, @Nullable Path rewardsPath, boolean absorbing) {
    Place file = p.file();
    Rows rows = p.rows();
    int n = rows.rows();
    if (rewardsPath == null && !hasProbabilities(rows)) {
      throw noTransitions(file);
    }
    if (rows.columns() != n) {
      throw new InputException(
          file,
          "expected a square matrix of probabilities, found %d x %d".formatted(n, rows.columns()),
          "write a row and a column for each state, or records under a header of"
              + " state,next,probability,reward");
    }
    if (rewardsPath == null) {
      throw new InputException(
          file, "is a matrix of probabilities without rewards", "give them with --rewards");
    }
    List<String> names = names(p, n);
    Rows r = rewards(MatrixFile.read(rewardsPath), names);
    int nonZeros = 0;
    var chain = new ChainBuilder();
    var numbers = new StateNames();
    names.forEach(numbers::number);
    for (int s = 0; s < n; s++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        double value = rows.get(s, j);
        if (!(value >= 0)) {
          throw new InputException(
              p.place(s, j), "expected a probability from 0 to 1, found " + value, "correct it");
        }
        sum += value;
        if (value > 0) {
          nonZeros++;
          chain.add(s, j, value, r.get(s, r.columns() == 1 ? 0 : j));
        }
      }
      if (!(Math.abs(sum - 1) <= RewardChain.SUM_TOLERANCE) && !(absorbing && sum == 0)) {
        throw new InputException(
            file.atRow(p.lines()[s]),
            "the probabilities of state %s sum to %s, expected 1"
                .formatted(Records.quote(names.get(s)), sum),
            "correct them");
      }
    }
    chain.endEpisodes(numbers, file, absorbing);
    RewardChain sparse =
        chain.build(names, IntStream.range(0, n).toArray(), file.file() + ", " + rewardsPath);
    return nonZeros > DENSE * n * n ? dense(sparse) : sparse;
  }

  /** Of a table that belongs to another command, most likely. */
  static InputException noTransitions(Place file) {
    return new InputException(
        file,
        "holds no transitions",
        "expected the columns state,reward,next_state (a log) or state,next,probability,reward, or a"
            + " matrix of probabilities with --rewards; prices and returns are for 'fog portfolio',"
            + " points for 'fog embed'");
  }

  private static boolean hasProbabilities(Rows rows) {
    double[] ones = new double[rows.columns()];
    Arrays.fill(ones, 1);
    return IntStream.range(0, rows.rows())
        .allMatch(s -> Math.abs(rows.dot(s, ones) - 1) <= RewardChain.SUM_TOLERANCE);
  }

  private static RewardChain dense(RewardChain chain) {
    int n = chain.size();
    double[] p = new double[n * n];
    double[] r = new double[n * n];
    for (int s = 0; s < n; s++) {
      chain.transitions().addTo(s, 1, p, s * n);
      chain.rewards().addTo(s, 1, r, s * n);
    }
    return new RewardChain(chain.states(), Rows.of(n, n, p), Rows.of(n, n, r), chain.source());
  }

  private static List<String> names(MatrixFile p, int n) {
    List<String> names =
        !p.labels().isEmpty()
            ? p.labels()
            : !p.header().isEmpty()
                ? p.header()
                : IntStream.rangeClosed(1, n).mapToObj(Integer::toString).toList();
    if (!p.header().isEmpty() && !p.header().equals(names)) {
      throw new InputException(
          p.file(),
          "the rows are named differently from the columns",
          "list the states in the same order in both");
    }
    if (names.stream().distinct().count() != n) {
      throw new InputException(p.file(), "two states have the same name", "rename one of them");
    }
    return names;
  }

  private static Rows rewards(MatrixFile r, List<String> names) {
    int n = names.size();
    if (r.rows().rows() != n || (r.rows().columns() != n && r.rows().columns() != 1)) {
      throw new InputException(
          r.file(),
          "expected rewards of %d x %d or %d x 1, found %d x %d"
              .formatted(n, n, n, r.rows().rows(), r.rows().columns()),
          "write a row for each state, with a reward for each next state or one for all");
    }
    boolean isSame = r.labels().isEmpty() || r.labels().equals(names);
    if (r.rows().columns() == n && n > 1 && !r.header().isEmpty()) {
      isSame &= r.labels().isEmpty() || r.header().equals(names);
    }
    if (!isSame) {
      throw new InputException(
          r.file(),
          "the states are named differently from those of the probabilities",
          "list them in the same order in both files");
    }
    return r.rows();
  }
}
