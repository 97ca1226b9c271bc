package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;

/**
 * Reads a policy, {@code state,action,probability}, for the actions of an MDP.
 *
 * @param transitions the file of the MDP
 * @param states of the MDP
 * @param actions by {@link #pair}
 * @param stateOf the state of each action
 */
record PolicyFile(Place transitions, StateNames states, StateNames actions, List<Integer> stateOf) {
  /** One key of two names. */
  static String pair(String state, String action) {
    return state + "\0" + action;
  }

  /**
   * The probability of each (state, action); 0 for one that is not in the file.
   *
   * @throws InputException naming the place, or the state, and a remedy
   */
  double[] read(Path path) {
    double[] shares = new double[actions.size()];
    Arrays.fill(shares, Double.NaN);
    int[] at = new int[3];
    boolean[] isFirst = {true};
    Records.forEach(
        path,
        row -> {
          if (isFirst[0]) {
            isFirst[0] = false;
            List<String> header =
                IntStream.range(0, row.size())
                    .mapToObj(k -> row.text(k).toLowerCase(Locale.ROOT))
                    .toList();
            at[0] = header.indexOf("state");
            at[1] = header.indexOf("action");
            at[2] = header.indexOf("probability");
            if (Arrays.stream(at).anyMatch(k -> k < 0)) {
              throw new InputException(
                  row.place(),
                  "expected a header of state,action,probability",
                  "write it over the columns");
            }
          } else {
            if (row.size() <= Arrays.stream(at).max().getAsInt()) {
              throw new InputException(
                  row.place(), "has fewer columns than the header", "check the separators");
            }
            addChoice(row, at, shares);
          }
        });
    Place place = Place.in(path);
    double[] sums = new double[states.size()];
    boolean[] acts = new boolean[states.size()];
    for (int owner = 0; owner < shares.length; owner++) {
      shares[owner] = Double.isNaN(shares[owner]) ? 0 : shares[owner];
      sums[stateOf.get(owner)] += shares[owner];
      acts[stateOf.get(owner)] = true;
    }
    for (int s = 0; s < sums.length; s++) {
      if (acts[s] && !(Math.abs(sums[s] - 1) <= RewardChain.SUM_TOLERANCE)) {
        throw new InputException(
            place,
            "the probabilities of the actions of state %s sum to %s, expected 1"
                .formatted(Records.quote(states.name(s)), sums[s]),
            "correct them, or add the actions that are missing");
      }
    }
    return shares;
  }

  private void addChoice(Records.Row row, int[] at, double[] shares) {
    double share = row.number(at[2], "probability");
    if (!(share >= 0 && share <= 1 + RewardChain.SUM_TOLERANCE)) {
      throw row.wrong(
          at[2], "probability", "expected a probability from 0 to 1, found " + share, "correct it");
    }
    int owner = actions.find(pair(row.text(at[0]), row.text(at[1])));
    if (owner < 0) {
      throw row.wrong(
          at[1],
          "action",
          "state %s has no transitions for action %s in %s"
              .formatted(
                  Records.quote(row.text(at[0])),
                  Records.quote(row.text(at[1])),
                  transitions.file()),
          "correct the names, or add its transitions");
    }
    if (!Double.isNaN(shares[owner])) {
      throw row.wrong(at[1], "action", "stands in a row above already", "keep one of the two");
    }
    shares[owner] = share;
  }
}
