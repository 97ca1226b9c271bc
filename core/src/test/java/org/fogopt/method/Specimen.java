package org.fogopt.method;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.method.Naive.Next;
import org.fogopt.method.Naive.Svrg;
import org.fogopt.oracle.Draws;
import org.fogopt.theory.Batches;

/**
 * What the test kit has to know of each method: random parameters to try, what they must cost by
 * the book, and an independent computation of the iterates. All from the pseudo-code, none from the
 * classes under test.
 */
enum Specimen {
  SARAH_C("sarah-c", Kind.VARIANCE_REDUCED) {
    @Override
    Given random(Random r, int m, int n) {
      Given given =
          Given.of("eta", eta(r))
              .and("q", 1 + r.nextInt(8))
              .and("S1", upTo(r, m))
              .and("S2", upTo(r, m))
              .and("S3", upTo(r, n))
              .and("shared", r.nextInt(2));
      return r.nextBoolean()
          ? given.and("S1L", m).and("S2L", m).and("S3L", upTo(r, n))
          : given.and("S1L", upTo(r, m)).and("S2L", upTo(r, m)).and("S3L", upTo(r, n));
    }

    @Override
    Given full(double eta, int m, int n) {
      return Given.of("eta", eta).and("q", 4).and("S1", m).and("S2", m).and("S3", n);
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      if (t % p.count("q") == 0) {
        return anchor(m, p.count("S1L"), p.count("S2L"), p.count("S3L"));
      }
      long s1 = p.count("S1");
      return p.is("shared")
          ? new Calls(2 * (s1 + p.count("S3")), 2 * (2 * s1 + p.count("S3")), false)
          : Calls.same(2 * (s1 + p.count("S2") + p.count("S3")));
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return new NaiveSarah(
              naive.parts(),
              p.number("eta"),
              p.count("q"),
              new Batches(p.count("S1"), p.count("S2"), p.count("S3")),
              new Batches(p.count("S1L"), p.count("S2L"), p.count("S3L")),
              p.is("shared"),
              naive.seed())
          .iterates(x0, steps, naive.prox());
    }

    @Override
    Probe probe(Given p, int n) {
      return Probe.NONE; // it adapts
    }
  },

  GD("gd", Kind.EXACT) {
    @Override
    Given random(Random r, int m, int n) {
      return Given.of("eta", eta(r));
    }

    @Override
    Given full(double eta, int m, int n) {
      return Given.of("eta", eta);
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return new Calls(m + n, 2L * m + n, true);
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.gradientDescent(p.number("eta"), x0, steps);
    }

    @Override
    Probe probe(Given p, int n) {
      return Probe.NONE;
    }
  },

  AGD("agd", Kind.EXACT) {
    @Override
    Given random(Random r, int m, int n) {
      return Given.of("eta", eta(r)).and("restart", r.nextInt(2));
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return new Calls(m + n, 2L * m + n, false);
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.fista(p.number("eta"), p.is("restart"), x0, steps);
    }

    @Override
    Probe probe(Given p, int n) {
      return Probe.NONE;
    }
  },

  SCGD("scgd", Kind.NOISY) {
    @Override
    Given random(Random r, int m, int n) {
      return tracking(r, m, n);
    }

    @Override
    Given full(double eta, int m, int n) {
      return plugIn(eta, m, n);
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return new Calls(p.count("a") + p.count("b"), 2 * p.count("a") + p.count("b"), false);
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.scgd(
          falling(p, "alpha", "alphaPower"),
          falling(p, "beta", "betaPower"),
          p.count("a"),
          p.count("b"),
          x0,
          steps);
    }
  },

  ACC_SCGD("acc-scgd", Kind.NOISY) {
    @Override
    Given random(Random r, int m, int n) {
      return tracking(r, m, n);
    }

    @Override
    Given full(double eta, int m, int n) {
      return plugIn(eta, m, n);
    }

    @Override
    Calls start(Given p, int m, int n) {
      return Calls.same(p.count("a"));
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return Calls.same(2 * p.count("a") + p.count("b"));
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return extrapolating(naive, p, x0, steps);
    }
  },

