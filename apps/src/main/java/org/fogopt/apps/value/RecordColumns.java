package org.fogopt.apps.value;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.jspecify.annotations.Nullable;

/** Which columns of a file of transitions hold what, by the names in its header. */
final class RecordColumns {
  /** What a column can hold. */
  enum Role {
    STATE,
    ACTION,
    NEXT,
    PROBABILITY,
    REWARD,
    TERMINATED,
    DONE,
    TRUNCATED,
    EPISODE,
    DISCOUNT
  }

  /**
   * The names of columns: those of Gymnasium, of its predecessors, of D4RL, of MushroomRL and of
   * textbooks.
   */
  private static final Map<String, Role> ROLES =
      Map.ofEntries(
          Map.entry("state", Role.STATE),
          Map.entry("obs", Role.STATE),
          Map.entry("observation", Role.STATE),
          Map.entry("currentstate", Role.STATE),
          Map.entry("from", Role.STATE),
          Map.entry("action", Role.ACTION),
          Map.entry("act", Role.ACTION),
          Map.entry("next", Role.NEXT),
          Map.entry("nextstate", Role.NEXT),
          Map.entry("nextobs", Role.NEXT),
          Map.entry("nextobservation", Role.NEXT),
          Map.entry("newobs", Role.NEXT),
          Map.entry("newstate", Role.NEXT),
          Map.entry("nexts", Role.NEXT),
          Map.entry("snext", Role.NEXT),
          Map.entry("st+1", Role.NEXT),
          Map.entry("s'", Role.NEXT),
          Map.entry("sprime", Role.NEXT),
          Map.entry("to", Role.NEXT),
          Map.entry("probability", Role.PROBABILITY),
          Map.entry("prob", Role.PROBABILITY),
          Map.entry("transitionprobability", Role.PROBABILITY),
          Map.entry("p(s'|s)", Role.PROBABILITY),
          Map.entry("p(s'|s,a)", Role.PROBABILITY),
          Map.entry("reward", Role.REWARD),
          Map.entry("rew", Role.REWARD),
          Map.entry("terminated", Role.TERMINATED),
          Map.entry("terminal", Role.TERMINATED),
          Map.entry("termination", Role.TERMINATED),
          Map.entry("absorbing", Role.TERMINATED),
          Map.entry("done", Role.DONE),
          Map.entry("gameover", Role.DONE),
          Map.entry("last", Role.DONE),
          Map.entry("end", Role.DONE),
          Map.entry("ended", Role.DONE),
          Map.entry("episodeend", Role.DONE),
          Map.entry("episodedone", Role.DONE),
          Map.entry("endofepisode", Role.DONE),
          Map.entry("final", Role.DONE),
          Map.entry("truncated", Role.TRUNCATED),
          Map.entry("truncation", Role.TRUNCATED),
          Map.entry("timeout", Role.TRUNCATED),
          Map.entry("timelimittruncated", Role.TRUNCATED),
          Map.entry("episode", Role.EPISODE),
          Map.entry("eps", Role.EPISODE),
          Map.entry("discount", Role.DISCOUNT),
          Map.entry("gamma", Role.DISCOUNT));

  /** These say the opposite of {@code done}. */
  private static final Set<String> OPPOSITES =
      Set.of("notdone", "nonterminal", "notterminated", "mask", "masks", "continue");

  /** Where no column tells of episodes, these say how often a transition happened. */
  private static final Set<String> COUNTS = Set.of("count", "counts", "freq", "frequency");

  /** Beside a next state only: the states of a matrix may have such names. */
  private static final Map<String, Role> LETTERS =
      Map.of(
          "s",
          Role.STATE,
          "a",
          Role.ACTION,
          "r",
          Role.REWARD,
          "p",
          Role.PROBABILITY,
          "st",
          Role.STATE,
          "at",
          Role.ACTION,
          "rt",
          Role.REWARD);

  private final Map<Role, Integer> at = new EnumMap<>(Role.class);
  private final List<String> header = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private double discount = Double.NaN; // of the rows so far

  private RecordColumns() {}

  /**
   * The columns under a header; null if the file holds no records but a matrix.
   *
   * @throws InputException if a column is missing or there twice
   */
  static @Nullable RecordColumns under(Records.Row header) {
    var columns = new RecordColumns();
    for (int k = 0; k < header.size(); k++) {
      columns.header.add(header.text(k));
    }
    boolean hasNext = columns.header.stream().anyMatch(name -> role(name) == Role.NEXT);
    for (int k = 0; k < header.size(); k++) {
      String name = columns.header.get(k);
      Role letter = hasNext ? LETTERS.get(word(name)) : null;
      Role role = letter == null ? role(name) : letter;
      if (OPPOSITES.contains(word(name))) {
        throw header.wrong(
            k,
            name,
            "means the opposite of done",
            "call it done, with 1 for 0 and 0 for 1; or rename it if it means something else");
      }
      if (role == null || role == Role.DISCOUNT) {
        columns.unknown.add(name);
      }
      if (role == null) {
        continue;
      }
      Integer before = columns.at.putIfAbsent(role, k);
      if (before != null) {
        String other = columns.header.get(before);
        String problem =
            other.equalsIgnoreCase(name)
                ? "stands in column " + (before + 1) + " already"
                : "means the same as %s in column %d".formatted(other, before + 1);
        throw header.wrong(k, name, problem, "keep one of the two");
      }
    }
    requireOneState(header, columns);
    columns.requireNoCounts(header);
    if (!columns.has(Role.NEXT)
        && !columns.has(Role.PROBABILITY)
        && !(columns.has(Role.STATE) && columns.has(Role.REWARD))) {
      return null;
    }
    for (Role needed : List.of(Role.STATE, Role.NEXT, Role.REWARD)) {
      if (!columns.has(needed)) {
        boolean isNext = needed == Role.NEXT;
        throw new InputException(
            header.place(),
            "the header has no column "
                + (isNext ? "next_state" : needed.name().toLowerCase(Locale.ROOT)),
            isNext && !columns.has(Role.PROBABILITY)
                ? "add one: the state of the next row where that is of the same episode"
                : "expected state,next,probability,reward or state,reward,next_state");
      }
    }
    return columns;
  }

