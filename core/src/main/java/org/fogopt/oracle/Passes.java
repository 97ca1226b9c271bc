package org.fogopt.oracle;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Share.Sum;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
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
  private final Workers workers;
  private final @Nullable RemoteData innerRemote;
  private final @Nullable RemoteData outerRemote;
  private final int innerGrain;
  private final int outerGrain;
  private final Partial[] partials; // one per worker

  Passes(Problem problem, Workers workers) {
    this.problem = problem;
    inner = problem.inner();
    outer = problem.outer();
    this.workers = workers;
    innerRemote = inner.placement().remote();
    outerRemote = outer.placement().remote();
    innerGrain = inner.placement().grain();
    outerGrain = outer.placement().grain();
    partials = new Partial[workers.threads()];
    Arrays.setAll(partials, slot -> new Partial(inner));
  }

  /** y += weight · mean of g_j(x). */
  void addValue(Batch batch, double[] x, double weight, double[] y) {
    double a = weight / batch.size();
    if (batch.size() <= innerGrain) {
      inner.add(batch, x, a, y);
    } else {
      values(batch, (p, part, into) -> p.inner().add(part, x, a, into.zeroValue()), y);
    }
  }

  /** y += mean of g_j(x) − g_j(xp). */
  void addValueDifference(Batch batch, double[] x, double[] xp, double[] y) {
    double a = 1.0 / batch.size();
    if (batch.size() <= innerGrain) {
      inner.addDifference(batch, x, xp, a, y);
    } else {
      values(
          batch, (p, part, into) -> p.inner().addDifference(part, x, xp, a, into.zeroValue()), y);
    }
  }

  private void values(Batch batch, Sum sum, double[] y) {
    sum(true, batch, sum, chunk -> Kernels.axpy(1, chunk.value(), y));
  }

  /** G += weight · mean of ∂g_j(x). */
  void addJacobian(Batch batch, double[] x, double weight, Jacobian g) {
    double a = weight / batch.size();
    if (batch.size() <= innerGrain) {
      g.add(batch, x, a);
    } else {
      jacobians(batch, (p, part, into) -> into.zeroJacobian().add(part, x, a), g);
    }
  }

  /** G += mean of ∂g_j(x) − ∂g_j(xp). */
  void addJacobianDifference(Batch batch, double[] x, double[] xp, Jacobian g) {
    double a = 1.0 / batch.size();
    if (batch.size() <= innerGrain) {
      g.addDifference(batch, x, xp, a);
    } else {
      jacobians(batch, (p, part, into) -> into.zeroJacobian().addDifference(part, x, xp, a), g);
    }
  }

  private void jacobians(Batch batch, Sum sum, Jacobian g) {
    sum(true, batch, sum, chunk -> g.add(chunk.jacobian()));
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
    sum(
        true,
        batch,
        (p, part, into) ->
            p.inner().addWithJacobian(part, x, a, into.zeroValue(), b, into.zeroJacobian()),
        chunk -> {
          Kernels.axpy(1, chunk.value(), y);
          g.add(chunk.jacobian());
        });
  }

  /** u += mean of ∇f_i(y); returns the mean of f_i(y). */
  double addGradient(Batch batch, double[] y, Cotangent u) {
    double a = 1.0 / batch.size();
    if (batch.size() <= outerGrain) {
      return outer.addGradient(batch, y, a, u) * a;
    }
    double[] total = new double[1];
    sum(
        false,
        batch,
        (p, part, into) -> into.sum = p.outer().addGradient(part, y, a, into.zeroCotangent()),
        chunk -> {
          u.add(chunk.cotangent());
          total[0] += chunk.sum;
        });
    return a * total[0];
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
    sum(
        false,
        batch,
        (p, part, into) -> p.outer().addGradientDifference(part, y, yp, a, into.zeroCotangent()),
        chunk -> u.add(chunk.cotangent()));
  }

  /** Whether batches of these sizes go straight to the problem. */
  boolean areSmall(long innerBatch, long outerBatch) {
    return innerBatch > 0 && innerBatch <= innerGrain && outerBatch > 0 && outerBatch <= outerGrain;
  }

  /** The mean of f_i(y). */
  double outerValue(Batch batch, double[] y) {
    double[] total = new double[1];
    sum(
        false,
        batch,
        (p, part, into) -> into.sum = p.outer().value(part, y),
        chunk -> total[0] += chunk.sum);
    return total[0] / batch.size();
  }

  /** out += a Gᵀu. */
  void transposeTimes(Jacobian g, Cotangent u, double a, double[] out) {
    int parts = g.parts(u);
    if (parts == 1) {
      g.transposeTimes(u, a, out);
    } else if (isCutAsData(parts)) {
      remoteProduct(Share.product(g, u, parts, chunkSize(inner.count(), innerGrain), a), out);
    } else {
      workers.inOrder(
          parts,
          (part, slot) -> g.transposeTimes(u, (int) part, parts, a, partials[slot].zeroGradient()),
          (part, slot) -> Kernels.axpy(1, partials[slot].gradient(), out));
    }
  }

  /** out += a Gv. */
  void times(Jacobian g, double[] v, double a, double[] out) {
    int parts = g.rowParts();
    if (parts == 1) {
      g.times(v, a, out);
    } else if (isCutAsData(parts)) {
      remoteProduct(Share.product(g, v, parts, chunkSize(inner.count(), innerGrain), a), out);
    } else {
      workers.inOrder(
          parts,
          (part, slot) -> g.times(v, (int) part, parts, a, partials[slot].zeroValue()),
          (part, slot) -> Kernels.axpy(1, partials[slot].value(), out));
    }
  }

  /** Whether each part of a product needs the components of a chunk that is elsewhere. */
  private boolean isCutAsData(int parts) {
    return innerRemote != null && parts == chunks(inner.count(), innerGrain);
  }

  private void remoteProduct(Work<Share> work, double[] out) {
    Objects.requireNonNull(innerRemote)
        .inOrder(
            inner.count(), chunkSize(inner.count(), innerGrain), work, share -> share.addTo(out));
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
            share.addTo(g, partials[0].jacobian());
          });
    } else {
      var parts = new CurvaturePart[workers.threads()];
      Parallel within = chunks(batch.size(), grain) == 1 ? workers.parallel() : Parallel.SERIAL;
      inChunks(
          batch,
          grain,
          (part, slot) -> {
            if (parts[slot] == null) {
              Jacobian sum = sums ? partials[slot].jacobian() : g;
              parts[slot] = new CurvaturePart(request.of(problem, sum), matrix != null, inner.in());
            }
            if (sums) {
              partials[slot].zeroJacobian();
            }
            parts[slot].make(part, a, within);
          },
          slot -> {
            parts[slot].addTo(h);
            if (sums) {
              g.add(partials[slot].jacobian());
            }
          });
    }
    if (sums) {
      g.scale(a);
    }
  }

  private void inChunks(Batch batch, int grain, ObjIntConsumer<Batch> sum, IntConsumer join) {
    long size = batch.size();
    long chunk = chunkSize(size, grain);
    workers.inOrder(
        chunks(size, grain),
        (c, slot) -> sum.accept(batch.slice(c * chunk, Math.min(size, (c + 1) * chunk)), slot),
        (c, slot) -> join.accept(slot));
  }

  /** Sums a batch of components of g or of f chunk by chunk, where their data is. */
  private void sum(boolean isInner, Batch batch, Sum sum, Consumer<Partial> join) {
    RemoteData there = isInner ? innerRemote : outerRemote;
    long count = isInner ? inner.count() : outer.count();
    int grain = isInner ? innerGrain : outerGrain;
    if (there == null || !batch.isAll(count)) { // a drawn batch is small: its data is sent here
      inChunks(
          batch,
          grain,
          (part, slot) -> sum.add(problem, part, partials[slot]),
          slot -> join.accept(partials[slot]));
      return;
    }
    there.inOrder(
        count,
        chunkSize(count, grain),
        Share.of(sum),
        share -> {
          share.copyTo(partials[0]);
          join.accept(partials[0]);
        });
  }

  private static long chunks(long size, int grain) {
    long chunk = chunkSize(size, grain);
    return (size + chunk - 1) / chunk;
  }

  /** A power of two of at least {@code grain} that cuts a batch into at most MOST_CHUNKS. */
  static long chunkSize(long size, int grain) {
    long least = Math.max(grain, (size + MOST_CHUNKS - 1) / MOST_CHUNKS);
    return Long.highestOneBit(least) == least ? least : Long.highestOneBit(least) << 1;
  }
}
