package org.fogopt.apps.embedding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * A weighted sum of ∂g_j(x) of {@link GaussInner}, never as a matrix of n × nk: it remembers which
 * components were added with which weight at which point, and works out Gᵀu from that.
 *
 * <p>With v = 2n·exp(−|x_t − x_j|²)(x_t − x_j), row t of the lower part of ∂g_j(x) has −v in block
 * t and v in block j. So a row t with u_t ≠ 0 costs one exponential for each component remembered,
 * the others nothing: a gradient of few points is cheap, at a restart's components too. Points are
 * remembered once for all components added there, and shared between estimates, for they never
 * change.
 */
final class GaussJacobian implements Jacobian {
  /** Rows of u in a part of Gᵀu. */
  private static final int ROWS_PER_PART = 32;

  private final Plane plane;
  private double identity;
  private final List<Term> ranges = new ArrayList<>();
  private final List<Term> lists = new ArrayList<>();

  /** Components [from, to), or those listed, at x, each with a weight. */
  private static final class Term {
    static final Term NONE = new Term(new double[0], 0, 0, null, 0);

    final double[] x;
    final int from;
    final int to;
    final int @Nullable [] listed;
    final double weight;

    Term(double[] x, int from, int to, int @Nullable [] listed, double weight) {
      this.x = x;
      this.from = from;
      this.to = to;
      this.listed = listed;
      this.weight = weight;
    }

    static Term of(double[] x, long[] which, double weight) {
      int from = (int) which[0];
      int to = (int) which[1];
      int[] listed = which.length == 2 ? null : new int[which.length - 2];
      for (int q = 0; listed != null && q < listed.length; q++) {
        listed[q] = (int) which[q + 2];
      }
      return new Term(x, from, to, listed, weight);
    }

    /** from, to, then what is listed. */
    long[] which() {
      long[] which = new long[2 + (listed == null ? 0 : listed.length)];
      which[0] = from;
      which[1] = to;
      for (int q = 2; listed != null && q < which.length; q++) {
        which[q] = listed[q - 2];
      }
      return which;
    }

    Term times(double c) {
      return new Term(x, from, to, listed, c * weight);
    }

    int count() {
      return to - from;
    }

    int at(int q) {
      return listed == null ? from + q : listed[q];
    }
  }

  GaussJacobian(Plane plane) {
    this.plane = plane;
  }

  @Override
  public void clear() {
    identity = 0;
    ranges.clear();
    lists.clear();
  }

  @Override
  public void add(Batch batch, double[] x, double a) {
    identity += a * batch.size();
    remember(batch, x, a);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a) {
    remember(batch, x, a);
    remember(batch, xp, -a);
  }

  private void remember(Batch batch, double[] x, double a) {
    int size = Math.toIntExact(batch.size());
    if (size == 0) {
      return;
    }
    int first = (int) batch.at(0);
    boolean isRange = true;
    for (int q = 1; q < size && isRange; q++) {
      isRange = batch.at(q) == first + q;
    }
    double[] kept = known(x);
    if (isRange) {
      append(new Term(kept, first, first + size, null, a));
    } else {
      int[] listed = new int[size];
      Arrays.setAll(listed, q -> (int) batch.at(q));
      append(new Term(kept, 0, size, listed, a));
    }
  }

  /** A copy of x, or the one there is: of the last step, or of the restart. */
  private double[] known(double[] x) {
    for (int back = 1; back <= Math.min(4, lists.size()); back++) {
      double[] other = lists.get(lists.size() - back).x;
      if (Arrays.equals(other, x)) {
        return other;
      }
    }
    if (!ranges.isEmpty() && Arrays.equals(ranges.get(ranges.size() - 1).x, x)) {
      return ranges.get(ranges.size() - 1).x;
    }
    return x.clone();
  }

  /** The chunks of a long pass come one after the other, and become one again. */
  private void append(Term term) {
    if (term.listed != null) {
      lists.add(term);
      return;
    }
    Term last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
    if (last != null
        && last.to == term.from
        && last.weight == term.weight
        && (last.x == term.x || Arrays.equals(last.x, term.x))) {
      ranges.set(ranges.size() - 1, new Term(last.x, last.from, term.to, null, last.weight));
    } else {
      ranges.add(term);
    }
  }

  @Override
  public void add(Jacobian other) {
    GaussJacobian o = (GaussJacobian) other;
    identity += o.identity;
    o.ranges.forEach(this::append);
    o.lists.forEach(this::append);
  }

  @Override
  public void scale(double c) {
    identity *= c;
    ranges.replaceAll(term -> term.times(c));
    lists.replaceAll(term -> term.times(c));
  }

