package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.value.RecordColumns.Role;
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
 *       frequencies; with {@code action} and a policy, those of each action;
 *   <li>anything else: the matrix of transition probabilities, which needs another of rewards, for
 *       each transition or for each state.
 * </ul>
 *
 * Columns of records may come in any order and others beside them. After a transition that is
 * {@code terminated} (or {@code done}, and not {@code truncated}) nothing of worth follows,
 * whatever its next state; after one that is only truncated the value of the next state counts.
 */
public final class ChainFile {
  /** The state after the end of an episode. */
  static final String END = "(end)";

  /** More unknown columns than this are not listed. */
  private static final int MOST_NAMED = 8;

  /**
   * What a file holds.
   *
   * @param chain the chain
   * @param notes how columns were understood that have a say in it, and which have none
   * @param visits how often a log leaves each state; null for a model
   * @param episodes the transitions of a log; null for a model, and for a log under another policy
   */
  public record Contents(
      RewardChain chain,
      List<String> notes,
      double @Nullable [] visits,
      @Nullable Episodes episodes) {
    public Contents {
      notes = List.copyOf(notes);
    }

    /** Those of a model. */
    public static Contents of(RewardChain chain) {
      return new Contents(chain, List.of(), null, null);
    }

    @Override
    public String toString() {
      return "%s%s %s".formatted(chain, episodes == null ? "" : ", " + episodes, notes);
    }
  }

  private final Place file;
  private final boolean absorbing;
  private final boolean hasPolicy;
  private final boolean hasRewards;
  private List<String> remarks = List.of(); // how the file was read
  private boolean begun;
  private MatrixFile.@Nullable Reader matrix;
  private @Nullable RecordColumns columns;
  private final StateNames states = new StateNames();
  private final StateNames actions = new StateNames(); // of (state, action)
  private final List<Integer> stateOf = new ArrayList<>(); // by (state, action)
  private final Map<Integer, Integer> lines = new HashMap<>(); // where a row's owner came first
  private final ChainBuilder transitions = new ChainBuilder();
  private final StateNames episodes = new StateNames();
  private final List<Integer> episodeOf = new ArrayList<>(); // by transition
  private final BitSet last = new BitSet(); // by transition
  private int terminal;
  private int truncated;
  private final Map<Integer, Integer> cutAt = new HashMap<>(); // rows, by the state that follows

