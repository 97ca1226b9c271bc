import java.util.Random;
import java.util.function.Supplier;
import org.fogopt.Fog;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;

/**
 * A problem of one's own for {@code fog compare --problem-class EntropicLoss}: log(mean_j exp(-a_j'x)) + 0.05 |x|^2, the
 * entropic loss of 400 made-up outcomes of 5 bets, with a charge on large ones.
 */
public final class EntropicLoss implements Supplier<Problem> {
  private static final int BETS = 5;

  private final double[][] outcomes = outcomes(400, new Random(1));

  @Override
  public Problem get() {
    return Components.map(BETS, 1)
        .inner(
            outcomes.length,
            (j, x, y) -> y[0] = Math.exp(-dot(outcomes[(int) j], x)),
            (j, x, jac) -> {
              double factor = -Math.exp(-dot(outcomes[(int) j], x));
              for (int k = 0; k < BETS; k++) {
                jac[0][k] = factor * outcomes[(int) j][k];
              }
            })
        .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
        .named("entropic loss")
        .withPenalty(Separable.l2Squared(0.05));
  }

  private static double[][] outcomes(int count, Random random) {
    double[][] a = new double[count][BETS];
    for (double[] row : a) {
      for (int k = 0; k < BETS; k++) {
        row[k] = 0.1 * (k + 1) + random.nextGaussian();
      }
    }
    return a;
  }

  private static double dot(double[] a, double[] x) {
    double sum = 0;
    for (int k = 0; k < BETS; k++) {
      sum += a[k] * x[k];
    }
    return sum;
  }

  /** The same problem in a program. */
  public static void main(String[] args) {
    System.out.printf("%.4f%n", Fog.minimise(new EntropicLoss().get()).objective());
  }
}
