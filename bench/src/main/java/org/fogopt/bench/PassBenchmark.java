package org.fogopt.bench;

import java.util.concurrent.TimeUnit;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
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

/** Full passes: the objective (two looks at each row) and the gradient (three). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "-Xmx3g"})
public class PassBenchmark {
  @Param({"1", "2"})
  int threads;

  @Param({"200000"})
  int periods;

  private Workers workers;
  private Evaluator evaluator;
  private double[] x;
  private double[] gradient;

  @Setup
  public void begin() {
    workers = new Workers(threads);
    evaluator = new Evaluator(Cases.portfolio(periods, 100), workers);
    x = Cases.scattered(100);
    gradient = new double[100];
  }

  @TearDown
  public void end() {
    workers.close();
  }

  @Benchmark
  public double objective() {
    return evaluator.objective(x);
  }

  @Benchmark
  public double gradient() {
    return evaluator.gradient(x, gradient);
  }
}
