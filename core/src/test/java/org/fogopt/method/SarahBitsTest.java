package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a given step the iterates have the bits of version 0.1. The hashes were made with it. */
class SarahBitsTest {
  private static final int M = 300;
  private static final int N = 400;
  private static final int D = 6;
  private static final int STEPS = 70;

  private static final Settings FINITE_SUM =
      SarahParameters.batches(3, 4, 5).with(SarahParameters.ETA, 0.01).with(SarahParameters.Q, 13);

  private static Settings parameters(String variant) {
    return switch (variant) {
      case "finite-sum", "prox" -> FINITE_SUM;
      case "default-batches" -> Settings.NONE.with(SarahParameters.ETA, 0.01);
      case "online" -> SarahParameters.restart(40, 50, 60).or(FINITE_SUM);
      case "shared" -> FINITE_SUM.with(SarahParameters.SHARED, 1);
      case "projected" ->
          FINITE_SUM.with(SarahParameters.PROJECTION, 1.5).with(SarahParameters.EPS, 0.2);
      default -> throw new IllegalArgumentException(variant);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "affine, finite-sum, 71ea1f06c4ecdcc5e2642bed0fc7cfd7",
    "affine, default-batches, 9e4ccfe07b061761c98a5534cfe380e3",
    "affine, online, a6bb19a4151f200187a12027ded4b9dd",
    "affine, prox, 0680194acefabf83dae92519e6d9b179",
    "affine, shared, 71ea1f06c4ecdcc5e2642bed0fc7cfd7",
    "affine, projected, f8128844c120e04c680cf5688c9ff5dd",
    "curved, finite-sum, 7b66c1534ea1a9d5fb5534a3212dcf52",
    "curved, default-batches, 7039bee833b30ba5da8b82b468bc7084",
    "curved, online, 031b7cc6f09997190197cd9ecea2453e",
    "curved, prox, 345a27324890eb094aef2381c638569e",
    "curved, shared, e8e9abfe647755d78dc82aafab92f260",
    "curved, projected, deb8576244f60a209bcfa39a77426474",
  })
  void theIteratesHaveTheBitsOfVersion01(String kind, String variant, String hash) {
    Parts parts =
        kind.equals("affine") ? Quadratic.of(D, M, N, 1).parts() : Parts.curved(D, M, N, 1);
    Penalty h = variant.equals("prox") ? Separable.l1(0.05).within(-1, 1) : Penalty.NONE;
    Problem plain = parts.problem();
    Problem problem = new Problem(plain.name(), plain.inner(), plain.outer(), h);
    List<double[]> path = Paths.of(problem, parameters(variant), Parts.gaussians(D, 7), 11, STEPS);
    Fingerprint all = new Fingerprint("iterates");
    for (double[] x : path) {
      all.add(x);
    }
    assertThat(all.toString()).isEqualTo(hash);
  }
}
