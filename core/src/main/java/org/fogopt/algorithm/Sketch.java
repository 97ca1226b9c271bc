package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
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
 * <p>A ridge in f makes each component curve in all directions. Where some components agree on such
 * a {@link Floor} c, it is taken off what they show, and is part of ρ: then two calls tell all
 * about a component of rank one and c more.
 */
final class Sketch extends Metric {
  /** ρ relative to the mean eigenvalue as long as nothing is known to be missing: for rounding. */
  private static final double RIDGE = 1e-8;

  /** The same of squares, of which nothing is missing: as little as the factor can do with. */
  private static final double LEAST_RIDGE = 1e-14;

  private static final double RIDGE_GROWTH = 100;

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

  /** A square below this may have lost digits. */
  private static final double INVISIBLE = 1e-290;

  private final Oracle oracle;
  private final long size;
  private final long[] one = new long[1];
  private final Batch single = Batch.of(one);
  private final double[] row;
  private final long partSize;
  private final double[][] part; // A of the first components, if wanted
  private final double[] partGradient; // … and where it was made along with a gradient
  private double partValue;
  private final double[][] concave; // the part of A that concave components took off
  private final Floor floor;
  private boolean convex; // no component was concave
  private final long stride; // every so many components one is kept
  private final long[] kept;
  private final Batch keptBatch;
  private final double[] keptWeight; // 1/(dyᵀdu)
  private long[] unseen = {}; // squares that were zero
  private final double[] from; // y where the model was made
  private final double[] to; // y + dy

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
    super(oracle.dimension(), oracle.penalty());
    this.oracle = oracle;
    this.partSize = partSize;
    size = within(most, d);
    row = new double[d];
    part = triangle(partSize > 0 ? d : 0);
    partGradient = new double[partSize > 0 ? d : 0];
    concave = triangle(d);
    int keep = (int) Math.max(1, Math.min(KEPT_MOST, size / KEPT_SHARE));
    stride = size / keep;
    kept = new long[keep];
    keptBatch = Batch.of(kept);
    keptWeight = new double[keep];
    from = new double[oracle.innerDimension()];
    to = new double[oracle.innerDimension()];
    floor = new Floor(oracle, size);
  }

  /**
   * One of more components.
   *
   * @param fewer a sketch of some of them, the floor of which is this one's
   */
  Sketch(Oracle oracle, long most, long partSize, Sketch fewer) {
    this(oracle, most, partSize);
    floor.copyFrom(fewer.floor);
  }

  /** So many components, or as many as are looked at with d unknowns. */
  static long within(long most, int d) {
    return Math.min(Math.min(most, MOST), (long) Math.ceil(WORK / d / d));
  }

  long calls() {
    return 2 * size;
  }

  long size() {
    return size;
  }

  /** The calls of {@link #lookForFloor}. */
  long callsForFloor() {
    return floor.calls();
  }

  /**
   * Before a model is made of these components, from x on to {@code near}: whether they have a
   * {@link Floor}.
   *
   * @param t names the draws
   * @param y what g is at x
   */
  void lookForFloor(
      long t, Batch batch, double[] x, double[] near, double[] y, JacobianEstimate g) {
    floor.look(t, batch, x, near, y, g);
  }

  /** c: what all directions curve in each of the components, as a ridge in f adds it. */
  double floor() {
    return floor.height();
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
    for (int i = 0; i < d; i++) {
      Kernels.axpy(share, most.a[i], a[i]);
    }
    floor.copyFrom(most.floor);
    floor.goes(x, near);
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
    floor.clear();
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
    isModel = zeros == 0 && endSquares();
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
      addSquare(y, g); // if it is zero again, it is so wherever h is finite, but for bad luck
    }
    unseen = new long[0];
    isModel = endSquares();
  }

  /** Returns the value of the square. */
  private double addSquare(double[] y, JacobianEstimate g) {
    Arrays.fill(row, 0);
    double value = oracle.addGradient(single, y, g, 1, row);
    if (!isZero(value)) {
      addSquare(1 / (2 * value * size), row, a);
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
      Arrays.fill(a[k], 0);
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
    double weight = 1 / (floor.takeOff(row, curve) * size);
    if (Math.abs(weight) < Double.POSITIVE_INFINITY) {
      addSquare(weight, row, a);
      if (k < partSize) {
        addSquare(weight * size / partSize, row, part);
      }
      if (weight < 0) {
        addSquare(-weight, row, concave);
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
    return begins(RIDGE) && (factor() || (!convex && takeConcaveForConvex()));
  }

  private boolean endSquares() {
    double ridge = LEAST_RIDGE;
    while (begins(ridge) && !factor()) {
      ridge *= RIDGE_GROWTH;
    }
    return begins(ridge);
  }

  /** Sets ρ; returns whether there is any curvature. */
  private boolean begins(double ridge) {
    double trace = 0;
    for (int k = 0; k < d; k++) {
      trace += a[k][k] + concave[k][k];
    }
    rho = ridge * trace / d + floor.height();
    return rho > 0 && rho < Double.POSITIVE_INFINITY;
  }

  /** Where Φ is not convex, P has to be: as stiff where it is concave as if it were convex. */
  private boolean takeConcaveForConvex() {
    for (int i = 0; i < d; i++) {
      Kernels.axpy(2, concave[i], a[i]);
      if (partSize > 0) {
        Walk.copy(a[i], part[i]); // what the part would have is not known
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
    double below = floor.along(v);
    double sum = 0;
    for (int k = 0; k < kept.length; k++) {
      one[0] = kept[k];
      double along = oracle.curvature(single, to, from, z) - below;
      sum += keptWeight[k] * along * along / kept.length;
    }
    return sum;
  }

  /** What was found of a floor, without the model. */
  Stateful bottom() {
    return floor;
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
      double row = Kernels.dot(a[i], 0, v, i) - Kernels.dot(part[i], 0, v, i);
      sum += v[i] * (2 * row + (a[i][i] - part[i][i]) * v[i]);
    }
    return sum;
  }

  @Override
  public void state(State s) {
    super.state(s);
    s.part("floor", floor);
    long[] same = s.values("kept", kept);
    System.arraycopy(same, 0, kept, 0, kept.length);
    s.array("weights", keptWeight);
    unseen = s.values("unseen", unseen);
    s.array("from", from);
    s.array("to", to);
  }
}
