package org.fogopt.lab.complexity;

/**
 * The least-squares line through points (log x, mean of log calls), with the 95 % t-interval of its
 * slope from what the points leave over, on points − 2 degrees of freedom. Noise between seeds and
 * a line that is none both widen it.
 *
 * @param exponent the slope
 * @param low where its interval begins; NaN with two points
 * @param high where its interval ends; NaN with two points
 * @param intercept log calls at log x = 0
 * @param points how many
 */
public record Fit(double exponent, double low, double high, double intercept, int points) {
  /** The 97.5 % points of Student's distribution with 1, 2, … degrees of freedom. */
  private static final double[] STUDENT = {
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788,
    2.1604, 2.1448, 2.1314
  };

  /** Through at least two points. */
  static Fit of(double[] logX, double[] logY) {
    int n = logX.length;
    if (n < 2 || logY.length != n || n - 2 > STUDENT.length) {
      throw new IllegalArgumentException(
          "a line needs 2 to %d points, not %d".formatted(STUDENT.length + 2, n));
    }
    double meanX = mean(logX);
    double meanY = mean(logY);
    double xx = 0;
    double xy = 0;
    for (int k = 0; k < n; k++) {
      xx += (logX[k] - meanX) * (logX[k] - meanX);
      xy += (logX[k] - meanX) * (logY[k] - meanY);
    }
    double slope = xy / xx;
    double left = 0;
    for (int k = 0; k < n; k++) {
      double r = logY[k] - meanY - slope * (logX[k] - meanX);
      left += r * r;
    }
    double half = n == 2 ? Double.NaN : student(n - 2) * Math.sqrt(left / (n - 2) / xx);
    return new Fit(slope, slope - half, slope + half, meanY - slope * meanX, n);
  }

  static double student(int degrees) {
    return STUDENT[degrees - 1];
  }

  /** Calls at x, on the line. */
  public double at(double x) {
    return StrictMath.exp(intercept + exponent * StrictMath.log(x));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }
}
