package org.fogopt.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Fog;
import org.fogopt.Methods;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.method.Iteration;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.RunException;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's own problem. */
class ComponentsTest {
  @Test
  void theExampleOfTheDocumentationConvergesToItsClosedForm() {
    double[] a = {1, 2, 3};
    double[] b = {4, 8};
    Problem fit =
        Components.map(1, 1)
            .inner(3, (j, x, y) -> y[0] = a[(int) j] * x[0], (j, x, jac) -> jac[0][0] = a[(int) j])
            .outer(
                2,
                (i, y) -> (y[0] - b[(int) i]) * (y[0] - b[(int) i]),
                (i, y, u) -> u[0] = 2 * (y[0] - b[(int) i]))
            .named("fit");
    Result result =
        Run.of(fit, SarahParameters.METHOD.byDefault())
            .from(new double[] {1})
            .stop(StopRule.tolerance(1e-10))
            .stop(StopRule.passes(100_000))
            .go();
    // mean a = 2 and mean b = 6, so x = 3; there (6 - 4)^2 = (6 - 8)^2 = 4
    assertThat(result.point()[0]).isCloseTo(3, within(1e-8));
    assertThat(result.objective()).isCloseTo(4, within(1e-12));
    assertThat(result.problem()).isEqualTo("fit");
    assertThat(result.algorithm()).isEqualTo("adaptive sarah-c");
  }

