package org.fogopt.bench;

import java.util.concurrent.TimeUnit;
import org.fogopt.apps.portfolio.UniformReturns;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
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
import org.openjdk.jmh.annotations.Warmup;

/** A look at a random row: sums over it, and a multiple of it added. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector"})
public class KernelBenchmark {
  private static final int ROWS = 1024;

  @Param({"25", "100", "200", "1000"})
  int columns;

  @Param({"double", "float"})
  String storage = "";

  private RowMatrix rows;
  private double[] x;
  private double[] xp;
  private long i;

  @Setup
  public void fill() {
    Rows made = Rows.of(new UniformReturns(ROWS, columns, 1));
    rows = storage.equals("float") ? FloatRows.of(made) : made;
    x = Cases.scattered(columns);
    xp = new double[columns];
  }

  private long next() {
    i = i * 6364136223846793005L + 1442695040888963407L;
    return (i >>> 33) % ROWS;
  }

  @Benchmark
  public double dot() {
    return rows.dot(next(), x);
  }

  @Benchmark
  public double dotDifference() {
    return rows.dotDifference(next(), x, xp);
  }

  @Benchmark
  public void addTo() {
    rows.addTo(next(), 1e-9, x);
  }
}
