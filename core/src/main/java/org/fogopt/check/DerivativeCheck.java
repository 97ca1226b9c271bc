package org.fogopt.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.WeightedRows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;

/**
 * Compares a problem's derivatives with central differences at random points, component by
 * component, and its batch operations with sums of single ones.
 *
 * <p>Outer gradients are checked at random y, not only at y = g(x): there errors can cancel.
 *
 * <pre>{@code
 * List<String> findings = DerivativeCheck.of(problem).run();
 * findings.forEach(System.out::println); // nothing, when all is well
 * }</pre>
 */
public final class DerivativeCheck {
  /** Central differences with steps of cbrt(ulp) are good to about 1e-10 relative; leave room. */
  private static final double TOLERANCE = 1e-5;

  private static final double DIFFERENCE = Math.cbrt(Math.ulp(1.0));

  /** Sums in another order differ by rounding only. */
  private static final double ROUNDING = 1e-9;

  private static final String UNDEFINED = "f is undefined at y =";

  private final Problem problem;
  private final int components;
  private final double radius;
  private final long seed;
  private final UnaryOperator<double[]> domain;
  private final List<String> findings = new ArrayList<>();

  private DerivativeCheck(
      Problem problem, int components, double radius, long seed, UnaryOperator<double[]> domain) {
    this.problem = problem;
    this.components = components;
    this.radius = radius;
    this.seed = seed;
    this.domain = domain;
  }

  /** Five components of each kind, points with entries normal around 0, seed 1. */
  public static DerivativeCheck of(Problem problem) {
    return new DerivativeCheck(problem, 5, 1, 1, UnaryOperator.identity());
  }

  /** How many components of g and of f to check. */
  public DerivativeCheck components(int components) {
    return new DerivativeCheck(problem, components, radius, seed, domain);
  }

  /** The spread of the points checked. */
  public DerivativeCheck radius(double radius) {
    return new DerivativeCheck(problem, components, radius, seed, domain);
  }

  public DerivativeCheck seed(long seed) {
    return new DerivativeCheck(problem, components, radius, seed, domain);
  }

  /**
   * Where f is not defined everywhere: turns any y into one at which it is, and around which there
   * is room. For a logarithm, {@code y -> new double[] {1 + Math.abs(y[0])}}.
   */
  public DerivativeCheck domain(UnaryOperator<double[]> domain) {
    return new DerivativeCheck(problem, components, radius, seed, domain);
  }

  /** Checks, and says in words what is wrong; an empty list means that nothing was found. */
  public List<String> run() {
    findings.clear();
    Random random = new Random(seed);
    for (int c = 0; c < components; c++) {
      checkInner(index(random, problem.inner().count()), random);
      checkOuter(index(random, problem.outer().count()), random);
    }
    checkInnerBatch(random);
    checkOuterBatch(random);
    QuadraticChange change = problem.change();
    if (change != null) { // in blocks of several, it may be, and what is left of them
      int most = Math.min(problem.inner().placement().grain(), problem.outer().placement().grain());
      checkChange(change, 1, 1, random);
      checkChange(change, Math.min(5, most), Math.min(4, most), random);
      checkChange(change, Math.min(7, most), Math.min(9, most), random);
    }
    Curvature curvature = problem.curvature();
    for (int c = 0; c < components && curvature != null; c++) {
      checkInnerCurvature(curvature, index(random, problem.inner().count()), random);
      checkOuterCurvature(curvature, index(random, problem.outer().count()), random);
    }
    return List.copyOf(findings);
  }

  /** Hv of uᵀg_j against a difference of its gradients along v. */
  private void checkInnerCurvature(Curvature curvature, long j, Random random) {
    Inner g = problem.inner();
    Batch one = Batch.of(j);
    double[] x = point(g.in(), random);
    double[] u = point(g.out(), random);
    double[] v = point(g.in(), random);
    Jacobian difference = g.newJacobian();
    difference.addDifference(
        one, along(x, v, DIFFERENCE), along(x, v, -DIFFERENCE), 0.5 / DIFFERENCE);
    double[] given = new double[g.in()];
    if (curvature.innerRows() > 0) {
      double[] weights = new double[curvature.innerRows()];
      double[] rows = new double[weights.length * g.in()];
      curvature.inner(one, x, u, weights, rows);
      new WeightedRows(weights.length, rows, weights).addTimes(v, given);
    }
    double[] diagonal = curvature.innerDiagonal(u);
    for (int k = 0; k < given.length && diagonal != null; k++) {
      given[k] += diagonal[k] * v[k];
    }
    compareEntries(given, times(difference, u), "curvature of inner component " + j);
  }

