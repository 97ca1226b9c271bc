package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A risk of a portfolio's returns z_t, each of probability p_t. Losses are −z; all are convex in
 * the weights, and in the units of the returns except the variances, which are in their squares.
 *
 * @param kind which one
 * @param parameter the level of CVaR and EVaR, θ of the entropic risk; 0 for the others
 */
public record Risk(Kind kind, double parameter) {
  /** The measures. */
  public enum Kind {
    /** Σ p (z − z̄)². */
    VARIANCE,
    /** √ of the variance. */
    DEVIATION,
    /** Σ p (z̄ − z)₊². */
    SEMIVARIANCE,
    /** √ of the semivariance. */
    SEMIDEVIATION,
    /** Mean of the worst share 1 − a of the losses (Rockafellar, Uryasev 2000). */
    CVAR,
    /** min over λ of λ log(mean exp(−z/λ)/(1 − a)) (Ahmadi-Javid 2012). */
    EVAR,
    /** log(mean exp(−θz))/θ. */
    ENTROPIC,
    /** Σ p |z − z̄|. */
    MAD,
    /** −Σ p log(1 + z), of returns in fractions: its least is the largest growth (Kelly 1956). */
    LOSS_OF_GROWTH
  }

  public static final Risk VARIANCE = new Risk(Kind.VARIANCE, 0);
  public static final Risk DEVIATION = new Risk(Kind.DEVIATION, 0);
  public static final Risk SEMIVARIANCE = new Risk(Kind.SEMIVARIANCE, 0);
  public static final Risk SEMIDEVIATION = new Risk(Kind.SEMIDEVIATION, 0);
  public static final Risk MAD = new Risk(Kind.MAD, 0);

  /** What {@link #parse} takes. */
  public static final String WORDS =
      "variance, deviation, semivariance, semideviation, cvar:0.95, evar:0.95, entropic:THETA, mad";

  public Risk {
    boolean isLevel = kind == Kind.CVAR || kind == Kind.EVAR;
    if (isLevel && !(parameter >= 0 && parameter < 1)) {
      throw new IllegalArgumentException(
          "the level of %s must be at least 0 and below 1, such as 0.95, not %s"
              .formatted(kind.name().toLowerCase(Locale.ROOT), parameter));
    }
    boolean isScale = kind == Kind.ENTROPIC || kind == Kind.LOSS_OF_GROWTH;
    if (isScale && !(parameter > 0 && parameter < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the parameter of %s must be positive, not %s"
              .formatted(kind.name().toLowerCase(Locale.ROOT), parameter));
    }
  }

  public static Risk cvar(double level) {
    return new Risk(Kind.CVAR, level);
  }

  public static Risk evar(double level) {
    return new Risk(Kind.EVAR, level);
  }

  public static Risk entropic(double theta) {
    return new Risk(Kind.ENTROPIC, theta);
  }

  /**
   * Minus the growth of returns in units of which {@code one} make a whole: 1 for fractions, 100
   * for percent. In the units of the returns.
   */
  public static Risk lossOfGrowth(double one) {
    return new Risk(Kind.LOSS_OF_GROWTH, one);
  }

  /** By name, with the parameter after a colon: {@code cvar:0.95}. */
  public static Risk parse(String text) {
    String[] words = text.trim().toLowerCase(Locale.ROOT).split(":", 2);
    Kind kind =
        Arrays.stream(Kind.values())
            .filter(each -> each != Kind.LOSS_OF_GROWTH && each.name().equalsIgnoreCase(words[0]))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no risk \"%s\"; expected one of %s".formatted(text, WORDS)));
    boolean isLevel = kind == Kind.CVAR || kind == Kind.EVAR;
    if (words.length == 1) {
      if (kind == Kind.ENTROPIC) {
        throw new IllegalArgumentException("entropic needs its parameter, such as entropic:1");
      }
      return new Risk(kind, isLevel ? 0.95 : 0);
    }
    if (!isLevel && kind != Kind.ENTROPIC) {
      throw new IllegalArgumentException("%s takes no parameter".formatted(words[0]));
    }
    try {
      return new Risk(kind, Double.parseDouble(words[1]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"%s\" after %s: is not a number".formatted(words[1], words[0]), e);
    }
  }

  /** Whether the covariance of the returns is all that it depends on. */
  public boolean isOfCovariance() {
    return kind == Kind.VARIANCE || kind == Kind.DEVIATION;
  }

  /** What a mean is divided by to make a ratio: the root of a variance, else the risk itself. */
  public Risk denominator() {
    return switch (kind) {
      case VARIANCE -> DEVIATION;
      case SEMIVARIANCE -> SEMIDEVIATION;
      default -> this;
    };
  }

  /**
   * The risk of returns, each of its probability.
   *
   * @param p probabilities, which sum to 1
   */
  public double of(double[] z, double[] p) {
    return switch (kind) {
      case CVAR -> cvar(z, p);
      case MAD -> {
        double mean = mean(z, p);
        double sum = 0;
        for (int t = 0; t < z.length; t++) {
          sum += p[t] * Math.abs(z[t] - mean);
        }
        yield sum;
      }
      default -> ScenarioRisk.valueOf(this, z, p);
    };
  }

  /** The minimising λ of EVaR, 0 where that is the largest loss; NaN of another risk. */
  public double lambda(double[] z, double[] p) {
    return kind == Kind.EVAR ? ScenarioRisk.bestLambda(ScenarioRisk.rho(this), z, p) : Double.NaN;
  }

  /** The same with equal probabilities. */
  public double of(double[] z) {
    return of(z, equal(z.length));
  }

  static double[] equal(int count) {
    double[] p = new double[count];
    Arrays.fill(p, 1.0 / count);
    return p;
  }

  static double mean(double[] z, double[] p) {
    double sum = 0;
    for (int t = 0; t < z.length; t++) {
      sum += p[t] * z[t];
    }
    return sum;
  }

  /** Σ of the largest losses until their probabilities make 1 − a, the last ones in part. */
  private double cvar(double[] z, double[] p) {
    double last = quantile(z, p, 1 - parameter);
    double excess = 0;
    for (int t = 0; t < z.length; t++) {
      excess += z[t] < last ? p[t] * (last - z[t]) : 0;
    }
    return excess / (1 - parameter) - last;
  }

  /** The least of the returns that those up to it have a probability of at least {@code tail}. */
  static double quantile(double[] z, double[] p, double tail) {
    double[] sorted = z.clone();
    Arrays.sort(sorted);
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      double mass = 0;
      for (int t = 0; t < z.length; t++) {
        mass += z[t] <= sorted[middle] ? p[t] : 0;
      }
      low = mass < tail ? middle + 1 : low;
      high = mass < tail ? high : middle;
    }
    return sorted[low];
  }

  /** As {@link #parse} takes it. */
  @Override
  public String toString() {
    String name =
        Arrays.stream(kind.name().split("_", -1))
            .map(word -> word.toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(" "));
    boolean isLevel = kind == Kind.CVAR || kind == Kind.EVAR;
    return parameter == 0 && !isLevel ? name : "%s:%s".formatted(name, number());
  }

  private String number() {
    return parameter == Math.rint(parameter)
        ? Long.toString((long) parameter)
        : Double.toString(parameter);
  }
}
