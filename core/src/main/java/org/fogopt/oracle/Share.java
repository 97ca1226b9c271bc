package org.fogopt.oracle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Serializable;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.problem.RemoteData.Work;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * A chunk's share of a sum, as it comes from another machine, and the work that makes it: what
 * {@link Passes} does with a chunk here, done there.
 *
 * @param value Σ g_j
 * @param jacobian the state of Σ ∂g_j
 * @param sum Σ f_i
 * @param touched which entries of Σ ∇f_i were touched, in their order; null: all
 * @param gradient Σ ∇f_i, its touched entries
 */
record Share(
    double @Nullable [] value,
    byte @Nullable [] jacobian,
    double sum,
    int @Nullable [] touched,
    double @Nullable [] gradient)
    implements Serializable {

  /** How a chunk of components is summed, wherever its data is. */
  @FunctionalInterface
  interface Sum extends Serializable {
    void add(Problem problem, Batch part, Partial into);
  }

  static Work<Share> of(Sum sum) {
    return (problem, part) -> {
      Partial chunk = new Partial(problem.inner());
      sum.add(problem, part, chunk);
      byte[] jacobian = chunk.jacobian == null ? null : written(chunk.jacobian);
      return new Share(chunk.value, jacobian, chunk.sum, null, null).with(chunk.cotangent);
    };
  }

  /** Gᵀu, of which each chunk of components has a part; see {@link Jacobian#parts}. */
  static Work<Share> product(Jacobian g, Cotangent u, int parts, long chunk, double a) {
    byte[] state = written(g);
    Share gradient = inner(null, null).with(u);
    return (problem, part) -> {
      Jacobian there = problem.inner().newJacobian();
      read(state, there);
      Cotangent whole = new Cotangent(problem.inner().out());
      gradient.copyTo(whole);
      double[] out = new double[problem.inner().in()];
      there.transposeTimes(whole, (int) (part.at(0) / chunk), parts, a, out);
      return inner(out, null);
    };
  }

  /** Gv, of which each chunk of components has a part; see {@link Jacobian#rowParts}. */
  static Work<Share> product(Jacobian g, double[] v, int parts, long chunk, double a) {
    byte[] state = written(g);
    return (problem, part) -> {
      Jacobian there = problem.inner().newJacobian();
      read(state, there);
      double[] out = new double[problem.inner().out()];
      there.times(v, (int) (part.at(0) / chunk), parts, a, out);
      return inner(out, null);
    };
  }

  /** Curvature of a chunk, as the lower triangle of its partial matrix, in {@link #value}. */
  static Work<Share> curvature(RowSource.Request request, Jacobian g, double a) {
    byte[] state = written(g);
    return (problem, part) -> {
      Jacobian there = problem.inner().newJacobian();
      if (!request.sumsJacobians()) {
        read(state, there);
      }
      var h = new CurvaturePart(request.of(problem, there), true, problem.inner().in());
      h.make(part, a, Parallel.SERIAL);
      return inner(h.packed(), request.sumsJacobians() ? written(there) : null);
    };
  }

  private static byte[] written(Jacobian g) {
    var bytes = new ByteArrayOutputStream();
    g.state(State.writing(bytes));
    return bytes.toByteArray();
  }

  private static void read(byte[] state, Jacobian g) {
    g.state(State.reading(new ByteArrayInputStream(state), state.length));
  }

  private static Share inner(double @Nullable [] value, byte @Nullable [] jacobian) {
    return new Share(value, jacobian, 0, null, null);
  }

  private Share with(@Nullable Cotangent u) {
    if (u == null) {
      return this;
    }
    if (u.isDense()) {
      return new Share(value, jacobian, sum, null, u.dense());
    }
    int[] indices = new int[u.touched()];
    double[] values = new double[indices.length];
    for (int k = 0; k < indices.length; k++) {
      indices[k] = u.index(k);
      values[k] = u.get(indices[k]);
    }
    return new Share(value, jacobian, sum, indices, values);
  }

  /** What it is the share of, as it would be summed here. */
  void copyTo(Partial chunk) {
    chunk.sum = sum;
    if (value != null) {
      chunk.value = value;
    }
    if (jacobian != null) {
      read(jacobian, chunk.jacobian());
    }
    if (gradient != null) {
      copyTo(chunk.zeroCotangent());
    }
  }

  /** u ← Σ ∇f_i, for a u that is 0. */
  private void copyTo(Cotangent u) {
    if (gradient == null) {
      return;
    }
    if (touched == null) {
      System.arraycopy(gradient, 0, u.dense(), 0, gradient.length);
      return;
    }
    for (int k = 0; k < touched.length; k++) {
      u.set(touched[k], gradient[k]);
    }
  }

  /** y += Σ g_j. */
  void addTo(double[] y) {
    if (value != null) {
      Kernels.axpy(1, value, y);
    }
  }

  /** H += the curvature of a chunk. */
  void addTo(SymmetricMatrix h) {
    if (value != null) {
      SymmetricMatrix partial = new SymmetricMatrix(h.size());
      partial.setPacked(value);
      h.add(1, partial);
    }
  }

  /** G += Σ ∂g_j, by way of {@code partial}. */
  void addTo(Jacobian g, Jacobian partial) {
    if (jacobian != null) {
      read(jacobian, partial);
      g.add(partial);
    }
  }
}
