package org.fogopt.oracle;

import java.util.Arrays;
import java.util.Objects;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.oracle.FaultyComponent.Call;
import org.fogopt.oracle.RowSource.Request;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;
import org.fogopt.problem.RemoteData;
import org.fogopt.problem.Traits;
import org.jspecify.annotations.Nullable;

/**
 * The only door through which an algorithm reaches a problem. Each method charges the {@link
 * Ledger} first and answers then; all of them work on means over a batch.
 *
 * <p>An empty batch changes nothing and costs nothing.
 */
public final class Oracle {
  private final Problem problem;
  private final Workers workers;
  private final Passes passes;
  private final Draws draws;
  private final Ledger ledger = new Ledger();
  private final Cotangent u;
  private final Calls calls;
  private int rowParts = -1; // not known yet, for it takes a Jacobian
  private final double[] move;
  private final double[] somewhere; // a y, where changes are at once: they are the same at all

  public Oracle(Problem problem, Workers workers, long seed) {
    this.problem = problem;
    this.workers = workers;
    passes = new Passes(problem, workers);
    draws = new Draws(seed, problem);
    u = new Cotangent(problem.inner().out());
    calls = new Calls(problem);
    move = new double[problem.inner().in()];
    somewhere = new double[problem.change() == null ? 0 : problem.inner().out()];
    foretell(problem.inner().placement().remote());
    foretell(problem.outer().placement().remote());
  }

  /** A step begins: a {@link #faultyComponent()} can be traced from here on. */
  public void beginStep() {
    calls.clear();
  }

  /**
   * The component that made this step fail, found by asking again, outside the count; null if all
   * give numbers now.
   */
  public @Nullable FaultyComponent faultyComponent() {
    return calls.faultyComponent();
  }

  private void foretell(@Nullable RemoteData there) {
    if (there != null) {
      there.expect(draws);
    }
  }

  /**
   * How many consecutive components of a sum over {@code count} are summed as one, see {@link
   * org.fogopt.problem.Placement#grain()}: a power of two.
   */
  public static long chunkSize(long count, int grain) {
    return Passes.chunkSize(count, grain);
  }

  /** d, the dimension of x. */
  public int dimension() {
    return problem.inner().in();
  }

  /** l, the dimension of y = g(x). */
  public int innerDimension() {
    return problem.inner().out();
  }

  /** m, or {@link org.fogopt.problem.Inner#UNBOUNDED}. */
  public long innerCount() {
    return problem.inner().count();
  }

  /** n, or {@link org.fogopt.problem.Inner#UNBOUNDED}. */
  public long outerCount() {
    return problem.outer().count();
  }

  /** Whether both sums are finite. */
  public boolean finite() {
    return problem.finite();
  }

  /** Whether g is affine: ∂g_j is then the same at all points, and differences of it vanish. */
  public boolean affineInner() {
    return problem.inner().affine();
  }

  /** What a method may be chosen by. */
  public Traits traits() {
    return Traits.of(problem);
  }

  /** h: known in closed form, so its evaluation is free. */
  public Penalty penalty() {
    return problem.penalty();
  }

  public Draws draws() {
    return draws;
  }

  public Ledger ledger() {
    return ledger;
  }

  public JacobianEstimate newJacobian() {
    return new JacobianEstimate(problem.inner().newJacobian());
  }

  /** y ← mean of g_j(x). */
  public void value(Batch batch, double[] x, double[] y) {
    Arrays.fill(y, 0);
    addValue(batch, x, 1, y);
  }

  /** G ← mean of ∂g_j(x). */
  public void jacobian(Batch batch, double[] x, JacobianEstimate g) {
    g.matrix.clear();
    addJacobian(batch, x, 1, g);
  }

