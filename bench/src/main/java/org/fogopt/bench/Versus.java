package org.fogopt.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.fogopt.Methods;
import org.fogopt.method.Method;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;

/**
 * Every method at its own default beside the automatic choice, by the clock and in passes: the Java
 * side of bench/methods.
 *
 * <pre>
 *   Versus FOLDER SECONDS [JOB]...
 * </pre>
 */
public final class Versus {
  static final List<String> JOBS =
      List.of(
          "portfolio-2500x500",
          "capped-2500x500",
          "dro-20000x50",
          "entropic-5000x30",
          "sharpe-5000x30",
          "linear-400x100");
  private static final double GAP = 1e-6;

  /** A run shorter than this is repeated, and the best counts. */
  private static final double SHORT_SECONDS = 0.5;

  /** Of each method before it is timed. */
  private static final double WARM_SECONDS = 1;

  private Versus() {}

  private record Row(String method, List<TimedPath.Reached> cells) {}

  public static void main(String[] words) throws IOException {
    Path folder = Path.of(words[0]);
    List<String> jobs = words.length > 2 ? List.of(words).subList(2, words.length) : JOBS;
    String table = table(folder, jobs, Double.parseDouble(words[1]));
    Files.writeString(folder.resolve("methods.md"), table);
    System.out.print(table);
  }

  static String table(Path folder, List<String> jobs, double limit) {
    List<Row> rows =
        Methods.ALL.stream().map(each -> new Row(each.name(), new ArrayList<>())).toList();
    for (String name : jobs) {
      Job job = Job.named(name);
      job.makeData(folder);
      List<String> forms = job.forms();
      Problem problem = Clock.offered(job.problem(folder, forms.get(forms.size() - 1)).get());
      add(problem, job.start(problem), limit, rows);
    }
    StringBuilder out = new StringBuilder("| method | ");
    out.append(String.join(" | ", jobs)).append(" | auto is faster, slower |\n");
    out.append("|---|".repeat(1)).append("---|".repeat(jobs.size() + 1)).append('\n');
    for (Row row : rows) {
      out.append("| ").append(row.method).append(" | ");
      out.append(row.cells.stream().map(Versus::cell).collect(Collectors.joining(" | ")));
      out.append(" | ").append(score(rows.get(0), row)).append(" |\n");
    }
    return out.toString();
  }

  private static void add(Problem problem, double[] x0, double limit, List<Row> rows) {
    double least = Double.POSITIVE_INFINITY;
    for (Method method : Methods.ALL) { // so that the compiler has seen all of them
      least = Math.min(least, new TimedPath().run(problem, method.name(), x0, WARM_SECONDS));
    }
    List<TimedPath> paths = new ArrayList<>();
    for (Method method : Methods.ALL) {
      TimedPath best = null;
      double spent = 0;
      for (int call = 0; call < 3 && spent < SHORT_SECONDS; call++) {
        TimedPath again = new TimedPath();
        least = Math.min(least, again.run(problem, method.name(), x0, limit));
        spent = again.last();
        best = best == null || spent < best.last() ? again : best;
      }
      paths.add(best);
    }
    try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
      Evaluator evaluator = new Evaluator(problem, workers);
      double[] start = x0.clone();
      problem.penalty().prox(start, 0);
      double first = evaluator.objective(start);
      for (int k = 0; k < paths.size(); k++) {
        rows.get(k).cells.add(paths.get(k).reached(evaluator, least, first, GAP));
      }
    }
  }

  /** Seconds and passes, or the gap where it did not come so far. */
  private static String cell(TimedPath.Reached reached) {
    if (Double.isInfinite(reached.seconds()[0])) {
      return Double.isNaN(reached.gap())
          ? "not for it"
          : String.format(Locale.ROOT, "gap %.0e", reached.gap());
    }
    return String.format(Locale.ROOT, "%.3f s, %.1f", reached.seconds()[0], reached.passes()[0]);
  }

  private static String score(Row auto, Row other) {
    if (other == auto) {
      return "";
    }
    int faster = 0;
    int slower = 0;
    for (int k = 0; k < auto.cells.size(); k++) {
      double mine = auto.cells.get(k).seconds()[0];
      double its = other.cells.get(k).seconds()[0];
      faster += mine < its ? 1 : 0;
      slower += its < mine ? 1 : 0;
    }
    return faster + ", " + slower;
  }
}
