package org.fogopt.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fogopt.apps.portfolio.risk.Risk;
import org.ojalgo.matrix.store.R064Store;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.convex.ConvexSolver;

/**
 * The least variance of the returns that {@link RiskClock} wrote, long-only, by ojAlgo's quadratic
 * program: a line for its first and one for its third call, the covariance included.
 */
final class OjAlgoClock {
  private static final int CALLS = 3;

  private OjAlgoClock() {}

  /** Arguments: risk, periods, assets, the file of the returns, seconds for a call. */
  public static void main(String[] args) throws Exception {
    int periods = Integer.parseInt(args[1]);
    int assets = Integer.parseInt(args[2]);
    double[] all = new double[Math.multiplyExact(periods, assets)];
    ByteBuffer.wrap(Files.readAllBytes(Path.of(args[3])))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asDoubleBuffer()
        .get(all);
    for (int call = 1; call <= CALLS; call++) {
      long start = System.nanoTime();
      var found = new CompletableFuture<double[]>();
      Thread thread = new Thread(() -> found.complete(least(all, periods, assets)));
      thread.setDaemon(true);
      thread.start();
      double[] x;
      try {
        x = found.get(Integer.parseInt(args[4]), TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        System.out.printf(
            "%s,%d,%d,ojalgo call %d,> %s,,%n", args[0], periods, assets, call, args[4]);
        return; // the thread is a daemon
      }
      double seconds = 1e-9 * (System.nanoTime() - start);
      if (call != 2) {
        System.out.printf(
            Locale.ROOT,
            "%s,%d,%d,ojalgo call %d,%.4f,%.12g,%n",
            args[0],
            periods,
            assets,
            call,
            seconds,
            Risk.VARIANCE.of(earned(all, assets, x)));
      }
    }
  }

  private static double[] least(double[] all, int periods, int assets) {
    double[] means = new double[assets];
    for (int i = 0; i < all.length; i++) {
      means[i % assets] += all[i] / periods;
    }
    R064Store deviations = R064Store.FACTORY.make(periods, assets);
    for (int t = 0; t < periods; t++) {
      for (int k = 0; k < assets; k++) {
        deviations.set(t, k, all[t * assets + k] - means[k]);
      }
    }
    R064Store covariance = R064Store.FACTORY.make(assets, assets);
    deviations.transpose().multiply(deviations).multiply(2.0 / periods).supplyTo(covariance);
    R064Store none = R064Store.FACTORY.make(assets, 1);
    R064Store ones = R064Store.FACTORY.make(1, assets);
    ones.fillAll(1.0);
    R064Store one = R064Store.FACTORY.make(1, 1);
    one.fillAll(1.0);
    R064Store signs = R064Store.FACTORY.make(assets, assets);
    signs.fillDiagonal(-1.0);
    Optimisation.Result found =
        ConvexSolver.newBuilder()
            .objective(covariance, none)
            .equalities(ones, one)
            .inequalities(signs, none)
            .build()
            .solve();
    double[] x = new double[assets];
    double sum = 0;
    for (int k = 0; k < assets; k++) { // made feasible, as the others are
      x[k] = Math.max(0, found.doubleValue(k));
      sum += x[k];
    }
    for (int k = 0; k < assets; k++) {
      x[k] /= sum;
    }
    return x;
  }

  private static double[] earned(double[] all, int assets, double[] x) {
    double[] z = new double[all.length / assets];
    for (int i = 0; i < all.length; i++) {
      z[i / assets] += all[i] * x[i % assets];
    }
    return z;
  }
}