  /** y ← mean of g_j(x) and G ← mean of ∂g_j(x), from the same calls. */
  public void valueAndJacobian(Batch batch, double[] x, double[] y, JacobianEstimate g) {
    Arrays.fill(y, 0);
    g.matrix.clear();
    addValueAndJacobian(batch, x, 1, y, 1, g);
  }

  /** y += a · mean of g_j(x). */
  public void addValue(Batch batch, double[] x, double a, double[] y) {
    ledger.chargeInner(batch.size());
    calls.note(Call.INNER_VALUE, batch, x);
    passes.addValue(batch, x, a, y);
  }

  /** G += a · mean of ∂g_j(x). */
  public void addJacobian(Batch batch, double[] x, double a, JacobianEstimate g) {
    ledger.chargeInner(batch.size());
    calls.note(Call.INNER_JACOBIAN, batch, x);
    passes.addJacobian(batch, x, a, g.matrix);
  }

  /** y += a · mean of g_j(x) and G += b · mean of ∂g_j(x), from the same calls. */
  public void addValueAndJacobian(
      Batch batch, double[] x, double a, double[] y, double b, JacobianEstimate g) {
    ledger.chargeInnerPairs(batch.size());
    calls.note(Call.INNER_VALUE, batch, x);
    calls.note(Call.INNER_JACOBIAN, batch, x);
    passes.addValueAndJacobian(batch, x, a, y, b, g.matrix);
  }

  /** y += mean of g_j(x) − g_j(xp). */
  public void addValueDifference(Batch batch, double[] x, double[] xp, double[] y) {
    ledger.chargeInner(2 * batch.size());
    calls.note(Call.INNER_VALUE, batch, x, xp);
    differ(batch, x, xp, y);
  }

  /** G += mean of ∂g_j(x) − ∂g_j(xp). */
  public void addJacobianDifference(Batch batch, double[] x, double[] xp, JacobianEstimate g) {
    ledger.chargeInner(2 * batch.size());
    differ(batch, x, xp, g);
  }

  /** y += mean of g_j(x) − g_j(xp) and G += mean of ∂g_j(x) − ∂g_j(xp), from the same calls. */
  public void addValueAndJacobianDifference(
      Batch batch, double[] x, double[] xp, double[] y, JacobianEstimate g) {
    ledger.chargeInnerPairs(2 * batch.size());
    calls.note(Call.INNER_VALUE, batch, x, xp);
    differ(batch, x, xp, y);
    differ(batch, x, xp, g);
  }

  /** Whether g is affine and its values {@link #follow} from one of them. */
  public boolean innerFollows() {
    return affineInner() && multiplies();
  }

  private boolean multiplies() {
    if (rowParts < 0) {
      rowParts = problem.inner().newJacobian().rowParts();
    }
    return rowParts > 0;
  }

  /**
   * y ← yp + G(x − xp): what g is at x, where it is affine, G its Jacobian and yp = g(xp); the
   * tangent at xp where it is not. No component is evaluated.
   */
  public void follow(JacobianEstimate g, double[] x, double[] xp, double[] yp, double[] y) {
    for (int k = 0; k < move.length; k++) {
      move[k] = x[k] - xp[k];
    }
    System.arraycopy(yp, 0, y, 0, y.length);
    passes.times(g.matrix, move, 1, y);
  }

  /**
   * out += a Gᵀ mean of ∇f_i(y).
   *
   * @return the mean of f_i(y)
   */
  public double addGradient(Batch batch, double[] y, JacobianEstimate g, double a, double[] out) {
    if (batch.size() == 0) {
      return Double.NaN;
    }
    ledger.chargeOuter(batch.size());
    calls.note(Call.OUTER_GRADIENT, batch, y);
    u.clear();
    double mean = passes.addGradient(batch, y, u);
    passes.transposeTimes(g.matrix, u, a, out);
    return mean;
  }

