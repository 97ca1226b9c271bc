package org.fogopt.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.fogopt.Fog;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.StopRule;

/**
 * {@link Fog#minimise(Problem)} by the clock: the Java side of bench/clock.
 *
 * <pre>
 *   Clock list [--short]            the jobs' names
 *   Clock data JOB FOLDER           writes the job's data
 *   Clock fog JOB FORM FOLDER       three calls in this JVM, then a run to rounding
 *   Clock gaps JOB FOLDER CSV      evaluates the points of all who ran; a row for each form
 * </pre>
 *
 * Who ran leaves a line in FOLDER/times-JOB.csv and the point in a raw file beside it.
 */
public final class Clock {
  /** What a relative gap must not exceed to count. */
  static final double GAP = 1e-6;

  /** A call that took longer is not repeated. */
  private static final double LONG_SECONDS = 60;

  private Clock() {}

  public static void main(String[] words) throws IOException {
    switch (words[0]) {
      case "list" -> (words.length > 1 ? Job.SHORT : Job.ALL).forEach(j -> say(System.out, j));
      case "data" -> Job.named(words[1]).makeData(Path.of(words[2]));
      case "fog" -> fog(Job.named(words[1]), words[2], Path.of(words[3]));
      case "gaps" -> compare(Job.named(words[1]), Path.of(words[2]), Path.of(words[3]));
      default -> throw new IllegalArgumentException("no such work: " + words[0]);
    }
  }

  private static void say(PrintStream out, Job job) {
    out.println(job.name());
  }

  /** What one solver did; bench/peers writes the same lines. */
  record Time(
      String who,
      String setting,
      double making,
      double first,
      double best,
      double passes,
      String method,
      Path point) {
    static Time parse(String line, Path folder) {
      String[] w = line.split(",", -1);
      return new Time(
          w[0],
          w[1],
          number(w[2]),
          number(w[3]),
          number(w[4]),
          number(w[5]),
          w[6],
          folder.resolve(w[7]));
    }

    private static double number(String word) {
      return word.isEmpty() ? Double.NaN : Double.parseDouble(word);
    }

    boolean isFog() {
      return who.equals("fog");
    }

    boolean isReference() {
      return who.equals("reference");
    }
  }

  private static void fog(Job job, String form, Path folder) throws IOException {
    Supplier<Problem> maker = maker(job, form, folder);
    double[] seconds = new double[3];
    double making = 0;
    Result result = null;
    for (int call = 0; call < 3; call++) {
      if (call > 0 && seconds[0] > LONG_SECONDS) {
        seconds[call] = seconds[0];
        continue;
      }
      long begin = System.nanoTime();
      Problem problem = offered(maker.get());
      making = (System.nanoTime() - begin) / 1e9;
      result = Fog.minimise(problem, job.start(problem));
      seconds[call] = (System.nanoTime() - begin) / 1e9;
    }
    String method = (result.converged() ? "" : "NOT CONVERGED ") + result.algorithm();
    add(job, folder, "fog", form, making, seconds, result.passes(), method, result.point());
    Problem problem = offered(maker.get());
    long end = System.nanoTime() + (long) (LONG_SECONDS * 1e9);
    Result exact =
        Fog.automatic(problem)
            .from(job.start(problem))
            .stop(StopRule.tolerance(0))
            .stop(StopRule.when(() -> System.nanoTime() > end))
            .go();
    add(job, folder, "reference", form, 0, seconds, exact.passes(), "", exact.point());
  }

  /** Also by lambdas that give value and Jacobian at once, which 0.1 knows nothing of. */
  private static Supplier<Problem> maker(Job job, String form, Path folder) {
    if (!form.equals("joint")) {
      return job.problem(folder, form);
    }
    double[][] a = job.byRow(folder);
    return () -> JointLambdas.of(job.family(), a);
  }

  /** The batched form with its second derivatives, which 0.1 knows nothing of. */
  static Problem offered(Problem problem) {
    return problem.inner() instanceof LinearForms forms
        ? new CurvedForms(forms.rows, forms.link).problem(problem.name())
        : problem;
  }

