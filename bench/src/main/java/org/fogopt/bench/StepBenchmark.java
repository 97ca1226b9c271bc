package org.fogopt.bench;

import java.util.concurrent.TimeUnit;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Inner steps of S = (5, 5, 1). */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class StepBenchmark {
  @Param({"portfolio 7240 25", "portfolio 2000 200", "portfolio 2000 1000", "value 400 100"})
  String problem = "";

  private Workers workers;
  private Iteration iteration;

  @Setup
  public void begin() {
    String[] words = problem.split(" ", -1);
    int rows = Integer.parseInt(words[1]);
    int columns = Integer.parseInt(words[2]);
    boolean isPortfolio = words[0].equals("portfolio");
    Problem chosen = isPortfolio ? Cases.portfolio(rows, columns) : Cases.value(rows, columns);
    workers = new Workers(1);
    iteration = Cases.innerSteps(chosen, isPortfolio ? 1e-7 : 1e-9, 5, 5, 1, workers);
  }

  @TearDown
  public void end() {
    workers.close();
  }

  @Benchmark
  public double step() {
    iteration.step();
    iteration.commit();
    return iteration.estimateNorm();
  }
}
