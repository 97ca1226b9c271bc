package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Checkpoints;
import org.fogopt.run.Output;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;
import org.fogopt.state.State;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method, interrupted and resumed from a file, ends as if it had never been. */
@Timeout(120)
class CheckpointContractTest {
  private static final int D = 3;
  private static final int M = 14;
  private static final int N = 17;

  /** They cannot do without all components. */
  private static final Set<Specimen> NEED_ALL =
      EnumSet.of(
          Specimen.GD,
          Specimen.AGD,
          Specimen.C_SVRG_1,
          Specimen.C_SVRG_2,
          Specimen.SCVR,
          Specimen.VRSC_PG,
          Specimen.SCVRG);

  /** The kinds of problem that a state may depend on. */
  private enum Sort {
    AFFINE,
    CURVED,
    PENALISED,
    CONSTRAINED,
    ENDLESS;

    /** Made anew each time: nothing of the interrupted run is left to the resumed one. */
    Problem problem(long seed) {
      Problem affine = Quadratic.of(D, M, N, seed).parts().problem();
      Problem curved = Parts.curved(D, M, N, seed).problem();
      return switch (this) {
        case AFFINE -> affine;
        case CURVED -> curved;
        case PENALISED -> with(curved, Separable.l1(0.05));
        case CONSTRAINED -> with(affine, Budget.simplex());
        case ENDLESS -> endless(seed);
      };
    }

    private static Problem with(Problem problem, Penalty penalty) {
      return new Problem(problem.name(), problem.inner(), problem.outer(), penalty);
    }
  }

  /** The components of a curved problem, over and over. */
  private static Problem endless(long seed) {
    Problem finite = Parts.curved(D, M, N, seed).problem();
    return new Problem("endless", new Endless(finite.inner()), finite.outer());
  }

  private record Endless(Inner mean) implements Inner {
    @Override
    public int in() {
      return mean.in();
    }

    @Override
    public int out() {
      return mean.out();
    }

    @Override
    public long count() {
      return UNBOUNDED;
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      mean.add(folded(batch), x, a, y);
    }

    @Override
    public Jacobian newJacobian() {
      return new Folded(mean.newJacobian());
    }

    static Batch folded(Batch batch) {
      long[] indices = Parts.indices(batch);
      Arrays.setAll(indices, k -> indices[k] % M);
      return Batch.of(indices);
    }
  }

  private record Folded(Jacobian g) implements Jacobian {
    @Override
    public void clear() {
      g.clear();
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      g.add(Endless.folded(batch), x, a);
    }

    @Override
    public void add(Jacobian other) {
      g.add(((Folded) other).g);
    }

    @Override
    public void scale(double c) {
      g.scale(c);
    }

    @Override
    public double norm() {
      return g.norm();
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      g.transposeTimes(u, a, out);
    }

    @Override
    public void state(State s) {
      g.state(s);
    }
  }

  private record Case(
      Specimen specimen, Sort sort, Given given, Output output, long seed, boolean traced) {
    Run run(long steps) {
      Run run =
          Run.of(sort.problem(seed), given.algorithm(specimen.method()))
              .from(Parts.gaussians(D, seed + 500))
              .seed(seed)
              .output(output)
              .stop(StopRule.tolerance(1e-9))
              .stop(StopRule.noProgress(1000))
              .stop(StopRule.steps(steps));
      return traced ? run : run.untraced();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aResumedRunHasTheBitsOfOneNeverInterrupted(Specimen s, @TempDir Path folder) {
    for (Sort sort : Sort.values()) {
      for (long seed = 2; seed <= 3; seed++) { // one is not traced, one measures its step size
        Case c = random(s, sort, seed);
        if (sort == Sort.ENDLESS && NEED_ALL.contains(s)) {
          continue;
        }
        Random r = new Random(seed);
        int steps = 2 + r.nextInt(40);
        Result straight = c.run(steps).go();
        List<Long> cuts = new ArrayList<>();
        for (long cut = r.nextInt(4); cut < steps; cut += 5 + r.nextInt(20)) {
          cuts.add(cut);
        }
        Path own = folder.resolve(sort + "-" + seed);
        Checkpoints checkpoints = Checkpoints.begin(own);
        for (long cut : cuts) {
          try (Checkpoints kept = checkpoints) {
            c.run(cut).checkpoint(kept).go();
          }
          checkpoints = Checkpoints.resume(own);
        }
        try (Checkpoints kept = checkpoints) {
          Result resumed = c.run(steps).checkpoint(kept).go();
          assertSame(resumed, straight, "%s, cut at %s of %d".formatted(c, cuts, steps));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void writingCheckpointsChangesNothing(Specimen s, @TempDir Path folder) {
    for (Sort sort : List.of(Sort.AFFINE, Sort.PENALISED)) {
      Case c = random(s, sort, 11);
      try (var kept = Checkpoints.begin(folder.resolve(sort.name())).every(Duration.ZERO)) {
        assertSame(c.run(12).checkpoint(kept).go(), c.run(12).go(), c.toString());
      }
    }
  }

  private static Case random(Specimen s, Sort sort, long seed) {
    Random r = new Random(31 * seed + sort.name().length());
    Given given = s.random(r, M, N);
    if (seed % 2 == 0) {
      given = given.without(s.stepSize());
    }
    Output output =
        List.of(Output.LAST, Output.BEST, Output.AVERAGE, Output.RANDOM).get(r.nextInt(4));
    return new Case(s, sort, given, output, seed, seed % 3 != 0);
  }

  private static void assertSame(Result resumed, Result straight, String what) {
    assertThat(resumed.point()).as(what).isEqualTo(straight.point());
    assertThat(resumed.objective()).as(what).isEqualTo(straight.objective());
    assertThat(resumed.gradientNorm()).as(what).isEqualTo(straight.gradientNorm());
    assertThat(resumed.stop()).as(what).isEqualTo(straight.stop());
    assertThat(resumed.steps()).as(what).isEqualTo(straight.steps());
    assertThat(resumed.calls()).as(what).isEqualTo(straight.calls());
    assertThat(resumed.callsPaper()).as(what).isEqualTo(straight.callsPaper());
    assertThat(resumed.secondOrderCalls()).as(what).isEqualTo(straight.secondOrderCalls());
    assertThat(resumed.parameters()).as(what).isEqualTo(straight.parameters());
    assertThat(resumed.decisions()).as(what).isEqualTo(straight.decisions());
    assertThat(resumed.trace().rows().stream().map(CheckpointContractTest::timeless))
        .as(what)
        .isEqualTo(straight.trace().rows().stream().map(CheckpointContractTest::timeless).toList());
  }

  private static List<Object> timeless(Trace.Row row) {
    return List.of(
        row.step(),
        row.calls(),
        row.callsPaper(),
        row.secondOrderCalls(),
        row.passes(),
        row.objective(),
        row.gradientNorm(),
        row.eta());
  }
}