  ASC_PG("asc-pg", Kind.NOISY) {
    @Override
    Given random(Random r, int m, int n) {
      return tracking(r, m, n).and("beta", 0.3 + 2 * r.nextDouble()); // cut at 1
    }

    @Override
    Given full(double eta, int m, int n) {
      return plugIn(eta, m, n);
    }

    @Override
    Calls start(Given p, int m, int n) {
      return Calls.same(p.count("a"));
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return Calls.same(2 * p.count("a") + p.count("b"));
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return extrapolating(naive, p, x0, steps);
    }
  },

  C_SVRG_1("c-svrg-1", Kind.SVRG) {
    @Override
    Given random(Random r, int m, int n) {
      return anchored(r, m, n).and("random", r.nextInt(2));
    }

    @Override
    Svrg svrg(Given p, int m, int n) {
      return svrg(p, m, n, true, p.is("random") ? Next.RANDOM : Next.LAST);
    }
  },

  C_SVRG_2("c-svrg-2", Kind.SVRG) {
    @Override
    Given random(Random r, int m, int n) {
      return anchored(r, m, n).and("random", r.nextInt(2));
    }

    @Override
    Svrg svrg(Given p, int m, int n) {
      return svrg(p, m, n, false, p.is("random") ? Next.RANDOM : Next.LAST);
    }
  },

  SCVR("scvr", Kind.SVRG) {
    @Override
    Given random(Random r, int m, int n) {
      return anchored(r, m, n);
    }

    @Override
    Svrg svrg(Given p, int m, int n) {
      return svrg(p, m, n, false, Next.LAST);
    }
  },

  SC_SCSG("sc-scsg", Kind.SVRG) {
    @Override
    Given random(Random r, int m, int n) {
      Given given = anchored(r, m, n).and("D3", upTo(r, n)).and("geometric", r.nextInt(2));
      return r.nextBoolean()
          ? given.and("D1", m).and("D2", m)
          : given.and("D1", upTo(r, m)).and("D2", upTo(r, m));
    }

    @Override
    Given full(double eta, int m, int n) {
      return super.full(eta, m, n).and("D1", m).and("D2", m).and("D3", n);
    }

    @Override
    Svrg svrg(Given p, int m, int n) {
      return new Svrg(
          p.count("A"),
          p.count("B"),
          p.count("C"),
          p.count("D1"),
          p.count("D2"),
          p.count("D3"),
          false,
          Next.LAST);
    }

    /** By inversion: the least k ≥ 1 with (1 − 1/K)^k ≤ u, u uniform. */
    @Override
    LongUnaryOperator lengths(Given p, Draws draws) {
      long mean = p.count("K");
      if (!p.is("geometric") || mean == 1) {
        return super.lengths(p, draws);
      }
      return s -> {
        double u = (draws.uniform(Draws.Stream.ANCHOR, s, 1, 1L << 53) + 0.5) / 0x1p53;
        long k = 1;
        for (double tail = 1 - 1.0 / mean; tail > u; tail *= 1 - 1.0 / mean) {
          k++;
        }
        return k;
      };
    }
  },

  VRSC_PG("vrsc-pg", Kind.SVRG) {
    @Override
    Given random(Random r, int m, int n) {
      return anchored(r, m, n).and("average", r.nextInt(2));
    }

    @Override
    Svrg svrg(Given p, int m, int n) {
      return svrg(p, m, n, false, p.is("average") ? Next.AVERAGE : Next.LAST);
    }
  },

  SCVRG("scvrg", Kind.SVRG) {
    @Override
    Given random(Random r, int m, int n) {
      return anchored(r, m, n).and("T", 1 + r.nextInt(20));
    }

    @Override
    Svrg svrg(Given p, int m, int n) {
      return svrg(p, m, n, false, Next.CARRY_OVER);
    }

    @Override
    LongUnaryOperator lengths(Given p, Draws draws) {
      return s -> Math.round(p.count("K") * Math.pow(1.5, (double) s));
    }

    @Override
    Naive.Steps etas(Given p) {
      double planned = p.number("T");
      return t ->
          p.number("eta") * Math.sqrt(planned / (2 * planned - Math.min((double) t, planned)));
    }
  },