  private static void add(
      Job job,
      Path folder,
      String who,
      String form,
      double making,
      double[] seconds,
      double passes,
      String method,
      double[] x)
      throws IOException {
    String file = "x-%s-%s-%s.f64".formatted(job.name(), who, form);
    Data.write(folder.resolve(file), x);
    String line =
        String.format(
            Locale.ROOT,
            "%s,%s,%.6f,%.6f,%.6f,%.3f,%s,%s%n",
            who,
            form,
            making,
            seconds[0],
            seconds[2],
            passes,
            method.replace(',', ';'),
            file);
    Path times = times(job, folder);
    Files.writeString(times, (Files.exists(times) ? Files.readString(times) : "") + line);
  }

  private static Path times(Job job, Path folder) {
    return folder.resolve("times-" + job.name() + ".csv");
  }

  private static final String HEADER =
      "job,form,winner,ratio,ratio of the first call,fog first,fog third,making,gap,passes,method,"
          + "best other,its seconds,its gap";

  private static void compare(Job job, Path folder, Path csv) throws IOException {
    List<Time> times = new ArrayList<>();
    for (String line : Files.readAllLines(times(job, folder))) {
      times.add(Time.parse(line, folder));
    }
    Problem problem = job.problem(folder, job.forms().get(job.forms().size() - 1)).get();
    double[] gaps = gaps(problem, job.start(problem), times);
    for (int k = 0; k < gaps.length; k++) {
      Time t = times.get(k);
      if (!t.isReference()) {
        System.out.printf(
            Locale.ROOT,
            "  %-22s %-14s %9.4f s  gap %8.1e  %s%n",
            t.who(),
            t.setting(),
            t.best(),
            gaps[k],
            t.isFog() ? t.method() : "");
      }
    }
    Time other =
        times.stream()
            .filter(t -> !t.isFog() && !t.isReference() && gaps[times.indexOf(t)] <= GAP)
            .min(Comparator.comparingDouble(Time::best))
            .orElse(null);
    StringBuilder rows = new StringBuilder(Files.exists(csv) ? "" : HEADER + "\n");
    for (Time t : times) {
      if (t.isFog()) {
        double gap = gaps[times.indexOf(t)];
        double otherGap = other == null ? Double.NaN : gaps[times.indexOf(other)];
        rows.append(row(job, t, gap, other, otherGap)).append('\n');
      }
    }
    Files.writeString(csv, (Files.exists(csv) ? Files.readString(csv) : "") + rows);
  }

  private static String row(Job job, Time fog, double gap, Time other, double otherGap) {
    double seconds = other == null ? Double.NaN : other.best();
    boolean isLost = gap > GAP || seconds < fog.best();
    String winner = !(gap <= GAP) ? "GAP" : isLost ? other.who() : other == null ? "-" : "fog";
    return String.format(
        Locale.ROOT,
        "%s,%s,%s,%.2f,%.2f,%.4f,%.4f,%.4f,%.1e,%.1f,%s,%s,%.4f,%.1e",
        job.name(),
        fog.setting(),
        winner,
        seconds / fog.best(),
        seconds / fog.first(),
        fog.first(),
        fog.best(),
        fog.making(),
        gap,
        fog.passes(),
        fog.method(),
        other == null ? "-" : other.who(),
        seconds,
        otherGap);
  }

  /** (Φ − Φ*)/(Φ(x0) − Φ*), of feasible points: rounding may have put one a little outside. */
  private static double[] gaps(Problem problem, double[] x0, List<Time> times) {
    try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
      Evaluator evaluator = new Evaluator(problem, workers);
      problem.penalty().prox(x0, 0);
      double first = evaluator.objective(x0);
      double[] values = new double[times.size()];
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < values.length; k++) {
        double[] x = unknowns(problem, times.get(k).point());
        problem.penalty().prox(x, 0);
        values[k] = evaluator.objective(x);
        least = values[k] < least ? values[k] : least; // not NaN
      }
      for (int k = 0; k < values.length; k++) {
        values[k] = (values[k] - least) / (first - least);
      }
      return values;
    }
  }

  /** Fog's tabular values have one unknown more than there are states: see BellmanResidual. */
  private static double[] unknowns(Problem problem, Path file) {
    double[] x = Data.read(file);
    return x.length < problem.dimension() ? Arrays.copyOf(x, problem.dimension()) : x;
  }
}
