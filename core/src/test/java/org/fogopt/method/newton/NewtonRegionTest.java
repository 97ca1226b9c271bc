package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.fogopt.SmallProblems;
import org.fogopt.method.Iteration;
import org.fogopt.method.newton.Scripted.Kind;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Newton's trust region, step by step. */
class NewtonRegionTest {
  // The region. From 0 with a slope of −2 and a curvature of 1: p = 2, 2 is promised, and the first
  // region is as long as the Cauchy step, 2. All numbers are sums of few powers of two: no
  // rounding.

  /** Of numbers of about 1, where there is rounding. */
  private static final Offset<Double> SAME = within(1e-9);

  private static Scripted one(Kind kind) {
    return new Scripted(kind, 1, 1, 0, 8, -2, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, true",
    "0.75, 2, true",
    "1.5, 2, true", // inside the region: it need not grow
    "0.25, 2, true", // not poor
    "0.125, 0.5, true", // |p|/4
    "0, 0.5, false",
    "-1, 0.5, false",
    "NaN, 0.5, false"
  })
  void aPoorStepInsideShrinksTheRegionToAQuarterOfIt(double ratio, double radius, boolean isTaken) {
    try (Scripted script = one(Kind.OFFERED)) {
      script.evaluate();
      assertThat(script.move(ratio)).isEqualTo(isTaken);
      assertThat(script.trial).isEqualTo(2);
      assertThat(script.radius()).isEqualTo(radius);
      assertThat(script.newton.promised()).isEqualTo(isTaken ? 0 : 0.25); // 2 of 8
      assertThat(script.newton.isAtRounding()).isFalse();
    }
  }

  @Test
  void aStepIsTakenIfItGainsMoreThanATenThousandth() {
    for (boolean isMore : new boolean[] {false, true}) {
      try (Scripted script = new Scripted(Kind.OFFERED, 1, 1, 0, 0, -2, 1)) {
        script.evaluate();
        assertThat(script.move(isMore ? Math.nextUp(1e-4) : 1e-4)).isEqualTo(isMore);
      }
    }
  }

  /** After a rejection: p = 1/2, at the boundary, promises 7/8. */
  @ParameterizedTest
  @CsvSource({"1, 1", "0.875, 1", "0.75, 0.5", "0.5, 0.5", "0.125, 0.125", "2, 1"})
  void aGoodStepToTheBoundaryDoublesTheRegion(double ratio, double radius) {
    try (Scripted script = one(Kind.OFFERED)) {
      script.evaluate();
      script.move(-1);
      assertThat(script.move(ratio)).isTrue();
      assertThat(script.trial).isEqualTo(0.5);
      assertThat(script.predicted).isEqualTo(0.875);
      assertThat(script.radius()).isEqualTo(radius);
    }
  }