  CIVR("civr", Kind.VARIANCE_REDUCED) {
    @Override
    Given random(Random r, int m, int n) {
      Given given =
          Given.of("eta", eta(r))
              .and("B", r.nextBoolean() ? m : upTo(r, m))
              .and("S", upTo(r, m))
              .and("tau", 1 + r.nextInt(7));
      return r.nextBoolean()
          ? given
          : given
              .and("adaptive", 1)
              .and("alpha", 1.3 * r.nextDouble())
              .and("beta", 2 * r.nextDouble())
              .and("sigma2", 0.1 + 2 * r.nextDouble());
    }

    @Override
    Given full(double eta, int m, int n) {
      return Given.of("eta", eta).and("B", m).and("S", m).and("tau", 4);
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      long s = 1;
      long i = t;
      while (i >= tau(p).applyAsLong(s)) {
        i -= tau(p).applyAsLong(s++);
      }
      long large = large(p).applyAsLong(s);
      long small = small(p).applyAsLong(s);
      return i == 0
          ? new Calls(large + n, 2 * large + n, true)
          : new Calls(2 * small + n, 4 * small + n, false);
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.civr(p.number("eta"), large(p), small(p), tau(p), x0, steps);
    }

    @Override
    Probe probe(Given p, int n) {
      return new Probe(small(p).applyAsLong(1), n);
    }

    private LongUnaryOperator large(Given p) {
      return s ->
          p.is("adaptive")
              ? Math.min(p.count("B"), up(p.number("sigma2") * size(p, s) * size(p, s)))
              : p.count("B");
    }

    private LongUnaryOperator small(Given p) {
      return s -> p.is("adaptive") ? Math.min(p.count("S"), up(size(p, s))) : p.count("S");
    }

    private LongUnaryOperator tau(Given p) {
      return s -> p.is("adaptive") ? Math.min(p.count("tau"), up(size(p, s))) : p.count("tau");
    }

    private static double size(Given p, long s) {
      return Math.max(1, p.number("alpha") * s + p.number("beta"));
    }

    private static long up(double v) {
      return (long) Math.ceil(v);
    }
  },

  NASA("nasa", Kind.NOISY) {
    @Override
    Given random(Random r, int m, int n) {
      double tau = 0.2 + 0.8 * r.nextDouble();
      return Given.of("eta", eta(r))
          .and("tau", tau)
          .and("tauPower", r.nextDouble())
          .and("a", 1 / tau * r.nextDouble())
          .and("b", 1 / tau * r.nextDouble())
          .and("Sg", upTo(r, m))
          .and("Sf", upTo(r, n));
    }

    @Override
    Calls start(Given p, int m, int n) {
      return step(p, new Draws(0), m, n, 0);
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return new Calls(p.count("Sg") + p.count("Sf"), 2 * p.count("Sg") + p.count("Sf"), false);
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.nasa(
          p.number("eta"),
          falling(p, "tau", "tauPower"),
          p.number("a"),
          p.number("b"),
          p.count("Sg"),
          p.count("Sf"),
          x0,
          steps);
    }

    @Override
    Probe probe(Given p, int n) {
      return new Probe(p.count("Sg"), p.count("Sf"));
    }
  },

  SCSC("scsc", Kind.NOISY) {
    @Override
    Given random(Random r, int m, int n) {
      return Given.of("alpha", eta(r))
          .and("power", r.nextDouble())
          .and("beta", 0.1 + 0.9 * r.nextDouble())
          .and("a", upTo(r, m))
          .and("b", upTo(r, n));
    }

    @Override
    Given full(double eta, int m, int n) {
      return Given.of("alpha", eta).and("power", 0).and("beta", 0.3).and("a", m).and("b", n);
    }

    @Override
    Calls start(Given p, int m, int n) {
      return Calls.same(p.count("a"));
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return new Calls(2 * p.count("a") + p.count("b"), 3 * p.count("a") + p.count("b"), false);
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.scsc(
          falling(p, "alpha", "power"),
          falling(p, "beta", "power"),
          p.count("a"),
          p.count("b"),
          x0,
          steps);
    }
  },

