package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;

import org.fogopt.Parts;
import org.fogopt.method.Iteration;
import org.fogopt.method.newton.Scripted.Kind;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What steps of Newton's method cost, where m = 2 and n = 4. */
class NewtonCallsTest {
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
}
