package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** Pairs of which the middle ones do not agree with any quadratic. */
  private static double[] gradient(double[] x) {
    double[] f = PARTS.gradient(x);
    for (int k = 0; k < D; k++) {
      f[k] += x[k] * x[k] * x[k];
    }
    return f;
  }

  /** B − Bs sᵀB/(sᵀBs) + r rᵀ/(rᵀs). */
  private static double[][] updated(double[][] b, double[] s, double[] r) {
    double[] bs = times(b, s);
    double[][] next = new double[D][D];
    for (int i = 0; i < D; i++) {
      for (int j = 0; j < D; j++) {
        next[i][j] = b[i][j] - bs[i] * bs[j] / Naive.dot(s, bs) + r[i] * r[j] / Naive.dot(r, s);
      }
    }
    return next;
  }

  private static double[] times(double[][] matrix, double[] v) {
    double[] out = new double[D];
    for (int i = 0; i < D; i++) {
      out[i] = Naive.dot(matrix[i], v);
    }
    return out;
  }

  private static double[][] dense(Sketch p) {
    double[][] matrix = new double[D][];
    for (int k = 0; k < D; k++) {
      double[] unit = new double[D];
      unit[k] = 1;
      matrix[k] = new double[D];
      p.times(unit, matrix[k]); // symmetric
    }
    return matrix;
  }

  /** The matrix after all updates of the last five moves, in the dense form of BFGS. */
  @Test
  void solvingIsThatOfTheDenseUpdates() {
    Sketch p = poor();
    assertThat(p.stiffen(0.3)).isTrue(); // the dense form needs a matrix that is far from singular
    for (int moves = 0; moves < 9; moves++) {
      Secants secants = new Secants(D);
      double[][] b = dense(p);
      for (int k = 0; k <= moves; k++) {
        double[] x = Parts.gaussians(D, 30 + k);
        secants.add(x, gradient(x));
        if (k > 0 && k > moves - 5) {
          double[] before = Parts.gaussians(D, 29 + k);
          b = updated(b, change(x, before), change(gradient(x), gradient(before)));
        }
      }
      assertThat(secants.size()).isEqualTo(Math.min(5, moves));
      double[] f = Parts.gaussians(D, 3);
      double[] v = new double[D];
      secants.solve(p, f, v);
      assertClose(v, SmallProblems.solve(b, f));
      assertThat(f).as("is only read").containsExactly(Parts.gaussians(D, 3));
    }
  }

  /** The cosine of s and r is 1e-6 in the first, and a little more in the second. */
  @Test
  void aPairMustShowAMillionthOfCurvature() {
    Secants flat = new Secants(2);
    flat.add(new double[] {0, 0}, new double[] {0, 0});
    double[] r = {1e-6, Math.nextUp(Math.sqrt(1 - 1e-12))};
    assertThat(Kernels.norm(r)).isEqualTo(1);
    flat.add(new double[] {1, 0}, r);
    assertThat(flat.size()).isZero();
    Secants curved = new Secants(2);
    curved.add(new double[] {0, 0}, new double[] {0, 0});
    curved.add(new double[] {1, 0}, new double[] {1.001e-6, Math.sqrt(1 - 1e-12)});
    assertThat(curved.size()).isEqualTo(1);
    Secants longer = new Secants(2); // it is the angle that counts
    longer.add(new double[] {0, 0}, new double[] {0, 0});
    longer.add(new double[] {1000, 0}, new double[] {1e-4, 1000});
    assertThat(longer.size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 5, 8})
  void restoredSecantsGoOnBitForBit(int moves) {
    Sketch p = poor();
    Secants whole = new Secants(D);
    for (int k = 0; k < moves; k++) {
      double[] x = Parts.gaussians(D, 30 + k);
      whole.add(x, gradient(x));
    }
    var bytes = new ByteArrayOutputStream();
    whole.state(State.writing(bytes));
    Secants restored = new Secants(D);
    restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
    double[] f = Parts.gaussians(D, 3);
    for (int k = moves; k < moves + 7; k++) {
      assertThat(restored.size()).isEqualTo(whole.size());
      double[] v = new double[D];
      double[] expected = new double[D];
      restored.solve(p, f, v);
      whole.solve(p, f, expected);
      assertThat(v).containsExactly(expected);
      double[] x = Parts.gaussians(D, 30 + k);
      whole.add(x, gradient(x));
      restored.add(x, gradient(x));
    }
  }

  /** The dense form, from the multiple of the identity that the last pair asks for. */
  @Test
  void withoutAModelTheLastPairSetsTheScale() {
    for (int moves = 1; moves < 9; moves++) {
      Secants secants = new Secants(D, 3);
      for (int k = 0; k <= moves; k++) {
        double[] x = Parts.gaussians(D, 30 + k);
        assertThat(secants.add(x, gradient(x))).isEqualTo(k > 0);
      }
      double[] s = change(Parts.gaussians(D, 30 + moves), Parts.gaussians(D, 29 + moves));
      double[] r =
          change(
              gradient(Parts.gaussians(D, 30 + moves)), gradient(Parts.gaussians(D, 29 + moves)));
      assertThat(secants.stepSize()).isEqualTo(Kernels.dot(s, r) / Kernels.dot(r, r));
      double[][] b = new double[D][D];
      for (int k = 0; k < D; k++) {
        b[k][k] = Naive.dot(r, r) / Naive.dot(s, r);
      }
      for (int k = Math.max(1, moves - 2); k <= moves; k++) {
        double[] x = Parts.gaussians(D, 30 + k);
        double[] before = Parts.gaussians(D, 29 + k);
        b = updated(b, change(x, before), change(gradient(x), gradient(before)));
      }
      double[] v = new double[D];
      secants.solve(Parts.gaussians(D, 3), v);
      assertClose(v, SmallProblems.solve(b, Parts.gaussians(D, 3)));
    }
  }
}
