package org.fogopt.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Planted mistakes are found and named; a right problem passes. */
class DerivativeCheckTest {
  private static final Parts RIGHT = Parts.curved(3, 6, 7, 1);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aRightProblemPasses(long seed) {
    assertThat(DerivativeCheck.of(RIGHT.problem()).seed(seed).components(10).run()).isEmpty();
    assertThat(DerivativeCheck.of(Quadratic.of(4, 6, 7, seed).parts().problem()).seed(seed).run())
        .isEmpty();
    assertThat(DerivativeCheck.of(RIGHT.problem()).seed(seed).radius(3).run()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aChangeAtOnceIsComparedWithTheParts(long seed) {
    Problem right = Quadratic.of(4, 6, 7, seed).parts().quadratic();
    assertThat(DerivativeCheck.of(right).seed(seed).run()).isEmpty();
    QuadraticChange change = right.change();
    Problem wrong =
        new Problem(
            "wrong",
            right.inner(),
            right.outer(),
            right.penalty(),
            (inner, outer, x, xp, g, out) -> {
              change.add(inner, outer, x, xp, g, out);
              out[2] += outer.size() == 4 ? 1e-6 : 0;
            });
    assertThat(DerivativeCheck.of(wrong).seed(seed).run())
        .singleElement()
        .asString()
        .startsWith("quadratic change over 5 inner and 4 outer components, entry 2: is ");
  }

  /** f's by a wrong sign, g's by a wrong row, and a part of it that nobody gave. */
  @Test
  void aWrongCurvatureIsNamed() {
    assertThat(DerivativeCheck.of(curved(2, 1, 1)).run()).isEmpty();
    assertThat(DerivativeCheck.of(curved(-2, 1, 1)).run())
        .isNotEmpty()
        .allMatch(found -> found.startsWith("curvature of outer component "));
    assertThat(DerivativeCheck.of(curved(2, 1, 1.01)).run())
        .isNotEmpty()
        .allMatch(found -> found.startsWith("curvature of inner component "));
    Problem right = curved(2, 1, 1);
    Problem saysLinear =
        right.withCurvature(
            new Curvature() {
              @Override
              public int outerRows() {
                return 0;
              }

              @Override
              public int innerRows() {
                return 0;
              }

              @Override
              public void outer(Batch b, double[] y, Jacobian g, double[] w, double[] rows) {}

              @Override
              public void inner(Batch b, double[] x, double[] u, double[] w, double[] rows) {}
            });
    assertThat(DerivativeCheck.of(saysLinear).run())
        .anyMatch(found -> found.startsWith("curvature of inner component "))
        .anyMatch(found -> found.startsWith("curvature of outer component "));
  }

  /** (mean of (x₀ + 2x₁)²)², with what it offers as its curvature. */
  private static Problem curved(double outer, double first, double second) {
    return org.fogopt.problem.Components.map(2, 1)
        .inner(
            3,
            (j, x, y) -> y[0] = (x[0] + 2 * x[1]) * (x[0] + 2 * x[1]),
            (j, x, jac) -> {
              jac[0][0] = 2 * (x[0] + 2 * x[1]);
              jac[0][1] = 4 * (x[0] + 2 * x[1]);
            })
        .outer(4, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
        .curvature(
            (i, y, h) -> h[0][0] = outer,
            (j, x, u, row) -> {
              row[0] = first;
              row[1] = 2 * second;
              return 2 * u[0];
            })
        .named("curved");
  }

  @Test
  void anEndlessProblemCanBeCheckedToo() {
    Problem finite = RIGHT.problem();
    Problem endless =
        org.fogopt.problem.Components.map(3, 4)
            .inner(
                Inner.UNBOUNDED,
                (j, x, y) -> RIGHT.value().fill(j % 6, x, y),
                (j, x, jac) -> RIGHT.jacobian().fill(j % 6, x, jac))
            .outer(
                Inner.UNBOUNDED,
                (i, y) -> RIGHT.outer().at(i % 7, y),
                (i, y, u) -> RIGHT.outerGradient().fill(i % 7, y, u))
            .named(finite.name());
    assertThat(DerivativeCheck.of(endless).run()).isEmpty();
  }

  @Test
  void aWrongSignInOneEntryOfOneJacobianIsNamed() {
    Parts wrong =
        new Parts(
            3,
            4,
            6,
            7,
            false,
            RIGHT.value(),
            (j, x, jac) -> {
              RIGHT.jacobian().fill(j, x, jac);
              if (j == 4) {
                jac[0][2] = -jac[0][2];
              }
            },
            RIGHT.outer(),
            RIGHT.outerGradient());
    List<String> findings = DerivativeCheck.of(wrong.problem()).components(40).run();
    assertThat(findings)
        .isNotEmpty()
        .allMatch(f -> f.startsWith("Jacobian of inner component 4, row 0, column 2: is "));
  }

  /**
   * The authors' gradient of f(w, s) = (rᵀw − s)² − rᵀw with the factor 2 left out in both parts:
   * their errors cancel in the full gradient, since the mean of rᵀw − s is 0 at y = g(x).
   */
  @Test
  void anOuterGradientWhoseErrorsCancelAtTheInnerValueIsFound() {
    double[][] r = {{1, 2}, {3, -1}, {0.5, 0.25}};
    Parts wrong =
        new Parts(
            2,
            3,
            3,
            3,
            false,
            (j, x, y) -> {
              y[0] = x[0];
              y[1] = x[1];
              y[2] = r[(int) j][0] * x[0] + r[(int) j][1] * x[1];
            },
            (j, x, jac) -> {
              jac[0][0] = 1;
              jac[1][1] = 1;
              jac[2][0] = r[(int) j][0];
              jac[2][1] = r[(int) j][1];
            },
            (i, y) -> {
              double gain = r[(int) i][0] * y[0] + r[(int) i][1] * y[1];
              return (gain - y[2]) * (gain - y[2]) - gain;
            },
            (i, y, u) -> {
              double gain = r[(int) i][0] * y[0] + r[(int) i][1] * y[1];
              u[0] = (2 * gain - y[2] - 1) * r[(int) i][0];
              u[1] = (2 * gain - y[2] - 1) * r[(int) i][1];
              u[2] = y[2] - 2 * gain;
            });
    double[] x = {0.3, -0.7};
    double step = 1e-6;
    for (int k = 0; k < 2; k++) {
      double[] up = x.clone();
      double[] down = x.clone();
      up[k] += step;
      down[k] -= step;
      double slope = (wrong.objective(up) - wrong.objective(down)) / (2 * step);
      assertThat(wrong.gradient(x)[k]).isCloseTo(slope, within(1e-8));
    }
    assertThat(DerivativeCheck.of(wrong.problem()).run())
        .isNotEmpty()
        .allMatch(f -> f.startsWith("gradient of outer component "));
  }

  @Test
  void aFalseClaimToBeAffineIsNamed() {
    assertThat(DerivativeCheck.of(RIGHT.saying(true).problem()).run())
        .isNotEmpty()
        .allMatch(f -> f.startsWith("g says it is affine, but the Jacobian of inner component "));
  }

  @Test
  void aWrongDifferenceOfValuesIsNamed() {
    Problem wrong = withInner(new Twisted(RIGHT.problem().inner(), false));
    assertThat(DerivativeCheck.of(wrong).run())
        .isNotEmpty()
        .anyMatch(f -> f.startsWith("addDifference of inner component "));
  }

  @Test
  void aDifferenceOfValuesWrongOnlyForSeveralComponentsIsNamed() {
    Problem wrong = withInner(new Twisted(RIGHT.problem().inner(), true));
    assertThat(DerivativeCheck.of(wrong).run())
        .isNotEmpty()
        .allMatch(f -> f.startsWith("addDifference of a batch of inner components"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"value", "Jacobian"})
  void aWrongValueOrJacobianOfOneLookIsNamed(String which) {
    Problem wrong = withInner(new OneLook(RIGHT.problem().inner(), which));
    assertThat(DerivativeCheck.of(wrong).run())
        .isNotEmpty()
        .allMatch(f -> f.startsWith(which + " that addWithJacobian adds"));
  }

  @Test
  void aDifferenceOfGradientsWrongOnlyForSeveralComponentsIsNamed() {
    assertThat(DerivativeCheck.of(withOuter(new TwistedOuter(RIGHT.problem().outer(), true))).run())
        .isNotEmpty()
        .allMatch(f -> f.startsWith("addGradientDifference of a batch of outer components"));
  }

  @Test
  void aWrongSumOfValuesIsNamed() {
    assertThat(
            DerivativeCheck.of(withOuter(new TwistedOuter(RIGHT.problem().outer(), false))).run())
        .isNotEmpty()
        .allMatch(f -> f.startsWith("value of a batch of outer components"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWrongProductIsNamed(boolean inParts) {
    Inner right = RIGHT.problem().inner();
    Problem wrong = withInner(new WithProduct(right, inParts));
    assertThat(DerivativeCheck.of(wrong).run())
        .isNotEmpty()
        .allMatch(
            f ->
                f.startsWith(
                    inParts
                        ? "product of the Jacobian with a vector in parts"
                        : "product of the Jacobian with a vector (times)"));
  }

  /** Whose Jacobian has two parts, and doubles one of them, or what comes of the whole. */
  private record WithProduct(Inner inner, boolean inParts) implements Parts.Wrapped {
    @Override
    public Jacobian newJacobian() {
      return new Doubling(inner.newJacobian(), inParts);
    }
  }

  private record Doubling(Jacobian right, boolean inParts) implements Jacobian {
    @Override
    public void clear() {
      right.clear();
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      right.add(batch, x, a);
    }

    @Override
    public void add(Jacobian other) {
      right.add(((Doubling) other).right);
    }

    @Override
    public void scale(double c) {
      right.scale(c);
    }

    @Override
    public double norm() {
      return right.norm();
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      right.transposeTimes(u, a, out);
    }

    @Override
    public int rowParts() {
      return 2;
    }

    @Override
    public void times(double[] v, double a, double[] out) {
      right.times(v, inParts ? a : 2 * a, out);
    }

    @Override
    public void times(double[] v, int part, int parts, double a, double[] out) {
      right.times(v, inParts ? a : a / 2, out);
    }
  }

  private static Problem withInner(Inner inner) {
    return new Problem("wrong", inner, RIGHT.problem().outer());
  }

  private static Problem withOuter(Outer outer) {
    return new Problem("wrong", RIGHT.problem().inner(), outer);
  }

  /** Forgets the point before: for all batches, or for those of several components alone. */
  private record Twisted(Inner inner, boolean onlySeveral) implements Parts.Wrapped {
    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
      inner.add(batch, x, a, y);
      if (onlySeveral && batch.size() == 1) {
        inner.add(batch, xp, -a, y);
      }
    }
  }

  /** Takes the weight of the one for that of the other. */
  private record OneLook(Inner right, String wrong) implements Inner {
    @Override
    public int in() {
      return right.in();
    }

    @Override
    public int out() {
      return right.out();
    }

    @Override
    public long count() {
      return right.count();
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      right.add(batch, x, a, y);
    }

    @Override
    public void addWithJacobian(
        Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
      right.add(batch, x, wrong.equals("value") ? b : a, y);
      jacobian.add(batch, x, wrong.equals("value") ? b : a);
    }

    @Override
    public Jacobian newJacobian() {
      return right.newJacobian();
    }
  }

  /** Loses the last component of a batch of several, in differences or in values. */
  private record TwistedOuter(Outer right, boolean inDifferences) implements Outer {
    @Override
    public long count() {
      return right.count();
    }

    @Override
    public double value(Batch batch, double[] y) {
      return right.value(inDifferences ? batch : withoutLast(batch), y);
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      return right.addGradient(batch, y, a, u);
    }

    @Override
    public void addGradientDifference(Batch batch, double[] y, double[] yp, double a, Cotangent u) {
      right.addGradientDifference(inDifferences ? withoutLast(batch) : batch, y, yp, a, u);
    }

    private static Batch withoutLast(Batch batch) {
      return batch.size() > 1 ? batch.slice(0, batch.size() - 1) : batch;
    }
  }

  /** f = log has no value at negative y, of which half of all random y are. */
  @Test
  void whereFIsUndefinedTheRemedyIsNamed() {
    Problem logarithm =
        Components.map(1, 1)
            .inner(1, (j, x, y) -> y[0] = Math.exp(x[0]), (j, x, jac) -> jac[0][0] = Math.exp(x[0]))
            .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
            .named("logarithm");
    assertThat(DerivativeCheck.of(logarithm).run())
        .singleElement()
        .asString()
        .startsWith("f is undefined at y = [-")
        .contains("give .domain(...)");
    assertThat(DerivativeCheck.of(logarithm).domain(y -> new double[] {1 + Math.abs(y[0])}).run())
        .isEmpty();
  }
}