  private static Components.NeedsName logarithm(Components.NeedsOuter inner) {
    return inner.outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0]);
  }

  /** log mean exp(sin(j)x_1 + cos(j)x_2): value and Jacobian share the exponential. */
  @ParameterizedTest
  @ValueSource(strings = {"lbfgs", "newton", "sarah-c", "storm-c"})
  void valueAndJacobianOfOneFunctionHaveTheBitsOfTwo(String method) {
    Problem two =
        logarithm(
                Components.map(2, 1)
                    .inner(
                        3000,
                        (j, x, y) ->
                            y[0] =
                                Math.exp(Math.sin((double) j) * x[0] + Math.cos((double) j) * x[1]),
                        (j, x, jac) -> {
                          double e =
                              Math.exp(Math.sin((double) j) * x[0] + Math.cos((double) j) * x[1]);
                          jac[0][0] = e * Math.sin((double) j);
                          jac[0][1] = e * Math.cos((double) j);
                        }))
            .named("entropic");
    AtomicLong values = new AtomicLong();
    Problem one =
        logarithm(
                Components.map(2, 1)
                    .inner(
                        3000,
                        (j, x, y, jac) -> {
                          y[0] =
                              Math.exp(Math.sin((double) j) * x[0] + Math.cos((double) j) * x[1]);
                          values.incrementAndGet();
                          if (jac != null) {
                            jac[0][0] = y[0] * Math.sin((double) j);
                            jac[0][1] = y[0] * Math.cos((double) j);
                          }
                        }))
            .named("entropic");
    double[][] points = new double[2][];
    for (int k = 0; k < 2; k++) {
      points[k] =
          Run.of(k == 0 ? one : two, Methods.named(method).byDefault())
              .from(new double[] {1, -2})
              .stop(StopRule.steps(12))
              .untraced()
              .go()
              .point();
    }
    assertThat(points[0]).isEqualTo(points[1]);
    if (method.equals("lbfgs")) { // the start and twelve trial points, each component once
      assertThat(values.get()).isLessThanOrEqualTo(13 * 3000);
    }
    assertThat(DerivativeCheck.of(one).domain(y -> new double[] {1 + y[0] * y[0]}).run()).isEmpty();
  }

  /** 900 components, each once, however long the run. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAffineMapIsAskedForItsJacobiansOnce(boolean affine) {
    AtomicLong jacobians = new AtomicLong();
    Components.NeedsOuter inner =
        Components.map(1, 1)
            .inner(
                900,
                (j, x, y) -> y[0] = x[0] + j,
                (j, x, jac) -> {
                  jacobians.incrementAndGet();
                  jac[0][0] = 1;
                });
    Problem problem =
        (affine ? inner.affine() : inner)
            .outer(
                900,
                (i, y) -> Math.log(Math.cosh(y[0] - 450)),
                (i, y, u) -> u[0] = Math.tanh(y[0] - 450))
            .named("shift");
    assertThat(problem.inner().affine()).isEqualTo(affine);
    try (Workers workers = new Workers(1)) { // without the run's own evaluations
      Iteration iteration =
          SarahParameters.METHOD
              .byDefault()
              .start(new Oracle(problem, workers, 1), new double[] {3});
      for (int t = 0; t < 2000; t++) {
        iteration.step();
        iteration.commit();
      }
      assertThat(iteration.point()[0]).isCloseTo(0.5, within(1e-6));
    }
    if (affine) {
      assertThat(jacobians.get()).isEqualTo(900);
    } else {
      assertThat(jacobians.get()).isGreaterThan(3 * 900);
    }
  }

  @Test
  void whatIsSaidToBeAffineIsChecked() {
    Problem bent =
        Components.map(1, 1)
            .inner(2, (j, x, y) -> y[0] = x[0] * x[0], (j, x, jac) -> jac[0][0] = 2 * x[0])
            .affine()
            .outer(2, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("bent");
    assertThat(DerivativeCheck.of(bent).run())
        .anyMatch(finding -> finding.toString().contains("says it is affine"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Timeout(30)
  void anExceptionNamesTheComponentItCameFrom(int threads) {
    assertThatThrownBy(() -> run(threads, 2345, -1, -1, -1))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("inner component 2345 threw java.lang.ArithmeticException: planted")
        .hasCauseInstanceOf(ComponentException.class)
        .hasRootCauseInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> run(threads, -1, 4999, -1, -1))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(": the Jacobian of inner component 4999 threw");
    assertThatThrownBy(() -> run(threads, -1, -1, 0, -1))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(": outer component 0 threw");
    assertThatThrownBy(() -> run(threads, -1, -1, -1, 1024))
        .isInstanceOf(RunException.class)
        .hasMessageContaining(": the gradient of outer component 1024 threw");
  }

  private static Result run(int threads, long value, long jacobian, long outer, long gradient) {
    Problem problem =
        Components.map(1, 1)
            .inner(
                5000,
                (j, x, y) -> {
                  failAt(value, j);
                  y[0] = x[0];
                },
                (j, x, jac) -> {
                  failAt(jacobian, j);
                  jac[0][0] = 1;
                })
            .outer(
                5000,
                (i, y) -> {
                  failAt(outer, i);
                  return y[0] * y[0];
                },
                (i, y, u) -> {
                  failAt(gradient, i);
                  u[0] = 2 * y[0];
                })
            .named("failing");
    return Run.of(problem, SarahParameters.METHOD.byDefault())
        .from(new double[] {1})
        .threads(threads)
        .stop(StopRule.steps(10))
        .go();
  }

  private static void failAt(long bad, long index) {
    if (bad == index) {
      throw new ArithmeticException("planted");
    }
  }

  // Second derivatives

  @Test
  void curvatureOfFAloneNeedsAnAffineG() {
    Components.NeedsName bent =
        Components.map(1, 1)
            .inner(2, (j, x, y) -> y[0] = x[0] * x[0], (j, x, jac) -> jac[0][0] = 2 * x[0])
            .outer(2, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0]);
    assertThatThrownBy(() -> bent.curvature((i, y, h) -> h[0][0] = 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("g is not affine: give its curvature too, or say affine() after inner(...)");
    Problem offered =
        bent.curvature(
                (i, y, h) -> h[0][0] = 2,
                (j, x, u, row) -> {
                  row[0] = 1;
                  return 2 * u[0];
                })
            .named("fourth power");
    assertThat(offered.curvature()).isNotNull();
    assertThat(DerivativeCheck.of(offered).run()).isEmpty();
    assertThat(bent.named("without").curvature()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  @Timeout(30)
  void anExceptionInACurvatureNamesTheComponentItCameFrom(int threads) {
    assertThatThrownBy(() -> runCurved(threads, 133, -1))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("the Hessian of outer component 133 threw")
        .hasRootCauseInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> runCurved(threads, -1, 147))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("the curvature of inner component 147 threw")
        .hasRootCauseInstanceOf(ArithmeticException.class);
    assertThat(runCurved(threads, -1, -1).converged()).isTrue();
  }

  /** The mean of (x²/2 + j)/1e4, and half of its square. */
  private static Result runCurved(int threads, long hessian, long curvature) {
    Problem problem =
        Components.map(1, 1)
            .inner(
                150,
                (j, x, y) -> y[0] = (x[0] * x[0] / 2 + j) / 1e4,
                (j, x, jac) -> jac[0][0] = x[0] / 1e4)
            .outer(150, (i, y) -> y[0] * y[0] / 2, (i, y, u) -> u[0] = y[0])
            .curvature(
                (i, y, h) -> {
                  failAt(hessian, i);
                  h[0][0] = 1;
                },
                (j, x, u, row) -> {
                  failAt(curvature, j);
                  row[0] = 1;
                  return u[0] / 1e4;
                })
            .named("curved");
    return Fog.automatic(problem)
        .from(new double[] {3})
        .threads(threads)
        .stop(StopRule.tolerance(1e-6))
        .go();
  }

  /** It ends the run: steps from such a model would be no steps. */
  @Test
  void aCurvatureThatIsNoNumberEndsTheRun() {
    Problem problem =
        Components.map(1, 1)
            .inner(30, (j, x, y) -> y[0] = x[0] - j, (j, x, jac) -> jac[0][0] = 1)
            .affine()
            .outer(30, (i, y) -> y[0] * y[0] / 2, (i, y, u) -> u[0] = y[0])
            .curvature((i, y, h) -> h[0][0] = i == 7 ? Double.NaN : 1)
            .named("no number");
    Result result = Fog.minimise(problem);
    assertThat(result.stop().diverged()).as("%s", result).isTrue();
    assertThat(result.point()).containsExactly(0);
  }

  @Test
  void aProblemNeedsComponentsAndDimensions() {
    assertThatThrownBy(() -> identity(0, 1, 1)).hasMessageContaining("d = 0");
    assertThatThrownBy(() -> identity(1, 0, 1)).hasMessageContaining("m = 0");
    assertThatThrownBy(() -> identity(1, 1, 0)).hasMessageContaining("n = 0");
    assertThat(identity(1, 1, 1).finite()).isTrue();
    assertThat(identity(1, Inner.UNBOUNDED, 1).finite()).isFalse();
    assertThat(identity(1, 1, Inner.UNBOUNDED).finite()).isFalse();
  }

  private static Problem identity(int d, long m, long n) {
    return Components.map(d, 1)
        .inner(m, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
        .outer(n, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
        .named("identity");
  }
}
