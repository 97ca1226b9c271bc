package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.apps.learn.table.Trainer.Penalties;
import org.jspecify.annotations.Nullable;

/**
 * Which penalty: the one of a path whose models have the lowest objective on rows that they were
 * not fitted on. The path goes from strong to weak, each fit beginning where the last one ended.
 *
 * @param chosen the penalties
 * @param path what was tried, from strong to weak
 */
public record Selection(Penalties chosen, List<Point> path) {
  /** Halvings of a decade between two penalties. */
  private static final int A_DECADE = 2;

  /** From ten times the features' mean square to a millionth of it: too strong to too weak. */
  private static final int STRONGEST_L2 = 1;

  private static final int DECADES_L2 = 7;

  /** From where all coefficients are 0 to a thousandth of that, as is usual for the lasso. */
  private static final int DECADES_L1 = 3;

  /**
   * A penalty that was tried.
   *
   * @param value the mean of the objective over the parts held out, without penalties
   * @param low the lowest of the parts
   * @param high the highest of the parts
   */
  public record Point(Penalties penalties, double value, double low, double high) {}

  /**
   * Chooses.
   *
   * @param rows those that may be used
   * @param parts of the rows: each of the parts 0 … folds−1 is held out once
   * @param l2 null to choose it
   * @param l1 null to choose it
   */
  public static Selection choose(
      Trainer trainer,
      Objective objective,
      int[] rows,
      Parts parts,
      int folds,
      @Nullable Double l2,
      @Nullable Double l1) {
    List<Penalties> tried = path(trainer, objective, rows, l2, l1);
    double[][] values = new double[tried.size()][folds];
    for (int fold = 0; fold < folds; fold++) {
      int[] fitted = Arrays.stream(parts.others(fold)).map(i -> rows[i]).toArray();
      int[] held = Arrays.stream(parts.rows(fold)).map(i -> rows[i]).toArray();
      Trainer.Prepared prepared = trainer.prepare(objective, fitted, new ArrayList<>());
      double[] start = null;
      for (int k = 0; k < tried.size(); k++) {
        Trainer.Trained trained = prepared.fit(tried.get(k), start);
        values[k][fold] = trainer.value(trained.model(), objective, held);
        start = Double.isFinite(values[k][fold]) ? trained.fit().parameters() : start;
      }
    }
    List<Point> path = new ArrayList<>();
    int best = 0;
    for (int k = 0; k < tried.size(); k++) {
      var summary = Arrays.stream(values[k]).summaryStatistics();
      path.add(new Point(tried.get(k), summary.getAverage(), summary.getMin(), summary.getMax()));
      boolean isBetter = path.get(k).value < path.get(best).value;
      best = isBetter || Double.isNaN(path.get(best).value) ? k : best;
    }
    return new Selection(tried.get(best), path);
  }

  /** How many penalties cannot be chosen, as a model of theirs has no objective to compare. */
  public long diverged() {
    return path.stream().filter(point -> !Double.isFinite(point.value)).count();
  }

  /** Whether the weakest or the strongest penalty was chosen, so that others may be better. */
  public boolean isAtTheEnd() {
    int at = path.stream().map(Point::penalties).toList().indexOf(chosen);
    return path.size() > 1 && (at == 0 || at == path.size() - 1);
  }

  private static List<Penalties> path(
      Trainer trainer, Objective objective, int[] rows, @Nullable Double l2, @Nullable Double l1) {
    Trainer.Prepared prepared = trainer.prepare(objective, rows, new ArrayList<>());
    Sample sample = prepared.sample();
    List<Penalties> path = new ArrayList<>();
    if (l1 == null) {
      double most = largestSlope(sample, prepared.target().loss(), trainer.hasIntercept());
      for (int k = 0; k <= DECADES_L1 * A_DECADE; k++) {
        path.add(new Penalties(l2 == null ? 0 : l2, most * power(-k)));
      }
    } else if (l2 == null) {
      double unit = meanSquare(sample);
      for (int k = 0; k <= DECADES_L2 * A_DECADE; k++) {
        path.add(new Penalties(unit * power(STRONGEST_L2 * A_DECADE - k), l1));
      }
    } else {
      path.add(new Penalties(l2, l1));
    }
    return path;
  }

  /** 10^(k/A_DECADE). */
  private static double power(int k) {
    return StrictMath.pow(10, (double) k / A_DECADE);
  }

  /** Of all features: 1 where they are standardised. */
  private static double meanSquare(Sample sample) {
    int d = sample.x().columns();
    double[] row = new double[d];
    double sum = 0;
    for (int i = 0; i < sample.rows(); i++) {
      sample.x().copyTo(i, row);
      for (double value : row) {
        sum += value * value;
      }
    }
    double mean = sum / ((double) d * sample.rows());
    return mean > 0 ? mean : 1;
  }

  /**
   * The largest |∂| of the mean loss by a coefficient where all are 0: with at least this λ all
   * stay 0 under the mean. It is the largest |mean of x ψ(y − b)|, y 0 or 1 for a class, ψ the
   * identity or Huber's clipping, and b the score or probability without features: with an
   * intercept where the mean of ψ(y − b) is 0, otherwise 0, or the same for every class.
   */
  static double largestSlope(Sample sample, Loss loss, boolean hasIntercept) {
    int d = sample.x().columns();
    int outputs = Math.max(1, sample.classes());
    double[] weights = sample.weights();
    double all = weights == null ? sample.rows() : Arrays.stream(weights).sum();
    double[] share = new double[sample.rows()];
    Arrays.setAll(share, i -> (weights == null ? 1 : weights[i]) / all);
    double largest = 0;
    for (int k = 0; k < outputs; k++) {
      double[] slope = new double[d];
      double[] y = new double[sample.rows()];
      for (int i = 0; i < y.length; i++) {
        y[i] = target(sample, i, k);
      }
      double b = sample.classes() == 0 ? 0 : 1.0 / sample.classes();
      b = hasIntercept ? centre(y, share, loss) : b;
      for (int i = 0; i < y.length; i++) {
        sample.x().addTo(i, share[i] * clipped(y[i] - b, loss), slope);
      }
      for (double value : slope) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    return largest > 0 ? largest : 1;
  }

  /** Where the mean of ψ(y − b), which falls with b, is 0; for Huber's loss by bisection. */
  private static double centre(double[] y, double[] share, Loss loss) {
    if (loss.kind() != Loss.Kind.HUBER) {
      return IntStream.range(0, y.length).mapToDouble(i -> share[i] * y[i]).sum();
    }
    double low = Arrays.stream(y).min().orElse(0);
    double high = Arrays.stream(y).max().orElse(0);
    double b = low + (high - low) / 2;
    while (low < b && b < high) {
      double mean = 0;
      for (int i = 0; i < y.length; i++) {
        mean += share[i] * clipped(y[i] - b, loss);
      }
      low = mean > 0 ? b : low;
      high = mean > 0 ? high : b;
      b = low + (high - low) / 2;
    }
    return b;
  }

  private static double clipped(double r, Loss loss) {
    boolean isFar = loss.kind() == Loss.Kind.HUBER && Math.abs(r) > loss.delta();
    return isFar ? Math.copySign(loss.delta(), r) : r;
  }

  private static double target(Sample sample, int i, int k) {
    double y = sample.y()[i];
    return sample.classes() == 0 ? y : y == k ? 1 : 0;
  }
}
