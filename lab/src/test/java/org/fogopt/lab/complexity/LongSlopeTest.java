package org.fogopt.lab.complexity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.theory.Constants;
import org.junit.jupiter.api.Test;

class LongSlopeTest {
  private static final LongSlope SLOPE = new LongSlope(0.1, 64, 32);

  @Test
  void itsDerivativesAreRight() {
    assertThat(DerivativeCheck.of(SLOPE.problem()).components(20).radius(3).run()).isEmpty();
    var endless = new LongSlope(0.3, Inner.UNBOUNDED, Inner.UNBOUNDED);
    assertThat(DerivativeCheck.of(endless.problem()).components(20).radius(3).run()).isEmpty();
  }

  @Test
  void objectiveAndGradientInClosedFormAreThoseOfAllComponents() {
    Random random = new Random(5);
    try (Workers workers = new Workers(1)) {
      var evaluator = new Evaluator(SLOPE.problem(), workers);
      for (int trial = 0; trial < 20; trial++) {
        double[] x = point(random, 3);
        double[] gradient = new double[LongSlope.SIZE];
        double objective = evaluator.gradient(x, gradient);
        assertThat(SLOPE.objective(x)).isCloseTo(objective, within(1e-13));
        assertThat(Math.sqrt(SLOPE.squaredGradient(x)))
            .isCloseTo(Kernels.norm(gradient), within(1e-13));
      }
    }
  }

  @Test
  void noSampledRatioExceedsItsConstant() {
    Constants c = LongSlope.constants();
    Random random = new Random(6);
    double jacobian = 0;
    double jacobianLipschitz = 0;
    double gradient = 0;
    double gradientLipschitz = 0;
    for (double epsilon : new double[] {0.01, 0.1, LongSlope.LARGEST_EPSILON}) {
      Problem p = new LongSlope(epsilon, 64, 64).problem();
      for (int trial = 0; trial < 5000; trial++) {
        Batch one = Batch.of(random.nextInt(64));
        double[] x = point(random, 3);
        double[] xp = x.clone();
        Kernels.axpy(0.01, point(random, 1), xp);
        double distance = distance(x, xp);
        double[] difference = new double[LongSlope.SIZE];
        p.inner().addDifference(one, x, xp, 1, difference);
        jacobian = Math.max(jacobian, Kernels.norm(difference) / distance);
        Jacobian change = p.inner().newJacobian();
        change.addDifference(one, x, xp, 1);
        jacobianLipschitz = Math.max(jacobianLipschitz, change.norm() / distance);
        Cotangent u = new Cotangent(LongSlope.SIZE);
        p.outer().addGradient(one, x, 1, u);
        gradient = Math.max(gradient, Kernels.norm(u.dense()));
        p.outer().addGradient(one, xp, -1, u);
        gradientLipschitz = Math.max(gradientLipschitz, Kernels.norm(u.dense()) / distance);
      }
    }
    // at most the constants, and not far below them
    assertThat(jacobian / c.jacobianBound()).isBetween(0.8, 1.0);
    assertThat(jacobianLipschitz / c.jacobianLipschitz()).isBetween(0.7, 1.0);
    assertThat(gradient / c.gradientBound()).isBetween(0.6, 1.0);
    assertThat(gradientLipschitz / c.gradientLipschitz()).isBetween(0.7, 1.0);
  }

  @Test
  void theGapIsThatOfTheStart() {
    assertThat(LongSlope.constants().gap() - LongSlope.HEIGHT)
        .isCloseTo(SLOPE.objective(LongSlope.start()), within(1e-15));
    double[] far = {1e9, 0, 0, 0};
    assertThat(SLOPE.objective(far)).isCloseTo(-LongSlope.HEIGHT, within(1e-12));
  }

  @Test
  void itIsNotConvex() {
    // the slope bends down before it bends up, and so do the walls
    double[] a = {-20, 0, 0, 0};
    double[] b = {0, 0, 0, 0};
    double[] middle = {-10, 0, 0, 0};
    assertThat(SLOPE.objective(middle))
        .isGreaterThan((SLOPE.objective(a) + SLOPE.objective(b)) / 2);
  }

  @Test
  void variancesAreThoseOfAnEndlessSupply() {
    var endless = new LongSlope(0.1, Inner.UNBOUNDED, Inner.UNBOUNDED);
    Problem p = endless.problem();
    Random random = new Random(7);
    double[] x = point(random, 3);
    Batch pair = Batch.range(0, 2); // whose noise cancels
    double[] mean = new double[LongSlope.SIZE];
    p.inner().add(pair, x, 0.5, mean);
    Cotangent meanGradient = new Cotangent(LongSlope.SIZE);
    p.outer().addGradient(pair, x, 0.5, meanGradient);
    Jacobian meanJacobian = p.inner().newJacobian();
    meanJacobian.add(pair, x, 0.5);
    int samples = 200_000;
    double values = 0;
    double jacobians = 0;
    double gradients = 0;
    for (int k = 0; k < samples; k++) {
      Batch one = Batch.of(random.nextLong() >>> 1);
      double[] y = new double[LongSlope.SIZE];
      p.inner().add(one, x, 1, y);
      values += square(distance(y, mean)) / samples;
      Jacobian j = p.inner().newJacobian();
      j.add(one, x, -1);
      j.add(meanJacobian);
      jacobians += square(j.norm()) / samples;
      Cotangent u = new Cotangent(LongSlope.SIZE);
      p.outer().addGradient(one, x, 1, u);
      gradients += square(distance(u.dense(), meanGradient.dense())) / samples;
    }
    var h = LongSlope.variances();
    assertThat(values / h.value()).isCloseTo(1, within(0.01));
    assertThat(jacobians / h.jacobian()).isCloseTo(1, within(0.01));
    assertThat(gradients / h.outerGradient()).isCloseTo(1, within(0.01));
  }

  @Test
  void whatIsNoMemberIsRefused() {
    assertThatThrownBy(() -> new LongSlope(0.5, 2, 2)).hasMessageContaining("epsilon");
    assertThatThrownBy(() -> new LongSlope(0.1, 3, 2)).hasMessageContaining("pairs");
  }

  private static double[] point(Random random, double size) {
    double[] x = new double[LongSlope.SIZE];
    for (int k = 0; k < x.length; k++) {
      x[k] = size * random.nextGaussian();
    }
    return x;
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = a.clone();
    Kernels.axpy(-1, b, difference);
    return Kernels.norm(difference);
  }

  private static double square(double v) {
    return v * v;
  }
}
