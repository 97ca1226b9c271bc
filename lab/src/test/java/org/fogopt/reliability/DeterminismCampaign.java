package org.fogopt.reliability;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;

/**
 * One hash per seed of everything that a run leaves behind but its clock: the same for any number
 * of threads. The hashes are printed, so that whoever runs this on several JDKs, with and without
 * SIMD, can compare them.
 */
final class DeterminismCampaign implements Campaign {
  private static final int SEEDS = 20;
  private static final int[] THREADS = {1, 2, 3, 8, 16};

  private final Problem portfolio =
      new MeanVariance(new SyntheticReturns(3000, 12, 8).draw(1), 1).problem();
  private final Problem values =
      BellmanResidual.tabular(new RandomMdp(150, 4, 0, 1).chain(), 0.9, Shape.LINEAR).problem();

  @Override
  public String name() {
    return "determinism";
  }

  @Override
  public boolean run(double share, PrintStream out) {
    int seeds = Campaign.part(SEEDS, share);
    int differing = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      String first = hash(seed, THREADS[0]);
      out.printf("seed %d %s%n", seed, first);
      for (int threads : THREADS) {
        String hash = hash(seed, threads);
        if (!hash.equals(first)) {
          differing++;
          out.printf("  seed %d with %d threads: %s%n", seed, threads, hash);
        }
      }
    }
    out.printf(
        "determinism: %d seeds x %d numbers of threads, Java %s, SIMD %s: %d differ%n",
        seeds,
        THREADS.length,
        System.getProperty("java.version"),
        Kernels.simd() ? "on" : "off",
        differing);
    return differing == 0;
  }

  private String hash(long seed, int threads) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    List<Algorithm> algorithms =
        List.of(
            SarahParameters.METHOD.byDefault(),
            Methods.named("gd").with(Settings.NONE),
            Methods.named("storm-c").with(Settings.NONE),
            Methods.named("civr").with(Settings.NONE));
    for (Algorithm algorithm : algorithms) {
      for (Problem problem : List.of(portfolio, values)) {
        update(
            digest,
            Run.of(problem, algorithm).seed(seed).threads(threads).stop(StopRule.passes(12)).go());
      }
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, 32);
  }

  private static void update(MessageDigest digest, Result result) {
    for (double v : result.point()) {
      update(digest, Double.doubleToRawLongBits(v));
    }
    update(digest, Double.doubleToRawLongBits(result.objective()));
    update(digest, Double.doubleToRawLongBits(result.gradientNorm()));
    update(digest, result.calls());
    update(digest, result.callsPaper());
    update(digest, result.steps());
    digest.update(result.stop().detail().getBytes(StandardCharsets.UTF_8));
    digest.update(String.join("\n", result.decisions()).getBytes(StandardCharsets.UTF_8));
    for (Trace.Row row : result.trace().rows()) {
      update(digest, row.step());
      update(digest, Double.doubleToRawLongBits(row.objective()));
      update(digest, Double.doubleToRawLongBits(row.gradientNorm()));
    }
  }

  private static void update(MessageDigest digest, long bits) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(bits).array());
  }
}
