package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.junit.jupiter.api.Test;

class SecantsTest {
  private static final int D = 5;
  private static final Parts PARTS = SmallProblems.portfolio(SmallProblems.returns(D, 60, 1));

  /** A model that knows nothing but one in ten components. */
  private static Sketch poor() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(PARTS.problem(), workers, 1);
      double[] y = new double[D + 1];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(Batch.all(60), new double[D], y, g);
      double[] yp = Parts.gaussians(D + 1, 4);
      Sketch sketch = new Sketch(oracle, 6);
      assertThat(sketch.make(Batch.of(3, 14, 15, 26, 41, 58), y, yp, g)).isTrue();
      return sketch;
    }
  }

  private static double[] change(double[] a, double[] b) {
    double[] c = new double[D];
    for (int k = 0; k < D; k++) {
      c[k] = a[k] - b[k];
    }
    return c;
  }

  private static void assertClose(double[] actual, double[] expected) {
    for (int k = 0; k < D; k++) {
      assertThat(actual[k]).isCloseTo(expected[k], within(1e-8 * Parts.norm(expected)));
    }
  }

  /** B⁻¹r = s for the last pair, whatever the model and the pairs before. */
  @Test
  void theLastChangeOfTheGradientIsExplained() {
    Sketch p = poor();
    Secants secants = new Secants(D);
    double[] x = Parts.gaussians(D, 1);
    secants.add(x, PARTS.gradient(x));
    assertThat(secants.size()).isZero();
    for (int move = 1; move <= 12; move++) {
      double[] to = Parts.gaussians(D, 10 + move);
      secants.add(to, PARTS.gradient(to));
      assertThat(secants.size()).isEqualTo(Math.min(move, 5));
      double[] v = new double[D];
      secants.solve(p, change(PARTS.gradient(to), PARTS.gradient(x)), v);
      assertClose(v, change(to, x));
      x = to;
    }
  }

  @Test
  void withoutPairsTheModelDecides() {
    Sketch p = poor();
    double[] f = Parts.gaussians(D, 2);
    double[] v = new double[D];
    double[] plain = new double[D];
    new Secants(D).solve(p, f, v);
    p.solve(f, plain);
    assertThat(v).containsExactly(plain);
  }

  /** A move along which the gradient shrinks says nothing that a convex model could agree with. */
  @Test
  void movesThatShowNoCurvatureAreLeftOut() {
    Secants secants = new Secants(2);
    secants.add(new double[] {0, 0}, new double[] {1, 1});
    secants.add(new double[] {1, 0}, new double[] {0.5, 1});
    secants.add(new double[] {1, 0}, new double[] {0.5, 1}); // not moved at all
    assertThat(secants.size()).isZero();
    secants.add(new double[] {2, 0}, new double[] {0.75, 1});
    assertThat(secants.size()).isEqualTo(1);
  }
}
