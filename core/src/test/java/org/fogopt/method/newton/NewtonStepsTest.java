package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.method.newton.Scripted.Kind;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Newton's method step by step: the region, the samples, what steps cost, and the model. */
class NewtonStepsTest {
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

  // What a step costs, where m = 2 and n = 4

  @Test
  void valueJacobianAndCurvatureAreAnnouncedWhereTheyAreAskedFor() {
    try (Scripted script = new Scripted(Kind.CURVED, 2, 4, 0, 8, -2, 1)) {
      assertThat(script.evaluate()).as("value and Jacobian").isEqualTo(2 + 4 + 2);
      assertThat(script.newton.nextCallsPaper())
          .as("a trial with its Jacobian, and the curvature of both")
          .isEqualTo(2 * 2 + 4 + (2 + 4));
      script.move(-1);
      assertThat(script.newton.nextCallsPaper())
          .as("after a failure a trial without, and no curvature: x is the same")
          .isEqualTo(2 + 4);
      script.move(1);
      assertThat(script.evaluate()).as("the Jacobian").isEqualTo(2);
    }
    try (Scripted script = new Scripted(Kind.OFFERED, 2, 4, 0, 8, -2, 1)) {
      assertThat(script.evaluate()).isEqualTo(2 + 4 + 2);
      assertThat(script.newton.nextCallsPaper()).as("g follows").isEqualTo(4 + 4);
      script.move(1);
      assertThat(script.evaluate()).isZero();
    }
    try (Scripted script = new Scripted(Kind.SECANTS, 2, 4, 0, 8, -2, 1)) {
      assertThat(script.evaluate()).isEqualTo(2 + 4 + 2);
      assertThat(script.newton.nextCallsPaper()).as("two slopes each").isEqualTo(4 + 2 * 4);
      script.move(1);
      assertThat(script.evaluate()).isZero();
    }
  }