  /** Hv of f_i∘G against a difference of gradients along Gv. */
  private void checkOuterCurvature(Curvature curvature, long i, Random random) {
    Inner g = problem.inner();
    Batch one = Batch.of(i);
    double[] x = point(g.in(), random);
    double[] v = point(g.in(), random);
    Jacobian matrix = g.newJacobian();
    matrix.add(Batch.of(some(random, g.count())), x, 0.3);
    double[] gv = new double[g.out()];
    double[][] rowsOfG = rowsOf(g, matrix);
    for (int r = 0; r < gv.length; r++) {
      gv[r] = Kernels.dot(rowsOfG[r], v);
    }
    double[] y = domain.apply(point(g.out(), random));
    if (!isDefined(one, y)) {
      return;
    }
    Cotangent u = new Cotangent(g.out());
    problem
        .outer()
        .addGradientDifference(
            one, along(y, gv, DIFFERENCE), along(y, gv, -DIFFERENCE), 0.5 / DIFFERENCE, u);
    double[] given = new double[g.in()];
    if (curvature.outerRows() > 0) {
      double[] weights = new double[curvature.outerRows()];
      double[] rows = new double[weights.length * g.in()];
      curvature.outer(one, y, matrix, weights, rows);
      new WeightedRows(weights.length, rows, weights).addTimes(v, given);
    }
    compareEntries(given, times(matrix, u.dense()), "curvature of outer component " + i);
  }

  private void compareEntries(double[] given, double[] expected, String what) {
    for (int k = 0; k < given.length; k++) {
      compare(given[k], expected[k], TOLERANCE, what + ", entry " + k);
    }
  }

  private static double[] along(double[] x, double[] v, double h) {
    double[] moved = x.clone();
    Kernels.axpy(h, v, moved);
    return moved;
  }

  private void checkInner(long j, Random random) {
    Inner g = problem.inner();
    Batch one = Batch.of(j);
    double[] x = point(g.in(), random);
    double[] xp = point(g.in(), random);
    double[][] transposed = rowsOf(g, one, x);
    for (int k = 0; k < g.in(); k++) {
      double h = DIFFERENCE * Math.max(1, Math.abs(x[k]));
      double[] up = moved(x, k, h);
      double[] down = moved(x, k, -h);
      double[] difference = new double[g.out()];
      g.add(one, up, 1, difference);
      g.add(one, down, -1, difference);
      double width = up[k] - down[k];
      for (int r = 0; r < g.out(); r++) {
        compare(
            transposed[r][k],
            difference[r] / width,
            TOLERANCE,
            "Jacobian of inner component %d, row %d, column %d".formatted(j, r, k));
      }
    }
    double[] byDifference = new double[g.out()];
    g.addDifference(one, x, xp, 0.7, byDifference);
    double[] bySum = new double[g.out()];
    g.add(one, x, 0.7, bySum);
    g.add(one, xp, -0.7, bySum);
    compareAll(byDifference, bySum, "addDifference of inner component " + j);
    if (g.affine()) {
      double[][] elsewhere = rowsOf(g, one, xp);
      for (int r = 0; r < g.out(); r++) {
        compareAll(
            elsewhere[r],
            transposed[r],
            "g says it is affine, but the Jacobian of inner component %d, row %d, varies"
                .formatted(j, r));
      }
    }
  }

  private void checkOuter(long i, Random random) {
    Outer f = problem.outer();
    Batch one = Batch.of(i);
    double[] y = domain.apply(point(problem.inner().out(), random));
    double[] yp = domain.apply(point(problem.inner().out(), random));
    if (!isDefined(one, y) || !isDefined(one, yp)) {
      return;
    }
    Cotangent u = new Cotangent(y.length);
    double value = f.addGradient(one, y, 1, u);
    compare(
        value,
        f.value(one, y),
        ROUNDING,
        "value that addGradient returns for outer component " + i);
    for (int k = 0; k < y.length; k++) {
      double h = DIFFERENCE * Math.max(1, Math.abs(y[k]));
      double[] up = moved(y, k, h);
      double[] down = moved(y, k, -h);
      if (!isDefined(one, up) || !isDefined(one, down)) {
        return;
      }
      compare(
          u.get(k),
          (f.value(one, up) - f.value(one, down)) / (up[k] - down[k]),
          TOLERANCE,
          "gradient of outer component %d, entry %d".formatted(i, k));
    }
    Cotangent byDifference = new Cotangent(y.length);
    f.addGradientDifference(one, y, yp, 0.7, byDifference);
    Cotangent bySum = new Cotangent(y.length);
    f.addGradient(one, y, 0.7, bySum);
    f.addGradient(one, yp, -0.7, bySum);
    compareAll(
        byDifference.dense(), bySum.dense(), "addGradientDifference of outer component " + i);
  }

