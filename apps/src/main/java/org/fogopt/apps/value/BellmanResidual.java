package org.fogopt.apps.value;

import java.io.Serializable;
import java.util.Arrays;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.SparseRows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The values V_x(s) of the states of a {@link RewardChain} under a discount γ, by the least sum of
 * squared Bellman residuals
 *
 * <pre>
 *   Φ(x) = Σ_s (V_x(s) − Σ_j P_sj (R_sj + γ V_x(j)))²
 * </pre>
 *
 * as a composition: with n states, features φ_s in R^d and y = (w, z) in R^{d+n},
 *
 * <pre>
 *   g_j(x) = [x; (n P_sj (R_sj + γ (V_x(j) − v(x))) + γ v(x))_s]
 *   f_i(y) = n (V_w(i) − z_i)²
 * </pre>
 *
 * where j, the next state, is drawn evenly, so that n P_sj weighs it and the mean over j is the
 * expectation. In the paper v = 0 ({@link Split#PAPER}). Any v(x) gives the same g, for a row of P
 * sums to 1; the value of the mean features, v(x) = V(φ̄ᵀx) ({@link Split#CENTRED}), takes off what
 * the values have in common, which the weights n P_sj would turn into noise.
 *
 * <p>The paper's split has [V_x; …] in place of [x; …], in R^{2n}, and f_i(y) = n (y_i − y_{n+i})².
 * Φ is the same, and so is every estimate ∂g_jᵀ∇f_i that an algorithm makes of its gradient as long
 * as V is linear: the upper block of g carries no noise, so it does not matter on which side of the
 * composition the features stand. Here they stand outside, and a step reads the features of the
 * states it drew instead of those of all states.
 *
 * <p>∂g_j = [I; n γ p_j (V'(j) φ_j − v' φ̄)ᵀ + γ v' 1φ̄ᵀ] with p_j column j of P. A weighted sum of
 * these is [c₀I; P diag(c) F − (Pk)φ̄ᵀ + e 1φ̄ᵀ] with F the matrix of features: c₀, e and c, k in
 * R^n are kept, nothing of size n × d. Where all c_j are equal, as after a full restart, its rows
 * are those of PF, computed once.
 *
 * <p>The objective is the paper's: a sum over states. Its root mean square is {@link #residual}.
 *
 * <pre>{@code
 * BellmanResidual values = BellmanResidual.tabular(chain, 0.95, Shape.LINEAR);
 * Result result = Run.of(values.problem(), Automatic.METHOD.with(Settings.NONE))…
 * double[] v = values.of(result.point());
 * }</pre>
 */
public final class BellmanResidual implements Serializable {
  /** How the value of a state depends on t = φ_sᵀx. */
  public enum Shape {
    /** V = t. */
    LINEAR,
    /**
     * V = B tanh(t/B), B = max|R|/(1−γ) being the most that a value can be: the smallest honest
     * problem that is not convex, with a Jacobian that varies.
     */
    TANH
  }

  /** How g is cut into components; their mean is the same. */
  public enum Split {
    /** n P_sj (R_sj + γ V_x(j)). */
    PAPER,
    /** The same with the value of the mean features taken off what is drawn. */
    CENTRED
  }

  final RewardChain chain;
  final RowMatrix features; // F, a row per state
  final double discount; // γ
  final Shape shape;
  final double bound; // B
  private final boolean tabular;
  final int n;
  final int d;
  final double[] sums; // P1: ones, up to the rounding of who made P
  final RowMatrix columns; // Pᵀ: row j is p_j
  final RowMatrix weighted; // (P∘R)ᵀ
  final RowMatrix next; // PF
  final double @Nullable [] centre; // φ̄

  private BellmanResidual(
      RewardChain chain,
      RowMatrix features,
      @Nullable RowMatrix next,
      double discount,
      Shape shape,
      Split split,
      boolean tabular) {
    if (features.rows() != chain.size() || features.columns() < 1) {
      throw new IllegalArgumentException(
          "%d states need as many rows of features, not %d x %d"
              .formatted(chain.size(), features.rows(), features.columns()));
    }
    Ends.require(chain, features, discount);
    if (shape == Shape.TANH && discount == 1) {
      throw new IllegalArgumentException("bounded values need a discount below 1");
    }
    this.chain = chain;
    this.features = features;
    this.discount = discount;
    this.shape = shape;
    this.tabular = tabular;
    double largest = chain.largestReward();
    bound = largest > 0 && discount < 1 ? largest / (1 - discount) : 1;
    n = chain.size();
    d = features.columns();
    sums = sums(chain.transitions());
    columns = chain.transitions().transposed();
    weighted = chain.weightedRewards().transposed();
    this.next = next == null ? FollowingFeatures.of(chain.transitions(), features) : next;
    centre = split == Split.CENTRED ? new double[d] : null;
    for (int s = 0; s < n && centre != null; s++) {
      features.addTo(s, 1.0 / n, centre);
    }
  }

  /** With features, a row of the matrix for each state, zeros for an end; centred. */
  public static BellmanResidual of(
      RewardChain chain, RowMatrix features, double discount, Shape shape) {
    return of(chain, features, discount, shape, Split.CENTRED);
  }

  /** With features, a row of the matrix for each state, zeros for an end. */
  public static BellmanResidual of(
      RewardChain chain, RowMatrix features, double discount, Shape shape, Split split) {
    return new BellmanResidual(chain, features, null, discount, shape, split, false);
  }

  /**
   * With features that are not in memory, and so neither is their product with P.
   *
   * @param next PF: a row is the mean of the features of the states that follow
   */
  public static BellmanResidual of(
      RewardChain chain, RowMatrix features, RowMatrix next, double discount, Split split) {
    return new BellmanResidual(chain, features, next, discount, Shape.LINEAR, split, false);
  }

  /**
   * The same problem with its features, and those of the states that follow, kept in other
   * matrices.
   */
  public BellmanResidual over(RowMatrix features, RowMatrix next) {
    return new BellmanResidual(this, features, next);
  }

  private BellmanResidual(BellmanResidual same, RowMatrix features, RowMatrix next) {
    chain = same.chain;
    this.features = features;
    discount = same.discount;
    shape = same.shape;
    tabular = same.tabular;
    bound = same.bound;
    n = same.n;
    d = same.d;
    sums = same.sums;
    columns = same.columns;
    weighted = same.weighted;
    this.next = next;
    centre = same.centre;
  }

  /** With a value of its own for each state; centred. */
  public static BellmanResidual tabular(RewardChain chain, double discount, Shape shape) {
    return tabular(chain, discount, shape, Split.CENTRED);
  }

  /** With a value of its own for each state, and 0 for an end: {@link TabularFeatures}. */
  public static BellmanResidual tabular(
      RewardChain chain, double discount, Shape shape, Split split) {
    RowMatrix features = TabularFeatures.of(chain, discount);
    return new BellmanResidual(chain, features, null, discount, shape, split, true);
  }

  /** A finite sum: the transition probabilities are known. */
  public Problem problem() {
    return new Problem(
        "value function",
        new Backup(this),
        new SquaredResidual(this),
        Penalty.NONE,
        shape == Shape.LINEAR ? BellmanResidual::addChange : null,
        new BellmanCurvature(this));
  }

  /** An endless supply of simulated transitions: component ω moves every state once. */
  public Problem online() {
    return new Problem(
        "value function, simulated",
        new SimulatedBackup(this, new Backup(this)),
        new SquaredResidual(this));
  }

  public RewardChain chain() {
    return chain;
  }

  public double discount() {
    return discount;
  }

  /** B, which no value of shape {@link Shape#TANH} exceeds. */
  public double bound() {
    return bound;
  }

  public Shape shape() {
    return shape;
  }

  /** Whether each state has a value of its own. */
  public boolean isTabular() {
    return tabular;
  }

  /** d. */
  public int dimension() {
    return d;
  }

  /** φ̄; zeros where nothing is taken off what is drawn. */
  double[] centre() {
    return centre == null ? new double[d] : centre.clone();
  }

  /** V_x(s) for each state. */
  public double[] of(double[] x) {
    double[] v = new double[n];
    for (int s = 0; s < n; s++) {
      v[s] = value(s, x);
    }
    return v;
  }

  /** The root mean square of V − (b + γPV) over the states that are no end. */
  public double residual(double[] values) {
    return Math.sqrt(squares(values) / Math.max(1, n - Ends.count(chain)));
  }

  /** The sum of their squares; an end is worth 0 and adds nothing. */
  double squares(double[] values) {
    double[] b = chain.expectedRewards();
    double sum = 0;
    for (int s = 0; s < n; s++) {
      double r = values[s] - b[s] - discount * chain.transitions().dot(s, values);
      sum += r * r;
    }
    return sum;
  }

  /** A name for the chain, the features and what is made of them. */
  String fingerprint() {
    return new Fingerprint("bellman")
        .add(chain.transitions().fingerprint())
        .add(chain.rewards().fingerprint())
        .add(features.fingerprint())
        .add(discount)
        .add(shape.name())
        .add(centre == null ? Split.PAPER.name() : Split.CENTRED.name())
        .toString();
  }

  /** Row s of A = (I − γP)F is added to {@code row}. */
  void addBellmanRow(int s, double[] row) {
    features.addTo(s, 1, row);
    next.addTo(s, -discount, row);
  }

  double value(long s, double[] x) {
    return value(features.dot(s, x));
  }

  private double value(double t) {
    return shape == Shape.LINEAR ? t : bound * StrictMath.tanh(t / bound);
  }

  /** V_x(s) − V_xp(s). */
  double difference(long s, double[] x, double[] xp) {
    return shape == Shape.LINEAR ? features.dotDifference(s, x, xp) : value(s, x) - value(s, xp);
  }

  /** dV/dt. */
  double slope(long s, double[] x) {
    return shape == Shape.LINEAR ? 1 : slope(features.dot(s, x));
  }

  private double slope(double t) {
    double h = shape == Shape.LINEAR ? 0 : StrictMath.tanh(t / bound);
    return 1 - h * h;
  }

  /** d²V/dt². */
  double bend(long s, double[] x) {
    return bend(features.dot(s, x));
  }

  private double bend(double t) {
    double h = shape == Shape.LINEAR ? 0 : StrictMath.tanh(t / bound);
    return -2 * h * (1 - h * h) / bound;
  }

  /** d²v/dt². */
  double commonBend(double[] x) {
    return centre == null ? 0 : bend(Kernels.dot(centre, x));
  }

  /** p_jᵀu. */
  double columnDot(long j, double[] u) {
    return columns.dot(j, u);
  }

  /** v(x). */
  double common(double[] x) {
    return centre == null ? 0 : value(Kernels.dot(centre, x));
  }

  /** v(x) − v(xp). */
  double commonDifference(double[] x, double[] xp) {
    if (centre == null || shape != Shape.LINEAR) {
      return common(x) - common(xp);
    }
    return Kernels.dotDifference(centre, 0, x, xp, d);
  }

  /** dv/dt. */
  double commonSlope(double[] x) {
    if (centre == null) {
      return 0;
    }
    return shape == Shape.LINEAR ? 1 : slope(Kernels.dot(centre, x));
  }

  /**
   * A chunk is summed in a vector of d + n entries of its own: with many states and little to do
   * for each, a few chunks for the threads to share and no more.
   */
  int grain() {
    return Math.max(1024, Integer.highestOneBit((d + n) / 8));
  }

  /** out += a Σ_j t_j φ_j over the non-zero t_j. */
  void addFeatures(Cotangent t, double a, double[] out) {
    if (t.isDense()) {
      for (int j = 0; j < n; j++) {
        features.addTo(j, a * t.get(j), out);
      }
    } else {
      for (int k = 0; k < t.touched(); k++) {
        int j = t.index(k);
        features.addTo(j, a * t.get(j), out);
      }
    }
  }

  /** out += a·u's first d entries. */
  void addHead(Cotangent u, double a, double[] out) {
    if (u.isDense()) {
      Kernels.axpy(a, u.dense(), 0, out, d);
    } else {
      int first = firstBeyondHead(u);
      Kernels.axpy(a, u.head(first), 0, out, first);
      for (int k = first; k < u.touched(); k++) {
        int r = u.index(k);
        if (r < d) {
          out[r] += a * u.get(r);
        }
      }
    }
  }

  /** Of the non-zero entries, so many are the first ones of u's first d, in order. */
  int firstBeyondHead(Cotangent u) {
    return Math.min(u.headLength(), d);
  }

  /** y's first d entries += a·(x − xp). */
  static void addDifferenceOf(double[] x, double[] xp, double a, double[] y) {
    for (int k = 0; k < x.length; k++) {
      y[k] += a * (x[k] - xp[k]);
    }
  }

  private static void addChange(
      Batch inner, Batch outer, double[] x, double[] xp, Jacobian g, double[] out) {
    ((BackupJacobian) g).addChange(inner, outer, x, xp, out);
  }

  private static double[] sums(RowMatrix p) {
    double[] ones = new double[p.columns()];
    Arrays.fill(ones, 1);
    double[] sums = new double[p.rows()];
    Arrays.setAll(sums, s -> p.dot(s, ones));
    return sums;
  }

  /** u += upper·[φ_i; 0] − lower·[0; e_i]. */
  void addPair(long i, double upper, double lower, Cotangent u) {
    if (features instanceof SparseRows f) {
      for (int k = f.start((int) i); k < f.start((int) i + 1); k++) {
        u.add(f.column(k), upper * f.value(k));
      }
    } else {
      features.addTo(i, upper, u.head(d));
    }
    u.add(d + (int) i, -lower);
  }
}