  /** Secants come with the Jacobian for m more; a trial then needs its value alone. */
  @Test
  void whereGIsNotAffineSecantsComeWithTheJacobian() {
    Parts parts = Parts.curved(2, 7, 11, 1);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      Iteration newton = Newton.METHOD.byDefault().start(oracle, new double[] {0.1, 0.2});
      assertThat(newton.nextCallsPaper()).isEqualTo(7 + 11 + oracle.secantCalls(7, 11));
      newton.step();
      newton.commit();
      assertThat(newton.nextCallsPaper()).isEqualTo(7 + 11);
    }
  }

  /**
   * A trial gets its Jacobian with its value if failures are made up for: a step off by more than a
   * quarter is one, a rejected one two, each good step makes up for one.
   */
  @ParameterizedTest
  @CsvSource({
    "1, true",
    "0.75, true",
    "1.25, true",
    "0.7, false",
    "1.3, false",
    "0.5 1, true",
    "-1 1, false",
    "-1 1 1, true",
    "-1 -1 1 1 1, false",
    "-1 -1 1 1 1 1, true",
    "0.5 0.5 1, false",
    "1 1 0.5 1, true"
  })
  void aTrialGetsItsJacobianAfterGoodSteps(String fates, boolean isLikely) {
    try (Scripted script = new Scripted(Kind.CURVED, 2, 4, 0, 1024, -2, 1)) {
      script.next = -1; // within the first region
      script.evaluate();
      for (String fate : fates.split(" ", -1)) {
        if (script.move(Double.parseDouble(fate))) {
          script.evaluate();
        }
      }
      assertThat(script.newton.nextCallsPaper()).isEqualTo((isLikely ? 4 : 2) + 4 + 6);
    }
  }

  /** Steps longer than the first region are a try. */
  @Test
  void aStepFarOutIsNoFailure() {
    try (Scripted script = new Scripted(Kind.CURVED, 2, 4, 0, 1024, -2, 1)) {
      script.next = -64;
      script.evaluate();
      script.move(1);
      script.evaluate();
      script.move(1); // p = 2, at the boundary
      script.evaluate();
      script.move(0.5);
      assertThat(script.radius()).isEqualTo(4);
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).isEqualTo(4 + 4 + 6);
    }
  }

  // Secants

  @Test
  void fiveRejectionsInARowShowThatSecantsAreNoModel() {
    for (Kind kind : new Kind[] {Kind.SECANTS, Kind.OFFERED}) {
      try (Scripted script = new Scripted(kind, 1, 1, 8, 64, -2, 1)) {
        script.evaluate();
        for (int k = 1; k <= 5; k++) {
          assertThat(script.newton.isStuck()).as("after %d", k - 1).isFalse();
          script.move(-1);
        }
        assertThat(script.newton.isStuck()).isEqualTo(kind == Kind.SECANTS);
      }
    }
  }

  /**
   * What a rejected step along negative curvature showed corrects the model: g'p + ½p'Hp is what
   * the trial had, so H = h + 2(predicted − actual)/p².
   */
  @Test
  void aRejectedStepCorrectsNegativeCurvature() {
    try (Scripted script = new Scripted(Kind.SECANTS, 1, 1, 0, 8, -2, -1)) {
      script.evaluate();
      script.move(-1);
      double p = script.trial;
      assertThat(p).as("no point, no Cauchy step: a region of 1").isBetween(0.9, 1.1);
      assertThat(script.radius()).isCloseTo(p / 4, within(1e-12));
      double corrected = -1 + 4 * script.predicted / (p * p);
      script.move(-1);
      double next = Math.min(2 / corrected, p / 4 / Math.sqrt(corrected)); // |Dp| ≤ Δ
      assertThat(script.trial).isCloseTo(next, within(1e-3 * next));
    }
  }

  /** Curvature that is offered or not negative, and trials without a number, correct nothing. */
  @ParameterizedTest
  @CsvSource({"SECANTS, -1, NaN", "SECANTS, 1, -1", "SECANTS, 0, -1", "OFFERED, -1, -1"})
  void otherRejectionsDoNot(Kind kind, double curvature, double fate) {
    try (Scripted script = new Scripted(kind, 1, 1, 0, 8, -2, curvature)) {
      script.evaluate();
      script.move(fate);
      double p = script.trial;
      script.move(-1);
      assertThat(script.trial).isBetween(0.9 * p / 4, 1.1 * p / 4);
    }
  }

  /** Σ h_k(y_k²/2 + y_k⁴/12)/4, one component each, and where gradients of them are asked for. */
  private static Problem recorded(double[] h, List<double[]> asked) {
    return Components.map(4, 4)
        .inner(
            1,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, 4),
            (j, x, jac) -> {
              for (int k = 0; k < 4; k++) {
                jac[k][k] = 1;
              }
            })
        .affine()
        .outer(
            4,
            (i, y) -> h[(int) i] * (Math.pow(y[(int) i], 2) / 2 + Math.pow(y[(int) i], 4) / 12),
            (i, y, u) -> {
              int k = (int) i;
              u[k] = h[k] * (y[k] + Math.pow(y[k], 3) / 3);
              asked.add(y.clone());
            })
        .named("recorded");
  }

  /**
   * dx has 1e-5 of the length of x in the region's units, each entry the same share of it, with
   * random signs: |dx_k| = 1e-5|Dx|/(2D_k), with D² the diagonal of the last H.
   */
  @Test
  void secantsGoAlongRandomSignsInTheUnitsOfTheRegion() {
    double[] h = {1, 40, 9, 400};
    List<double[]> asked = new ArrayList<>();
    double[] x0 = {3, -1, 2, 0.5};
    double[] scales = {1, 1, 1, 1};
    Set<String> signs = new HashSet<>();
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(recorded(h, asked), workers, 1), x0);
      for (int t = 0; t < 5; t++) {
        newton.step();
        newton.commit();
        double[] x = newton.point().clone();
        asked.clear();
        newton.step();
        newton.commit();
        double[] moved = asked.stream().filter(y -> isMoved(y, x)).findFirst().orElseThrow();
        double length = 0;
        for (int k = 0; k < 4; k++) {
          length += scales[k] * x[k] * (scales[k] * x[k]);
        }
        StringBuilder pattern = new StringBuilder();
        for (int k = 0; k < 4; k++) {
          double expected = 1e-5 * Math.sqrt(length) / (2 * scales[k]);
          double dx = moved[k] - x[k];
          assertThat(Math.abs(dx)).isCloseTo(expected, within(1e-3 * expected));
          pattern.append(dx > 0 ? '+' : '-');
          scales[k] = Math.sqrt(h[k] * (1 + x[k] * x[k]) / 4); // of the model just made
        }
        signs.add(pattern.toString());
      }
    }
    assertThat(signs).as("patterns of signs").hasSizeGreaterThan(2);
  }

  /** By more than rounding, and by less than a step. */
  private static boolean isMoved(double[] y, double[] x) {
    double[] difference = y.clone();
    Kernels.axpy(-1, x, difference);
    double share = Kernels.norm(difference) / Kernels.norm(x);
    return share > 1e-9 && share < 1e-3;
  }

  @Test
  void fromZeroSecantsHaveALengthOfTheirOwn() {
    List<double[]> asked = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD
              .byDefault()
              .start(
                  new Oracle(recorded(new double[] {1, 1, 1, 1}, asked), workers, 1),
                  new double[4]);
      newton.step();
      newton.commit();
      asked.clear();
      newton.step();
      double[] moved = asked.stream().filter(y -> Kernels.norm(y) > 0).findFirst().orElseThrow();
      for (double dx : moved) {
        assertThat(Math.abs(dx)).isCloseTo(1e-5 / 2, within(1e-18));
      }
    }
  }

  // Samples: 100, 400, 1600 and all of 10 000 components of f

  private static Scripted many() {
    return new Scripted(Kind.OFFERED, 1, 10_000, 8, 64, -2, 1); // the first region is 8
  }

  @ParameterizedTest
  @CsvSource({
    "1, 400", // the minimum of the sample is near
    "0.8, 400",
    "1.2, 400",
    "0.5, 100", // the model is not faithful
    "1.5, 100",
    "-1, 100",
    "0, 100"
  })
  void aFaithfulStepInsideTheRegionIsTheLastOnASample(double ratio, long size) {
    try (Scripted script = many()) {
      assertThat(script.sample()).isEqualTo(100);
      script.evaluate();
      script.move(ratio);
      assertThat(script.sample()).isEqualTo(size);
      if (size == 100) {
        assertThat(script.newton.decisions()).isEmpty();
      } else {
        double reached = 64 - 2 * ratio;
        assertThat(script.newton.decisions())
            .containsExactly("step 1: objective %.6g on a sample of 100".formatted(reached));
      }
    }
  }

  @Test
  void aStepToTheBoundaryIsNot() {
    try (Scripted script = many()) {
      script.evaluate();
      script.move(-1);
      script.move(1);
      assertThat(script.trial).isCloseTo(8.5, within(1e-12));
      assertThat(script.sample()).isEqualTo(100);
    }
  }

  /** Half of 2 first, then half of s²/2: a tenth of both is 0.1375 and 0.10625. */
  @ParameterizedTest
  @CsvSource({"1, 100", "0.5, 400"})
  void aStepThatGainsLessThanATenthOfTheSamplesGainIsTheLastOnIt(double slope, long size) {
    try (Scripted script = many()) {
      script.evaluate();
      script.next = -slope;
      script.move(0.5);
      script.evaluate();
      script.move(0.5);
      assertThat(script.sample()).isEqualTo(size);
    }
  }

  /** Where p = 0 the sample has nothing more to tell, which says nothing of all of them. */
  @Test
  void atAMinimumOfASampleTheNextBegins() {
    try (Scripted script = new Scripted(Kind.OFFERED, 1, 10_000, 5, 64, 0, 1)) {
      for (long size : new long[] {100, 400, 1600, 10_000}) {
        assertThat(script.sample()).isEqualTo(size);
        assertThat(script.evaluate()).isEqualTo(1 + size + 1);
        script.move(1);
        assertThat(script.newton.isAtRounding()).isEqualTo(size == 10_000);
      }
    }
  }

  /** A slope that promises something, and a move that x is too large to show. */
  @Test
  void aStepThatRoundingSwallowsEndsASampleToo() {
    try (Scripted script = new Scripted(Kind.OFFERED, 1, 10_000, 1e17, 64, -2, 1)) {
      script.evaluate();
      assertThat(script.move(1)).isFalse();
      assertThat(script.sample()).isEqualTo(400);
    }
  }

  /**
   * Steps along which the model hardly curves, over ten times as long as the first region, 4: with
   * a slope of 1000 the first is that of 64 (0.064 of the slope), with one of 600 there is none, as
   * 64 is 0.107 of it.
   */
  @ParameterizedTest
  @CsvSource({"1000, true", "600, false"})
  void aSampleWithoutAMinimumLeadsBackToTheStart(double slope, boolean isFlat) {
    try (Scripted script = new Scripted(Kind.OFFERED, 1, 10_000, 4, 1e6, -2, 1)) {
      script.next = -slope;
      script.evaluate();
      script.move(1.5);
      for (double length = 4; length < 64; length *= 2) {
        script.evaluate();
        assertThat(script.move(1.5)).isTrue();
        assertThat(script.radius()).isCloseTo(2 * length, within(1e-9));
        assertThat(script.sample()).isEqualTo(100);
        assertThat(script.newton.point()[0]).isPositive();
      }
      script.evaluate();
      script.move(1.5);
      if (isFlat) {
        assertThat(script.newton.point()).containsExactly(4);
        assertThat(script.radius()).isNaN();
        assertThat(script.sample()).isEqualTo(400);
        assertThat(script.newton.decisions())
            .containsExactly("step 11: back to the start, a sample of 100 has no minimum");
      } else {
        assertThat(script.newton.point()[0]).isPositive();
        assertThat(script.sample()).isEqualTo(100);
      }
    }
  }

  /** On samples a trial has no Jacobian: the first gradient is that of the sample. */
  @Test
  void onASampleTrialsHaveNoJacobianAndTheFirstGradientNormIsKept() {
    try (Scripted script = new Scripted(Kind.CURVED, 1000, 1, 0, 64, -2, 1)) {
      assertThat(script.evaluate()).isEqualTo(100 + 1 + 100);
      assertThat(script.newton.nextCallsPaper()).isEqualTo(100 + 1 + (100 + 1));
      assertThat(script.newton.firstGradientNorm()).isCloseTo(2, within(1e-12));
      script.next = -1;
      script.move(0.5);
      script.evaluate();
      assertThat(script.newton.firstGradientNorm()).isCloseTo(2, within(1e-12));
      assertThat(script.newton.estimateNorm()).isCloseTo(1, within(1e-12));
    }
  }

  /** Of 101 000 components a tenth serves for H, and four times as many after a bad step. */
  @Test
  void theSampleOfTheCurvatureGrowsWhereTheModelIsNotFaithful() {
    long n = 101_000;
    try (Scripted script = new Scripted(Kind.OFFERED, 1, n, 0, 64, 0, 1)) {
      while (script.sample() < n) { // each is at its minimum
        script.evaluate();
        script.move(1);
      }
      script.slope = -2;
      script.next = -1;
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).isEqualTo(n + 10_100);
      script.move(1);
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).as("faithful").isEqualTo(n + 10_100);
      script.move(0.5);
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).as("taken").isEqualTo(n + 40_400);
      script.move(-1);
      assertThat(script.newton.nextCallsPaper()).as("rejected: a better model").isEqualTo(n + n);
    }
  }

  // The model has no minimum, or one far away

  /** ½(1.99(uᵀx − a)² + 0.01(vᵀx − b)²), u = (0.6, 0.8), v = (0.8, −0.6). */
  private static Parts oblong(double a, double b) {
    double[][] rows = {{0.6, 0.8}, {0.8, -0.6}};
    double[] weights = {2 * 1.99, 2 * 0.01};
    double[] at = {a, b};
    return new Parts(
        2,
        2,
        1,
        2,
        true,
        (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
        (j, x, jac) -> {
          jac[0][0] = 1;
          jac[1][1] = 1;
        },
        (i, y) -> {
          double e = Families.dot(rows[(int) i], y) - at[(int) i];
          return weights[(int) i] * e * e / 2;
        },
        (i, y, u) -> {
          double e = Families.dot(rows[(int) i], y) - at[(int) i];
          Kernels.axpy(weights[(int) i] * e, rows[(int) i], u);
        });
  }

  /** Ten times as far as the Cauchy step leads: a quadratic needs no region. */
  @Test
  void oneStepSolvesAQuadraticHoweverFarItsMinimumIs() {
    for (double scale : new double[] {1e-6, 1, 1e6}) {
      Parts parts = oblong(0.1 * scale, scale);
      try (Workers workers = new Workers(1)) {
        Iteration newton =
            Newton.METHOD
                .byDefault()
                .start(new Oracle(parts.quadratic(), workers, 1), new double[2]);
        for (int t = 0; t < 2; t++) {
          newton.step();
          newton.commit();
        }
        double[] minimiser = {0.86 * scale, -0.52 * scale}; // au + bv
        assertThat(newton.point()).containsExactly(minimiser, within(1e-3 * scale));
        assertThat(newton.parameters().get("radius").doubleValue()).isInfinite();
      }
    }
  }

  /**
   * (x_1 − 3)² − x_2 over x ≥ 0. Of a problem that is known to be quadratic the first model says
   * that it falls without end; of another it says nothing yet.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aQuadraticWithoutAMinimumIsSeenByTheFirstModel(boolean isKnownQuadratic) {
    Problem plain =
        Components.map(2, 2)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
                (j, x, jac) -> {
                  jac[0][0] = 1;
                  jac[1][1] = 1;
                })
            .affine()
            .outer(
                1,
                (i, y) -> (y[0] - 3) * (y[0] - 3) - y[1],
                (i, y, u) -> {
                  u[0] = 2 * (y[0] - 3);
                  u[1] = -1;
                })
            .curvature((i, y, h) -> h[0][0] = 2)
            .named("falls");
    QuadraticChange change =
        (inner, outer, x, xp, g, out) -> {
          throw new UnsupportedOperationException("Newton's method has no mini-batches");
        };
    Problem problem =
        new Problem(
            plain.name(),
            plain.inner(),
            plain.outer(),
            Separable.nonNegative(),
            isKnownQuadratic ? change : null,
            plain.curvature());
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(problem, workers, 1), new double[] {1, 1});
      newton.step();
      newton.commit();
      newton.step();
      double[] falls = newton.recession();
      if (isKnownQuadratic) {
        assertThat(falls).isNotNull();
        assertThat(falls[1]).isPositive();
        assertThat(falls[0]).isCloseTo(0, within(1e-6 * falls[1]));
      } else {
        assertThat(falls).isNull();
        assertThat(newton.parameters().get("radius").doubleValue()).isFinite();
      }
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

  // Penalties

  /** −0.7 + (0.3 + 0.7) is more than 0.3. */
  @Test
  void roundingNeverLeadsOutOfBounds() {
    double[][] a = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Problem problem =
        Families.leastSquaresOffered(a, new double[] {5, 5, 5}).withPenalty(Separable.box(-1, 0.3));
    Random random = new Random(1);
    try (Workers workers = new Workers(1)) {
      for (int trial = 0; trial < 50; trial++) {
        double[] x0 = random.doubles(3, -1, 0.3).toArray();
        Iteration newton = Newton.METHOD.byDefault().start(new Oracle(problem, workers, 1), x0);
        for (int t = 0; t < 2; t++) {
          newton.step();
          newton.commit();
        }
        for (double entry : newton.point()) {
          assertThat(entry).isLessThanOrEqualTo(0.3).isCloseTo(0.3, within(1e-15));
        }
      }
    }
  }

  /** At 0, where a charge on |x| holds it, growing samples have no length but their own. */
  @Test
  void aMinimumAtZeroIsRecognisedOnEverySample() {
    int m = 1000;
    Problem held =
        Components.map(2, 1)
            .inner(
                m,
                (j, x, y) -> y[0] = Math.exp(0.1 * (x[0] - x[1])) + x[0] * x[0],
                (j, x, jac) -> {
                  double e = 0.1 * Math.exp(0.1 * (x[0] - x[1]));
                  jac[0][0] = e + 2 * x[0];
                  jac[0][1] = -e;
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("held")
            .withPenalty(Separable.l1(1));
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(held, workers, 1), new double[2]);
      for (int t = 0; t < 8; t++) {
        newton.step();
        assertThat(newton.estimateNorm()).isZero();
        newton.commit();
        assertThat(newton.point()).containsExactly(0, 0);
      }
      assertThat(newton.parameters().get("sample").longValue()).isEqualTo(m);
      assertThat(newton.isAtRounding()).isTrue();
    }
  }

  // Checkpoints

  private enum Sort {
    ENTROPIC,
    RATIO,
    ROBUST,
    VALLEY;

    Problem problem() {
      double[][] rows = Families.rows(450, 3, 0.2, 1);
      return switch (this) {
        case ENTROPIC -> Families.entropic(rows);
        case RATIO -> Families.ratio(rows);
        case ROBUST -> SmallProblems.robust(rows).problem();
        case VALLEY -> Families.valley(3);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void itResumesBitForBitAfterAnyStep(Sort sort) {
    Problem problem = sort.problem();
    double[] x0 = Parts.gaussians(3, 7);
    int steps = 24;
    try (Workers workers = new Workers(1)) {
      List<double[]> path = new ArrayList<>();
      List<byte[]> states = new ArrayList<>();
      List<Object> parameters = new ArrayList<>();
      Iteration whole = Newton.METHOD.byDefault().start(new Oracle(problem, workers, 5), x0);
      for (int t = 0; t < steps; t++) {
        var bytes = new ByteArrayOutputStream();
        whole.state(State.writing(bytes));
        states.add(bytes.toByteArray());
        whole.step();
        whole.commit();
        path.add(whole.point().clone());
        parameters.add(whole.parameters());
      }
      for (int t = 0; t < steps; t++) {
        Iteration rest = Newton.METHOD.byDefault().start(new Oracle(problem, workers, 5), x0);
        rest.state(State.reading(new ByteArrayInputStream(states.get(t)), states.get(t).length));
        for (int s = t; s < Math.min(steps, t + 6); s++) {
          rest.step();
          rest.commit();
          assertThat(rest.point()).as("x_%d from %d", s + 1, t).isEqualTo(path.get(s));
          assertThat(rest.parameters()).isEqualTo(parameters.get(s));
        }
      }
    }
  }
}
