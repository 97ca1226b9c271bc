package org.fogopt.lab.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.fogopt.lab.compare.Band;
import org.fogopt.lab.compare.MethodResult;
import org.fogopt.lab.compare.Outcome;
import org.fogopt.lab.report.Point;

/** What the paper says of its figures, against what was measured. */
final class FigureClaims {
  /** A gap that a plot shows as nothing, relative to the first. */
  private static final double NOTHING = 1e-5;

  private FigureClaims() {}

  /** One piece with its outcome. */
  record Finished(Piece piece, Outcome outcome) {}

  static List<Claim> of(String figure, List<Finished> all) {
    List<Claim> claims = new ArrayList<>();
    for (Piece.Form form : Piece.Form.values()) {
      List<Finished> pieces =
          all.stream()
              .filter(f -> f.piece().figure().equals(figure) && f.piece().form() == form)
              .toList();
      if (pieces.isEmpty()) {
        continue;
      }
      List<String> baselines =
          form == Piece.Form.RELEASED ? Figures.BASELINES.subList(0, 1) : Figures.BASELINES;
      claims.add(
          compared(
              figure,
              form,
              "SARAH-C gets closer to the minimum than %s for the same calls"
                  .formatted(listed(baselines)),
              pieces,
              baselines,
              Quantity.GAP));
      if (form == Piece.Form.PRINTED) {
        claims.add(
            compared(
                figure,
                form,
                "SARAH-C ends with a smaller gradient than %s".formatted(listed(baselines)),
                pieces,
                baselines,
                Quantity.NORM));
      }
    }
    List<Finished> printed =
        all.stream()
            .filter(
                f -> f.piece().figure().equals(figure) && f.piece().form() == Piece.Form.PRINTED)
            .toList();
    if (figure.equals("figure3")) {
      claims.add(arrives(printed.get(0)));
    }
    return claims;
  }

  private static String listed(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private static Claim compared(
      String figure,
      Piece.Form form,
      String statement,
      List<Finished> pieces,
      List<String> baselines,
      Quantity quantity) {
    List<String> won = new ArrayList<>();
    List<String> level = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    StringJoiner ends = new StringJoiner("; ");
    for (Finished finished : pieces) {
      Outcome outcome = finished.outcome();
      MethodResult sarah = outcome.of(Figures.SARAH);
      StringJoiner numbers = new StringJoiner(" / ").add(quantity.of(sarah));
      for (String baseline : baselines) {
        MethodResult other = outcome.of(baseline);
        numbers.add(quantity.of(other));
        int order = quantity.compare(sarah, other);
        String where = pieces.size() == 1 ? "" : outcome.problem();
        (order > 0 ? won : order < 0 ? lost : level).add(baseline + " on " + where);
      }
      ends.add(outcome.problem() + " " + numbers);
    }
    int pairs = pieces.size() * baselines.size();
    StringBuilder words =
        new StringBuilder("ahead in %d of %d comparisons".formatted(won.size(), pairs));
    if (!level.isEmpty()) {
      words.append(", level with ").append(briefly(level));
    }
    if (!lost.isEmpty()) {
      words.append(", behind ").append(briefly(lost));
    }
    words.append(". Ends of SARAH-C / ").append(String.join(" / ", baselines));
    words.append(": ").append(ends);
    if (ends.toString().contains("done")) {
      words.append(" (done: passes to 1e-8 of the first gap)");
    }
    return new Claim(figure, form.words(), statement, words.toString(), verdict(won, lost, pairs));
  }

  /** All comparisons won: holds; more won than lost: in part. */
  private static Verdict verdict(List<String> won, List<String> lost, int pairs) {
    return won.size() == pairs
        ? Verdict.HOLDS
        : won.size() > lost.size() ? Verdict.HOLDS_IN_PART : Verdict.DOES_NOT_HOLD;
  }

  /** {@code VRSC-PG on cov_4, cov_20} instead of a pair at a time. */
  private static String briefly(List<String> pairs) {
    Map<String, List<String>> byRival = new LinkedHashMap<>();
    for (String pair : pairs) {
      String[] parts = pair.split(" on ", 2);
      byRival.computeIfAbsent(parts[0], r -> new ArrayList<>()).add(parts[1]);
    }
    StringJoiner all = new StringJoiner(" and ");
    byRival.forEach(
        (baseline, sets) ->
            all.add(sets.contains("") ? baseline : baseline + " on " + String.join(", ", sets)));
    return all.toString();
  }

  /** What is compared at the end of a run. */
  private enum Quantity {
    GAP,
    NORM;

    int compare(MethodResult one, MethodResult other) {
      return this == GAP ? one.aheadOf(other) : one.norm().compare(other.norm());
    }

    String of(MethodResult result) {
      if (this == GAP && Double.isFinite(result.passesToGoal())) {
        return "done after %.0f".formatted(result.passesToGoal());
      }
      double middle = (this == GAP ? result.gap() : result.norm()).middle();
      return Double.isInfinite(middle) ? "diverged" : "%.2g".formatted(middle);
    }
  }

  /** Figure 3 shows a gap of 3e-5 after 347 passes, from 50. */
  private static Claim arrives(Finished printed) {
    Outcome outcome = printed.outcome();
    double lowest =
        outcome.of(Figures.SARAH).points().stream()
            .mapToDouble(Point::gap)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    double share = lowest / outcome.firstGap();
    return new Claim(
        "figure3",
        printed.piece().form().words(),
        "With restarts on a sample SARAH-C's gap falls to almost nothing (3e-5 from 50)",
        "the lowest median gap is %.2g, %.1g of the first".formatted(lowest, share),
        share <= NOTHING ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD);
  }

  /** Figure 4 shows the gap to 15221, the objective of a map with all points in one place. */
  static Claim separates(Finished printed, double collapsed) {
    Band end = printed.outcome().of(Figures.SARAH).gap();
    return new Claim(
        "figure4",
        printed.piece().form().words(),
        "SARAH-C finds a map of the points",
        "its divergence ends at %.6g; a map with all points in one place has %.6g"
            .formatted(end.middle(), collapsed),
        end.high() < collapsed ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD);
  }
}