  private void checkInnerBatch(Random random) {
    Inner g = problem.inner();
    double[] x = point(g.in(), random);
    double[] xp = point(g.in(), random);
    long[] some = some(random, g.count());
    double[] together = new double[g.out()];
    g.add(Batch.of(some), x, 0.3, together);
    double[] apart = new double[g.out()];
    Jacobian matrices = g.newJacobian();
    matrices.add(Batch.of(some), x, 0.3);
    matrices.addDifference(Batch.of(some), x, xp, 0.5);
    Jacobian singles = g.newJacobian();
    for (long j : some) {
      g.add(Batch.of(j), x, 0.3, apart);
      singles.add(Batch.of(j), x, 0.8);
      singles.add(Batch.of(j), xp, -0.5);
    }
    compareAll(together, apart, "add of a batch of inner components");
    double[] byDifference = new double[g.out()];
    g.addDifference(Batch.of(some), x, xp, 0.3, byDifference);
    for (long j : some) {
      g.add(Batch.of(j), xp, -0.3, apart);
    }
    compareAll(byDifference, apart, "addDifference of a batch of inner components");
    double[] u = point(g.out(), random);
    compareAll(times(matrices, u), times(singles, u), "Jacobian of a batch of inner components");
    double[] beside = new double[g.out()];
    Jacobian both = g.newJacobian();
    g.addWithJacobian(Batch.of(some), x, 0.3, beside, 0.7, both);
    Jacobian alone = g.newJacobian();
    alone.add(Batch.of(some), x, 0.7);
    compareAll(beside, together, "value that addWithJacobian adds");
    compareAll(times(both, u), times(alone, u), "Jacobian that addWithJacobian adds");
    checkProduct(matrices, rowsOf(g, matrices), random);
  }

  private void checkOuterBatch(Random random) {
    Outer f = problem.outer();
    double[] y = domain.apply(point(problem.inner().out(), random));
    double[] yp = domain.apply(point(problem.inner().out(), random));
    long[] some = some(random, f.count());
    if (!isDefined(Batch.of(some), y) || !isDefined(Batch.of(some), yp)) {
      return;
    }
    Cotangent together = new Cotangent(y.length);
    double sum = f.addGradient(Batch.of(some), y, 0.3, together);
    Cotangent apart = new Cotangent(y.length);
    double sumApart = 0;
    for (long i : some) {
      sumApart += f.addGradient(Batch.of(i), y, 0.3, apart);
    }
    compare(sum, sumApart, ROUNDING, "value that addGradient returns for a batch");
    compare(f.value(Batch.of(some), y), sumApart, ROUNDING, "value of a batch of outer components");
    compareAll(together.dense(), apart.dense(), "gradient of a batch of outer components");
    Cotangent byDifference = new Cotangent(y.length);
    f.addGradientDifference(Batch.of(some), y, yp, 0.3, byDifference);
    for (long i : some) {
      f.addGradient(Batch.of(i), yp, -0.3, apart);
    }
    compareAll(
        byDifference.dense(),
        apart.dense(),
        "addGradientDifference of a batch of outer components");
  }

  /** The short cut, from a random y. */
  private void checkChange(QuadraticChange change, int innerSize, int outerSize, Random random) {
    Inner g = problem.inner();
    Outer f = problem.outer();
    double[] x = point(g.in(), random);
    double[] xp = point(g.in(), random);
    Batch inner = Batch.of(some(innerSize, random, g.count()));
    Batch outer = Batch.of(some(outerSize, random, f.count()));
    Jacobian matrix = g.newJacobian();
    matrix.add(Batch.of(some(random, g.count())), x, 0.3);
    double[] yp = point(g.out(), random);
    double[] y = yp.clone();
    g.addDifference(inner, x, xp, 1.0 / innerSize, y);
    Cotangent u = new Cotangent(g.out());
    f.addGradientDifference(outer, y, yp, 1.0 / outerSize, u);
    double[] expected = point(g.in(), random);
    double[] given = expected.clone();
    matrix.transposeTimes(u, 1, expected);
    change.add(inner, outer, x, xp, matrix, given);
    compareAll(
        given,
        expected,
        "quadratic change over %d inner and %d outer components".formatted(innerSize, outerSize));
  }

