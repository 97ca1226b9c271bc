package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.algorithm.SarahCompositional.Parameters;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;

class SarahMomentumTest {
  private static final int D = 4;
  private static final Parts PARTS = Parts.curved(D, 30, 40, 2);

  /**
   * x_{t+1} = x_t − η∇Φ(x_t) + μ(x_t − x_{t−1}), the last term only where it does not go uphill.
   */
  private static List<double[]> heavyBall(double eta, double share, double[] x0, int steps) {
    List<double[]> path = new ArrayList<>();
    double[] x = x0.clone();
    double[] before = x0.clone();
    path.add(x.clone());
    for (int t = 0; t < steps; t++) {
      double[] gradient = PARTS.gradient(x);
      double uphill = 0;
      for (int k = 0; k < D; k++) {
        uphill += gradient[k] * (x[k] - before[k]);
      }
      double[] next = new double[D];
      for (int k = 0; k < D; k++) {
        next[k] = x[k] - eta * gradient[k] + (uphill > 0 ? 0 : share * (x[k] - before[k]));
      }
      before = x;
      x = next;
      path.add(x.clone());
    }
    return path;
  }

  @Test
  void withRestartsOnlyItIsPolyaksHeavyBall() {
    double[] x0 = Parts.gaussians(D, 5);
    Parameters p = Parameters.AUTOMATIC.withEta(0.2).withEpoch(1).withMomentum(0.8);
    Paths.assertClose(Paths.of(PARTS.problem(), p, x0, 1, 60), heavyBall(0.2, 0.8, x0, 60), 1e-11);
  }

  @Test
  void withoutMomentumTheBitsAreThoseOfBefore() {
    double[] x0 = Parts.gaussians(D, 5);
    Parameters p = Parameters.AUTOMATIC.withEta(0.1).withEpoch(5);
    List<double[]> with = Paths.of(PARTS.problem(), p.withMomentum(0), x0, 1, 30);
    List<double[]> without = Paths.of(PARTS.problem(), p, x0, 1, 30);
    for (int t = 0; t < with.size(); t++) {
      assertThat(with.get(t)).isEqualTo(without.get(t));
    }
  }

  @Test
  void theAdaptivePaceGoesWithIt() {
    Result result =
        Run.of(PARTS.problem(), new SarahCompositional(Parameters.AUTOMATIC.withMomentum(0.9)))
            .from(Parts.gaussians(D, 5))
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(20_000))
            .go();
    assertThat(Parts.norm(PARTS.gradient(result.point()))).isLessThan(1e-5);
  }

  @Test
  void aShareOfOneIsRefused() {
    assertThatThrownBy(() -> Parameters.AUTOMATIC.withMomentum(1))
        .hasMessageContaining("momentum")
        .hasMessageContaining("at least 0 and below 1");
  }
}
