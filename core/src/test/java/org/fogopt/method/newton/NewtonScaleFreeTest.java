package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fogopt.Fog;
import org.fogopt.linalg.Cholesky;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Hessian;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Newton's method on objectives that do not change along x: on the sphere. */
class NewtonScaleFreeTest {
  private static double[] even(int d) {
    double[] x = new double[d];
    Arrays.fill(x, 1.0 / d);
    return x;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40})
  void theProjectedHessianIsThatOfThePlaneAndTheGivenCurvatureAlongX(int d) {
    Random random = new Random(d);
    double[][] h = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        h[i][j] = random.nextGaussian();
        h[j][i] = h[i][j];
      }
    }
    double[] x = random.doubles(d, -3, 3).toArray();
    double[] p = random.doubles(d, -1, 1).toArray();
    double c = 1.7;
    // slowly: Pᵀ(H(Pp)) + c w(wᵀp), P = I − uwᵀ, in the metric of H's diagonal over c
    double[] w = new double[d];
    Arrays.setAll(w, k -> Math.abs(h[k][k]) / c * x[k]);
    double xx = Kernels.dot(x, w);
    double[] inPlane = p.clone();
    Kernels.axpy(-Kernels.dot(w, p) / xx, x, inPlane);
    double[] expected = times(h, inPlane);
    Kernels.axpy((c * Kernels.dot(w, p) - Kernels.dot(x, expected)) / xx, w, expected);

    Hessian model = Families.hessian(h);
    model.project(x, c);
    double[] once = new double[d];
    model.times(p, once);
    model.project(x, c);
    double[] twice = new double[d];
    model.times(p, twice);

    assertThat(once).containsExactly(expected, within(1e-12));
    assertThat(twice).as("projected again").containsExactly(expected, within(1e-12));
  }

  private static double[] times(double[][] h, double[] p) {
    return Arrays.stream(h).mapToDouble(row -> Families.dot(row, p)).toArray();
  }

  /** The largest mean over standard deviation is at Σ⁻¹μ, or any multiple. */
  @Test
  void theBestRatioIsFoundWithoutATurnForTheWorse() {
    int d = 12;
    double[][] r = Families.rows(4000, d, 0.2, 5);
    double[] means = new double[d];
    SymmetricMatrix moments = new SymmetricMatrix(d);
    for (double[] row : r) {
      Kernels.axpy(1.0 / r.length, row, means);
      moments.addRows(1, row, new double[] {1.0 / r.length});
    }
    moments.addRows(1, means, new double[] {-1});
    double[] best = means.clone();
    Cholesky factor = new Cholesky(d);
    assertThat(factor.factor(moments, null, 0, Parallel.SERIAL)).isTrue();
    factor.solve(best);

    Norms norms = new Norms();
    Result result =
        Run.of(Families.ratio(r), Newton.METHOD.byDefault())
            .from(even(d))
            .stop(StopRule.tolerance(1e-8))
            .stop(StopRule.passes(100))
            .observe(norms)
            .go();

    double[] x = result.point();
    assertThat(Kernels.dot(x, best) / Kernels.norm(x) / Kernels.norm(best))
        .isCloseTo(1, within(1e-12));
    List<Double> seen = norms.of;
    for (int k = 1; k < seen.size(); k++) {
      assertThat(seen.get(k)).as("|∇Φ| of %s", seen).isLessThan(0.1 * seen.get(k - 1));
    }
  }

  /** It is bounded, by −√(μᵀΣ⁻¹μ), and reaches that. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 1e-6, 1e-7, 1e-8})
  void aRatioOfColumnsInFarUnitsIsNotSaidToFallWithoutEnd(double least) {
    int d = 6;
    double[][] r = new double[2000][d];
    Random random = new Random(1);
    for (double[] row : r) {
      Arrays.setAll(row, k -> (random.nextGaussian() + 0.1 * k) * Math.pow(least, k / (d - 1.0)));
    }
    double[] ones = new double[d];
    Arrays.fill(ones, 1);

    Result result = Fog.minimise(Families.ratio(r), ones);

    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.TOLERANCE);
    assertThat(result.passes()).isLessThan(100);
  }

  /** Those of all components. */
  private static final class Norms implements Observer {
    private final List<Double> of = new ArrayList<>();

    @Override
    public void stepped(Progress progress) {
      if (progress.restarted()) {
        of.add(progress.gradientNorm());
      }
    }
  }

  /** Rows that sum to 0 leave the gradient orthogonal to (1, …, 1), but to no other point. */
  @Test
  void aGradientOrthogonalToTheStartByChanceDoesNoHarm() {
    double[][] r = Families.rows(600, 4, 0.2, 7);
    for (double[] row : r) {
      double mean = Arrays.stream(row).average().orElseThrow();
      Arrays.setAll(row, k -> row[k] - mean);
    }
    Problem problem = Families.entropicOffered(r);
    double[] ones = {1, 1, 1, 1};

    Result fromOnes = Fog.minimise(problem, ones, 1e-10);

    assertThat(fromOnes.converged()).isTrue();
    assertThat(fromOnes.objective())
        .isCloseTo(Fog.minimise(problem, new double[4], 1e-10).objective(), within(1e-12));
  }

  /** log mean exp(−r_jᵀx) with all r_j > 0: after 745/r exp underflows, and log 0 = −∞. */
  @ParameterizedTest
  @ValueSource(ints = {3, 5000})
  void anObjectiveThatFallsToMinusInfinityIsSaidToHaveNoMinimum(int m) {
    double[][] r = new double[m][2];
    Random random = new Random(3);
    for (double[] row : r) {
      Arrays.setAll(row, k -> 1 + random.nextDouble());
    }

    Result result = Fog.minimise(Families.entropic(r));

    assertThat(result.stop().reason()).as("%s", result).isEqualTo(Stop.Reason.UNBOUNDED);
    assertThat(result.point()).as("the last good point").doesNotContain(Double.NaN);
    assertThat(result.converged()).isFalse();
  }
}
