package org.fogopt.lab.complexity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.fogopt.lab.complexity.Contender.Place;
import org.fogopt.lab.complexity.Findings.Mode;
import org.fogopt.lab.complexity.Findings.Point;
import org.fogopt.lab.complexity.Findings.Series;
import org.fogopt.problem.Inner;
import org.jspecify.annotations.Nullable;

/**
 * Measures how calls grow, on {@link LongSlope}. A function of its options: the number of threads
 * changes how long it takes and nothing else.
 *
 * <pre>{@code
 * Findings findings = Study.quick(List.of("sarah-c", "gd"), 3).run(2, (done, all) -> {});
 * }</pre>
 */
public final class Study {
  /** The methods that are measured unless others are named. */
  public static final List<String> METHODS = List.of("sarah-c", "vrsc-pg", "gd", "scgd");

  /** Methods whose exponents can be measured. */
  public static String choices() {
    return Contender.names();
  }

  /** Seeds of the runs that choose parameters: others than those of the runs that count. */
  private static final long FIRST_TUNING_SEED = 1_000_001;

  private static final int TUNING_SEEDS = 3;

  /** Runs of a search are given up at this multiple of the least cost so far. */
  private static final double MUCH_DEARER = 2;

  /** Range of a search for a step size, in factors of two. */
  private static final int FARTHEST = 12;

  private final Scale scale;
  private final List<Contender> contenders;
  private final int seeds;

  /**
   * The size of the study.
   *
   * @param counts m = n, along the axis of components
   * @param count m = n, along that of accuracies
   * @param theory accuracies with parameters of the theory
   * @param tuned accuracies with tuned ones, which are cheaper: finer, so that a run is many epochs
   * @param budget the most calls of one run
   */
  record Scale(long[] counts, long count, Accuracies theory, Accuracies tuned, long budget) {
    Accuracies accuracies(Mode mode) {
      return mode == Mode.THEORY ? theory : tuned;
    }
  }

  /**
   * Values of ε.
   *
   * @param along the axis of accuracies
   * @param fixed along the axis of components
   * @param modest as {@code along}, for methods that take much longer
   * @param fixedModest as {@code fixed}, for those
   */
  record Accuracies(double[] along, double fixed, double[] modest, double fixedModest) {}

  private static final Scale QUICK =
      new Scale(
          new long[] {1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14},
          1 << 10,
          new Accuracies(
              new double[] {0.14, 0.1, 0.07, 0.05},
              0.1,
              new double[] {0.25, 0.2, 0.16, 0.125},
              0.2),
          new Accuracies(
              new double[] {0.05, 0.035, 0.025, 0.0175},
              0.025,
              new double[] {0.16, 0.125, 0.1, 0.08},
              0.1),
          40_000_000L);

  private static final Scale FULL =
      new Scale(
          new long[] {1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15},
          1 << 12,
          new Accuracies(
              new double[] {0.14, 0.1, 0.07, 0.05, 0.035, 0.025},
              0.05,
              new double[] {0.2, 0.16, 0.125, 0.1, 0.08},
              0.16),
          new Accuracies(
              new double[] {0.05, 0.035, 0.025, 0.0175, 0.0125, 0.00875},
              0.025,
              new double[] {0.16, 0.125, 0.1, 0.08, 0.06},
              0.08),
          2_000_000_000L);

  Study(Scale scale, List<String> methods, int seeds) {
    if (seeds < 1) {
      throw new IllegalArgumentException("at least one seed is needed, not " + seeds);
    }
    this.scale = scale;
    this.seeds = seeds;
    contenders = methods.stream().distinct().map(Contender::named).toList();
  }

  /** Few points, about a minute's work. */
  public static Study quick(List<String> methods, int seeds) {
    return new Study(QUICK, methods, seeds);
  }

  /** Enough points for intervals that say something. */
  public static Study full(List<String> methods, int seeds) {
    return new Study(FULL, methods, seeds);
  }

