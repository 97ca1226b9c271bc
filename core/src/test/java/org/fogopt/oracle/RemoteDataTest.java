package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.fogopt.Parts;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;
import org.fogopt.problem.RemoteData;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums over components whose data is on another machine: the bits are those of sums made here. */
class RemoteDataTest {
  private static final int D = 3;
  private static final int COUNT = 2500; // chunks of 1024, 1024 and 452
  private static final double[] X = {0.4, -0.7, 0.2};
  private static final double[] XP = {0.1, -0.5, 0.9};

  /** A sum of 2500 terms in another order. */
  private static final double ROUNDING = 1e-12;

  private static double[] row(long j) {
    return Parts.gaussians(D, 100 + j);
  }

  private static double along(long j, double[] x) {
    double[] a = row(j);
    return a[0] * x[0] + a[1] * x[1] + a[2] * x[2];
  }

  /** How an outer component touches the entries of its gradient. */
  private enum Touch {
    LISTED,
    HEAD,
    DENSE
  }

  /** g_j(x) = COUNT·tanh(a_jᵀx) e_j, so that g(x)_j = tanh(a_jᵀx). */
  private record OneEach(@Nullable RemoteData there) implements Inner {
    @Override
    public Placement placement() {
      return there == null ? Placement.HERE : Placement.HERE.withRemote(there);
    }

    @Override
    public int in() {
      return D;
    }

    @Override
    public int out() {
      return COUNT;
    }

    @Override
    public long count() {
      return COUNT;
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      for (long k = 0; k < batch.size(); k++) {
        int j = (int) batch.at(k);
        y[j] += a * COUNT * Math.tanh(along(j, x));
      }
    }

    @Override
    public Jacobian newJacobian() {
      return new Rows();
    }
  }

  /** Σ_j w_j e_j a_jᵀ; part c of Gᵀu is that of the components of chunk c. */
  private static final class Rows implements Jacobian {
    private final double[] weight = new double[COUNT];

    @Override
    public void clear() {
      Arrays.fill(weight, 0);
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      for (long k = 0; k < batch.size(); k++) {
        int j = (int) batch.at(k);
        double tanh = Math.tanh(along(j, x));
        weight[j] += a * COUNT * (1 - tanh * tanh);
      }
    }

    @Override
    public void add(Jacobian other) {
      for (int j = 0; j < COUNT; j++) {
        weight[j] += ((Rows) other).weight[j];
      }
    }

    @Override
    public void scale(double c) {
      for (int j = 0; j < COUNT; j++) {
        weight[j] *= c;
      }
    }

    @Override
    public double norm() {
      return Parts.norm(weight);
    }

    @Override
    public int parts(Cotangent u) {
      return 3;
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      throw new AssertionError("it has parts");
    }

    @Override
    public void transposeTimes(Cotangent u, int part, int parts, double a, double[] out) {
      assertThat(parts).isEqualTo(3);
      for (int j = 1024 * part; j < Math.min(COUNT, 1024 * (part + 1)); j++) {
        double[] row = row(j);
        for (int k = 0; k < D; k++) {
          out[k] += a * u.get(j) * weight[j] * row[k];
        }
      }
    }

    @Override
    public int rowParts() {
      return 3;
    }

    @Override
    public void times(double[] v, double a, double[] out) {
      throw new AssertionError("it has parts");
    }

    @Override
    public void times(double[] v, int part, int parts, double a, double[] out) {
      assertThat(parts).isEqualTo(3);
      for (int j = 1024 * part; j < Math.min(COUNT, 1024 * (part + 1)); j++) {
        out[j] += a * weight[j] * along(j, v);
      }
    }

    @Override
    public void state(State s) {
      s.array("weight", weight);
    }
  }

  /** f_i(y) = (y_i − sin i)²/2 + y_0². */
  private record Squares(Touch touch, @Nullable RemoteData there) implements Outer {
    @Override
    public Placement placement() {
      return there == null ? Placement.HERE : Placement.HERE.withRemote(there);
    }

    @Override
    public long count() {
      return COUNT;
    }

    @Override
    public double value(Batch batch, double[] y) {
      double sum = 0;
      for (long k = 0; k < batch.size(); k++) {
        int i = (int) batch.at(k);
        sum += (y[i] - Math.sin(i)) * (y[i] - Math.sin(i)) / 2 + y[0] * y[0];
      }
      return sum;
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      for (long k = 0; k < batch.size(); k++) {
        int i = (int) batch.at(k);
        switch (touch) {
          case LISTED -> u.add(0, a * 2 * y[0]);
          case HEAD -> u.head(1)[0] += a * 2 * y[0];
          case DENSE -> u.dense()[0] += a * 2 * y[0];
        }
        u.add(i, a * (y[i] - Math.sin(i)));
      }
      return value(batch, y);
    }
  }

  /** Everything that travels is written and read again, as on a way to another machine. */
  private static final class Courier implements RemoteData {
    private final Problem there;
    private final List<List<Long>> asked = new ArrayList<>();
    private @Nullable Forecast forecast;

    Courier(Problem there) {
      this.there = there;
    }

    @Override
    public <R extends Serializable> void inOrder(
        long count, long chunk, Work<R> work, Consumer<R> join) {
      asked.add(List.of(count, chunk));
      for (long from = 0; from < count; from += chunk) {
        Batch part = Batch.range(from, Math.min(count, from + chunk));
        join.accept(sent(sent(work).of(there, part)));
      }
    }

