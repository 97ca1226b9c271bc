package org.fogopt.lab.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.fogopt.lab.complexity.Axis;
import org.fogopt.lab.complexity.Findings;
import org.fogopt.lab.complexity.Findings.Mode;
import org.fogopt.lab.complexity.Findings.Series;
import org.fogopt.lab.complexity.Fit;
import org.jspecify.annotations.Nullable;

/** What the paper's table of complexities says, against measured exponents. */
final class TableClaims {
  private static final String PART = "table1";

  /** The methods of the table that are measured. */
  private static final List<String> METHODS = List.of("sarah-c", "vrsc-pg", "scgd");

  /**
   * The bounds are asymptotic, with lower terms such as m + n: at the sizes measured, an exponent
   * so much above is no contradiction.
   */
  private static final double LOWER_TERMS = 0.05;

  private TableClaims() {}

  static List<Claim> of(Findings findings) {
    List<Claim> claims = new ArrayList<>();
    for (String method : METHODS) {
      for (Axis axis : Axis.values()) {
        Claim claim = bound(findings, method, axis);
        if (claim != null) {
          claims.add(claim);
        }
      }
    }
    for (Mode mode : Mode.values()) {
      Fit sarah = fit(findings, "sarah-c", Axis.COMPONENTS, mode);
      Fit baseline = fit(findings, "vrsc-pg", Axis.COMPONENTS, mode);
      if (sarah != null && baseline != null) {
        claims.add(slower(mode, sarah, baseline));
      }
    }
    return claims;
  }

  /** An upper bound is not refuted as long as the interval begins below it, or just above. */
  private static @Nullable Claim bound(Findings findings, String method, Axis axis) {
    StringJoiner measured = new StringJoiner("; ");
    int fitted = 0;
    int kept = 0;
    double bound = Double.NaN;
    for (Series series : findings.series()) {
      Fit fit = series.fit();
      if (series.method().equals(method)
          && series.axis() == axis
          && fit != null
          && Double.isFinite(series.expected())) {
        bound = series.expected();
        fitted++;
        kept += Math.min(fit.low(), fit.exponent()) <= bound + LOWER_TERMS ? 1 : 0;
        measured.add(words(series.mode()) + " " + words(fit));
      }
    }
    if (fitted == 0) {
      return null;
    }
    return new Claim(
        PART,
        axis.title(),
        bound == 0
            ? "Calls of %s do not grow with %s".formatted(method, axis.variable())
            : "Calls of %s grow no faster than (%s)^%.3g".formatted(method, axis.variable(), bound),
        "exponent " + measured,
        kept == fitted ? Verdict.HOLDS : kept > 0 ? Verdict.HOLDS_IN_PART : Verdict.DOES_NOT_HOLD);
  }

  private static Claim slower(Mode mode, Fit sarah, Fit baseline) {
    return new Claim(
        PART,
        Axis.COMPONENTS.title(),
        "With more components calls of sarah-c grow more slowly than those of vrsc-pg",
        "%s: %s against %s".formatted(words(mode), words(sarah), words(baseline)),
        sarah.high() < baseline.low()
            ? Verdict.HOLDS
            : sarah.exponent() < baseline.exponent()
                ? Verdict.HOLDS_IN_PART
                : Verdict.DOES_NOT_HOLD);
  }

  private static @Nullable Fit fit(Findings findings, String method, Axis axis, Mode mode) {
    return findings.series().stream()
        .filter(s -> s.method().equals(method) && s.axis() == axis && s.mode() == mode)
        .findFirst()
        .map(Series::fit)
        .orElse(null);
  }

  private static String words(Mode mode) {
    return mode == Mode.THEORY ? "with the theory's parameters" : "tuned";
  }

  private static String words(Fit fit) {
    return "%.2f [%.2f, %.2f]".formatted(fit.exponent(), fit.low(), fit.high());
  }
}
