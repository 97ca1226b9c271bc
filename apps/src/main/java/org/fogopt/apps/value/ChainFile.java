package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/**
 * Reads a chain from a file, whatever it is written as. The header decides:
 *
 * <ul>
 *   <li>{@code state,next,probability,reward}: its transitions;
 *   <li>{@code state,action,next,probability,reward}: the transitions of an MDP, and with them a
 *       policy {@code state,action,probability}, without which all actions of a state are taken
 *       alike;
 *   <li>{@code state,reward,next_state}: a log of what happened, from which probabilities are
 *       frequencies;
 *   <li>anything else: the matrix of transition probabilities, which needs another of rewards, for
 *       each transition or for each state.
 * </ul>
 *
 * Columns of records may come in any order and others beside them.
 */
public final class ChainFile {
  /** The state after the end of an episode. */
  static final String END = "(end)";

  private final Place file;
  private final boolean absorbing;
  private boolean begun;
  private MatrixFile.@Nullable Reader matrix;
  private int columns;
  private int state = -1;
  private int action = -1;
  private int next = -1;
  private String nextColumn = "next";
  private int probability = -1;
  private int reward = -1;
  private final StateNames states = new StateNames();
  private final StateNames actions = new StateNames(); // of (state, action)
  private final List<Integer> stateOf = new ArrayList<>(); // by (state, action)
  private final Map<Integer, Integer> lines = new HashMap<>(); // where a row's owner came first
  private final ChainBuilder transitions = new ChainBuilder();

  private ChainFile(Place file, boolean absorbing) {
    this.file = file;
    this.absorbing = absorbing;
  }

  /**
   * Reads a chain.
   *
   * @param path of the transitions
   * @param rewards a matrix of rewards, if the transitions are a matrix
   * @param policy of an MDP with actions
   * @param absorbing whether a state that is never left is an end, worth 0, and not an error
   * @throws InputException naming the place, or the state, and a remedy
   */
  public static RewardChain read(
      Path path, @Nullable Path rewards, @Nullable Path policy, boolean absorbing) {
    var reader = new ChainFile(Place.in(path), absorbing);
    Records.forEach(path, reader::add);
    if (reader.matrix == null && rewards != null) {
      throw new InputException(
          Place.in(rewards),
          "rewards are in " + path + " already",
          "leave --rewards out, or give a matrix of probabilities");
    }
    if (reader.action < 0 && policy != null) {
      throw new InputException(
          Place.in(policy), path + " has no column action to choose", "leave --policy out");
    }
    if (reader.matrix != null) {
      return ChainMatrix.read(reader.matrix.matrix(), rewards, absorbing);
    }
    return reader.fromRecords(policy);
  }

  private void add(Records.Row row) {
    if (!begun) {
      begun = true;
      if (isRecords(row)) {
        columns = row.size();
        return;
      }
      matrix = new MatrixFile.Reader(file);
    }
    if (matrix != null) {
      matrix.add(row);
    } else {
      addRecord(row);
    }
  }

  private boolean isRecords(Records.Row header) {
    for (int k = 0; k < header.size(); k++) {
      switch (header.text(k).toLowerCase(Locale.ROOT)) {
        case "state" -> state = once(header, k, state);
        case "action" -> action = once(header, k, action);
        case "next", "next_state" -> {
          next = once(header, k, next);
          nextColumn = header.text(k);
        }
        case "probability" -> probability = once(header, k, probability);
        case "reward" -> reward = once(header, k, reward);
        default -> {} // another column
      }
    }
    boolean isRecords = next >= 0 || probability >= 0 || (state >= 0 && reward >= 0);
    if (isRecords && (state < 0 || next < 0 || reward < 0)) {
      throw new InputException(
          header.place(),
          "the header has no column " + (state < 0 ? "state" : next < 0 ? "next" : "reward"),
          "expected state,next,probability,reward or state,reward,next_state");
    }
    if (probability < 0) {
      action = -1; // of a log: what was done was chosen by the policy that made it
    }
    return isRecords;
  }