    @Override
    public void expect(Forecast forecast) {
      this.forecast = forecast;
    }

    @SuppressWarnings("unchecked") // what was written
    private static <T> T sent(T thing) {
      try {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
          out.writeObject(thing);
        }
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
          return (T) in.readObject();
        }
      } catch (IOException | ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Problem here(Touch touch) {
    return new Problem("here", new OneEach(null), new Squares(touch, null));
  }

  /** All that an oracle can be asked of all components, one answer after the other. */
  private static List<double[]> answers(Problem problem) {
    try (Workers workers = new Workers(2)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Batch all = Batch.all(COUNT);
      double[] y = new double[COUNT];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(all, X, y, g);
      double[] value = new double[COUNT];
      oracle.addValue(all, XP, 3, value);
      double[] gradient = new double[D];
      double mean = oracle.addGradient(all, y, g, 2, gradient);
      double[] moved = y.clone();
      oracle.addValueDifference(all, XP, X, moved);
      double[] turned = new double[D];
      oracle.addGradientDifference(all, moved, y, g, turned);
      JacobianEstimate h = oracle.newJacobian();
      oracle.jacobian(all, X, h);
      oracle.addJacobianDifference(all, XP, X, h);
      double[] there = new double[D];
      oracle.addGradient(all, moved, h, 1, there);
      double[] followed = new double[COUNT];
      oracle.follow(g, XP, X, y, followed);
      double objective = new Evaluator(problem, workers).objective(X);
      return List.of(
          y, value, gradient, moved, turned, there, followed, new double[] {mean, objective});
    }
  }

  @ParameterizedTest
  @EnumSource
  void theAnswersHaveTheBitsOfSumsMadeHere(Touch touch) {
    Problem plain = here(touch);
    Courier courier = new Courier(plain);
    Problem sent = new Problem("sent", new OneEach(courier), new Squares(touch, courier));
    List<double[]> expected = answers(plain);
    List<double[]> found = answers(sent);
    for (int k = 0; k < expected.size(); k++) {
      assertThat(found.get(k)).as("answer %d", k).containsExactly(expected.get(k));
    }
    assertThat(courier.forecast).isNotNull();
    assertThat(courier.asked).hasSizeGreaterThan(10).containsOnly(List.of((long) COUNT, 1024L));
  }

  private static double[] inner(double[] x) {
    double[] y = new double[COUNT];
    Arrays.setAll(y, j -> Math.tanh(along(j, x)));
    return y;
  }

  /** ∂g(at)ᵀ∇f(y). */
  private static double[] gradient(double[] at, double[] y) {
    double[] out = new double[D];
    for (int j = 0; j < COUNT; j++) {
      double tanh = Math.tanh(along(j, at));
      double u = (y[j] - Math.sin(j)) / COUNT + (j == 0 ? 2 * y[0] : 0);
      for (int k = 0; k < D; k++) {
        out[k] += (1 - tanh * tanh) * u * row(j)[k];
      }
    }
    return out;
  }

  private static double outer(double[] y) {
    double sum = y[0] * y[0];
    for (int i = 0; i < COUNT; i++) {
      sum += (y[i] - Math.sin(i)) * (y[i] - Math.sin(i)) / 2 / COUNT;
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource
  void theAnswersAreThoseOfTheFormulas(Touch touch) {
    Courier courier = new Courier(here(touch));
    List<double[]> found =
        answers(new Problem("sent", new OneEach(courier), new Squares(touch, courier)));
    double[] y = inner(X);
    double[] yp = inner(XP);
    double[] threefold = yp.clone();
    Arrays.setAll(threefold, j -> 3 * yp[j]);
    double[] twice = gradient(X, y);
    Arrays.setAll(twice, k -> 2 * twice[k]);
    double[] turned = gradient(X, yp);
    double[] before = gradient(X, y);
    Arrays.setAll(turned, k -> turned[k] - before[k]);
    double[] followed = y.clone();
    Arrays.setAll(followed, j -> y[j] + (1 - y[j] * y[j]) * (along(j, XP) - along(j, X)));
    List<double[]> expected =
        List.of(
            y,
            threefold,
            twice,
            yp,
            turned,
            gradient(XP, yp),
            followed,
            new double[] {outer(y), outer(y)});
    for (int k = 0; k < expected.size(); k++) {
      assertThat(found.get(k))
          .as("answer %d", k)
          .containsExactly(expected.get(k), within(ROUNDING));
    }
  }

  /** What is drawn is small, and so is a sum of no more than a chunk: its data is sent for. */
  @Test
  void onlyASumOverAllIsMadeThere() {
    Courier courier = new Courier(here(Touch.LISTED));
    Problem sent = new Problem("sent", new OneEach(courier), new Squares(Touch.LISTED, courier));
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(sent, workers, 1);
      double[] y = new double[COUNT];
      long[] many = new long[1500];
      Arrays.setAll(many, k -> k);
      oracle.value(Batch.of(many), X, y);
      oracle.value(Batch.all(1500), X, y);
      assertThat(courier.asked).isEmpty();
      assertThat(y[1499]).isCloseTo(inner(X)[1499] * COUNT / 1500, within(ROUNDING));
      assertThat(y[1500]).isZero();
    }
  }
}