  /** Points once each, though many components were added at them. */
  @Override
  public void state(State s) {
    if (s.isReading()) {
      clear();
    }
    identity = s.value("identity", identity);
    IdentityHashMap<double[], Integer> numbers = new IdentityHashMap<>();
    List<double[]> points = new ArrayList<>();
    for (List<Term> terms : List.of(ranges, lists)) {
      for (Term term : terms) {
        if (numbers.putIfAbsent(term.x, points.size()) == null) {
          points.add(term.x);
        }
      }
    }
    int count = s.value("points", points.size());
    for (int k = 0; k < count; k++) {
      if (s.isReading()) {
        points.add(new double[plane.size()]);
      }
      s.array("x", points.get(k));
    }
    state(s, ranges, points, numbers);
    state(s, lists, points, numbers);
  }

  private static void state(
      State s,
      List<Term> terms,
      List<double[]> points,
      IdentityHashMap<double[], Integer> numbers) {
    int count = s.value("terms", terms.size());
    for (int k = 0; k < count; k++) {
      Term term = k < terms.size() ? terms.get(k) : Term.NONE;
      int point = s.value("point", numbers.getOrDefault(term.x, 0));
      long[] which = s.values("which", term.which());
      double weight = s.value("weight", term.weight);
      if (s.isReading()) {
        terms.add(Term.of(points.get(point), which, weight));
      }
    }
  }

  /** Row by row: nothing is kept that would make this quick. */
  @Override
  public double norm() {
    int n = plane.n();
    double[] row = new double[plane.size()];
    Rowwise rowwise = new Rowwise();
    double sum = identity * identity * plane.size();
    for (int t = 0; t < n; t++) {
      Arrays.fill(row, 0);
      rowwise.add(t, 1, row);
      sum += Kernels.dot(row, row);
    }
    return Math.sqrt(sum);
  }

  @Override
  public int parts(Cotangent u) {
    int rows = 0;
    for (int t = 0; t < plane.n(); t++) {
      rows += u.get(plane.size() + t) != 0 ? 1 : 0;
    }
    return Math.max(1, (rows + ROWS_PER_PART - 1) / ROWS_PER_PART);
  }

  @Override
  public void transposeTimes(Cotangent u, double a, double[] out) {
    int parts = parts(u);
    for (int part = 0; part < parts; part++) {
      transposeTimes(u, part, parts, a, out);
    }
  }

  @Override
  public void transposeTimes(Cotangent u, int part, int parts, double a, double[] out) {
    int top = plane.size();
    if (part == 0) {
      for (int i = 0; i < top; i++) {
        out[i] += a * identity * u.get(i);
      }
    }
    Rowwise rowwise = new Rowwise();
    int row = 0;
    for (int t = 0; t < plane.n() && row < (part + 1) * ROWS_PER_PART; t++) {
      double ut = u.get(top + t);
      if (ut != 0) {
        if (row >= part * ROWS_PER_PART) {
          rowwise.add(t, a * ut, out);
        }
        row++;
      }
    }
  }

  /** One row of the lower part at a time. */
  private final class Rowwise {
    private final int n = plane.n();
    private final int k = plane.k();
    private final int listedCount = lists.stream().mapToInt(Term::count).sum();
    private final double[] e = new double[Math.max(n, listedCount)];
    private final int[] where = new int[listedCount];
    private final double[] difference = new double[n]; // x_j − x_t in one coordinate
    private final double[][] apart = new double[k][listedCount]; // in all, of the listed

    /** out += a times row t. */
    void add(int t, double a, double[] out) {
      for (Term term : ranges) {
        addRange(term, t, a, out);
      }
      if (listedCount > 0) {
        addListed(t, a, out);
      }
    }

    private void addRange(Term term, int t, double a, double[] out) {
      int count = term.count();
      double[] x = term.x;
      plane.negativeSquares(x, t, term.from, term.to, e);
      Kernels.exp(e, count); // 1 for j = t, times a difference of 0
      double weight = 2.0 * n * a * term.weight;
      for (int c = 0; c < k; c++) {
        int at = c * n + term.from;
        double here = x[c * n + t];
        double[] d = difference;
        for (int q = 0; q < count; q++) {
          d[q] = x[at + q] - here;
        }
        for (int q = 0; q < count; q++) {
          out[at + q] -= weight * e[q] * d[q];
        }
        out[c * n + t] += weight * Kernels.dot(e, 0, d, count);
      }
    }

    private void addListed(int t, double a, double[] out) {
      int at = 0;
      for (Term term : lists) {
        double[] x = term.x;
        for (int q = 0; q < term.count(); q++) {
          int j = term.at(q);
          double squares = 0;
          for (int c = 0; c < k; c++) {
            double d = x[c * n + j] - x[c * n + t];
            apart[c][at] = d;
            squares += d * d;
          }
          e[at] = -squares;
          where[at++] = j;
        }
      }
      Kernels.exp(e, at);
      double weight = 2.0 * n * a;
      at = 0;
      for (Term term : lists) {
        for (int q = 0; q < term.count(); q++) {
          e[at++] *= weight * term.weight;
        }
      }
      for (int c = 0; c < k; c++) {
        double[] d = apart[c];
        for (int q = 0; q < at; q++) {
          out[c * n + where[q]] -= e[q] * d[q];
        }
        out[c * n + t] += Kernels.dot(e, 0, d, at);
      }
    }
  }
}