  private ChainFile(Place file, boolean absorbing, boolean hasPolicy, boolean hasRewards) {
    this.file = file;
    this.absorbing = absorbing;
    this.hasPolicy = hasPolicy;
    this.hasRewards = hasRewards;
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
  public static Contents read(
      Path path, @Nullable Path rewards, @Nullable Path policy, boolean absorbing) {
    var reader = new ChainFile(Place.in(path), absorbing, policy != null, rewards != null);
    reader.remarks = Records.forEach(path, reader::add);
    if (reader.matrix == null && rewards != null) {
      throw new InputException(
          Place.in(rewards),
          "rewards are in " + path + " already",
          "leave --rewards out, or give a matrix of probabilities");
    }
    boolean hasActions = reader.columns != null && reader.columns.has(Role.ACTION);
    if (policy != null && !hasActions) {
      throw new InputException(
          Place.in(policy), path + " has no column action to choose", "leave --policy out");
    }
    if (reader.matrix != null) {
      RewardChain chain = ChainMatrix.read(reader.matrix.matrix(), rewards, absorbing);
      return new Contents(chain, reader.remarks, null, null);
    }
    return reader.fromRecords(policy);
  }

  private void add(Records.Row row) {
    if (!begun) {
      begun = true;
      columns = RecordColumns.under(row);
      if (columns != null) {
        return;
      }
      matrix = new MatrixFile.Reader(file);
    }
    if (columns != null) {
      addRecord(row, columns);
    } else if (matrix != null) {
      addToMatrix(row, matrix);
    }
  }

  /**
   * A file whose first row of numbers is none, and that has no rewards, was meant for another
   * command.
   */
  private void addToMatrix(Records.Row row, MatrixFile.Reader into) {
    try {
      into.add(row);
    } catch (InputException e) {
      throw into.isEmpty() && !hasRewards ? ChainMatrix.noTransitions(file) : e;
    }
  }

  private void addRecord(Records.Row row, RecordColumns in) {
    if (row.size() != in.count()) {
      throw new InputException(
          row.place(),
          "expected %d columns as in the header, found %d".formatted(in.count(), row.size()),
          "check the separators in this row");
    }
    in.requireSense(row);
    int from = states.number(name(row, in, Role.STATE));
    boolean isTerminal = in.isTerminal(row);
    int to = states.number(isTerminal ? END : nextName(row, in));
    double weight = in.has(Role.PROBABILITY) ? probability(row, in) : 1;
    int owner = from;
    if (hasActions()) {
      owner = actions.number(PolicyFile.pair(states.name(from), name(row, in, Role.ACTION)));
      if (owner == stateOf.size()) {
        stateOf.add(from);
      }
    }
    lines.putIfAbsent(owner, row.line());
    last.set(transitions.size(), in.isLast(row) || states.name(to).equals(END));
    terminal += isTerminal ? 1 : 0;
    if (!isTerminal && in.isLast(row)) {
      truncated++;
      cutAt.putIfAbsent(to, row.line());
    }
    if (in.has(Role.EPISODE)) {
      episodeOf.add(episodes.number(name(row, in, Role.EPISODE)));
    }
    transitions.add(owner, to, weight, row.number(in.of(Role.REWARD), in.name(Role.REWARD)));
  }

  private static double probability(Records.Row row, RecordColumns in) {
    int k = in.of(Role.PROBABILITY);
    double probability = row.number(k, "probability");
    if (!(probability >= 0 && probability <= 1 + RewardChain.SUM_TOLERANCE)) {
      throw row.wrong(
          k,
          "probability",
          "expected a probability from 0 to 1, found " + row.text(k),
          "correct it");
    }
    return probability;
  }

  /**
   * Whether transitions belong to actions that a policy chooses. In a log without a policy the one
   * that made it has chosen.
   */
  private boolean hasActions() {
    return columns != null
        && columns.has(Role.ACTION)
        && (columns.has(Role.PROBABILITY) || hasPolicy);
  }

  private static String name(Records.Row row, RecordColumns in, Role role) {
    int k = in.of(role);
    if (row.isEmpty(k)) {
      throw row.wrong(k, in.name(role), "expected a name, found an empty cell", "fill it in");
    }
    return row.text(k);
  }

  private String nextName(Records.Row row, RecordColumns in) {
    int k = in.of(Role.NEXT);
    if (!row.isEmpty(k)) {
      return row.text(k);
    }
    boolean isTruncated = in.isLast(row);
    if (!absorbing || isTruncated) {
      throw row.wrong(
          k,
          in.name(Role.NEXT),
          "expected a name, found an empty cell",
          isTruncated
              ? "fill it in: after a truncated episode the value of the next state counts"
              : "fill it in, or give --absorbing if this is the end of an episode");
    }
    return END;
  }

  private Contents fromRecords(@Nullable Path policy) {
    if (transitions.size() == 0) {
      throw new InputException(file, "holds no transitions", "write a row for each");
    }
    ChainBuilder chain = transitions;
    int size = transitions.size();
    String source = file.file();
    boolean isLog = !columns().has(Role.PROBABILITY);
    if (isLog) {
      source += ", a log of " + size + " transitions";
    } else {
      requireSums();
    }
    if (hasActions()) {
      double[] shares =
          policy == null ? alike() : new PolicyFile(file, states, actions, stateOf).read(policy);
      source += policy == null ? ", all actions equally likely" : " under " + policy;
      double[] sums = transitions.sums(actions.size());
      chain = new ChainBuilder();
      for (int k = 0; k < size; k++) {
        int owner = transitions.from(k);
        double share = shares[owner] / (isLog ? sums[owner] : 1);
        chain.add(
            stateOf.get(owner),
            transitions.to(k),
            share * transitions.weight(k),
            transitions.reward(k));
      }
    }
    List<String> notes = notes();
    requireWorth(chain);
    chain.endEpisodes(states, file, absorbing);
    int[] order = states.order();
    RewardChain built = chain.build(states.list(), order, source);
    Episodes log = isLog && !hasActions() ? episodes(built, order, size) : null;
    return new Contents(built, notes, isLog ? visits(order, size) : null, log);
  }

  private RecordColumns columns() {
    return Objects.requireNonNull(columns);
  }

  /** The value of a state where an episode was cut off counts: it is not 0 for want of a row. */
  private void requireWorth(ChainBuilder chain) {
    boolean[] isLeft = new boolean[states.size()];
    for (int k = 0; k < chain.size(); k++) {
      isLeft[chain.from(k)] = true;
    }
    for (Map.Entry<Integer, Integer> cut : cutAt.entrySet()) {
      if (!isLeft[cut.getKey()]) {
        throw new InputException(
            file.atRow(cut.getValue()),
            "an episode was cut off at state %s, which has no transitions of its own"
                .formatted(Records.quote(states.name(cut.getKey()))),
            "leave this row out, as nothing tells what follows; or, if the episode ended there, mark"
                + " it as terminated and not as truncated");
      }
    }
  }

  private double[] visits(int[] order, int size) {
    double[] byNumber = new double[order.length];
    for (int k = 0; k < size; k++) {
      int owner = transitions.from(k);
      byNumber[hasActions() ? stateOf.get(owner) : owner]++;
    }
    return Arrays.stream(order).mapToDouble(s -> byNumber[s]).toArray();
  }

  private Episodes episodes(RewardChain chain, int[] order, int size) {
    int[] episode;
    if (columns().has(Role.EPISODE)) {
      episode = episodeOf.stream().mapToInt(Integer::intValue).toArray();
    } else {
      boolean[] ends = new boolean[chain.size()];
      for (int s = 0; s < ends.length; s++) {
        ends[order[s]] = chain.isEnd(s);
      }
      boolean[] isLast = new boolean[size];
      for (int k = 0; k < size; k++) {
        isLast[k] = last.get(k) || ends[transitions.to(k)];
      }
      episode = Episodes.byEnds(isLast);
    }
    return Episodes.of(transitions, order, episode);
  }

  /** How the columns were understood. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>(remarks);
    String ending = columns().terminalName();
    int all = transitions.size();
    if (ending != null) {
      notes.add(
          "%s: %d of %d transitions end an episode; what follows is worth 0"
              .formatted(ending, terminal, all));
    }
    if (columns().has(Role.TRUNCATED) || truncated > 0) {
      notes.add(
          "%s: %d of %d transitions end an episode early; the value of the next state counts"
              .formatted(
                  columns().has(Role.TRUNCATED) ? columns().name(Role.TRUNCATED) : "done",
                  truncated,
                  all));
    } else if (columns().has(Role.DONE) && !columns().has(Role.TERMINATED) && terminal > 0) {
      notes.add(
          "if a time limit cut some episodes off, mark them in a column truncated: there the value"
              + " of the next state counts");
    }
    if (columns().has(Role.ACTION) && !hasActions()) {
      notes.add(
          "action: not used, as a log holds the choices of the policy that made it; --policy"
              + " evaluates another");
    }
    List<String> unknown =
        columns().unknown().stream().map(n -> n.isEmpty() ? "one without a name" : n).toList();
    if (!unknown.isEmpty()) {
      int named = Math.min(unknown.size(), MOST_NAMED);
      notes.add(
          "columns not used: "
              + String.join(", ", unknown.subList(0, named))
              + (named < unknown.size() ? " and %d more".formatted(unknown.size() - named) : ""));
    }
    return notes;
  }

  /** The probabilities of each state, or of each state and action, are one distribution. */
  private void requireSums() {
    int owners = hasActions() ? actions.size() : states.size();
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
    if (!hasActions()) {
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
