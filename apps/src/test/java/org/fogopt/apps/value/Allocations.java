package org.fogopt.apps.value;

import java.lang.management.ManagementFactory;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;

/**
 * A program that prints the bytes which 2000 inner steps allocate once they are compiled, for
 * problems of all kinds. A program of its own, to be run with scalar sums: the JDK's vectors are
 * objects where its compiler fails to see through them.
 */
final class Allocations {
  private static final int ROUND = 2000;

  private Allocations() {}

  public static void main(String[] args) {
    for (Shape shape : Shape.values()) {
      for (BellmanResidual values : BellmanResidualTest.all(40, shape, 1)) {
        System.out.println(of(values));
      }
    }
  }

  private static long of(BellmanResidual values) {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(values.problem(), workers, 1);
      var parameters =
          Settings.NONE.with(SarahParameters.ETA, 1e-4).with(SarahParameters.Q, 1 << 20);
      var iteration =
          SarahParameters.METHOD.with(parameters).start(oracle, new double[values.dimension()]);
      long allocated = Long.MAX_VALUE;
      for (int round = 0; round < 50 && allocated > 0; round++) { // compiling takes a while
        long before = threads.getThreadAllocatedBytes(self);
        for (int t = 0; t < ROUND; t++) {
          iteration.step();
          iteration.commit();
        }
        allocated = threads.getThreadAllocatedBytes(self) - before;
      }
      return allocated;
    }
  }
}