  /** Refuses a state that stands in several columns, such as obs_0 and obs_1. */
  private static void requireOneState(Records.Row header, RecordColumns columns) {
    List<String> parts =
        columns.unknown.stream()
            .filter(name -> role(name.replaceFirst("[\\[(]?[0-9]+[\\])]?$", "")) == Role.STATE)
            .toList();
    if (!columns.has(Role.STATE) && parts.size() > 1) {
      throw new InputException(
          header.place(),
          "the state stands in %d columns, %s and so on"
              .formatted(parts.size(), Records.quote(parts.get(0))),
          "join them in one column state, such as \"0.5 1.25\", and those of the next state alike");
    }
  }

  private void requireNoCounts(Records.Row header) {
    boolean hasEpisodes = has(Role.EPISODE) || terminalName() != null || has(Role.TRUNCATED);
    for (int k = 0; k < this.header.size() && !hasEpisodes && !has(Role.PROBABILITY); k++) {
      if (COUNTS.contains(word(this.header.get(k))) && has(Role.NEXT)) {
        throw header.wrong(
            k,
            this.header.get(k),
            "counts transitions, but a row of a log is one transition",
            "write a column probability instead: the count over the sum of its state's; or rename"
                + " the column if it means something else");
      }
    }
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[ _.?-]", "");
  }

  /** By its name, in one word or several, of one or of many, perhaps as "is done" or "state id". */
  private static @Nullable Role role(String name) {
    String word = word(name);
    Role role = ROLES.get(word);
    if (role == null) {
      role = ROLES.get(word.replaceFirst("(s|id|ids)$", ""));
    }
    return role == null && word.startsWith("is") ? ROLES.get(word.substring(2)) : role;
  }

  boolean has(Role role) {
    return at.containsKey(role);
  }

  /** The number of the column, from 0. */
  int of(Role role) {
    return Objects.requireNonNull(at.get(role));
  }

  /** The column's own name. */
  String name(Role role) {
    return header.get(of(role));
  }

  int count() {
    return header.size();
  }

  /** The names of columns that mean nothing here. */
  List<String> unknown() {
    return unknown;
  }

  /**
   * Whether a cell of this column says yes; false without such a column.
   *
   * @throws InputException if it says neither yes nor no
   */
  boolean isTrue(Role role, Records.Row row) {
    if (!has(role)) {
      return false;
    }
    int k = of(role);
    switch (row.text(k).toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "1", "1.0" -> {
        return true;
      }
      case "false", "f", "no", "n", "0", "0.0" -> {
        return false;
      }
      default ->
          throw row.wrong(
              k,
              header.get(k),
              "expected true or false, 1 or 0, found " + Records.quote(row.text(k)),
              "correct it, or rename the column if it means something else");
    }
  }

  /**
   * Refuses a row that contradicts itself, or others.
   *
   * @throws InputException if done is not terminated or truncated, or discounts differ
   */
  void requireSense(Records.Row row) {
    if (has(Role.DONE) && has(Role.TERMINATED)) {
      boolean isDone = isTrue(Role.DONE, row);
      boolean isTerminated = isTrue(Role.TERMINATED, row);
      boolean isUncaused = has(Role.TRUNCATED) && !isTrue(Role.TRUNCATED, row);
      if (isDone ? !isTerminated && isUncaused : isTerminated) {
        throw row.wrong(
            of(Role.DONE),
            name(Role.DONE),
            "is %s, which contradicts %s".formatted(isDone, name(Role.TERMINATED)),
            "correct one of the two, or leave one of the columns out");
      }
    }
    if (has(Role.DISCOUNT) && !isTerminal(row)) {
      double here = row.number(of(Role.DISCOUNT), name(Role.DISCOUNT));
      discount = Double.isNaN(discount) ? here : discount;
      if (here != discount) {
        throw row.wrong(
            of(Role.DISCOUNT),
            name(Role.DISCOUNT),
            "is %s, and %s in rows above".formatted(here, discount),
            "mark ends of episodes in a column terminated and give one --discount for all rows");
      }
    }
  }

  /**
   * Whether the episode is over and nothing of worth follows. Gymnasium's {@code terminated} says
   * so; the older {@code done} also marks the episodes that a time limit cut off, which {@code
   * truncated} tells apart.
   */
  boolean isTerminal(Records.Row row) {
    return has(Role.TERMINATED)
        ? isTrue(Role.TERMINATED, row)
        : isTrue(Role.DONE, row) && !isTrue(Role.TRUNCATED, row);
  }

  /** Whether the episode is over, by whatever cause. */
  boolean isLast(Records.Row row) {
    return isTrue(Role.TERMINATED, row) || isTrue(Role.DONE, row) || isTrue(Role.TRUNCATED, row);
  }

  /** The name of the column that says where nothing of worth follows; null without one. */
  @Nullable String terminalName() {
    return has(Role.TERMINATED) ? name(Role.TERMINATED) : has(Role.DONE) ? name(Role.DONE) : null;
  }
}
