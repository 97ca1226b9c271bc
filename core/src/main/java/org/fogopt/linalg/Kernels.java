package org.fogopt.linalg;

/**
 * The arithmetic of the inner loop on plain arrays.
 *
 * <p>Sums go through {@link Reductions}, whose SIMD and scalar forms give the same bits.
 * Element-wise loops over arrays from their first entry on may be left plain: the JIT compiler
 * vectorises them, and their bits cannot depend on it. Not so where the arrays have offsets, such
 * as a row of a matrix: the two might be parts of one array that overlap, for all it knows. These
 * go through {@link Elementwise}, and so do the loops of an inner step: what one of them stores in
 * blocks of four the next can load in blocks of four without waiting for the cache, and short
 * vectors are not left to the entry by entry parts before and after a loop that was unrolled for
 * long ones.
 */
public final class Kernels {
  private static final Reductions REDUCTIONS =
      pick(Reductions.class, "SimdReductions", new ScalarReductions());
  private static final Elementwise ELEMENTWISE =
      pick(Elementwise.class, "SimdElementwise", new ScalarElementwise());
  private static final Floats FLOATS = pick(Floats.class, "SimdFloats", new ScalarFloats());
  private static final Tiles TILES = pick(Tiles.class, "SimdTiles", new ScalarTiles());

  private Kernels() {}

  /** Whether sums run on SIMD registers here; switched off by {@code -Dfog.simd=off}. */
  public static boolean simd() {
    return !(REDUCTIONS instanceof ScalarReductions);
  }

  /** The micro-kernel of the matrix products. */
  static Tiles tiles() {
    return TILES;
  }

  /** Σ a[ao+k]·b[k] for k in [0, n). */
  public static double dot(double[] a, int ao, double[] b, int n) {
    return REDUCTIONS.dot(a, ao, b, n);
  }

  /** aᵀb. */
  public static double dot(double[] a, double[] b) {
    return REDUCTIONS.dot(a, 0, b, a.length);
  }

  /** Σ a[ao+k]·(b[k] − c[k]) for k in [0, n): without the cancellation of two separate sums. */
  public static double dotDifference(double[] a, int ao, double[] b, double[] c, int n) {
    return REDUCTIONS.dotDifference(a, ao, b, c, n);
  }

  /**
   * {@code sum} and then five times {@link #dotDifference}, from each offset in turn, in one pass
   * over b and c.
   */
  static double addDotDifferences(
      double sum,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      int o4,
      double[] b,
      double[] c,
      int n) {
    return REDUCTIONS.addDotDifferences(sum, a, o0, o1, o2, o3, o4, b, c, n);
  }

  /**
   * For each of four offsets o, one after the other: s = scale·(Σ a[o+k]·(b[k] − c[k]) − shift),
   * y[k] += weight·s·a[o+k]; returns {@code sum} and then the four s.
   */
  static double addSlopes(
      double sum,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      double[] b,
      double[] c,
      double shift,
      double scale,
      double weight,
      double[] y,
      int n) {
    return REDUCTIONS.addSlopes(sum, a, o0, o1, o2, o3, b, c, shift, scale, weight, y, n);
  }

  /** Σ (a[ao+k] − b[bo+k])² for k in [0, n). */
  public static double squaredDistance(double[] a, int ao, double[] b, int bo, int n) {
    return REDUCTIONS.squaredDistance(a, ao, b, bo, n);
  }

  /** into[k] = a[ao+k] for k in [0, n). */
  static void widen(float[] a, int ao, double[] into, int n) {
    ELEMENTWISE.widen(a, ao, into, n);
  }

  /** Σ a[ao+k]·b[k] for k in [0, n). */
  static double dot(float[] a, int ao, double[] b, int n) {
    return FLOATS.dot(a, ao, b, n);
  }

  /** Σ a[ao+k]·(b[k] − c[k]) for k in [0, n). */
  static double dotDifference(float[] a, int ao, double[] b, double[] c, int n) {
    return FLOATS.dotDifference(a, ao, b, c, n);
  }

