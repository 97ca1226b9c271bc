import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.Fog;
import org.fogopt.lab.RunPlot;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;

/** A run as a picture, SVG and PNG: how it converged, and the point that it found. */
public final class ConvergencePlot {
  public static void main(String[] args) throws IOException {
    double[] c = {-1, 0, 3, 8};
    Problem problem = // log of the mean of cosh((x - c_j) / 4)
        Components.map(1, 1)
            .inner(
                4,
                (j, x, y) -> y[0] = Math.cosh((x[0] - c[(int) j]) / 4),
                (j, x, jac) -> jac[0][0] = Math.sinh((x[0] - c[(int) j]) / 4) / 4)
            .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
            .named("log cosh");
    Result result = Fog.automatic(problem).from(new double[] {20}).traced().go();
    Double least = null; // where the least objective is known, gaps are drawn too
    RunPlot plot =
        new RunPlot(
            "The soft centre of four numbers",
            result.trace(),
            least,
            "Unknowns",
            List.of("x"),
            result.point());
    Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("plot");
    plot.write(folder.resolve("centre.svg"));
    plot.write(folder.resolve("centre.png"));
    System.out.println("look into " + folder);
  }
}
