package org.fogopt.oracle;

import java.util.Arrays;
import java.util.function.Consumer;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Share.GradientSum;
import org.fogopt.oracle.Share.Sum;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;
import org.fogopt.problem.RemoteData;
import org.fogopt.problem.RemoteData.Work;
import org.jspecify.annotations.Nullable;

/**
 * Means over batches of any size, uncounted. A batch of more components than the problem's grain is
 * cut into chunks whose size depends on the batch and the grain alone, so the order of every sum is
 * fixed; a small one goes straight to the problem, with nothing allocated.
 */
final class Passes {
  /** The most chunks before they grow. */
  static final int MOST_CHUNKS = 1024;

  private final Problem problem;
  private final Inner inner;
  private final Outer outer;
  private final @Nullable QuadraticChange change;
  private final Workers workers;
  private final @Nullable RemoteData innerRemote;
  private final @Nullable RemoteData outerRemote;
  private final int innerGrain;
  private final int outerGrain;
  private final Scratch[] scratch; // one per worker

  Passes(Problem problem, Workers workers) {
    this.problem = problem;
    inner = problem.inner();
    outer = problem.outer();
    change = problem.change();
    this.workers = workers;
    innerRemote = inner.placement().remote();
    outerRemote = outer.placement().remote();
    innerGrain = inner.placement().grain();
    outerGrain = outer.placement().grain();
    scratch = new Scratch[workers.threads()];
    Arrays.setAll(scratch, slot -> new Scratch());
  }

  /** y += weight · mean of g_j(x). */
  void addValue(Batch batch, double[] x, double weight, double[] y) {
    double a = weight / batch.size();
    if (batch.size() <= innerGrain) {
      inner.add(batch, x, a, y);
    } else {
      values(batch, (p, part, into) -> p.inner().add(part, x, a, into), y);
    }
  }

  /** y += mean of g_j(x) − g_j(xp). */
  void addValueDifference(Batch batch, double[] x, double[] xp, double[] y) {
    double a = 1.0 / batch.size();
    if (batch.size() <= innerGrain) {
      inner.addDifference(batch, x, xp, a, y);
    } else {
      values(batch, (p, part, into) -> p.inner().addDifference(part, x, xp, a, into), y);
    }
  }

  private void values(Batch batch, Sum<double[]> sum, double[] y) {
    if (innerRemotely(batch, Share.value(sum), share -> share.addTo(y))) {
      return;
    }
    inChunks(
        batch,
        innerGrain,
        (part, slot) -> {
          double[] partial = value(slot);
          Arrays.fill(partial, 0);
          sum.add(problem, part, partial);
        },
        slot -> Kernels.axpy(1, value(slot), y));
  }

  /** G += weight · mean of ∂g_j(x). */
  void addJacobian(Batch batch, double[] x, double weight, Jacobian g) {
    double a = weight / batch.size();
    if (batch.size() <= innerGrain) {
      g.add(batch, x, a);
    } else {
      jacobians(batch, (p, part, into) -> into.add(part, x, a), g);
    }
  }

  /** G += mean of ∂g_j(x) − ∂g_j(xp). */
  void addJacobianDifference(Batch batch, double[] x, double[] xp, Jacobian g) {
    double a = 1.0 / batch.size();
    if (batch.size() <= innerGrain) {
      g.addDifference(batch, x, xp, a);
    } else {
      jacobians(batch, (p, part, into) -> into.addDifference(part, x, xp, a), g);
    }
  }

  private void jacobians(Batch batch, Sum<Jacobian> sum, Jacobian g) {
    if (innerRemotely(batch, Share.jacobian(sum), share -> share.addTo(g, jacobian(0)))) {
      return;
    }
    inChunks(
        batch,
        innerGrain,
        (part, slot) -> {
          Jacobian partial = jacobian(slot);
          partial.clear();
          sum.add(problem, part, partial);
        },
        slot -> g.add(jacobian(slot)));
  }

  /**
   * y += a · mean of g_j(x) and G += b · mean of ∂g_j(x), chunk by chunk: what reads a component
   * twice finds it in the cache the second time. The bits are those of one after the other.
   */
  void addValueAndJacobian(
      Batch batch, double[] x, double valueWeight, double[] y, double jacobianWeight, Jacobian g) {
    double a = valueWeight / batch.size();
    double b = jacobianWeight / batch.size();
    if (batch.size() <= innerGrain) {
      inner.addWithJacobian(batch, x, a, y, b, g);
      return;
    }
    Consumer<Share> join =
        share -> {
          share.addTo(y);
          share.addTo(g, jacobian(0));
        };
    if (innerRemotely(batch, Share.valueAndJacobian(x, a, b), join)) {
      return;
    }
    inChunks(
        batch,
        innerGrain,
        (part, slot) -> {
          double[] partial = value(slot);
          Arrays.fill(partial, 0);
          Jacobian partialJacobian = jacobian(slot);
          partialJacobian.clear();
          inner.addWithJacobian(part, x, a, partial, b, partialJacobian);
        },
        slot -> {
          Kernels.axpy(1, value(slot), y);
          g.add(jacobian(slot));
        });
  }