  /**
   * slopes ← mean of ∇f_i(y).
   *
   * @return the mean of f_i(y)
   */
  public double slopes(Batch batch, double[] y, double[] slopes) {
    ledger.chargeOuter(batch.size());
    calls.note(Call.OUTER_GRADIENT, batch, y);
    u.clear();
    double mean = passes.addGradient(batch, y, u);
    System.arraycopy(u.dense(), 0, slopes, 0, slopes.length);
    return mean;
  }

  /** The same without the mean of f_i(y), for the same calls. */
  public void slopesAlone(Batch batch, double[] y, double[] slopes) {
    ledger.chargeOuter(batch.size());
    calls.note(Call.OUTER_GRADIENT, batch, y);
    u.clear();
    passes.addGradientAlone(batch, y, u);
    System.arraycopy(u.dense(), 0, slopes, 0, slopes.length);
  }

  /** out ← Gᵀ slopes. No component is evaluated. */
  public void transposeTimes(JacobianEstimate g, double[] slopes, double[] out) {
    u.clear();
    System.arraycopy(slopes, 0, u.dense(), 0, slopes.length);
    Arrays.fill(out, 0);
    passes.transposeTimes(g.matrix, u, 1, out);
  }

  /** Whether the problem offers second derivatives. */
  public boolean offersCurvature() {
    return problem.curvature() != null;
  }

  /** Whether the Hessian of f∘g is the same at all points. */
  public boolean constantCurvature() {
    Curvature offered = problem.curvature();
    return problem.change() != null || (offered != null && offered.isConstant());
  }

  /** Whether data is on other machines, so that only sums over all components are to be asked. */
  public boolean isRemote() {
    return problem.inner().placement().remote() != null
        || problem.outer().placement().remote() != null;
  }

  /** Threads, for linear algebra between evaluations. */
  public Parallel parallel() {
    return workers.parallel();
  }

  public Hessian newHessian(boolean isDense) {
    return new Hessian(dimension(), isDense, workers);
  }

  /**
   * H ← the curvature that the problem offers, the mean over two batches: one call of second order
   * a component of each sum that has any.
   *
   * @param slopes ∇f(y)
   */
  public void curvature(
      Batch inner,
      Batch outer,
      double[] x,
      double[] y,
      JacobianEstimate g,
      double[] slopes,
      Hessian h) {
    Curvature offered = Objects.requireNonNull(problem.curvature(), "no curvature is offered");
    h.clear();
    if (offered.outerRows() > 0) {
      ledger.chargeSecondOrder(outer.size());
      passes.addCurvature(outer, new Request(false, true, false, y, y, slopes, x), g.matrix, h);
    }
    if (offered.innerRows() > 0) {
      ledger.chargeSecondOrder(inner.size());
      passes.addCurvature(inner, new Request(true, true, false, x, x, slopes, x), g.matrix, h);
    }
    double[] diagonal = offered.innerDiagonal(slopes);
    if (diagonal != null) {
      h.addDiagonal(diagonal);
    }
  }

  /** The calls of {@link #curvature} for batches of these sizes. */
  public long curvatureCalls(long inner, long outer) {
    Curvature offered = Objects.requireNonNull(problem.curvature(), "no curvature is offered");
    return (offered.outerRows() > 0 ? outer : 0) + (offered.innerRows() > 0 ? inner : 0);
  }

