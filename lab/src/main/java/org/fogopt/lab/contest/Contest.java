package org.fogopt.lab.contest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.fogopt.lab.report.Point;
import org.fogopt.method.Algorithm;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/**
 * Several methods on one problem: the same start, the same budget of calls, the same seeds. Each
 * may choose its step, and settings such as batches, by trial runs; what they cost is told apart. A
 * run is looked at, and ended, by the objectives and gradients of its trace, which are evaluated
 * outside its count and its clock: what a method does not compute it does not pay for.
 *
 * <pre>{@code
 * Outcome outcome =
 *     new Contest(arena)
 *         .enter(Entrant.of(Methods.named("sarah-c"), new Steps.Automatic()))
 *         .enter(Entrant.of(Methods.named("vrsc-pg"), new Steps.Powers(-3, 3)))
 *         .seeds(1, 2, 3, 4, 5)
 *         .passes(100)
 *         .go();
 * }</pre>
 *
 * <p>Every run is single-threaded and a function of its seed, so the outcome does not depend on how
 * many of them run side by side; only the seconds do.
 */
public final class Contest {
  /** Points of a curve. */
  private static final int POINTS = 200;

  /** Steps that a method makes to measure a step size. */
  private static final int MEASURING = 20;

  /**
   * Of the choices, so many of the best with the first trial seed are tried with the others too.
   */
  private static final int FINALISTS = 4;

  /** Trial seeds unless others are given: one run alone may favour a step that is too bold. */
  private static final int TRIALS = 3;

  private final Arena arena;
  private final List<Entrant> entrants = new ArrayList<>();
  private List<Long> seeds = List.of(1L, 2L, 3L, 4L, 5L);
  private @Nullable List<Long> tuningSeeds;
  private double passes = 100;
  private List<Double> targets = List.of(1e-2, 1e-4, 1e-6);
  private double goal = 1e-8;
  private int threads = 1;
  private BooleanSupplier interrupted = () -> false;
  private Watch watch = (what, done, planned) -> {};

  public Contest(Arena arena) {
    this.arena = arena;
  }

