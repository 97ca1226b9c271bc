package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Penalty;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * A model P of the curvature of Φ, made of what single components show. From y to y + dy the
 * gradient of f_i changes by du, and
 *
 * <pre>
 *   Gᵀdu duᵀG / (dyᵀdu)   is at most   Gᵀ∇²f_i G   where f_i is convex and quadratic, and equals it where f_i has rank one:
 * </pre>
 *
 * Nyström's approximation from one vector. Squared residuals, margins and the like do have rank
 * one, so that two calls tell all about the curvature of a component, along any dy. P is the mean
 * of these matrices over a sample of components, plus ρI. What comes from the curvature of g is
 * left out, as in Gauss and Newton's method; ρ stands for what P misses, see {@link Leaps}.
 *
 * <p>A ridge in f, c|w|²/2 say, makes each component curve in all directions. Where some components
 * agree on such a floor c, it is taken off what they show, cdx of Gᵀdu, and is part of ρ: then two
 * calls tell all about a component of rank one and c more.
 *
 * <p>P is kept whole, with its Cholesky factor, in O(d²).
 */
final class Sketch implements Stateful {
  /** ρ relative to the mean eigenvalue as long as nothing is known to be missing: for rounding. */
  private static final double RIDGE = 1e-8;

  /** The part of the components kept to compare with, and the most. */
  private static final int KEPT_SHARE = 20;

  private static final long KEPT_MOST = 1000;

  /** Multiplications that a sketch may take; beyond, fewer components are looked at. */
  private static final double WORK = 1e10;

  /**
   * The most components to look at: where they are rows of a cluster, they all travel to the
   * driver. Of so many the model is off by √(d/100 000), a tenth at most.
   */
  static final long MOST = 100_000;

  /** How near the other points are, between which the curvature shows, relative to |x|. */
  private static final double NEAR = 1e-3;

  private static final long WAY_GRAIN = 1 << 20;

  /** Components that are asked for a floor, at most; and at least, or if it was found before. */
  private static final int WITNESSES = 9;

  private static final int WITNESSES_LEAST = 3;

  /** … and for how many of all components there is one of them. */
  private static final int WITNESS_SHARE = 50;

  /** By how much of the floor half of them may be off. */
  private static final double AGREED = 0.05;

  /** A component that curves by the floor alone, but for this many doubts of it, shows no more. */
  private static final double CLEAR = 3;

  /** Of the proximal map in the metric of P. */
  private static final int MODEL_STEPS = 2000;

  private static final double MODEL_ROUNDING = 1e-9;

  /** A square below this may have lost digits. */
  private static final double INVISIBLE = 1e-290;

  /** Multiplications by P after which its largest eigenvalue is known well enough. */
  private static final int POWERS = 20;

  private final Oracle oracle;
  private final int d;
  private final long size;
  private final long[] one = new long[1];
  private final Batch single = Batch.of(one);
  private final double[] row;
  private final double[][] p; // lower triangle, without ρ
  private final long partSize;
  private final double[][] part; // the same of the first components, if wanted
  private final double[] partGradient; // … and where it was made along with a gradient
  private double partValue;
  private final double[][] concave; // the part of it that concave components took off
  private final double[][] l; // of P = LLᵀ
  private double rho;
  private final double[] dx; // of the way to the near point
  private double floor; // c, of each component
  private double doubt; // of c
  private boolean convex; // no component was concave
  private boolean isModel;
  private final long stride; // every so many components one is kept
  private final long[] kept;
  private final Batch keptBatch;
  private final double[] keptWeight; // 1/(dyᵀdu)
  private long[] unseen = {}; // squares that were zero
  private final double[] from; // y where the model was made
  private final double[] to; // y + dy
  private final double[] v;
  private final double[] z;
  private final double[] u;

  /**
   * @param most the components to look at, at most
   */
  Sketch(Oracle oracle, long most) {
    this(oracle, most, 0);
  }

