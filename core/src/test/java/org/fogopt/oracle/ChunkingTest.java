package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long sums are cut, and by whom they are computed. */
@Timeout(60)
class ChunkingTest {
  private final List<Long> asked = new ArrayList<>();
  private final List<Object> targets = new ArrayList<>();

  private void note(Batch batch, Object target) {
    asked.add(batch.size());
    targets.add(target);
  }

  /** A problem that notes what it is asked. */
  private Problem recording() {
    Inner inner =
        new Inner() {
          @Override
          public int in() {
            return 1;
          }

          @Override
          public int out() {
            return 1;
          }

          @Override
          public long count() {
            return 10_000;
          }

          @Override
          public void add(Batch batch, double[] x, double a, double[] y) {
            note(batch, y);
          }

          @Override
          public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
            note(batch, y);
          }

          @Override
          public Jacobian newJacobian() {
            return new Recorder();
          }
        };
    Outer outer =
        new Outer() {
          @Override
          public long count() {
            return 10_000;
          }

          @Override
          public double value(Batch batch, double[] y) {
            note(batch, y);
            return 0;
          }

          @Override
          public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
            note(batch, u);
            return 0;
          }

          @Override
          public void addGradientDifference(
              Batch batch, double[] y, double[] yp, double a, Cotangent u) {
            note(batch, u);
          }
        };
    return new Problem("recording", inner, outer);
  }

  private final class Recorder implements Jacobian {
    @Override
    public void clear() {}

    @Override
    public void add(Batch batch, double[] x, double a) {
      note(batch, this);
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a) {
      note(batch, this);
    }

    @Override
    public void add(Jacobian other) {}

    @Override
    public void scale(double c) {}

    @Override
    public double norm() {
      return 0;
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {}
  }

  @Test
  void aSmallBatchGoesStraightToTheProblemALargeOneInChunks() {
    double[] x = {1};
    double[] y = {0};
    Cotangent u = new Cotangent(1);
    Jacobian g = new Recorder();
    try (Workers workers = new Workers(1)) {
      Passes passes = new Passes(recording(), workers);
      BiConsumer<Object, Consumer<Batch>> check =
          (target, pass) -> {
            assertAsked(pass, 1024, List.of(1024L), target, true);
            assertAsked(pass, 1024 + 1, List.of(1024L, 1L), target, false);
            assertAsked(pass, 2 * 1024, List.of(1024L, 1024L), target, false);
            assertAsked(pass, 3, List.of(3L), target, true);
          };
      check.accept(y, batch -> passes.addValue(batch, x, 1, y));
      check.accept(y, batch -> passes.addValueDifference(batch, x, x, y));
      check.accept(g, batch -> passes.addJacobian(batch, x, 1, g));
      check.accept(g, batch -> passes.addJacobianDifference(batch, x, x, g));
      check.accept(u, batch -> passes.addGradient(batch, y, u));
      check.accept(u, batch -> passes.addGradientDifference(batch, y, y, u));
    }
  }

  @Test
  void valuesAndJacobiansAreCutTogether() {
    double[] x = {1};
    double[] y = {0};
    Jacobian g = new Recorder();
    try (Workers workers = new Workers(1)) {
      Passes passes = new Passes(recording(), workers);
      passes.addValueAndJacobian(Batch.all(1024), x, 1, y, 1, g);
      assertThat(asked).containsExactly(1024L, 1024L);
      assertThat(targets.get(0)).as("straight to the problem").isSameAs(y);
      assertThat(targets.get(1)).isSameAs(g);
      asked.clear();
      targets.clear();
      passes.addValueAndJacobian(Batch.all(1025), x, 1, y, 1, g);
      assertThat(asked).containsExactly(1024L, 1024L, 1L, 1L);
      assertThat(targets).noneMatch(target -> target == y || target == g);
    }
  }

  private void assertAsked(
      Consumer<Batch> pass, long size, List<Long> expected, Object target, boolean straight) {
    asked.clear();
    targets.clear();
    pass.accept(Batch.all(size));
    assertThat(asked).as("a batch of %d", size).isEqualTo(expected);
    assertThat(targets).allMatch(t -> (t == target) == straight);
  }

  @Test
  void anEmptyBatchHasNoMean() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(recording(), workers, 1);
      double[] one = {1};
      assertThat(oracle.addGradient(Batch.all(0), one, oracle.newJacobian(), 1, one)).isNaN();
      oracle.addGradientDifference(Batch.all(0), one, one, oracle.newJacobian(), one);
      oracle.addValueAndJacobianDifference(Batch.all(0), one, one, one, oracle.newJacobian());
      assertThat(oracle.ledger().strict()).isZero();
      assertThat(asked).isEmpty();
      assertThat(one).containsExactly(1);
    }
  }

  @Test
  void theLedgerSpeaksBothCurrencies() {
    Ledger ledger = new Ledger();
    ledger.chargeInner(3);
    ledger.chargeInnerPairs(4);
    ledger.chargeOuter(5);
    assertThat(ledger).hasToString("12 calls (16 in the paper's accounting)");
  }

  // Threads

  private static void waitFor(AtomicInteger entered, int count) {
    long limit = System.nanoTime() + 20_000_000_000L;
    while (entered.get() < count) {
      if (System.nanoTime() > limit) {
        throw new IllegalStateException("nobody else came");
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void theCallerAndItsHelpersWorkAtTheSameTime() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    AtomicInteger entered = new AtomicInteger();
    try (Workers workers = new Workers(3)) {
      assertThat(workers.threads()).isEqualTo(3);
      workers.inOrder(
          3,
          (c, slot) -> {
            threads.add(Thread.currentThread());
            entered.incrementAndGet();
            waitFor(entered, 3);
          },
          (c, slot) -> {});
    }
    assertThat(threads).hasSize(3).contains(Thread.currentThread());
    threads.remove(Thread.currentThread());
    assertThat(threads).allMatch(Thread::isDaemon).allMatch(t -> t.getName().equals("fog-worker"));
  }

  @Test
  void aSingleChunkIsTheCallersOwn() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (Workers workers = new Workers(3)) {
      for (int round = 0; round < 100; round++) {
        workers.inOrder(1, (c, slot) -> threads.add(Thread.currentThread()), (c, slot) -> {});
      }
    }
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void whenAllFailTheCallersFailureIsTold() {
    AtomicInteger entered = new AtomicInteger();
    Thread caller = Thread.currentThread();
    try (Workers workers = new Workers(2)) {
      assertThatThrownBy(
              () ->
                  workers.inOrder(
                      2,
                      (c, slot) -> {
                        entered.incrementAndGet();
                        waitFor(entered, 2);
                        throw new ArithmeticException(
                            Thread.currentThread().equals(caller) ? "caller" : "helper");
                      },
                      (c, slot) -> {}))
          .isInstanceOf(ArithmeticException.class)
          .hasMessage("caller");
    }
  }

  @Test
  void anInterruptedCallerSaysSoAndStaysInterrupted() {
    AtomicInteger entered = new AtomicInteger();
    AtomicInteger over = new AtomicInteger();
    Thread caller = Thread.currentThread();
    try (Workers workers = new Workers(2)) {
      assertThatThrownBy(
              () ->
                  workers.inOrder(
                      2,
                      (c, slot) -> {
                        entered.incrementAndGet();
                        waitFor(entered, 2);
                        if (Thread.currentThread().equals(caller)) {
                          caller.interrupt();
                          throw new ArithmeticException("so that it does not wait for its turn");
                        }
                        waitFor(over, 1);
                      },
                      (c, slot) -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("interrupted while waiting for a worker");
      assertThat(Thread.interrupted()).isTrue();
      over.set(1);
    }
  }
}