  /** Gv, where it is offered, against the rows of G, and its parts against the whole. */
  private void checkProduct(Jacobian matrix, double[][] rows, Random random) {
    int parts = matrix.rowParts();
    if (parts == 0) {
      return;
    }
    double[] v = point(problem.inner().in(), random);
    double[] expected = new double[rows.length];
    for (int r = 0; r < rows.length; r++) {
      for (int k = 0; k < v.length; k++) {
        expected[r] += 0.7 * rows[r][k] * v[k];
      }
    }
    double[] whole = new double[rows.length];
    matrix.times(v, 0.7, whole);
    compareAll(whole, expected, "product of the Jacobian with a vector (times)");
    double[] inParts = new double[rows.length];
    for (int part = 0; part < parts; part++) {
      matrix.times(v, part, parts, 0.7, inParts);
    }
    compareAll(inParts, expected, "product of the Jacobian with a vector in parts (times)");
  }

  private double[][] rowsOf(Inner g, Batch batch, double[] x) {
    Jacobian matrix = g.newJacobian();
    matrix.add(batch, x, 1);
    return rowsOf(g, matrix);
  }

  private static double[][] rowsOf(Inner g, Jacobian matrix) {
    double[][] rows = new double[g.out()][g.in()];
    Cotangent u = new Cotangent(g.out());
    for (int r = 0; r < g.out(); r++) {
      u.clear();
      u.add(r, 1);
      matrix.transposeTimes(u, 1, rows[r]);
    }
    return rows;
  }

  private double[] times(Jacobian matrix, double[] values) {
    Cotangent u = new Cotangent(values.length);
    System.arraycopy(values, 0, u.dense(), 0, values.length);
    double[] out = new double[problem.inner().in()];
    matrix.transposeTimes(u, 1, out);
    return out;
  }

  private void compareAll(double[] given, double[] expected, String what) {
    for (int k = 0; k < given.length; k++) {
      compare(given[k], expected[k], ROUNDING, what + ", entry " + k);
    }
  }

  /** Whether f has a value at y; where it has none, that is a finding, once. */
  private boolean isDefined(Batch components, double[] y) {
    double value = problem.outer().value(components, y);
    boolean isNumber = Double.isFinite(value);
    if (!isNumber && findings.stream().noneMatch(each -> each.startsWith(UNDEFINED))) {
      String where = " %s: it is %s; give .domain(...), which turns any y into one where it is";
      findings.add(UNDEFINED + where.formatted(Arrays.toString(y), value));
    }
    return isNumber;
  }

  /** The scale of one entry is at least 1, so that a zero next to rounding noise passes. */
  private void compare(double given, double expected, double relative, String what) {
    double scale = Math.max(1, Math.max(Math.abs(given), Math.abs(expected)));
    if (Double.isNaN(given) && Double.isNaN(expected)) {
      findings.add(what + ": is undefined here; give .domain(...) or another .radius(...)");
    } else if (!(Math.abs(given - expected) <= relative * scale)) {
      findings.add("%s: is %.9g, should be %.9g".formatted(what, given, expected));
    }
  }

  private double[] point(int size, Random random) {
    double[] x = new double[size];
    for (int k = 0; k < size; k++) {
      x[k] = radius * random.nextGaussian();
    }
    return x;
  }

  private static double[] moved(double[] x, int k, double by) {
    double[] other = x.clone();
    other[k] += by;
    return other;
  }

  private static long index(Random random, long count) {
    return count == Inner.UNBOUNDED
        ? random.nextLong() >>> 1
        : (long) (random.nextDouble() * count);
  }

  private static long[] some(Random random, long count) {
    return some(7, random, count);
  }

  private static long[] some(int size, Random random, long count) {
    long[] indices = new long[size];
    for (int k = 0; k < indices.length; k++) {
      indices[k] = index(random, count);
    }
    return indices;
  }
}