  /**
   * @param most the components to look at, at most
   * @param partSize the first of them, of which there is to be a model of their own
   */
  Sketch(Oracle oracle, long most, long partSize) {
    this.oracle = oracle;
    this.partSize = partSize;
    d = oracle.dimension();
    size = within(most, d);
    row = new double[d];
    p = triangle(d);
    part = triangle(partSize > 0 ? d : 0);
    partGradient = new double[partSize > 0 ? d : 0];
    concave = triangle(d);
    l = triangle(d);
    int keep = (int) Math.max(1, Math.min(KEPT_MOST, size / KEPT_SHARE));
    stride = size / keep;
    kept = new long[keep];
    keptBatch = Batch.of(kept);
    keptWeight = new double[keep];
    from = new double[oracle.innerDimension()];
    to = new double[oracle.innerDimension()];
    dx = new double[d];
    v = new double[d];
    z = new double[d];
    u = new double[d];
  }

  /**
   * One of more components.
   *
   * @param fewer a sketch of some of them, the floor of which is this one's
   */
  Sketch(Oracle oracle, long most, long partSize, Sketch fewer) {
    this(oracle, most, partSize);
    floor = fewer.floor;
    doubt = fewer.doubt;
  }

  /** So many components, or as many as are looked at with d unknowns. */
  static long within(long most, int d) {
    return Math.min(Math.min(most, MOST), (long) Math.ceil(WORK / d / d));
  }

  private static double[][] triangle(int d) {
    double[][] rows = new double[d][];
    Arrays.setAll(rows, k -> new double[k + 1]);
    return rows;
  }

  long calls() {
    return 2 * size;
  }

  long size() {
    return size;
  }

  /**
   * out ← a random point near x, where h is finite: all components see some of the way there.
   *
   * @param t names the draws, with {@code lane}
   */
  void wander(long t, int lane, double[] x, double[] out) {
    double norm = Kernels.norm(x);
    double length = NEAR * (norm > 0 ? norm : 1) / Math.sqrt(d);
    for (int k = 0; k < d; k++) {
      long at = (long) lane * d + k;
      double share = oracle.draws().uniform(Stream.WAY, t, at, WAY_GRAIN) / (double) WAY_GRAIN;
      out[k] = x[k] + length * (2 * share - 1);
    }
    oracle.penalty().prox(out, 0);
  }

  /** The step size along f that leads to a point as near. */
  static double near(double[] x, double[] f) {
    double norm = Kernels.norm(f);
    double size = Kernels.norm(x);
    return norm > 0 ? NEAR * (size > 0 ? size : 1) / norm : 1;
  }

  /**
   * y1 ← about g(near).
   *
   * @param some components that tell of it where g has no tangents
   * @param y what g is at x, as G is ∂g there
   */
  static void goNear(
      Oracle oracle,
      Batch some,
      double[] near,
      double[] x,
      double[] y,
      JacobianEstimate g,
      double[] y1) {
    if (oracle.hasTangents()) {
      oracle.follow(g, near, x, y, y1);
    } else {
      Walk.copy(y, y1);
      oracle.addValueDifference(some, near, x, y1);
    }
  }

  /** The calls of {@link #lookForFloor}. */
  long callsForFloor() {
    return looksForFloor() ? 3 * witnesses() : 0;
  }

  /** On a line there is nothing to tell a floor from the rest. */
  private boolean looksForFloor() {
    return d > 1 && oracle.hasTangents();
  }

  private long witnesses() {
    long most = floor > 0 ? WITNESSES_LEAST : WITNESSES;
    return Math.min(
        size, Math.max(WITNESSES_LEAST, Math.min(most, oracle.outerCount() / WITNESS_SHARE)));
  }

