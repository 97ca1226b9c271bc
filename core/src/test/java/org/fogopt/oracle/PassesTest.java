package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.problem.Batch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassesTest {
  private static final int D = 4;
  private static final Parts PARTS = Parts.curved(D, 5000, 5003, 11);
  private static final double[] X = Parts.gaussians(D, 1);
  private static final double[] XP = Parts.gaussians(D, 2);

  /** Sums of 5000 terms in another order: 5000 ulps relative would be the worst. */
  private static final double ROUNDING = 1e-12;

  /** Everything an oracle can say of all components, in one row of numbers. */
  private static double[] everything(int threads) {
    try (Workers workers = new Workers(threads)) {
      Oracle oracle = new Oracle(PARTS.problem(), workers, 1);
      Batch inner = Batch.all(PARTS.m());
      Batch outer = Batch.all(PARTS.n());
      double[] y = new double[PARTS.l()];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(inner, X, y, g);
      double[] out = new double[D];
      double value = oracle.addGradient(outer, y, g, 1, out);
      double[] moved = y.clone();
      oracle.addValueDifference(inner, XP, X, moved);
      double[] turned = new double[D];
      oracle.addGradientDifference(outer, moved, y, g, turned);
      JacobianEstimate h = oracle.newJacobian();
      oracle.jacobian(inner, X, h);
      oracle.addJacobianDifference(inner, XP, X, h);
      double[] there = new double[D];
      oracle.addGradient(outer, moved, h, 1, there);
      Evaluator evaluator = new Evaluator(PARTS.problem(), workers);
      double[] all = new double[1 + y.length + D + moved.length + D + D + 1];
      int at = 0;
      all[at++] = value;
      for (double[] part : new double[][] {y, out, moved, turned, there}) {
        System.arraycopy(part, 0, all, at, part.length);
        at += part.length;
      }
      all[at] = evaluator.objective(X);
      return all;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void aFullPassHasTheSameBitsForAnyNumberOfThreads(int threads) {
    assertThat(everything(threads)).isEqualTo(everything(1));
  }

  @Test
  void aFullPassEqualsTheSumOneByOne() {
    double[] all = everything(3);
    double[] y = PARTS.value(Parts.all(PARTS.m()), X);
    double[] yp = PARTS.value(Parts.all(PARTS.m()), XP);
    double[] gradient = PARTS.gradient(X);
    double[] gradientThere = PARTS.gradient(XP);
    double[][] jacobian = PARTS.jacobian(Parts.all(PARTS.m()), X);
    double[] du = PARTS.outerGradient(Parts.all(PARTS.n()), yp);
    double[] u = PARTS.outerGradient(Parts.all(PARTS.n()), y);
    for (int r = 0; r < u.length; r++) {
      du[r] -= u[r];
    }
    double[] turned = Parts.transposeTimes(jacobian, du);
    double[] expected = new double[all.length];
    int at = 0;
    expected[at++] = PARTS.objective(X);
    for (double[] part : new double[][] {y, gradient, yp, turned, gradientThere}) {
      System.arraycopy(part, 0, expected, at, part.length);
      at += part.length;
    }
    expected[at] = PARTS.objective(X);
    for (int k = 0; k < all.length; k++) {
      assertThat(all[k]).as("number %d", k).isCloseTo(expected[k], within(ROUNDING));
    }
  }

  @Test
  void anAlmostFullListIsCutLikeARange() {
    long[] list = Parts.all(4000);
    double[] byList = new double[PARTS.l()];
    double[] byRange = new double[PARTS.l()];
    try (Workers workers = new Workers(2)) {
      Oracle oracle = new Oracle(PARTS.problem(), workers, 1);
      oracle.value(Batch.of(list), X, byList);
      oracle.value(Batch.all(4000), X, byRange);
    }
    assertThat(byList).isEqualTo(byRange);
  }

  @Test
  void chunksArePowersOfTwoNeitherSmallNorMany() {
    Random random = new Random(1);
    for (int trial = 0; trial < 10_000; trial++) {
      long size = 1 + (random.nextLong() >>> (1 + random.nextInt(61)));
      long chunk = Passes.chunkSize(size, 1024);
      assertThat(Long.bitCount(chunk)).as("size %d", size).isEqualTo(1);
      assertThat(chunk).isGreaterThanOrEqualTo(1024);
      assertThat(size / chunk).as("size %d", size).isLessThanOrEqualTo(1024);
      if (chunk > 1024) {
        assertThat(size / chunk).as("size %d", size).isGreaterThanOrEqualTo(1024 / 2);
      }
    }
    assertThat(Passes.chunkSize(1, 1024)).isEqualTo(1024);
    assertThat(Passes.chunkSize(1024 * 1024, 1024)).isEqualTo(1024);
    assertThat(Passes.chunkSize(1024 * 1024 + 1, 1024)).isEqualTo(2048);
  }
}
