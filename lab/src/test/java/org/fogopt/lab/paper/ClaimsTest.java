package org.fogopt.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.fogopt.lab.compare.Band;
import org.fogopt.lab.compare.MethodResult;
import org.fogopt.lab.compare.Outcome;
import org.fogopt.lab.compare.Status;
import org.fogopt.lab.paper.FigureClaims.Finished;
import org.fogopt.lab.report.Point;
import org.junit.jupiter.api.Test;

/** Verdicts follow from the numbers, whichever they are. */
class ClaimsTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static MethodResult result(String label, double passesToGoal, Band gap) {
    return new MethodResult(
        label,
        label,
        Map.of(),
        1e-3,
        false,
        Map.of(),
        List.of(Status.OUT_OF_BUDGET),
        List.of(),
        passesToGoal,
        gap,
        gap,
        new MethodResult.Tuning(0, 0, 0),
        List.of(Point.single(0, 0, 0, 50, 1), Point.single(9, 9, 1, gap.middle(), 1)));
  }

  private static Finished finished(String figure, MethodResult... results) {
    Outcome outcome =
        new Outcome(
            "a set",
            "00",
            0,
            true,
            50,
            10,
            1e-8,
            List.of(),
            List.of(1L),
            List.of(2L),
            List.of(results));
    var set =
        new PaperData.Named(
            "a set",
            () -> {
              throw new AssertionError("not needed");
            });
    return new Finished(
        new Piece(figure, Piece.Form.PRINTED, set, List.of(), 10, new long[] {1}), outcome);
  }

  private static Claim first(MethodResult sarah, MethodResult... baselines) {
    return FigureClaims.of(
            "figure1",
            List.of(finished("figure1", sarah, baselines[0], baselines[1], baselines[2])))
        .get(0);
  }

  private static MethodResult sarah(double passes, Band gap) {
    return result("SARAH-C", passes, gap);
  }

  @Test
  void aClaimHoldsIfEveryRivalIsBehind() {
    Claim claim =
        first(
            sarah(NEVER, new Band(1, 2, 3)),
            result("VRSC-PG", NEVER, new Band(4, 5, 6)),
            result("SCGD", NEVER, new Band(7, 8, 9)),
            result("ASC-PG", NEVER, new Band(NEVER, NEVER, NEVER)));
    assertThat(claim.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(claim.measured()).contains("ahead in 3 of 3", "2.0 / 5.0 / 8.0 / diverged");
  }

  @Test
  void itHoldsInPartIfMoreAreBehindThanAhead() {
    Claim claim =
        first(
            sarah(NEVER, new Band(1, 2, 3)),
            result("VRSC-PG", NEVER, new Band(2, 3, 4)),
            result("SCGD", NEVER, new Band(7, 8, 9)),
            result("ASC-PG", NEVER, new Band(2, 2, 2)));
    assertThat(claim.verdict()).isEqualTo(Verdict.HOLDS_IN_PART);
    assertThat(claim.measured()).contains("ahead in 1 of 3", "level with VRSC-PG and ASC-PG");
  }

  @Test
  void itDoesNotHoldIfAsManyAreAhead() {
    Claim claim =
        first(
            sarah(100, new Band(1, 1, 1)),
            result("VRSC-PG", 80, new Band(1, 1, 1)),
            result("SCGD", NEVER, new Band(7, 8, 9)),
            result("ASC-PG", 99, new Band(2, 2, 2)));
    assertThat(claim.verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
    assertThat(claim.measured()).contains("level with ASC-PG, behind VRSC-PG", "done after 80");
  }

  @Test
  void theGapOfFigureThreeMustFallToNothing() {
    for (double end : new double[] {3e-5, 2}) {
      MethodResult[] all = {
        sarah(NEVER, Band.of(end)),
        result("VRSC-PG", NEVER, Band.of(7)),
        result("SCGD", NEVER, Band.of(49)),
        result("ASC-PG", NEVER, Band.of(49))
      };
      List<Claim> claims = FigureClaims.of("figure3", List.of(finished("figure3", all)));
      assertThat(claims.get(claims.size() - 1).verdict())
          .isEqualTo(end < 1 ? Verdict.HOLDS : Verdict.DOES_NOT_HOLD);
    }
  }

  @Test
  void aMapMustBeBetterThanAllPointsInOnePlace() {
    Finished printed = finished("figure4", sarah(NEVER, Band.of(30)));
    assertThat(FigureClaims.separates(printed, 31).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(FigureClaims.separates(printed, 29).verdict()).isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  /** The numbers are those of the calculator's derivation: 1 - 4/sqrt(18) and 1 - 2/sqrt(6). */
  @Test
  void theTheorysClaimsAreCheckedByCounting() {
    List<Claim> claims = TheoryClaims.of(3000);
    assertThat(claims)
        .extracting(Claim::verdict)
        .containsExactly(
            Verdict.DOES_NOT_HOLD, Verdict.HOLDS, Verdict.DOES_NOT_HOLD, Verdict.DOES_NOT_HOLD);
    assertThat(claims.get(2).measured()).contains("save 5.7 to 18.", "cost 1.4");
    assertThat(claims.get(3).measured()).contains("4.00 ε²", "2.00 ε²");
  }
}