  /**
   * Measures.
   *
   * @param threads how many points are measured at a time
   * @param progress receives how many of how many points are done, from any thread
   */
  public Findings run(int threads, BiConsumer<Integer, Integer> progress) {
    List<Job> jobs = jobs();
    int all = jobs.stream().mapToInt(job -> job.places.size()).sum();
    var done = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<List<Future<Point>>> futures = new ArrayList<>();
      for (Job job : jobs) {
        List<Future<Point>> points = new ArrayList<>();
        for (Place place : job.places) {
          Callable<Point> work =
              () -> {
                Point point = job.measure(place);
                progress.accept(done.incrementAndGet(), all);
                return point;
              };
          points.add(pool.submit(work));
        }
        futures.add(points);
      }
      List<Series> series = new ArrayList<>();
      for (int k = 0; k < jobs.size(); k++) {
        List<Point> points = new ArrayList<>();
        for (Future<Point> future : futures.get(k)) {
          points.add(future.get());
        }
        series.add(jobs.get(k).series(points));
      }
      return new Findings(series);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Job> jobs() {
    List<Job> jobs = new ArrayList<>();
    for (Axis axis : Axis.values()) {
      for (Mode mode : Mode.values()) {
        for (Contender contender : contenders) {
          if (contender.goes(axis)) {
            jobs.add(new Job(contender, axis, mode));
          }
        }
      }
    }
    return jobs;
  }

  /** One method along one axis. */
  private final class Job {
    private final Contender contender;
    private final Axis axis;
    private final Mode mode;
    private final List<Place> places;

    Job(Contender contender, Axis axis, Mode mode) {
      this.contender = contender;
      this.axis = axis;
      this.mode = mode;
      places =
          axis == Axis.COMPONENTS
              ? Arrays.stream(scale.counts).mapToObj(n -> new Place(n, fixedEpsilon())).toList()
              : Arrays.stream(contender.slow() ? accuracies().modest : accuracies().along)
                  .mapToObj(
                      epsilon ->
                          new Place(axis == Axis.ONLINE ? Inner.UNBOUNDED : scale.count, epsilon))
                  .toList();
    }

    private Accuracies accuracies() {
      return scale.accuracies(mode);
    }

    private double fixedEpsilon() {
      return contender.slow() ? accuracies().fixedModest : accuracies().fixed;
    }

    Point measure(Place place) {
      Map<String, Number> parameters = contender.theory(place);
      if (mode == Mode.TUNED) {
        Map<String, Number> best = new Search(contender, place, searchBudget(place)).best();
        if (best == null) {
          return new Point(x(place), List.of(), Double.NaN, "no parameters arrived");
        }
        parameters = best;
      }
      List<Long> calls = new ArrayList<>();
      for (long seed = 1; seed <= (contender.random() ? seeds : 1); seed++) {
        Pursuit run =
            Pursuit.of(
                contender.algorithm(parameters, 1),
                place.problem(),
                place.epsilon(),
                seed,
                scale.budget);
        if (!run.arrived()) {
          calls.clear();
          break;
        }
        calls.add(run.calls());
      }
      double predicted = mode == Mode.THEORY ? contender.predicted(place) : Double.NaN;
      return new Point(x(place), calls, predicted, words(parameters));
    }

    /** Tuned parameters that cost more than the theorem's are none worth finding. */
    private long searchBudget(Place place) {
      double most = Contender.SARAH.predicted(place);
      return contender.random() ? (long) Math.min((double) scale.budget, most) : scale.budget;
    }

    private double x(Place place) {
      return axis == Axis.COMPONENTS ? 2.0 * place.components() : 1 / place.epsilon();
    }

    Series series(List<Point> points) {
      List<Point> reached = points.stream().filter(p -> !p.calls().isEmpty()).toList();
      Fit fit =
          reached.size() < 3
              ? null
              : Fit.of(
                  reached.stream().mapToDouble(p -> StrictMath.log(p.x())).toArray(),
                  reached.stream().mapToDouble(Point::meanLog).toArray());
      String fixed =
          switch (axis) {
            case COMPONENTS -> "\u03b5 = " + fixedEpsilon();
            case ACCURACY -> "m + n = " + 2 * scale.count;
            case ONLINE -> "endless m and n";
          };
      return new Series(
          contender.method(), axis, mode, contender.expected(axis), fixed, points, fit);
    }
  }

  private static String words(Map<String, Number> parameters) {
    return new LinkedHashMap<>(parameters)
        .entrySet().stream()
            .map(
                e ->
                    e.getKey()
                        + " = "
                        + (e.getValue() instanceof Double d
                            ? "%.3g".formatted(d)
                            : e.getValue().toString()))
            .collect(Collectors.joining(", "));
  }

  /**
   * The cheapest parameters at a place: for each shape of batches and epochs the step size is
   * doubled, and halved, as long as that helps; by the median over seeds of its own.
   */
  private static final class Search {
    private final Contender contender;
    private final Place place;
    private final long budget;
    private double cheapest = Double.POSITIVE_INFINITY;
    private @Nullable Map<String, Number> best;

    Search(Contender contender, Place place, long budget) {
      this.contender = contender;
      this.place = place;
      this.budget = budget;
    }

    @Nullable Map<String, Number> best() {
      for (Map<String, Number> shape : contender.shapes(place)) {
        double here = cost(shape, 0);
        double up = search(shape, 1, here);
        if (!(up < here)) {
          search(shape, -1, here);
        }
      }
      return best;
    }

    /** Goes on until two steps in a row do not help; returns the least cost on the way. */
    private double search(Map<String, Number> shape, int direction, double from) {
      double least = from;
      int worse = 0;
      for (int k = 1; k <= FARTHEST && worse < 2; k++) {
        double cost = cost(shape, direction * k);
        if (cost < least) {
          least = cost;
          worse = 0;
        } else {
          worse++;
        }
      }
      return least;
    }

    private double cost(Map<String, Number> shape, int doublings) {
      double factor = StrictMath.pow(2, doublings);
      List<Double> costs = new ArrayList<>();
      int seeds = contender.random() ? TUNING_SEEDS : 1;
      // What is dearer than the best so far need not be run to its end.
      long most = (long) Math.min((double) budget, MUCH_DEARER * cheapest);
      for (int k = 0; k < seeds; k++) {
        Pursuit run =
            Pursuit.of(
                contender.algorithm(shape, factor),
                place.problem(),
                place.epsilon(),
                FIRST_TUNING_SEED + k,
                most);
        if (!run.arrived()) {
          return Double.POSITIVE_INFINITY;
        }
        costs.add((double) run.calls());
      }
      costs.sort(Comparator.naturalOrder());
      double median = costs.get(seeds / 2);
      if (median < cheapest) {
        cheapest = median;
        best = Contender.scaled(shape, factor);
      }
      return median;
    }
  }
}
