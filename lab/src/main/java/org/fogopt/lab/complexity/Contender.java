package org.fogopt.lab.complexity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.fogopt.Methods;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.problem.Inner;
import org.fogopt.theory.Batches;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Plan;

/**
 * A method as the study knows it: the exponents of its upper bound, and the parameters that its
 * theory asks for. Exponents that are NaN are in no table.
 */
enum Contender {
  SARAH("sarah-c", 0.5, 2, 3, false, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return sarah(p, 1, 1);
    }

    @Override
    List<Map<String, Number>> shapes(Place p) {
      return p.endless()
          ? List.of(
              sarah(p, 4, 4), sarah(p, 16, 4), sarah(p, 4, 16), sarah(p, 16, 16), sarah(p, 1, 1))
          : DIVISORS.stream().map(divisor -> sarah(p, divisor, 1)).toList();
    }
  },
  GD("gd", 1, 2, Double.NaN, false, false) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("eta", 1 / SMOOTHNESS);
    }

    @Override
    List<Map<String, Number>> shapes(Place p) {
      return List.of(Map.of("eta", 8 / SMOOTHNESS)); // about where the walls end the search
    }
  },
  VRSC_PG("vrsc-pg", 2.0 / 3, 2, Double.NaN, false, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return vrsc(p, 1);
    }

    @Override
    List<Map<String, Number>> shapes(Place p) {
      return DIVISORS.stream().map(divisor -> vrsc(p, divisor)).toList();
    }
  },
  SCVR("scvr", 0.8, 2, Double.NaN, false, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("eta", StrictMath.pow(2.0 * p.components(), -0.4) / SMOOTHNESS);
    }
  },
  SCGD("scgd", 0, Double.NaN, 8, true, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("alpha", 1 / SMOOTHNESS);
    }
  },
  ACC_SCGD("acc-scgd", 0, Double.NaN, 7, true, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("alpha", 1 / SMOOTHNESS);
    }
  },
  ASC_PG("asc-pg", 0, Double.NaN, 4.5, true, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("alpha", 1 / SMOOTHNESS);
    }
  },
  NASA("nasa", 0, Double.NaN, 4, true, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("eta", 1 / SMOOTHNESS);
    }
  },
  SCSC("scsc", 0, Double.NaN, 4, true, true) {
    @Override
    Map<String, Number> theory(Place p) {
      return Map.of("alpha", 1 / SMOOTHNESS);
    }
  };

  static final Constants CONSTANTS = LongSlope.constants();
  private static final double SMOOTHNESS = CONSTANTS.smoothness();

  /** How many times smaller than the theory's batches are tried; the most promising first. */
  private static final List<Long> DIVISORS = List.of(16L, 64L, 256L, 4L, 1L);

  private final String method;
  private final double components;
  private final double accuracy;
  private final double online;
  private final boolean slow;
  private final boolean random;

  Contender(
      String method,
      double components,
      double accuracy,
      double online,
      boolean slow,
      boolean random) {
    this.method = method;
    this.components = components;
    this.accuracy = accuracy;
    this.online = online;
    this.slow = slow;
    this.random = random;
  }

  /**
   * A point of the study.
   *
   * @param components m = n, or {@link Inner#UNBOUNDED}
   * @param epsilon the accuracy
   */
  record Place(long components, double epsilon) {
    boolean endless() {
      return components == Inner.UNBOUNDED;
    }

    LongSlope problem() {
      return new LongSlope(epsilon, components, components);
    }
  }

  static Contender named(String name) {
    for (Contender c : values()) {
      if (c.method.equals(name.toLowerCase(Locale.ROOT))) {
        return c;
      }
    }
    throw new IllegalArgumentException(
        "no exponents to measure for \"%s\"; expected some of %s".formatted(name, names()));
  }

  static String names() {
    return List.of(values()).stream().map(c -> c.method).collect(Collectors.joining(", "));
  }

  String method() {
    return method;
  }

  /** The exponent of the upper bound; NaN if there is none. */
  double expected(Axis axis) {
    return switch (axis) {
      case COMPONENTS -> components;
      case ACCURACY -> accuracy;
      case ONLINE -> online;
    };
  }

  /** Whether it can be run there at all. */
  boolean goes(Axis axis) {
    return axis != Axis.ONLINE || !Double.isNaN(online);
  }

  /** Whether it costs so much that accuracies have to be modest. */
  boolean slow() {
    return slow;
  }

  /** Whether seeds make a difference. */
  boolean random() {
    return random;
  }

  /** Parameters by name, as the theory has them. */
  abstract Map<String, Number> theory(Place p);

  /**
   * Parameters to try: batches and epochs, with the step of the theory, which is tuned from there.
   */
  List<Map<String, Number>> shapes(Place p) {
    return List.of(theory(p));
  }

  /** The calls, in the paper's accounting, that the theorem allows; NaN where none says. */
  double predicted(Place p) {
    return this == SARAH ? plan(p).paperCalls() : Double.NaN;
  }

  /** The method with these parameters, its step size times {@code factor}. */
  Algorithm algorithm(Map<String, Number> parameters, double factor) {
    Method m = Methods.named(method);
    Map<String, String> text = new LinkedHashMap<>();
    scaled(parameters, factor).forEach((name, value) -> text.put(name, value.toString()));
    return m.with(Settings.parse(text, m.parameters()));
  }

  /** The parameters with the step size times {@code factor}. */
  static Map<String, Number> scaled(Map<String, Number> parameters, double factor) {
    Map<String, Number> all = new LinkedHashMap<>(parameters);
    all.replaceAll(
        (name, value) ->
            name.equals("eta") || name.equals("alpha") ? value.doubleValue() * factor : value);
    return all;
  }

  /** Online the theorem promises 2ε², so it is asked for ε/√2. */
  private static Plan plan(Place p) {
    return p.endless()
        ? Plan.online(
            Plan.Mode.CORRECTED, CONSTANTS, LongSlope.variances(), p.epsilon() / Math.sqrt(2), null)
        : Plan.finite(
            Plan.Mode.CORRECTED, CONSTANTS, p.components(), p.components(), p.epsilon(), null);
  }

  /** The plan with its batches and restarts made smaller, and epochs as long as calls allow. */
  private static Map<String, Number> sarah(Place p, long fewer, long smaller) {
    Plan plan = plan(p);
    Batches s = plan.batches();
    Batches large = plan.restart();
    Map<String, Number> all = new LinkedHashMap<>();
    long s1 = part(s.s1(), fewer);
    long s2 = part(s.s2(), fewer);
    long s3 = part(s.s3(), fewer);
    long restart = large.sum();
    if (p.endless()) {
      all.put("S1L", part(large.s1(), smaller));
      all.put("S2L", part(large.s2(), smaller));
      all.put("S3L", part(large.s3(), smaller));
      restart = part(large.s1(), smaller) + part(large.s2(), smaller) + part(large.s3(), smaller);
    }
    long sum = s1 + s2 + s3;
    all.put("eta", plan.eta());
    all.put("q", fewer == 1 && smaller == 1 ? plan.q() : (restart + sum - 1) / sum);
    all.put("S1", s1);
    all.put("S2", s2);
    all.put("S3", s3);
    return all;
  }

  /** A = B = C = N^{2/3} and K = N^{1/3}, or batches that many times smaller in longer epochs. */
  private static Map<String, Number> vrsc(Place p, long fewer) {
    double total = 2.0 * p.components();
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("eta", 1 / (2 * SMOOTHNESS));
    long batch = part(Math.min(p.components(), (long) Math.ceil(cubeRoot(total * total))), fewer);
    all.put("A", batch);
    all.put("B", batch);
    all.put("C", batch);
    all.put("K", (long) Math.ceil(cubeRoot(total)) * fewer);
    return all;
  }

  private static double cubeRoot(double v) {
    return StrictMath.cbrt(v);
  }

  private static long part(long size, long divisor) {
    return Math.max(1, size / divisor);
  }
}