  /**
   * Before a model is made of these components, from x on to {@code near}: c, if some of them
   * agree. On any plane the Hessian of a component of rank one, and c more, has the eigenvalue c.
   * It is the lower one where that component is convex. Each is asked on a plane of its own, so
   * that components that are all alike do not agree by that.
   *
   * @param t names the draws
   * @param y what g is at x
   */
  void lookForFloor(
      long t, Batch batch, double[] x, double[] near, double[] y, JacobianEstimate g) {
    double[] least = new double[(int) witnesses()];
    floor = 0;
    if (!looksForFloor()) {
      return;
    }
    goes(x, near);
    for (int k = 0; k < least.length; k++) {
      one[0] = batch.at(k * (size / least.length));
      wander(t, 1 + 2 * k, x, u);
      wander(t, 2 + 2 * k, x, v);
      oracle.follow(g, u, x, y, from);
      oracle.follow(g, v, x, y, to);
      least[k] = least(oracle.plane(single, y, from, to), x);
    }
    double median = median(least);
    for (int k = 0; k < least.length; k++) {
      least[k] = Math.abs(least[k] - median);
    }
    doubt = median(least);
    floor = doubt <= AGREED * median ? median : 0;
  }

  private void goes(double[] x, double[] near) {
    for (int k = 0; k < d; k++) {
      dx[k] = near[k] - x[k];
    }
  }

