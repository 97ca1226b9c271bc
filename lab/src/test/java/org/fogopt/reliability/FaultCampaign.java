package org.fogopt.reliability;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Methods;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.oracle.FaultyComponent.Call;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.RunException;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;

/**
 * NaN, infinity or an exception from one component, at every kind of call, from a random moment on
 * or once, under every method, with and without constraints. A run may fail or, if it happened
 * once, go on; either way it ends, says so, and hands back a point that is finite and feasible. A
 * component that stays broken is named.
 */
final class FaultCampaign implements Campaign {
  private static final int TIMES = 1000;
  private static final double FEASIBLE = 1e-9;

  @Override
  public String name() {
    return "faults";
  }

  private enum Kind {
    NAN,
    INFINITY,
    EXCEPTION
  }

  @Override
  public boolean run(double share, PrintStream out) {
    int times = Campaign.part(TIMES, share);
    boolean cleared = true;
    for (Call call : Call.values()) {
      for (Kind kind : Kind.values()) {
        var tally = new Tally();
        for (long seed = 1; tally.failed + tally.wentOn < times && seed <= 10L * times; seed++) {
          tally.add(call, kind, seed);
        }
        out.printf(
            "faults: %s, %s: met %d times (not in %d more runs), %d failed cleanly, %d went on; of %d that"
                + " stayed broken %d named; %d wrong%n",
            call,
            kind,
            tally.failed + tally.wentOn,
            tally.unmet,
            tally.failed,
            tally.wentOn,
            tally.persistent,
            tally.named,
            tally.wrong.size());
        tally.wrong.stream().limit(5).forEach(line -> out.println("  " + line));
        cleared &= tally.wrong.isEmpty() && tally.failed + tally.wentOn == times;
      }
    }
    return cleared;
  }

  private static final class Tally {
    int unmet;
    int failed;
    int wentOn;
    int persistent;
    int named;
    final List<String> wrong = new ArrayList<>();

    void add(Call call, Kind kind, long seed) {
      Random r = new Random(31 * seed + call.name().hashCode() + 7L * kind.name().hashCode());
      Method method = Methods.ALL.get(r.nextInt(Methods.ALL.size()));
      var parts = new KnownProblem.Diagonal(2 + r.nextInt(4), seed);
      boolean inner = call == Call.INNER_VALUE || call == Call.INNER_JACOBIAN;
      long component = r.nextInt(inner ? parts.m : parts.n);
      boolean once = r.nextInt(3) == 0;
      long from = 1L + r.nextInt(r.nextBoolean() ? 4 : 40);
      int constraint = method.equals(Lbfgs.METHOD) ? 3 : r.nextInt(4); // L-BFGS takes no penalty
      Penalty penalty =
          switch (constraint) {
            case 0 -> Separable.l1(0.1).within(-0.5, 0.7);
            case 1 -> Budget.simplex();
            case 2 -> Separable.box(0, 1);
            default -> Penalty.NONE;
          };
      int threads = 1 + r.nextInt(2);
      AtomicLong asked = new AtomicLong();
      AtomicBoolean met = new AtomicBoolean();
      Fault fault =
          (what, k, right) -> {
            if (what != call || k != component) {
              return right;
            }
            long time = asked.incrementAndGet();
            if (once ? time != from : time < from) {
              return right;
            }
            met.set(true);
            return switch (kind) {
              case NAN -> Double.NaN;
              case INFINITY -> Double.POSITIVE_INFINITY;
              case EXCEPTION -> throw new IllegalStateException("broken");
            };
          };
      Problem plain = faulty(parts, fault);
      Problem problem = new Problem("faulty", plain.inner(), plain.outer(), penalty);
      String what =
          "seed %d: %s, %s of %s %d, %s the time %d"
              .formatted(seed, method.name(), kind, call, component, once ? "at" : "from", from);
      Result result;
      try {
        result =
            Run.of(problem, method.with(Settings.NONE))
                .seed(seed)
                .threads(threads)
                .stop(StopRule.passes(60))
                .go();
      } catch (RunException e) {
        result = e.result();
        if (kind != Kind.EXCEPTION) {
          wrong.add(what + ": threw " + e.getMessage());
        }
      } catch (RuntimeException e) {
        wrong.add(what + ": threw " + e);
        return;
      }
      count(result, what, met.get(), once, component, kind);
      double[] back = result.point().clone();
      penalty.prox(back, 0);
      boolean feasible = distance(back, result.point()) <= FEASIBLE;
      if (!Kernels.finite(result.point()) || !feasible) {
        wrong.add(what + ": a point that is not finite or not feasible");
      }
    }

    private void count(
        Result result, String what, boolean met, boolean once, long component, Kind kind) {
      boolean bad = result.stop().diverged();
      if (!met) {
        unmet++;
        if (bad) {
          wrong.add(what + ": ended without a reason, " + result.stop().detail());
        }
        return;
      }
      failed += bad ? 1 : 0;
      wentOn += bad ? 0 : 1;
      if (!once) {
        persistent++;
        boolean isNamed =
            result.stop().reason() == Reason.FAILED
                && result.stop().detail().contains("component " + component + " ");
        named += isNamed ? 1 : 0;
        if (!isNamed) {
          wrong.add(what + ": not named, " + result.stop().detail());
        }
      }
      if (!bad && kind == Kind.EXCEPTION) {
        wrong.add(what + ": an exception was swallowed");
      }
    }
  }

  private interface Fault {
    double at(Call call, long component, double right);
  }

  private static Problem faulty(KnownProblem.Diagonal parts, Fault fault) {
    Problem right = parts.problem();
    int d = parts.d;
    return Components.map(d, d)
        .inner(
            parts.m,
            (j, x, y) -> {
              right.inner().add(Batch.of(j), x, 1, y);
              y[0] = fault.at(Call.INNER_VALUE, j, y[0]);
            },
            (j, x, g) -> {
              var jacobian = right.inner().newJacobian();
              jacobian.add(Batch.of(j), x, 1);
              for (int q = 0; q < d; q++) {
                var u = new Cotangent(d);
                u.set(q, 1);
                jacobian.transposeTimes(u, 1, g[q]);
              }
              g[0][0] = fault.at(Call.INNER_JACOBIAN, j, g[0][0]);
            })
        .outer(
            parts.n,
            (i, y) -> fault.at(Call.OUTER_VALUE, i, right.outer().value(Batch.of(i), y)),
            (i, y, u) -> {
              var one = new Cotangent(d);
              right.outer().addGradient(Batch.of(i), y, 1, one);
              System.arraycopy(one.dense(), 0, u, 0, d);
              u[0] = fault.at(Call.OUTER_GRADIENT, i, u[0]);
            })
        .named("faulty");
  }

  private static double distance(double[] a, double[] b) {
    double most = 0;
    for (int k = 0; k < a.length; k++) {
      most = Math.max(most, Math.abs(a[k] - b[k]));
    }
    return most;
  }
}
