package org.fogopt.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.fogopt.algorithm.SarahCompositional;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * Version 0.1's default method as a peer of bench/clock, compiled against its jars: no trace, all cores, the
 * best of three calls.
 *
 *   OldFog JOB FORM TOLERANCE FOLDER
 */
public final class OldFog {
  private static final int LONG_SECONDS = 60;

  public static void main(String[] words) throws Exception {
    Job job = Job.named(words[0]);
    String form = words[1];
    String tolerance = words[2];
    Path folder = Path.of(words[3]);
    var maker = job.problem(folder, form);
    double first = 0;
    double best = Double.POSITIVE_INFINITY;
    Result result = null;
    for (int call = 0; call < 3 && first < LONG_SECONDS / 3.0; call++) {
      long begin = System.nanoTime();
      Problem problem = maker.get();
      result =
          Run.of(problem, new SarahCompositional())
              .threads(Runtime.getRuntime().availableProcessors())
              .untraced()
              .from(job.start(problem))
              .stop(StopRule.tolerance(Double.parseDouble(tolerance)))
              .stop(StopRule.passes(3000))
              .stop(StopRule.time(Duration.ofSeconds(LONG_SECONDS)))
              .go();
      double seconds = (System.nanoTime() - begin) / 1e9;
      first = call == 0 ? seconds : first;
      best = Math.min(best, seconds);
    }
    String file = "x-%s-old-%s-%s.f64".formatted(job.name(), form, tolerance);
    Data.write(folder.resolve(file), result.point());
    Path times = folder.resolve("times-" + job.name() + ".csv");
    String line =
        String.format(
            Locale.ROOT,
            "fog 0.1,%s %s,0,%.6f,%.6f,%.3f,sarah-c,%s%n",
            form,
            tolerance,
            first,
            best,
            result.passes(),
            file);
    Files.writeString(times, (Files.exists(times) ? Files.readString(times) : "") + line);
  }
}
