package org.fogopt.lab.planning;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.theory.Batches;
import org.fogopt.theory.Caveats;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Plan;
import org.fogopt.theory.Variances;
import org.jspecify.annotations.Nullable;

/**
 * Plans by both theorems, as printed and corrected, side by side.
 *
 * @param question what was asked
 * @param theorems one or both
 */
public record Sheet(Question question, List<Theorem> theorems) {
  public Sheet {
    theorems = List.copyOf(theorems);
  }

  /**
   * What is to be planned.
   *
   * @param constants of the problem
   * @param variances of its components, or null: no Theorem 2
   * @param m components of g; 0: no Theorem 1
   * @param n components of f; 0: no Theorem 1
   * @param epsilon the accuracy
   * @param batches sizes that are to be taken, or null for single samples and the corollaries'
   */
  public record Question(
      Constants constants,
      @Nullable Variances variances,
      long m,
      long n,
      double epsilon,
      @Nullable Batches batches) {}

  /**
   * Plans by one theorem.
   *
   * @param number 1 or 2
   * @param promise what it promises
   * @param columns the plans, those as printed before the corrected ones
   * @param caveats what to know, in sentences
   */
  public record Theorem(int number, String promise, List<Column> columns, List<String> caveats) {
    public Theorem {
      columns = List.copyOf(columns);
      caveats = List.copyOf(caveats);
    }

    /** The corrected plan with the batches that were asked for, or else the corollary's. */
    public Plan best() {
      return columns.get(columns.size() - 1).plan();
    }

    @Override
    public String toString() {
      return "Theorem[%d: %s, %d columns]".formatted(number, promise, columns.size());
    }
  }

  /**
   * One plan.
   *
   * @param batches whose batches, in words
   * @param mode whose constants
   */
  public record Column(String batches, Plan.Mode mode, Plan plan) {}

  /** Answers. */
  public static Sheet of(Question q) {
    List<Theorem> theorems = new ArrayList<>();
    if (q.m > 0 && q.n > 0) {
      theorems.add(theorem(q, 1));
    }
    if (q.variances != null) {
      theorems.add(theorem(q, 2));
    }
    if (theorems.isEmpty()) {
      throw new IllegalArgumentException(
          "Theorem 1 needs the numbers of components (-m, -n), Theorem 2 variances (--h1, --h2, --h3)");
    }
    return new Sheet(q, theorems);
  }

  private static Theorem theorem(Question q, int number) {
    List<Column> columns = new ArrayList<>();
    if (q.batches != null) {
      add(columns, q, number, "given", q.batches);
    } else {
      add(columns, q, number, "single samples", new Batches(1, 1, 1));
      add(columns, q, number, "corollary", null);
    }
    Plan printed = columns.get(columns.size() - 2).plan();
    List<String> caveats = new ArrayList<>(Caveats.of(q.constants, printed, number == 2));
    for (Column column : columns) {
      for (String note : column.plan.notes()) {
        if (!caveats.contains(note)) {
          caveats.add(note);
        }
      }
    }
    if (columns.stream().anyMatch(column -> !column.plan.boundHolds())) {
      caveats.add(
          "where the bound is missing, its condition 6 S_o q >= 4 L^2 fails; the predicted calls hold"
              + " all the same");
    }
    return new Theorem(
        number,
        number == 1
            ? "finite sums, full restarts: E|gradient|^2 <= eps^2"
            : "restarts on large batches: E|gradient|^2 <= 2 eps^2 (as printed: 4 eps^2)",
        columns,
        caveats);
  }

  private static void add(
      List<Column> columns, Question q, int number, String title, @Nullable Batches batches) {
    for (Plan.Mode mode : Plan.Mode.values()) {
      Plan plan =
          number == 1
              ? Plan.finite(mode, q.constants, q.m, q.n, q.epsilon, batches)
              : online(mode, q, batches);
      columns.add(new Column(title, mode, plan));
    }
  }

  private static Plan online(Plan.Mode mode, Question q, @Nullable Batches batches) {
    Variances h = q.variances;
    if (h == null) {
      throw new IllegalStateException("Theorem 2 without variances");
    }
    return q.m > 0 && q.n > 0
        ? Plan.online(mode, q.constants, h, q.m, q.n, q.epsilon, batches)
        : Plan.online(mode, q.constants, h, q.epsilon, batches);
  }
}