  /** Sees how far a contest has come; called from several threads. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Something was done.
     *
     * @param what was done, and by which entrant: {@code passes, sarah-c}
     * @param done so far
     * @param planned of all runs that are planned so far
     */
    void advanced(String what, double done, double planned);
  }

  public Contest enter(Entrant entrant) {
    if (entrants.stream().anyMatch(other -> other.label().equals(entrant.label()))) {
      throw new IllegalArgumentException(entrant.label() + " takes part already");
    }
    entrants.add(entrant);
    return this;
  }

  /** The seeds of the runs that count. */
  public Contest seeds(long... seeds) {
    if (seeds.length == 0) {
      throw new IllegalArgumentException("a contest needs at least one seed");
    }
    this.seeds = LongStream.of(seeds).distinct().boxed().toList();
    return this;
  }

  /**
   * The seeds of the trial runs; by default three that no run that counts has, for no choice to be
   * made by the numbers it is judged by. The first is for all choices, the others for the best few.
   */
  public Contest tuning(long... seeds) {
    tuningSeeds = LongStream.of(seeds).boxed().toList();
    return this;
  }

  /** The budget of every run: calls in the paper's accounting and of second order, over m. */
  public Contest passes(double passes) {
    this.passes = passes;
    return this;
  }

  /** Relative gaps to count the passes to, in falling order. */
  public Contest targets(double... targets) {
    this.targets = Arrays.stream(targets).boxed().toList();
    return this;
  }

  /**
   * What ends a run: a gap of so much of the first; if the least objective is not known, a gradient
   * norm of so much of the first.
   */
  public Contest goal(double goal) {
    this.goal = goal;
    return this;
  }

  /** How many runs go side by side. */
  public Contest threads(int threads) {
    this.threads = threads;
    return this;
  }

  /** Whether somebody wants the contest to end. */
  public Contest interruptedBy(BooleanSupplier asked) {
    interrupted = asked;
    return this;
  }

  public Contest watch(Watch watch) {
    this.watch = watch;
    return this;
  }

  /**
   * Holds it.
   *
   * @throws CancellationException if it was interrupted
   */
  public Outcome go() {
    if (entrants.isEmpty()) {
      throw new IllegalStateException("a contest needs an entrant");
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      return new Held(pool).outcome();
    } finally {
      pool.shutdownNow();
    }
  }

  /** A choice of settings of an entrant, with the step measured or taken from a grid. */
  private record Candidate(
      Entrant entrant,
      Map<String, String> settings,
      @Nullable Double step,
      boolean atEdge,
      List<Race> races) {
    @Nullable Race find(long seed) {
      return races.stream().filter(race -> race.seed() == seed).findFirst().orElse(null);
    }
  }

  /** The work of one contest. */
  private final class Held {
    private final ExecutorService pool;
    private final List<Long> trials;
    private final DoubleAdder done = new DoubleAdder();
    private final DoubleAdder planned = new DoubleAdder();

    Held(ExecutorService pool) {
      this.pool = pool;
      List<Long> given = tuningSeeds;
      long last = Collections.max(seeds);
      trials =
          given != null ? given : LongStream.range(last + 1, last + 1 + TRIALS).boxed().toList();
    }

    Outcome outcome() {
      Map<Entrant, List<Result>> measured = measureSteps();
      Map<Entrant, List<Candidate>> fields = new LinkedHashMap<>();
      for (Entrant entrant : entrants) {
        fields.put(entrant, candidates(entrant, measured.getOrDefault(entrant, List.of())));
      }
      List<Candidate> contested =
          fields.values().stream().filter(f -> f.size() > 1).flatMap(List::stream).toList();
      race(contested, trials.subList(0, 1));
      double seen = least(fields);
      race(finalists(fields, seen), trials.subList(1, trials.size()));
      double lowest = least(fields);
      List<Candidate> chosen = fields.values().stream().map(f -> best(f, lowest)).toList();
      Map<Entrant, Standing.Tuning> costs = new LinkedHashMap<>();
      fields.forEach(
          (entrant, field) ->
              costs.put(entrant, cost(field, measured.getOrDefault(entrant, List.of()))));
      race(chosen, seeds);
      return outcome(chosen, costs, least(fields));
    }

    /** Lets the entrants whose grid is relative measure a step, for each of their choices. */
    private Map<Entrant, List<Result>> measureSteps() {
      List<Entrant> relative =
          entrants.stream().filter(e -> e.steps() instanceof Steps.Powers).toList();
      List<Callable<Result>> tasks = new ArrayList<>();
      for (Entrant entrant : relative) {
        for (Map<String, String> choice : entrant.choices()) {
          Algorithm algorithm = entrant.with(choice);
          tasks.add(
              () ->
                  Run.of(arena.problem(), algorithm)
                      .from(arena.start())
                      .stop(StopRule.steps(MEASURING))
                      .stop(StopRule.when(interrupted))
                      .untraced()
                      .go());
        }
      }
      List<Result> results = all(tasks);
      Map<Entrant, List<Result>> byEntrant = new LinkedHashMap<>();
      int at = 0;
      for (Entrant entrant : relative) {
        byEntrant.put(entrant, results.subList(at, at + entrant.choices().size()));
        at += entrant.choices().size();
      }
      return byEntrant;
    }

    private List<Candidate> candidates(Entrant entrant, List<Result> measured) {
      List<Candidate> field = new ArrayList<>();
      for (int c = 0; c < entrant.choices().size(); c++) {
        Map<String, String> choice = entrant.choices().get(c);
        if (entrant.steps() instanceof Steps.Automatic) {
          field.add(new Candidate(entrant, choice, null, false, new ArrayList<>()));
          continue;
        }
        List<Double> grid =
            entrant.steps() instanceof Steps.Powers powers
                ? powers.around(measuredStep(entrant, measured.get(c)))
                : ((Steps.Given) entrant.steps()).steps();
        for (double step : grid) {
          Map<String, String> settings = new LinkedHashMap<>(choice);
          settings.put(entrant.step(), Double.toString(step));
          boolean edge =
              grid.size() > 1 && (step == Collections.max(grid) || step == Collections.min(grid));
          field.add(new Candidate(entrant, settings, step, edge, new ArrayList<>()));
        }
      }
      return field;
    }

    private static double measuredStep(Entrant entrant, Result measured) {
      Number step = measured.parameters().get(entrant.step());
      if (step == null) {
        throw new IllegalStateException(entrant.label() + " tells no step size");
      }
      return step.doubleValue();
    }

    /** Runs candidates with the seeds that they have not run with yet. */
    private void race(List<Candidate> candidates, List<Long> seeds) {
      List<Candidate> racing = new ArrayList<>();
      List<Callable<Race>> tasks = new ArrayList<>();
      for (Candidate candidate : candidates) {
        for (long seed : seeds) {
          if (candidate.find(seed) == null) {
            racing.add(candidate);
            tasks.add(() -> race(candidate, seed));
          }
        }
      }
      planned.add(passes * tasks.size());
      List<Race> races = all(tasks);
      for (int k = 0; k < races.size(); k++) {
        racing.get(k).races().add(races.get(k));
      }
    }

    private Race race(Candidate candidate, long seed) {
      Tally tally = new Tally(candidate.entrant().label());
      Result result =
          Run.of(arena.problem(), candidate.entrant().with(candidate.settings()))
              .from(arena.start())
              .seed(seed)
              .stop(StopRule.passes(passes))
              .stop(new Reached(arena.least(), goal))
              .stop(StopRule.when(interrupted))
              .observe(tally)
              .go();
      if (Race.interrupted(result)) {
        throw new CancellationException("the contest was interrupted");
      }
      tally.add(passes);
      return Race.of(candidate.settings(), result);
    }

    private <T> List<T> all(List<Callable<T>> tasks) {
      try {
        List<T> results = new ArrayList<>();
        for (Future<T> future : pool.invokeAll(tasks)) {
          results.add(future.get());
        }
        return results;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("the contest was interrupted");
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        if (e.getCause() instanceof Error cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      }
    }

    private double least(Map<Entrant, List<Candidate>> fields) {
      Double known = arena.least();
      return known != null
          ? known
          : fields.values().stream()
              .flatMap(List::stream)
              .flatMap(candidate -> candidate.races().stream())
              .mapToDouble(Race::lowestObjective)
              .min()
              .orElse(Double.NaN);
    }

    /** Those that may be the best of their fields, judged by the first trial seed. */
    private List<Candidate> finalists(Map<Entrant, List<Candidate>> fields, double least) {
      return fields.values().stream()
          .filter(field -> field.size() > 1)
          .flatMap(
              field ->
                  field.stream()
                      .sorted(Comparator.comparing(c -> Score.of(c.races(), targets, least)))
                      .limit(FINALISTS))
          .toList();
    }

    private Candidate best(List<Candidate> field, double least) {
      if (field.size() == 1) {
        return field.get(0);
      }
      int most = field.stream().mapToInt(c -> c.races().size()).max().orElse(0);
      return field.stream()
          .filter(candidate -> candidate.races().size() == most)
          .min(Comparator.comparing(c -> Score.of(c.races(), targets, least)))
          .orElseThrow();
    }

    private static Standing.Tuning cost(List<Candidate> field, List<Result> measured) {
      int runs = measured.size();
      long calls = measured.stream().mapToLong(r -> r.callsPaper() + r.secondOrderCalls()).sum();
      double seconds = measured.stream().mapToDouble(Result::seconds).sum();
      for (Candidate candidate : field) {
        for (Race race : candidate.races()) {
          runs++;
          calls += race.calls();
          seconds += race.seconds();
        }
      }
      return new Standing.Tuning(runs, calls, seconds);
    }

    private Outcome outcome(
        List<Candidate> chosen, Map<Entrant, Standing.Tuning> costs, double least) {
      List<Standing> standings = new ArrayList<>();
      for (Candidate candidate : chosen) {
        List<Race> races =
            seeds.stream().map(seed -> Objects.requireNonNull(candidate.find(seed))).toList();
        standings.add(
            standing(
                candidate, races, Objects.requireNonNull(costs.get(candidate.entrant())), least));
      }
      double firstGap =
          standings.get(0).points().isEmpty() ? Double.NaN : standings.get(0).points().get(0).gap();
      return new Outcome(
          arena.name(),
          arena.fingerprint(),
          least,
          arena.least() != null,
          firstGap,
          passes,
          goal,
          targets,
          seeds,
          trials,
          standings);
    }

    private Standing standing(
        Candidate candidate, List<Race> races, Standing.Tuning cost, double least) {
      Map<String, Double> parameters = new LinkedHashMap<>();
      races.get(0).parameters().forEach((name, value) -> parameters.put(name, value.doubleValue()));
      return new Standing(
          candidate.entrant().label(),
          races.get(0).algorithm(),
          candidate.settings(),
          candidate.step(),
          candidate.atEdge(),
          parameters,
          races.stream().map(Race::status).toList(),
          targets.stream().map(target -> Score.median(races, target, least)).toList(),
          Score.median(races, goal, least),
          Band.of(races.stream().mapToDouble(race -> race.finalGap(least)).toArray()),
          Band.of(races.stream().mapToDouble(Race::finalNorm).toArray()),
          cost,
          points(races, least));
    }

    /** Up to the end of the longest run, or to where half of them have diverged. */
    private List<Point> points(List<Race> races, double least) {
      double end = races.stream().mapToDouble(Race::passes).max().orElse(0);
      List<Point> points = new ArrayList<>();
      for (int k = 0; k <= POINTS; k++) {
        double cost = passes * k / POINTS;
        Band gap = Band.of(races.stream().mapToDouble(r -> r.gapAt(cost, least)).toArray());
        Band norm = Band.of(races.stream().mapToDouble(r -> r.normAt(cost)).toArray());
        if (Double.isInfinite(gap.middle())) {
          break;
        }
        double seconds = Band.median(races.stream().mapToDouble(r -> r.secondsAt(cost)).toArray());
        points.add(
            new Point(
                cost * arena.passCalls(),
                cost,
                seconds,
                gap.middle(),
                norm.middle(),
                gap.low(),
                gap.high(),
                norm.low(),
                norm.high()));
        if (cost >= end) {
          break;
        }
      }
      return points;
    }

    /** Adds what one run spends to what all have. */
    private final class Tally implements Observer {
      private static final int STEPS_BETWEEN_LOOKS = 1024;

      private final String label;
      private double told;

      Tally(String label) {
        this.label = label;
      }

      @Override
      public void stepped(Progress progress) {
        if (progress.step() % STEPS_BETWEEN_LOOKS == 0) {
          add(progress.passes());
        }
      }

      @Override
      public void restarted(Progress progress) {
        add(progress.passes());
      }

      void add(double spent) {
        double now = Math.min(spent, passes);
        done.add(now - told);
        told = now;
        watch.advanced("passes, " + label, done.sum(), planned.sum());
      }
    }
  }

  /** Ends a run that has arrived, by its trace: outside the count. */
  private static final class Reached implements StopRule {
    private final @Nullable Double least;
    private final double goal;
    private double first = Double.NaN;

    Reached(@Nullable Double least, double goal) {
      this.least = least;
      this.goal = goal;
    }

    @Override
    public @Nullable Stop after(Progress progress) {
      double left =
          least == null ? progress.reportedGradientNorm() : progress.reportedObjective() - least;
      if (Double.isNaN(first)) {
        first = left;
      }
      return left <= goal * first ? new Stop(Stop.Reason.TARGET, "arrived") : null;
    }
  }

  /**
   * How good a choice is: fewest passes to the smallest target, then to the next; where those are
   * alike, as when none is reached, the lower gap at the end. Medians over the seeds.
   */
  private record Score(List<Double> passes, double gap) implements Comparable<Score> {
    static Score of(List<Race> races, List<Double> targets, double least) {
      List<Double> smallestFirst = new ArrayList<>();
      for (int k = targets.size() - 1; k >= 0; k--) {
        smallestFirst.add(median(races, targets.get(k), least));
      }
      return new Score(
          smallestFirst,
          Band.median(races.stream().mapToDouble(race -> race.finalGap(least)).toArray()));
    }

    static double median(List<Race> races, double target, double least) {
      return Band.median(
          races.stream().mapToDouble(race -> race.passesTo(target, least)).toArray());
    }

    @Override
    public int compareTo(Score other) {
      for (int k = 0; k < passes.size(); k++) {
        int order = Double.compare(passes.get(k), other.passes.get(k));
        if (order != 0) {
          return order;
        }
      }
      return Double.compare(gap, other.gap);
    }
  }
}