  STORM_C("storm-c", Kind.NOISY) {
    @Override
    Given random(Random r, int m, int n) {
      return Given.of("eta", eta(r))
          .and("a", 0.05 + 0.95 * r.nextDouble())
          .and("S0", upTo(r, Math.min(m, n)))
          .and("Sg", upTo(r, m))
          .and("SG", upTo(r, m))
          .and("Sf", upTo(r, n));
    }

    @Override
    Given full(double eta, int m, int n) {
      // S0 is left at its default, all of them
      return Given.of("eta", eta).and("a", 0.3).and("Sg", m).and("SG", m).and("Sf", n);
    }

    @Override
    Calls start(Given p, int m, int n) {
      return new Calls(2 * p.count("S0"), 3 * p.count("S0"), false);
    }

    @Override
    Calls step(Given p, Draws draws, int m, int n, long t) {
      return Calls.same(t == 0 ? 0 : 2 * (p.count("Sg") + p.count("SG") + p.count("Sf")));
    }

    @Override
    List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
      return naive.storm(
          p.number("eta"),
          p.number("a"),
          p.count("S0"),
          p.count("Sg"),
          p.count("SG"),
          p.count("Sf"),
          x0,
          steps);
    }

    @Override
    Probe probe(Given p, int n) {
      return new Probe(p.count("Sg"), p.count("Sf"));
    }
  };

  /** What can be asked of a method. */
  enum Kind {
    /** Full gradients. */
    EXACT,
    /** Anchors, and inner steps around them: converges to any accuracy. */
    SVRG,
    /** Restarts and recursions: converges to any accuracy. */
    VARIANCE_REDUCED,
    /** Noise that only a falling step or a growing batch removes. */
    NOISY
  }

  /**
   * What a step costs.
   *
   * @param restart whether it is one
   */
  record Calls(long strict, long paper, boolean restart) {
    static final Calls FREE = same(0);

    static Calls same(long calls) {
      return new Calls(calls, calls, false);
    }

    Calls plus(Calls other) {
      return new Calls(strict + other.strict, paper + other.paper, false);
    }
  }

  /** Parameters with which it comes near a minimum within a few thousand passes. */
  Given calm() {
    return switch (this) {
      case SCGD, ACC_SCGD, ASC_PG -> Given.of("a", 5).and("b", 5).and("alphaPower", 0.5);
      case NASA -> Given.of("Sg", 5).and("Sf", 5);
      case SCSC -> Given.of("a", 5).and("b", 5);
      case STORM_C -> Given.of("a", 0.1);
      default -> Given.NOTHING;
    };
  }

  /** The samples with which a method that is given no step size measures one. */
  record Probe(long inner, long outer) {
    static final Probe NONE = new Probe(0, 0);

    /**
     * A full pass, and ten to a hundred mini-batches at two points: 200 outer samples or so, and
     * beyond ten no more than a pass.
     */
    Calls calls(int m, int n) {
      if (inner == 0) {
        return Calls.FREE;
      }
      long affordable = (2L * m + n) / (4 * inner + 2 * outer);
      long probes = Math.max(10, Math.min(affordable, Math.min(100, 200 / outer)));
      return new Calls(
          m + n + probes * (2 * inner + 2 * outer),
          2L * m + n + probes * (4 * inner + 2 * outer),
          false);
    }
  }

  final String key;
  final Kind kind;

  Specimen(String key, Kind kind) {
    this.key = key;
    this.kind = kind;
  }

  Method method() {
    return Methods.named(key);
  }

  /** The name of the parameter that sets the step size. */
  String stepSize() {
    return method().parameters().get(0).name();
  }

  /** Parameters for m and n components, all that the method has but for rare switches. */
  abstract Given random(Random r, int m, int n);

  /**
   * Parameters with which it is gradient descent of that step size, but for NASA, AGD and the
   * growing step of SCVRG.
   */
  Given full(double eta, int m, int n) {
    if (kind != Kind.SVRG) {
      throw new UnsupportedOperationException(key + " never is gradient descent");
    }
    return Given.of("eta", eta).and("A", m).and("B", m).and("C", n).and("K", 4);
  }

  /** What starting costs, with a step size given. */
  Calls start(Given p, int m, int n) {
    return Calls.FREE;
  }

  /** What step t costs. */
  Calls step(Given p, Draws draws, int m, int n, long t) {
    Svrg s = svrg(p, m, n);
    long inEpoch = t;
    for (long epoch = 0; inEpoch >= lengths(p, draws).applyAsLong(epoch); epoch++) {
      inEpoch -= lengths(p, draws).applyAsLong(epoch);
    }
    Calls inner = Calls.same(2 * (s.a() + s.b() + s.c()));
    if (inEpoch > 0) {
      return inner;
    }
    Calls both = anchor(m, s.d1(), s.d2(), s.d3()).plus(inner);
    return new Calls(both.strict(), both.paper(), true);
  }

  /** The independent computation. */
  List<double[]> naive(Naive naive, Given p, double[] x0, int steps) {
    int m = naive.parts().m();
    int n = naive.parts().n();
    return naive.svrg(svrg(p, m, n), lengths(p, new Draws(naive.seed())), etas(p), x0, steps);
  }

  /** What the search for a step size samples. */
  Probe probe(Given p, int n) {
    return kind == Kind.SVRG
        ? new Probe(p.count("A"), p.count("C"))
        : new Probe(p.count("a"), p.count("b"));
  }

  Svrg svrg(Given p, int m, int n) {
    throw new UnsupportedOperationException(key + " has no anchors");
  }

  static Svrg svrg(Given p, int m, int n, boolean sampled, Next next) {
    return new Svrg(p.count("A"), p.count("B"), p.count("C"), m, m, n, sampled, next);
  }

  LongUnaryOperator lengths(Given p, Draws draws) {
    return s -> p.count("K");
  }

  Naive.Steps etas(Given p) {
    return t -> p.number("eta");
  }

  /** What n steps and the start cost, with a step size given. */
  Calls total(Given p, long seed, int m, int n, long steps) {
    Draws draws = new Draws(seed);
    Calls sum = start(p, m, n);
    for (long t = 0; t < steps; t++) {
      sum = sum.plus(step(p, draws, m, n, t));
    }
    return sum;
  }

  /** The steps of the first so many that are restarts. */
  List<Long> restarts(Given p, long seed, int m, int n, long steps) {
    List<Long> restarts = new ArrayList<>();
    for (long t = 0; t < steps; t++) {
      if (step(p, new Draws(seed), m, n, t).restart()) {
        restarts.add(t);
      }
    }
    return restarts;
  }

  static double eta(Random r) {
    return 0.02 + 0.05 * r.nextDouble();
  }

  static int upTo(Random r, int most) {
    return 1 + r.nextInt(most);
  }

  /** All components give value and Jacobian in one strict call; two batches are two. */
  static Calls anchor(int m, long d1, long d2, long d3) {
    return new Calls(d1 == m && d2 == m ? m + d3 : d1 + d2 + d3, d1 + d2 + d3, true);
  }

  static Given tracking(Random r, int m, int n) {
    return Given.of("alpha", eta(r))
        .and("alphaPower", r.nextDouble())
        .and("beta", 0.3 + 0.7 * r.nextDouble())
        .and("betaPower", r.nextDouble())
        .and("a", upTo(r, m))
        .and("b", upTo(r, n));
  }

  static Given plugIn(double eta, int m, int n) {
    return Given.of("alpha", eta)
        .and("alphaPower", 0)
        .and("beta", 1)
        .and("betaPower", 0)
        .and("a", m)
        .and("b", n);
  }

  static Given anchored(Random r, int m, int n) {
    return Given.of("eta", eta(r))
        .and("A", upTo(r, m))
        .and("B", upTo(r, m))
        .and("C", upTo(r, n))
        .and("K", 1 + r.nextInt(6));
  }

  /** scale·k^{−power}, k = t + 1, at most 1: small step sizes are never cut. */
  static Naive.Steps falling(Given p, String scale, String power) {
    return t -> Math.min(1, p.number(scale) * Math.pow(t + 1.0, -p.number(power)));
  }

  static List<double[]> extrapolating(Naive naive, Given p, double[] x0, int steps) {
    return naive.extrapolating(
        falling(p, "alpha", "alphaPower"),
        falling(p, "beta", "betaPower"),
        p.count("a"),
        p.count("b"),
        x0,
        steps);
  }

  /** The library's path. */
  List<double[]> path(Parts parts, Given p, double[] x0, long seed, int steps) {
    return Paths.of(parts.problem(), p.algorithm(method()), x0, seed, steps);
  }

  @Override
  public String toString() {
    return key;
  }
}