  private static int once(Records.Row header, int k, int before) {
    if (before >= 0) {
      throw header.wrong(
          k,
          header.text(k),
          "stands in column " + (before + 1) + " already",
          "keep one of the two");
    }
    return k;
  }

  private void addRecord(Records.Row row) {
    if (row.size() != columns) {
      throw new InputException(
          row.place(),
          "expected %d columns as in the header, found %d".formatted(columns, row.size()),
          "check the separators in this row");
    }
    int from = states.number(name(row, state, "state"));
    int to = states.number(nextName(row));
    double weight = 1;
    if (probability >= 0) {
      weight = row.number(probability, "probability");
      if (!(weight >= 0 && weight <= 1 + RewardChain.SUM_TOLERANCE)) {
        throw row.wrong(
            probability,
            "probability",
            "expected a probability from 0 to 1, found " + row.text(probability),
            "correct it");
      }
    }
    int owner = from;
    if (action >= 0) {
      owner = actions.number(PolicyFile.pair(states.name(from), name(row, action, "action")));
      if (owner == stateOf.size()) {
        stateOf.add(from);
      }
    }
    lines.putIfAbsent(owner, row.line());
    transitions.add(owner, to, weight, row.number(reward, "reward"));
  }

  private static String name(Records.Row row, int k, String column) {
    if (row.isEmpty(k)) {
      throw row.wrong(k, column, "expected a name, found an empty cell", "fill it in");
    }
    return row.text(k);
  }

  private String nextName(Records.Row row) {
    if (!row.isEmpty(next)) {
      return row.text(next);
    }
    if (!absorbing) {
      throw row.wrong(
          next,
          nextColumn,
          "expected a name, found an empty cell",
          "fill it in, or give --absorbing if this is the end of an episode");
    }
    return END;
  }

  private RewardChain fromRecords(@Nullable Path policy) {
    if (transitions.size() == 0) {
      throw new InputException(file, "holds no transitions", "write a row for each");
    }
    ChainBuilder chain = transitions;
    String source = file.file();
    if (probability < 0) {
      source += ", a log of " + transitions.size() + " transitions";
    } else {
      requireSums();
    }
    if (action >= 0) {
      double[] shares =
          policy == null ? alike() : new PolicyFile(file, states, actions, stateOf).read(policy);
      source += policy == null ? ", all actions alike" : " under " + policy;
      chain = new ChainBuilder();
      for (int k = 0; k < transitions.size(); k++) {
        int owner = transitions.from(k);
        chain.add(
            stateOf.get(owner),
            transitions.to(k),
            shares[owner] * transitions.weight(k),
            transitions.reward(k));
      }
    }
    chain.endEpisodes(states, file, absorbing);
    return chain.build(states.list(), states.order(), source);
  }

  /** The probabilities of each state, or of each state and action, are one distribution. */
  private void requireSums() {
    int owners = action >= 0 ? actions.size() : states.size();
    double[] sums = transitions.sums(owners);
    for (Map.Entry<Integer, Integer> owner : lines.entrySet()) {
      double sum = sums[owner.getKey()];
      if (!(Math.abs(sum - 1) <= RewardChain.SUM_TOLERANCE)) {
        throw new InputException(
            file.atRow(owner.getValue()),
            "the probabilities of %s sum to %s, expected 1".formatted(owner(owner.getKey()), sum),
            "correct them, or add the transitions that are missing");
      }
    }
  }

  private String owner(int owner) {
    if (action < 0) {
      return "state " + Records.quote(states.name(owner));
    }
    String[] names = actions.name(owner).split("\0", 2);
    return "state %s, action %s".formatted(Records.quote(names[0]), Records.quote(names[1]));
  }

  /** The policy that takes all actions of a state with the same probability. */
  private double[] alike() {
    int[] count = new int[states.size()];
    stateOf.forEach(s -> count[s]++);
    return stateOf.stream().mapToDouble(s -> 1.0 / count[s]).toArray();
  }
}
