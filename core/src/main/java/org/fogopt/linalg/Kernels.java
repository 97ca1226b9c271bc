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
  static final Reductions REDUCTIONS =
      pick(Reductions.class, "SimdReductions", new ScalarReductions());
  static final Elementwise ELEMENTWISE =
      pick(Elementwise.class, "SimdElementwise", new ScalarElementwise());
  static final Floats FLOATS = pick(Floats.class, "SimdFloats", new ScalarFloats());
  static final Tiles TILES = pick(Tiles.class, "SimdTiles", new ScalarTiles());

  private Kernels() {}

  /** Whether sums run on SIMD registers here; switched off by {@code -Dfog.simd=off}. */
  public static boolean simd() {
    return !(REDUCTIONS instanceof ScalarReductions);
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

  /** Σ (a[ao+k] − b[bo+k])² for k in [0, n). */
  public static double squaredDistance(double[] a, int ao, double[] b, int bo, int n) {
    return REDUCTIONS.squaredDistance(a, ao, b, bo, n);
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