  /** u += mean of ∇f_i(y); returns the mean of f_i(y). */
  double addGradient(Batch batch, double[] y, Cotangent u) {
    double a = 1.0 / batch.size();
    if (batch.size() <= outerGrain) {
      return outer.addGradient(batch, y, a, u) * a;
    }
    return a * gradients(batch, (p, part, into) -> p.outer().addGradient(part, y, a, into), u);
  }

  /** u += mean of ∇f_i(y), the same bits; values are left out where one batch does it. */
  void addGradientAlone(Batch batch, double[] y, Cotangent u) {
    if (batch.size() <= outerGrain) {
      outer.addGradientAlone(batch, y, 1.0 / batch.size(), u);
    } else {
      addGradient(batch, y, u);
    }
  }

  /** u += mean of ∇f_i(y) − ∇f_i(yp). */
  void addGradientDifference(Batch batch, double[] y, double[] yp, Cotangent u) {
    double a = 1.0 / batch.size();
    if (batch.size() <= outerGrain) {
      outer.addGradientDifference(batch, y, yp, a, u);
      return;
    }
    gradients(
        batch,
        (p, part, into) -> {
          p.outer().addGradientDifference(part, y, yp, a, into);
          return 0;
        },
        u);
  }

  /** Returns the sum of what the parts return. */
  private double gradients(Batch batch, GradientSum sum, Cotangent u) {
    double[] total = new double[1];
    if (outerRemotely(
        batch, Share.gradient(sum), share -> total[0] += share.addTo(u, cotangent(0)))) {
      return total[0];
    }
    double[] sums = new double[workers.threads()];
    inChunks(
        batch,
        outerGrain,
        (part, slot) -> {
          Cotangent partial = cotangent(slot);
          partial.clear();
          sums[slot] = sum.add(problem, part, partial);
        },
        slot -> {
          u.add(cotangent(slot));
          total[0] += sums[slot];
        });
    return total[0];
  }

  /** Whether batches of these sizes go straight to the problem. */
  boolean areSmall(long innerBatch, long outerBatch) {
    return innerBatch > 0 && innerBatch <= innerGrain && outerBatch > 0 && outerBatch <= outerGrain;
  }

  /** See {@link Oracle#addChange}. */
  void addChange(Batch inner, Batch outer, double[] x, double[] xp, Jacobian g, double[] out) {
    if (change == null) {
      throw new IllegalStateException("there is no quadratic change");
    }
    change.add(inner, outer, x, xp, g, out);
  }

  /** The mean of f_i(y). */
  double outerValue(Batch batch, double[] y) {
    double[] total = new double[1];
    if (outerRemotely(batch, Share.outerValue(y), share -> total[0] += share.sum())) {
      return total[0] / batch.size();
    }
    double[] sums = new double[workers.threads()];
    inChunks(
        batch,
        outerGrain,
        (part, slot) -> sums[slot] = outer.value(part, y),
        slot -> total[0] += sums[slot]);
    return total[0] / batch.size();
  }

  /** out += a Gᵀu. */
  void transposeTimes(Jacobian g, Cotangent u, double a, double[] out) {
    int parts = g.parts(u);
    if (parts == 1) {
      g.transposeTimes(u, a, out);
      return;
    }
    Batch all = Batch.all(inner.count());
    if (innerRemote != null && parts == chunks(all, innerGrain)) {
      long chunk = chunkSize(inner.count(), innerGrain);
      innerRemotely(all, Share.product(g, u, parts, chunk, a), share -> share.addTo(out));
      return;
    }
    workers.inOrder(
        parts,
        (part, slot) -> {
          double[] partial = gradient(slot);
          Arrays.fill(partial, 0);
          g.transposeTimes(u, (int) part, parts, a, partial);
        },
        (part, slot) -> Kernels.axpy(1, gradient(slot), out));
  }

  /** out += a Gv. */
  void times(Jacobian g, double[] v, double a, double[] out) {
    int parts = g.rowParts();
    if (parts == 1) {
      g.times(v, a, out);
      return;
    }
    Batch all = Batch.all(inner.count());
    if (innerRemote != null && parts == chunks(all, innerGrain)) {
      long chunk = chunkSize(inner.count(), innerGrain);
      innerRemotely(all, Share.product(g, v, parts, chunk, a), share -> share.addTo(out));
      return;
    }
    workers.inOrder(
        parts,
        (part, slot) -> {
          double[] partial = value(slot);
          Arrays.fill(partial, 0);
          g.times(v, (int) part, parts, a, partial);
        },
        (part, slot) -> Kernels.axpy(1, value(slot), out));
  }