  /**
   * H ← curvature from differences of gradients along dx: one secant a component, and where f has
   * few components and outputs, 2l gradients of each for all of ∇²f.
   *
   * @param makesJacobian whether G ← mean of ∂g_j(x) too, from the same calls
   */
  public void secants(
      Batch inner,
      Batch outer,
      double[] x,
      double[] dx,
      double[] y,
      JacobianEstimate g,
      double[] slopes,
      boolean makesJacobian,
      Hessian h) {
    h.clear();
    double[] moved = x.clone();
    Kernels.axpy(1, dx, moved);
    if (!affineInner()) {
      if (makesJacobian) {
        g.clear();
      }
      ledger.chargeInner(2 * inner.size());
      calls.note(Call.INNER_JACOBIAN, inner, moved, x);
      Request request = new Request(true, false, makesJacobian, x, moved, slopes, dx);
      passes.addCurvature(inner, request, g.matrix, h);
    }
    if (hasSmallOuter(outer.size())) {
      ledger.chargeOuter(2L * y.length * outer.size());
      calls.note(Call.OUTER_GRADIENT, outer, y);
      h.add(CurvaturePart.ofOuter(passes, outer, y, g.matrix, x));
      return;
    }
    double[] movedY = y.clone();
    if (multiplies()) {
      passes.times(g.matrix, dx, 1, movedY);
    } else {
      value(inner, moved, movedY);
    }
    ledger.chargeOuter(2 * outer.size());
    calls.note(Call.OUTER_GRADIENT, outer, movedY, y);
    passes.addCurvature(
        outer, new Request(false, false, false, y, movedY, slopes, dx), g.matrix, h);
  }

  /** The calls of {@link #secants} for batches of these sizes, in the paper's accounting. */
  public long secantCalls(long inner, long outer) {
    long ofOuter =
        hasSmallOuter(outer)
            ? 2L * innerDimension() * outer
            : 2 * outer + (multiplies() ? 0 : inner);
    return ofOuter + (affineInner() ? 0 : 2 * inner);
  }

  /** Whether all of ∇²f costs less than a pass over g. */
  private boolean hasSmallOuter(long outer) {
    return 2.0 * innerDimension() * outer <= innerCount();
  }

  /** out += Gᵀ mean of ∇f_i(y) − ∇f_i(yp). */
  public void addGradientDifference(
      Batch batch, double[] y, double[] yp, JacobianEstimate g, double[] out) {
    if (batch.size() == 0) {
      return;
    }
    ledger.chargeOuter(2 * batch.size());
    calls.note(Call.OUTER_GRADIENT, batch, y, yp);
    u.clear();
    passes.addGradientDifference(batch, y, yp, u);
    passes.transposeTimes(g.matrix, u, 1, out);
  }

  /**
   * Whether g is affine, f quadratic, and the problem does {@link #addChange} for batches of these
   * sizes: y is then needed at restarts only.
   */
  public boolean changesAtOnce(long innerBatch, long outerBatch) {
    return problem.change() != null && passes.areSmall(innerBatch, outerBatch);
  }

  /**
   * out += Gᵀ mean over {@code outer} of ∇f_i(y) − ∇f_i(yp), where y − yp is the mean over {@code
   * inner} of g_j(x) − g_j(xp).
   *
   * @throws IllegalStateException unless it {@link #changesAtOnce} for batches of these sizes
   */
  public void addChange(
      Batch inner, Batch outer, double[] x, double[] xp, JacobianEstimate g, double[] out) {
    QuadraticChange change = problem.change();
    if (change == null || !passes.areSmall(inner.size(), outer.size())) {
      throw new IllegalStateException(
          "this problem does not change at once for batches of %d and %d: ask changesAtOnce first"
              .formatted(inner.size(), outer.size()));
    }
    ledger.chargeInner(2 * inner.size());
    ledger.chargeOuter(2 * outer.size());
    calls.note(Call.INNER_VALUE, inner, x, xp);
    calls.note(Call.OUTER_GRADIENT, outer, somewhere);
    change.add(inner, outer, x, xp, g.matrix, out);
  }

  private void differ(Batch batch, double[] x, double[] xp, double[] y) {
    if (batch.size() > 0) {
      passes.addValueDifference(batch, x, xp, y);
    }
  }

  private void differ(Batch batch, double[] x, double[] xp, JacobianEstimate g) {
    if (batch.size() > 0 && !affineInner()) {
      calls.note(Call.INNER_JACOBIAN, batch, x, xp);
      passes.addJacobianDifference(batch, x, xp, g.matrix);
    }
  }
}
