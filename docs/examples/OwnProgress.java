import org.fogopt.Fog;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.StopRule;

/** An observer prints every step whose objective the run knows, and how the run ended. */
public final class OwnProgress implements Observer {
  @Override
  public void stepped(Progress progress) {
    if (!Double.isNaN(progress.objective())) { // NaN where the method did not evaluate all components
      System.out.printf(
          "step %2d  %4.0f passes  objective %.6f  gradient norm %.1e%n",
          progress.step(),
          progress.passes(),
          progress.objective(),
          progress.gradientNorm());
    }
  }

  @Override
  public void finished(Result result) {
    System.out.println((result.converged() ? "converged: " : "stopped: ") + result.stop().detail());
  }

  public static void main(String[] args) {
    double[] c = {-1, 0, 3};
    Problem problem = // log of the mean of cosh(x - c_j)
        Components.map(1, 1)
            .inner(
                3,
                (j, x, y) -> y[0] = Math.cosh(x[0] - c[(int) j]),
                (j, x, jac) -> jac[0][0] = Math.sinh(x[0] - c[(int) j]))
            .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
            .named("log cosh");
    Result result = Fog.automatic(problem).stop(StopRule.tolerance(1e-6)).observe(new OwnProgress()).go();
    System.out.printf("x = %.4f%n", result.point()[0]);
  }
}