  /**
   * H += mean of the components' curvature, in the form of weighted rows; if the request sums
   * Jacobians, also G += mean of ∂g_j.
   */
  void addCurvature(Batch batch, RowSource.Request request, Jacobian g, Hessian h) {
    double a = 1.0 / batch.size();
    SymmetricMatrix matrix = h.matrix();
    long count = request.isInner() ? inner.count() : outer.count();
    RemoteData there = request.isInner() ? innerRemote : outerRemote;
    int grain = request.isInner() ? innerGrain : outerGrain;
    boolean sums = request.sumsJacobians();
    if (there != null && matrix != null && batch.isAll(count)) {
      there.inOrder(
          count,
          chunkSize(count, grain),
          Share.curvature(request, g, a),
          share -> {
            share.addTo(matrix);
            share.addTo(g, jacobian(0));
          });
    } else {
      var parts = new CurvaturePart[workers.threads()];
      Parallel within = chunks(batch, grain) == 1 ? workers.parallel() : Parallel.SERIAL;
      inChunks(
          batch,
          grain,
          (part, slot) -> {
            if (parts[slot] == null) {
              Jacobian sum = sums ? jacobian(slot) : g;
              parts[slot] = new CurvaturePart(request.of(problem, sum), matrix != null, inner.in());
            }
            if (sums) {
              jacobian(slot).clear();
            }
            parts[slot].make(part, a, within);
          },
          slot -> {
            parts[slot].addTo(h);
            if (sums) {
              g.add(jacobian(slot));
            }
          });
    }
    if (sums) {
      g.scale(a);
    }
  }

  @FunctionalInterface
  private interface Part {
    void compute(Batch part, int slot);
  }

  @FunctionalInterface
  private interface Join {
    void join(int slot);
  }

  private void inChunks(Batch batch, int grain, Part part, Join join) {
    long size = batch.size();
    long chunk = chunkSize(size, grain);
    workers.inOrder(
        chunks(batch, grain),
        (c, slot) -> part.compute(batch.slice(c * chunk, Math.min(size, (c + 1) * chunk)), slot),
        (c, slot) -> join.join(slot));
  }

  /** Sums where the data of g is, if that is not here; otherwise tells that it did not. */
  private boolean innerRemotely(Batch batch, Work<Share> work, Consumer<Share> join) {
    return remotely(innerRemote, inner.count(), innerGrain, batch, work, join);
  }

  /** The same for f. */
  private boolean outerRemotely(Batch batch, Work<Share> work, Consumer<Share> join) {
    return remotely(outerRemote, outer.count(), outerGrain, batch, work, join);
  }

  private static boolean remotely(
      @Nullable RemoteData there,
      long count,
      int grain,
      Batch batch,
      Work<Share> work,
      Consumer<Share> join) {
    if (there == null || !batch.isAll(count)) {
      return false; // a drawn batch is small, and its data is sent here
    }
    there.inOrder(count, chunkSize(count, grain), work, join);
    return true;
  }

  private static long chunks(Batch batch, int grain) {
    long chunk = chunkSize(batch.size(), grain);
    return (batch.size() + chunk - 1) / chunk;
  }

  /** A power of two of at least {@code grain} that cuts a batch into at most MOST_CHUNKS. */
  static long chunkSize(long size, int grain) {
    long least = Math.max(grain, (size + MOST_CHUNKS - 1) / MOST_CHUNKS);
    return Long.highestOneBit(least) == least ? least : Long.highestOneBit(least) << 1;
  }

  private double[] value(int slot) {
    return scratch[slot].value();
  }

  private Jacobian jacobian(int slot) {
    return scratch[slot].jacobian();
  }

  private double[] gradient(int slot) {
    return scratch[slot].gradient();
  }

  private Cotangent cotangent(int slot) {
    return scratch[slot].cotangent();
  }

  /** Where a worker sums a chunk; each part made on first use. */
  private final class Scratch {
    private double @Nullable [] value;
    private @Nullable Jacobian jacobian;
    private @Nullable Cotangent cotangent;
    private double @Nullable [] gradient;

    double[] gradient() {
      if (gradient == null) {
        gradient = new double[inner.in()];
      }
      return gradient;
    }

    double[] value() {
      if (value == null) {
        value = new double[inner.out()];
      }
      return value;
    }

    Jacobian jacobian() {
      if (jacobian == null) {
        jacobian = inner.newJacobian();
      }
      return jacobian;
    }

    Cotangent cotangent() {
      if (cotangent == null) {
        cotangent = new Cotangent(inner.out());
      }
      return cotangent;
    }
  }
}