  /** The lower eigenvalue on the plane of x, u and v. */
  private double least(Oracle.Plane plane, double[] x) {
    for (int k = 0; k < d; k++) {
      u[k] -= x[k];
      v[k] -= x[k];
    }
    double uu = Kernels.dot(u, u);
    double uv = Kernels.dot(u, v);
    double vv = Kernels.dot(v, v);
    double a = uu * vv - uv * uv;
    double b = plane.second() * uu + plane.first() * vv - 2 * plane.mixed() * uv;
    double c = plane.first() * plane.second() - plane.mixed() * plane.mixed();
    double root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
    return b > 0 ? 2 * c / (b + root) : (b - root) / (2 * a);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /** c: what all directions curve in each of the components, as a ridge in f adds it. */
  double floor() {
    return floor;
  }

  /**
   * Looks at these components, {@link #size()} of them, between y and yp, with G there.
   *
   * @return whether there is a model now
   */
  boolean make(Batch batch, double[] y, double[] yp, JacobianEstimate g) {
    begin(y, yp);
    for (long k = 0; k < size; k++) {
      one[0] = batch.at(k);
      Arrays.fill(row, 0);
      add(k, oracle.addCurvedDifference(single, y, yp, g, row));
    }
    isModel = end();
    return isModel;
  }

  /**
   * The same, and from the same calls the gradient at yp of their mean, and of that of the first.
   *
   * @param gradient is added to, and zero so far
   * @return the mean of f_i(yp)
   */
  double makeAlong(Batch batch, double[] y, double[] yp, JacobianEstimate g, double[] gradient) {
    begin(y, yp);
    double sum = addAlong(batch, y, yp, g, gradient);
    isModel = end();
    return sum;
  }

  /**
   * The same where all but these components are in another model already, which is exact and so
   * holds wherever it was made.
   *
   * @param x where y is g, as yp is at {@code near}
   * @param y the point between which and yp the others are looked at
   */
  double completeAlong(
      Sketch most,
      Batch rest,
      double[] x,
      double[] near,
      double[] y,
      double[] yp,
      JacobianEstimate g,
      double[] gradient) {
    begin(y, yp);
    double share = (double) most.size / size;
    goes(x, near);
    for (int i = 0; i < d; i++) {
      Kernels.axpy(share, most.p[i], p[i]);
    }
    floor = most.floor;
    doubt = most.doubt;
    double sum = addAlong(rest, y, yp, g, gradient);
    isModel = end();
    return sum;
  }

  /**
   * The same from one call a component, where they are squares: from c(aᵀy − b)² and its gradient
   * at one point follows
   *
   * <pre>
   *   ∇²f_i = 2caaᵀ = ∇f_i∇f_iᵀ / (2f_i)
   * </pre>
   *
   * <p>Those that are zero there show nothing, and are {@link #unseen()}.
   */
  double makeOfSquares(Batch batch, double[] y, JacobianEstimate g, double[] gradient) {
    begin(y, y);
    floor = 0;
    long[] zero = new long[(int) size];
    int zeros = 0;
    double sum = 0;
    for (long k = 0; k < size; k++) {
      one[0] = batch.at(k);
      double value = addSquare(y, g);
      Kernels.axpy(1.0 / size, row, gradient);
      sum += value;
      if (isZero(value)) {
        zero[zeros++] = one[0];
      }
    }
    unseen = Arrays.copyOf(zero, zeros);
    isModel = zeros == 0 && end();
    return sum / size;
  }

  /** How many components the model of squares lacks. */
  long unseen() {
    return unseen.length;
  }

  /** The model of squares gets what it lacks, from one more call for each of these. */
  void addUnseen(double[] y, JacobianEstimate g) {
    for (long i : unseen) {
      one[0] = i;
      addSquare(y, g); // if it is zero again, it is so everywhere
    }
    unseen = new long[0];
    isModel = end();
  }

  /** Returns the value of the square. */
  private double addSquare(double[] y, JacobianEstimate g) {
    Arrays.fill(row, 0);
    double value = oracle.addGradient(single, y, g, 1, row);
    if (!isZero(value)) {
      addSquare(1 / (2 * value * size), p);
    }
    return value;
  }

  private static boolean isZero(double square) {
    return !(square > INVISIBLE);
  }

  /**
   * The gradients alone, of the mean of these components and of that of the first.
   *
   * @param gradient is added to, and zero so far
   * @return the mean of f_i(y)
   */
  double addGradient(Batch batch, double[] y, JacobianEstimate g, double[] gradient) {
    double share = (double) partSize / size;
    double value = oracle.addGradient(batch.slice(0, partSize), y, g, share, gradient);
    keepPart(value, 1 / share, gradient);
    double rest = oracle.addGradient(batch.slice(partSize, size), y, g, 1 - share, gradient);
    return share * value + (1 - share) * rest;
  }

  private void keepPart(double value, double scale, double[] gradient) {
    partValue = value;
    Walk.copy(gradient, partGradient);
    Kernels.scale(scale, partGradient);
  }

  /** Returns the sum of f_i(yp), over the components of the whole model. */
  private double addAlong(
      Batch batch, double[] y, double[] yp, JacobianEstimate g, double[] gradient) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      one[0] = batch.at(k);
      Arrays.fill(row, 0);
      Oracle.Shown shown =
          oracle.addGradientAndDifference(single, y, yp, g, 1.0 / size, gradient, row);
      sum += shown.value();
      add(k, shown.curvature());
      if (k + 1 == partSize) {
        keepPart(sum / partSize, (double) size / partSize, gradient);
      }
    }
    return sum / size;
  }

  private void begin(double[] y, double[] yp) {
    for (int k = 0; k < d; k++) {
      Arrays.fill(p[k], 0);
      Arrays.fill(concave[k], 0);
      if (partSize > 0) {
        Arrays.fill(part[k], 0);
      }
    }
    Walk.copy(yp, from);
    Walk.copy(y, to);
    convex = true;
  }

  /** The k-th component has changed its gradient by {@code row}, and curves so much on the way. */
  private void add(long k, double curve) {
    if (floor > 0) {
      double squared = Kernels.dot(dx, dx);
      Kernels.axpy(-floor, dx, row);
      curve -= floor * squared;
      curve = Math.abs(curve) > CLEAR * doubt * squared ? curve : 0;
    }
    double weight = 1 / (curve * size);
    if (Math.abs(weight) < Double.POSITIVE_INFINITY) {
      addSquare(weight, p);
      if (k < partSize) {
        addSquare(weight * size / partSize, part);
      }
      if (weight < 0) {
        addSquare(-weight, concave);
        convex = false;
      }
    } else {
      weight = 0; // it shows nothing, along this dy at least
    }
    if (k % stride == 0 && k / stride < kept.length) {
      keep((int) (k / stride), weight * size);
    }
  }

  private boolean end() {
    double trace = 0;
    for (int k = 0; k < d; k++) {
      trace += p[k][k] + concave[k][k];
    }
    rho = RIDGE * trace / d + floor;
    boolean curved = rho > 0 && rho < Double.POSITIVE_INFINITY;
    return curved && (factor() || (!convex && takeConcaveForConvex()));
  }

  /** into += weight · row rowᵀ. */
  private void addSquare(double weight, double[][] into) {
    for (int i = 0; i < d; i++) {
      Kernels.axpy(weight * row[i], row, 0, into[i], i + 1);
    }
  }

  /** Where Φ is not convex, P has to be: as stiff where it is concave as if it were convex. */
  private boolean takeConcaveForConvex() {
    for (int i = 0; i < d; i++) {
      Kernels.axpy(2, concave[i], p[i]);
      if (partSize > 0) {
        Walk.copy(p[i], part[i]); // what the part would have is not known
      }
    }
    for (int k = 0; k < kept.length; k++) {
      keptWeight[k] = Math.abs(keptWeight[k]);
    }
    return factor();
  }

  private void keep(int k, double weight) {
    kept[k] = one[0];
    keptWeight[k] = weight;
  }

  /** Whether the last look gave a model. */
  boolean isModel() {
    return isModel;
  }

  /** Some of the components that the model is made of. */
  Batch some() {
    return keptBatch;
  }

  /** The calls of {@link #seen} or of {@link #modelled}. */
  long callsOfSome() {
    return 2L * kept.length;
  }

  /** The mean over some components of (z − y)ᵀ(∇f_i(z) − ∇f_i(y)), y being where P was made. */
  double seen(double[] z) {
    return oracle.curvature(keptBatch, z, from, z);
  }

  /**
   * The same as P has it of these components, without ρ. Both are of the same sample and the same
   * z, so that neither sampling nor an inexact z comes between them.
   *
   * @param v the way to z in x
   */
  double modelled(double[] z, double[] v) {
    double below = floor > 0 ? floor * Kernels.dot(dx, v) : 0;
    double sum = 0;
    for (int k = 0; k < kept.length; k++) {
      one[0] = kept[k];
      double along = oracle.curvature(single, to, from, z) - below;
      sum += keptWeight[k] * along * along / kept.length;
    }
    return sum;
  }

  /** Adds to ρ. */
  boolean stiffen(double more) {
    rho += more;
    isModel = factor();
    return isModel;
  }

  double rho() {
    return rho;
  }

  private boolean factor() {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        l[i][j] = (p[i][j] - Kernels.dot(l[i], 0, l[j], j)) / l[j][j];
      }
      double pivot = p[i][i] + rho - Kernels.dot(l[i], 0, l[i], i);
      if (!(pivot > 0)) {
        return false;
      }
      l[i][i] = Math.sqrt(pivot);
    }
    return true;
  }

  /** v ← P⁻¹f. */
  void solve(double[] f, double[] v) {
    for (int i = 0; i < d; i++) {
      v[i] = (f[i] - Kernels.dot(l[i], 0, v, i)) / l[i][i];
    }
    for (int i = d - 1; i >= 0; i--) {
      v[i] /= l[i][i];
      Kernels.axpy(-v[i], l[i], 0, v, i);
    }
  }

  /** next ← argmin_u fᵀ(u − x) + (u − x)ᵀP(u − x)/2 + h(u): x − P⁻¹f without a penalty. */
  void minimum(double[] x, double[] f, double[] next) {
    if (oracle.penalty().isZero()) {
      solve(f, v);
      for (int k = 0; k < d; k++) {
        next[k] = x[k] - v[k];
      }
    } else {
      proximal(x, f, next);
    }
  }

  /** Accelerated proximal gradient on the model, as {@link AcceleratedGradient}. */
  private void proximal(double[] x, double[] f, double[] next) {
    Penalty h = oracle.penalty();
    double eta = 1 / bound();
    Walk.copy(x, u);
    Walk.copy(x, z);
    double s = 1;
    double first = 0;
    for (int k = 0; k < MODEL_STEPS; k++) {
      for (int i = 0; i < d; i++) {
        v[i] = z[i] - x[i];
      }
      times(v, next);
      for (int i = 0; i < d; i++) {
        next[i] = z[i] - eta * (f[i] + next[i]);
      }
      h.prox(next, eta);
      double move = Math.sqrt(Walk.squaredDistance(next, z));
      first = k == 0 ? move : first;
      if (move <= MODEL_ROUNDING * first) {
        return;
      }
      double uphill = 0;
      for (int i = 0; i < d; i++) {
        uphill += (z[i] - next[i]) * (next[i] - u[i]);
      }
      s = uphill > 0 ? 1 : s;
      double sNext = (1 + Math.sqrt(1 + 4 * s * s)) / 2;
      for (int i = 0; i < d; i++) {
        z[i] = next[i] + (s - 1) / sNext * (next[i] - u[i]);
        u[i] = next[i];
      }
      s = sNext;
    }
  }

  /** out ← Pv. */
  void times(double[] v, double[] out) {
    for (int i = 0; i < d; i++) {
      out[i] = Kernels.dot(p[i], 0, v, i + 1) + rho * v[i];
      Kernels.axpy(v[i], p[i], 0, out, i);
    }
  }

  /**
   * A step size that suits mini-batches of this size: 1/(λ + tr(P)/batch), λ being the largest
   * eigenvalue. The second term is what the scatter of components that are about alike adds.
   *
   * @param f where to begin the search for λ
   */
  double stepSize(double[] f, long batch) {
    double trace = 0;
    for (int k = 0; k < d; k++) {
      trace += p[k][k] + rho;
    }
    double largest = 0;
    Walk.copy(f, v);
    for (int k = 0; k < POWERS; k++) {
      double norm = Kernels.norm(v);
      times(v, z);
      largest = Kernels.norm(z) / norm;
      for (int i = 0; i < d; i++) {
        v[i] = z[i] / (largest * norm);
      }
    }
    return 1 / (largest + trace / batch);
  }

  /** What was found of a floor, without the model. */
  Stateful bottom() {
    return s -> {
      floor = s.value("floor", floor);
      doubt = s.value("doubt", doubt);
    };
  }

  /** What is kept of the first components, see {@link #beyondPart}. */
  Stateful part() {
    return s -> {
      for (double[] each : part) {
        s.array("row", each);
      }
    };
  }

  /** The gradient of the mean of the first components, where the model was made along with one. */
  double[] partGradient() {
    return partGradient;
  }

  /** The value of that mean. */
  double partValue() {
    return partValue;
  }

  /** What P has for the curvature along v beyond what it has for its first components alone. */
  double beyondPart(double[] v) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double row = Kernels.dot(p[i], 0, v, i) - Kernels.dot(part[i], 0, v, i);
      sum += v[i] * (2 * row + (p[i][i] - part[i][i]) * v[i]);
    }
    return sum;
  }

  /** At least the largest eigenvalue: the Frobenius norm of P. */
  double bound() {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double diagonal = p[i][i] + rho;
      sum += diagonal * diagonal + 2 * Kernels.dot(p[i], 0, p[i], i);
    }
    return Math.sqrt(sum);
  }

  /** The factor follows from the rest. */
  @Override
  public void state(State s) {
    for (double[] each : p) {
      s.array("row", each);
    }
    rho = s.value("rho", rho);
    floor = s.value("floor", floor);
    doubt = s.value("doubt", doubt);
    s.array("way", dx);
    long[] same = s.values("kept", kept);
    System.arraycopy(same, 0, kept, 0, kept.length);
    s.array("weights", keptWeight);
    unseen = s.values("unseen", unseen);
    s.array("from", from);
    s.array("to", to);
    if (s.isReading()) {
      isModel = factor();
    }
  }
}