  /**
   * Algorithm 4.1 of Nocedal and Wright with a random fate of every step, in three units of the
   * unknown: |Dp| with D² the curvature.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 4, 0.25})
  void radiusPointAndPromiseFollowTheTextbook(double curvature) {
    double scale = Math.sqrt(curvature);
    double[] fates = {-1, 0, 0.1, 0.3, 0.5, 0.7, 0.8, 1, 1, 1, 1.1, 1.2, 1.5};
    for (long seed = 1; seed <= 5; seed++) {
      Random random = new Random(seed);
      try (Scripted script = new Scripted(Kind.OFFERED, 1, 1, 0, 64, -2, curvature)) {
        double x = 0;
        double objective = 64;
        double radius = 2 / scale; // |Dg|gᵀg/gᵀHg = D·2·4/4D²
        double promised = 0;
        for (int t = 0; t < 12; t++) {
          script.evaluate();
          double slope = script.slope;
          script.next = 8 * random.nextDouble() - 4;
          boolean isTaken = false;
          while (!isTaken) {
            double ratio = fates[random.nextInt(fates.length)];
            double whole = Math.abs(slope) / scale; // Newton's step, |Dp|
            boolean isAtBoundary = whole > radius;
            double length = whole <= 1.1 * radius ? whole : radius;
            double p = -Math.signum(slope) * length / scale;
            double predicted = -slope * p - 0.5 * curvature * p * p;
            isTaken = script.move(ratio);
            assertThat(script.trial).as("seed %d, step %d", seed, t).isCloseTo(x + p, SAME);
            assertThat(isTaken).isEqualTo(ratio > 1e-4);
            if (ratio < 0.25) {
              radius = length / 4;
            } else if (ratio > 0.75 && isAtBoundary) {
              radius = 2 * radius;
            }
            assertThat(script.radius()).isCloseTo(radius, SAME);
            promised = isTaken ? 0 : promised == 0 ? predicted / Math.abs(objective) : promised;
            assertThat(script.newton.promised()).isCloseTo(promised, SAME);
            if (isTaken) {
              x += p;
              objective -= ratio * predicted;
            }
          }
        }
      }
    }
  }

  /** max(|Dx|, |Dg|gᵀg/gᵀHg) with D² the diagonal of H. */
  @ParameterizedTest
  @CsvSource({"0, 0", "3, -1", "500, 200"})
  void theFirstRegionIsAsLongAsThePointOrTheCauchyStep(double first, double second) {
    double[][] a = Families.rows(30, 2, 0.7, 3);
    double[] b = new Random(4).doubles(30, -9, 9).toArray();
    double[] x = {first, second};
    double[] g = new double[2];
    double[][] h = new double[2][2];
    for (int i = 0; i < 30; i++) {
      double e = Families.dot(a[i], x) - b[i];
      for (int k = 0; k < 2; k++) {
        g[k] += 2 * e * a[i][k] / 30;
        for (int l = 0; l < 2; l++) {
          h[k][l] += 2 * a[i][k] * a[i][l] / 30;
        }
      }
    }
    double gg = Families.dot(g, g);
    double ghg = g[0] * Families.dot(h[0], g) + g[1] * Families.dot(h[1], g);
    double radius = Math.max(scaled(h, x), scaled(h, g) * gg / ghg);
    double newton = scaled(h, SmallProblems.solve(h, g));
    double expected = newton > radius ? 2 * radius : radius; // a quadratic keeps its promise
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          Newton.METHOD
              .byDefault()
              .start(new Oracle(Families.leastSquaresOffered(a, b), workers, 1), x);
      assertThat(iteration.parameters().get("radius").doubleValue()).isNaN();
      for (int t = 0; t < 2; t++) {
        iteration.step();
        iteration.commit();
      }
      assertThat(iteration.parameters().get("radius").doubleValue())
          .isCloseTo(expected, within(1e-9 * expected));
    }
  }

  private static double scaled(double[][] h, double[] p) {
    return Math.sqrt(h[0][0] * p[0] * p[0] + h[1][1] * p[1] * p[1]);
  }

  /** Nothing is to be gained at a minimum of 0, and nothing that happens there is a failure. */
  @Test
  void atAMinimumOfZeroItStaysAndSaysSo() {
    try (Scripted script = new Scripted(Kind.CURVED, 1, 1, 3, 0, 0, 1)) {
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).isEqualTo(2 + 1 + 2);
      script.move(1);
      assertThat(script.radius()).isEqualTo(3);
      assertThat(script.newton.isAtRounding()).isTrue();
    }
  }

  @Test
  void curvatureThatIsNoNumberIsShownToTheRunAndMovesNothing() {
    try (Scripted script = one(Kind.OFFERED)) {
      script.evaluate();
      script.move(1);
      script.evaluate();
      script.curvature = Double.NaN;
      script.newton.step();
      assertThat(script.newton.estimateNorm()).isNaN();
      script.newton.commit();
      assertThat(script.newton.point()).containsExactly(2);
    }
  }
}