  /** {@code sum} and then five times {@link #dotDifference}, from each offset in turn. */
  static double addDotDifferences(
      double sum,
      float[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      int o4,
      double[] b,
      double[] c,
      int n) {
    return FLOATS.addDotDifferences(sum, a, o0, o1, o2, o3, o4, b, c, n);
  }

  /** y[yo+k] += alpha·a[ao+k] for k in [0, n). */
  static void axpy(double alpha, float[] a, int ao, double[] y, int yo, int n) {
    FLOATS.axpy(alpha, a, ao, y, yo, n);
  }

  /** y[k] += alpha·a[ao+k], then += beta·b[k], for k in [0, n). */
  static void axpy2(double alpha, float[] a, int ao, double beta, double[] b, double[] y, int n) {
    FLOATS.axpy2(alpha, a, ao, beta, b, y, n);
  }

  /** y[k] += alpha·a[ao+k] for k in [0, n). */
  public static void axpy(double alpha, double[] a, int ao, double[] y, int n) {
    ELEMENTWISE.axpy(alpha, a, ao, y, 0, n);
  }

  /** y[yo+k] += alpha·a[ao+k] for k in [0, n). */
  public static void axpy(double alpha, double[] a, int ao, double[] y, int yo, int n) {
    ELEMENTWISE.axpy(alpha, a, ao, y, yo, n);
  }

  /** y += alpha·a. */
  public static void axpy(double alpha, double[] a, double[] y) {
    for (int k = 0; k < a.length; k++) {
      y[k] += alpha * a[k];
    }
  }

  /** y[k] += alpha·(a[k] − b[k]) for k in [0, n). */
  public static void addDifference(double alpha, double[] a, double[] b, double[] y, int n) {
    ELEMENTWISE.addDifference(alpha, a, b, y, n);
  }

  /** to = from − eta·v; returns |v|², from the same pass over v. */
  public static double descend(double[] from, double eta, double[] v, double[] to) {
    return REDUCTIONS.descend(from, eta, v, to, v.length);
  }

  /** y[k] += alpha·a[k], then += beta·b[k], for k in [0, n): two axpys in one pass over y. */
  public static void axpy2(double alpha, double[] a, double beta, double[] b, double[] y, int n) {
    ELEMENTWISE.axpy2(alpha, a, 0, beta, b, y, n);
  }

  /** y[k] += alpha·a[ao+k], then += beta·b[k], for k in [0, n). */
  static void axpy2(double alpha, double[] a, int ao, double beta, double[] b, double[] y, int n) {
    ELEMENTWISE.axpy2(alpha, a, ao, beta, b, y, n);
  }

  /** y[k] += w0·a[o0+k], then += w1·a[o1+k], and so on, for k in [0, n): four axpys in one pass. */
  static void axpy4(
      double w0,
      double w1,
      double w2,
      double w3,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      double[] y,
      int n) {
    ELEMENTWISE.axpy4(w0, w1, w2, w3, a, o0, o1, o2, o3, y, n);
  }

  /** y += a, and a = 0. */
  public static void drain(double[] a, double[] y) {
    ELEMENTWISE.drain(a, y, a.length);
  }

  /** a *= alpha. */
  public static void scale(double alpha, double[] a) {
    for (int k = 0; k < a.length; k++) {
      a[k] *= alpha;
    }
  }

  /** Euclidean norm; the squares of entries beyond 1e±154 leave the range of a double. */
  public static double norm(double[] a) {
    return Math.sqrt(dot(a, a));
  }

  /** Whether every entry is finite. */
  public static boolean finite(double[] a) {
    double check = 0;
    for (double v : a) {
      check += 0 * v; // 0 for a finite v, NaN otherwise
    }
    return check == 0;
  }

  /** v[k] = e^v[k] for k in [0, n), to an ulp or two; entries at most 700. Below −708 it is 0. */
  public static void exp(double[] v, int n) {
    ELEMENTWISE.exp(v, n);
  }

  /** v[k] = log v[k] for k in [0, n), to an ulp or two; entries positive, finite and normal. */
  public static void log(double[] v, int n) {
    ELEMENTWISE.log(v, n);
  }

  private static <T> T pick(Class<T> kind, String simd, T scalar) {
    boolean wanted = !"off".equals(System.getProperty("fog.simd"));
    if (wanted && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
      try {
        return Class.forName("org.fogopt.linalg." + simd)
            .asSubclass(kind)
            .getDeclaredConstructor()
            .newInstance();
      } catch (ReflectiveOperationException | LinkageError e) {
        return scalar; // a JDK whose incubator API has moved on
      }
    }
    return scalar;
  }
}
