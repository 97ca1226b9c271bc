package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What all directions share of the curvature of a component, and models made in parts. */
class SketchFloorTest {
  private static final int D = 6;
  private static final int COUNT = 500;
  private static final long T = 3;
  private static final double C = 0.7;

  /** The ridge for rounding is 1e-8 of the mean eigenvalue; the floor is known to rounding. */
  private static final double RELATIVE = 1e-6;

  private static double[] b(long i) {
    return Parts.gaussians(D, 1000 + i);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /** g(x) = x, or x + sin(x)/10; f_i(y) = s_i(b_iᵀy)²/2 + c_i|y|²/2 + y_0. */
  private static Parts ridged(boolean affine, LongToDoubleFunction s, LongToDoubleFunction c) {
    return new Parts(
        D,
        D,
        COUNT,
        COUNT,
        affine,
        (j, x, y) -> Arrays.setAll(y, k -> affine ? x[k] : x[k] + 0.1 * Math.sin(x[k])),
        (j, x, jac) -> {
          for (int k = 0; k < D; k++) {
            jac[k][k] = affine ? 1 : 1 + 0.1 * Math.cos(x[k]);
          }
        },
        (i, y) -> {
          double along = dot(b(i), y);
          double squared = dot(y, y);
          return (s.applyAsDouble(i) * along * along + c.applyAsDouble(i) * squared) / 2 + y[0];
        },
        (i, y, u) -> {
          double along = s.applyAsDouble(i) * dot(b(i), y);
          for (int k = 0; k < D; k++) {
            u[k] = along * b(i)[k] + c.applyAsDouble(i) * y[k] + (k == 0 ? 1 : 0);
          }
        });
  }

  /** A sketch of all at a random point, on a random way. */
  private static final class Made {
    final Oracle oracle;
    final Sketch sketch;
    final JacobianEstimate g;
    final double[] x = Parts.gaussians(D, 5);
    final double[] near = new double[D];
    final double[] y = new double[D];
    final double[] y1 = new double[D];
    final Batch all = Batch.all(COUNT);

    Made(Problem problem, long part) {
      try (Workers workers = new Workers(1)) {
        oracle = new Oracle(problem, workers, 7);
        sketch = new Sketch(oracle, COUNT, part);
        g = oracle.newJacobian();
        oracle.valueAndJacobian(all, x, y, g);
        Nearby.wander(oracle, T, 0, x, near);
        oracle.follow(g, near, x, y, y1);
      }
    }

    Made look() {
      calls();
      assertThat(sketch.make(all, y1, y, g)).isTrue();
      return this;
    }

    /** What it takes to look for a floor, as announced. */
    long calls() {
      long announced = sketch.callsForFloor();
      long before = oracle.ledger().paper();
      sketch.lookForFloor(T, all, x, near, y, g);
      assertThat(oracle.ledger().paper() - before).isEqualTo(announced);
      return announced;
    }
  }

  private static Made made(LongToDoubleFunction s, LongToDoubleFunction c) {
    return new Made(ridged(true, s, c).problem(), 0).look();
  }

  @Test
  void aFloorThatWasFoundIsAskedForByThree() {
    double[] c = {0.3};
    Made made = new Made(ridged(true, i -> 1, i -> c[0]).problem(), 0);
    assertThat(made.calls()).as("nine of them").isEqualTo(3 * 9);
    assertThat(made.sketch.floor()).isCloseTo(0.3, within(1e-6));
    c[0] = 0.7;
    assertThat(made.calls()).isEqualTo(3 * 3);
    assertThat(made.sketch.floor()).as("as it is now").isCloseTo(0.7, within(1e-6));
    c[0] = 0;
    made.calls();
    assertThat(made.sketch.floor()).isLessThan(1e-6);
  }

  @Test
  void aSketchOfMoreHasTheFloorOfFewer() {
    Made made = new Made(ridged(true, i -> 1, i -> 0.3).problem(), 0).look();
    Sketch more = new Sketch(made.oracle, COUNT, 0, made.sketch);
    assertThat(more.floor()).isEqualTo(made.sketch.floor());
    assertThat(more.callsForFloor()).isEqualTo(3 * 3);
  }

  /** The mean of s_i b_i b_iᵀ, and c more. */
  private static void assertIs(Sketch sketch, LongToDoubleFunction s, double c) {
    double[] v = Parts.gaussians(D, 21);
    double[] expected = new double[D];
    for (int i = 0; i < COUNT; i++) {
      double along = s.applyAsDouble(i) * dot(b(i), v) / COUNT;
      for (int k = 0; k < D; k++) {
        expected[k] += along * b(i)[k];
      }
    }
    double[] actual = new double[D];
    sketch.times(v, actual);
    for (int k = 0; k < D; k++) {
      assertThat(actual[k]).isCloseTo(expected[k] + c * v[k], within(RELATIVE));
    }
  }

  @Test
  void aRidgeIsFoundAndTheModelIsExact() {
    Made made = made(i -> 1, i -> C);
    assertThat(made.sketch.floor()).isCloseTo(C, within(1e-8));
    assertThat(made.sketch.rho()).isCloseTo(C, within(1e-6));
    assertIs(made.sketch, i -> 1, C);
  }

  @Test
  void concaveComponentsAboveTheFloorCountNegatively() {
    LongToDoubleFunction s = i -> i % 5 == 4 ? -0.3 : 1;
    Made made = made(s, i -> C);
    assertThat(made.sketch.floor()).isCloseTo(C, within(1e-8));
    assertIs(made.sketch, s, C);
  }

  @Test
  void withoutARidgeThereIsNoFloor() {
    Made made = made(i -> 1, i -> 0);
    assertThat(made.sketch.floor()).isLessThan(1e-9);
    assertIs(made.sketch, i -> 1, 0);
  }

  /** All with the same Hessian, of full rank: on each plane another eigenvalue is the lower one. */
  @Test
  void thoseThatAreAllAlikeHaveNoFloor() {
    Parts plain = ridged(true, i -> 0, i -> 0);
    Parts alike =
        new Parts(
            D,
            D,
            COUNT,
            COUNT,
            true,
            plain.value(),
            plain.jacobian(),
            (i, y) -> 0,
            (i, y, u) -> Arrays.setAll(u, k -> (k + 1) * y[k]));
    assertThat(new Made(alike.problem(), 0).look().sketch.floor()).isZero();
  }

  /** A twentieth of the median is what half of them may be off. */
  @ParameterizedTest
  @CsvSource({"0.049, true", "0.051, false"})
  void thoseWhoDisagreeHaveNoFloor(double off, boolean agreed) {
    long stride = COUNT / 9;
    Made made =
        made(i -> 1, i -> C * (i / stride % 3 == 0 ? 1 : i / stride % 3 == 1 ? 1 + off : 1 - off));
    assertThat(made.sketch.floor() > 0).isEqualTo(agreed);
    assertThat(made.sketch.floor()).isCloseTo(agreed ? C : 0, within(1e-8));
  }

  /** Those that show nothing but the floor do not count. */
  @Test
  void whatIsNoneButTheFloorIsLeftOut() {
    LongToDoubleFunction s = i -> i % 7 == 1 ? 0 : 1;
    Made made = made(s, i -> C);
    assertIs(made.sketch, s, C);
  }

  @Test
  void theTrialSeesWhatIsModelledWithAFloor() {
    Made made = made(i -> 1, i -> C);
    double[] end = Parts.gaussians(D, 31);
    double[] z = new double[D];
    made.oracle.follow(made.g, end, made.x, made.y, z);
    double[] v = new double[D];
    Arrays.setAll(v, k -> end[k] - made.x[k]);
    double modelled = made.sketch.modelled(z, v) + C * dot(v, v);
    assertThat(modelled).isCloseTo(made.sketch.seen(z), within(1e-6 * modelled));
  }

  @Test
  void whereTheInnerMapIsBentItsTangentServes() {
    Made made = new Made(ridged(false, i -> 1, i -> 0).problem(), 0);
    double[] tangent = made.y1.clone();
    double[] moved = new double[D];
    made.oracle.value(made.all, made.near, moved);
    assertThat(tangent).containsExactly(moved, within(1e-5));
    made.look();
  }

  @Test
  void onALineThereIsNothingToTellItFrom() {
    Problem line =
        Components.map(1, 1)
            .inner(COUNT, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .affine()
            .outer(COUNT, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
            .named("line");
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(line, workers, 1);
      Sketch sketch = new Sketch(oracle, COUNT);
      assertThat(sketch.callsForFloor()).isZero();
      double[] one = {1};
      sketch.lookForFloor(T, Batch.all(COUNT), one, one, one, oracle.newJacobian());
      assertThat(oracle.ledger().paper()).isZero();
      assertThat(sketch.floor()).isZero();
    }
  }

  /** Components, and how many of them are asked. */
  @ParameterizedTest
  @CsvSource({"2, 2", "100, 3", "199, 3", "200, 4", "449, 8", "450, 9", "5000, 9"})
  void aFiftiethOfThemIsAskedWithinLimits(int count, int asked) {
    Problem problem = SmallProblems.portfolio(SmallProblems.returns(2, count, 1)).problem();
    try (Workers workers = new Workers(1)) {
      Sketch sketch = new Sketch(new Oracle(problem, workers, 1), count);
      assertThat(sketch.callsForFloor()).isEqualTo(3L * asked);
    }
  }

  /** With |x| = 0 taken for one; and inside what a penalty allows. */
  @ParameterizedTest
  @CsvSource({"0, 1e-3", "2, 2e-3"})
  void aWayLeadsAThousandthAwayAtMost(double size, double most) {
    double[] x = new double[D];
    x[0] = size;
    Penalty box = Separable.box(0, size == 0 ? 1 : size);
    Problem plain = ridged(true, i -> 1, i -> 0).problem();
    for (Penalty penalty : new Penalty[] {Separable.none(), box}) {
      Made made = new Made(new Problem("a", plain.inner(), plain.outer(), penalty), 0);
      double[] one = new double[D];
      double[] other = new double[D];
      Nearby.wander(made.oracle, 1, 0, x, one);
      Nearby.wander(made.oracle, 1, 1, x, other);
      assertThat(one).isNotEqualTo(other);
      double distance = Math.sqrt(Walk.squaredDistance(one, x));
      assertThat(distance).isBetween(penalty == box ? 0.01 * most : 0.3 * most, most);
      if (penalty == box) {
        assertThat(Arrays.stream(one)).allMatch(value -> value >= 0 && value <= Math.max(1, size));
      } else {
        assertThat(Arrays.stream(one)).anyMatch(value -> value < 0);
        for (int k = 0; k < D; k++) {
          double share =
              made.oracle.draws().uniform(Stream.WAY, 1, D + k, 1 << 20) / (double) (1 << 20);
          double expected = x[k] + most / Math.sqrt(D) * (2 * share - 1);
          assertThat(other[k]).isCloseTo(expected, within(1e-15));
        }
      }
    }
  }

  // Parts

  @Test
  void theFirstComponentsHaveAModelOfTheirOwn() {
    int part = 60;
    Made made = new Made(ridged(true, i -> 1, i -> C).problem(), part).look();
    double[] v = Parts.gaussians(D, 8);
    double all = 0;
    double first = 0;
    for (int i = 0; i < COUNT; i++) {
      double along = dot(b(i), v);
      all += along * along / COUNT;
      first += i < part ? along * along / part : 0;
    }
    assertThat(made.sketch.beyondPart(v)).isCloseTo(all - first, within(1e-6 * all));
    made.look();
    assertThat(made.sketch.beyondPart(v)).as("anew").isCloseTo(all - first, within(1e-6 * all));
    Made resumed = new Made(ridged(true, i -> 1, i -> C).problem(), part);
    byte[] kept = kept(made.sketch);
    resumed.sketch.state(State.reading(new ByteArrayInputStream(kept), kept.length));
    byte[] keptPart = kept(made.sketch.part());
    resumed.sketch.part().state(State.reading(new ByteArrayInputStream(keptPart), keptPart.length));
    assertThat(resumed.sketch.beyondPart(v)).isEqualTo(made.sketch.beyondPart(v));
    assertThat(resumed.sketch.floor()).isEqualTo(made.sketch.floor());
    assertThat(resumed.sketch.modelled(v, v)).isEqualTo(made.sketch.modelled(v, v));
  }

  private static byte[] kept(Stateful part) {
    var bytes = new ByteArrayOutputStream();
    part.state(State.writing(bytes));
    return bytes.toByteArray();
  }

  /** Taken for convex, the model of the first ones is not known, and taken to be the same. */
  @Test
  void whereThereIsNoConvexModelThePartIsTheWhole() {
    Made made = new Made(ridged(true, i -> i % 2 == 0 ? 1 : -2, i -> 0).problem(), 60).look();
    assertThat(made.sketch.beyondPart(Parts.gaussians(D, 8))).isZero();
  }

  /** Made of 380 components at one point and of the other 120 at another. */
  @Test
  void aModelIsCompletedWithTheRest() {
    int most = 380;
    Made made = new Made(ridged(true, i -> 1, i -> C).problem(), 0);
    Sketch first = new Sketch(made.oracle, most);
    first.lookForFloor(T, made.all, made.x, made.near, made.y, made.g);
    first.make(made.all.slice(0, most), made.y1, made.y, made.g);
    double[] x = Parts.gaussians(D, 41);
    double[] near = new double[D];
    Nearby.wander(made.oracle, T + 1, 0, x, near);
    double[] f = new double[D];
    Batch rest = made.all.slice(most, COUNT);
    long before = made.oracle.ledger().paper();
    double value = made.sketch.completeAlong(first, rest, x, near, near, x, made.g, f); // g = id
    assertThat(made.oracle.ledger().paper() - before).isEqualTo(2L * (COUNT - most));
    assertThat(made.sketch.isModel()).isTrue();
    assertIs(made.sketch, i -> 1, C);
    double expected = 0;
    double[] gradient = new double[D];
    for (int i = most; i < COUNT; i++) {
      double along = dot(b(i), x);
      expected += ((along * along + C * dot(x, x)) / 2 + x[0]) / COUNT;
      for (int k = 0; k < D; k++) {
        gradient[k] += (along * b(i)[k] + C * x[k] + (k == 0 ? 1 : 0)) / COUNT;
      }
    }
    assertThat(value).isCloseTo(expected, within(1e-12));
    assertThat(f).containsExactly(gradient, within(1e-12));
  }
}
