package org.fogopt.penalty;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;

/**
 * Any {@link Polyhedral} penalty: bounds and arbitrary linear rows, such as groups that overlap or
 * a target return, and separable costs about a point, such as proportional transaction costs. Its
 * prox is a {@link QuadraticProgram} with a diagonal matrix. Where groups do not overlap, {@link
 * Budget} is faster.
 *
 * <pre>{@code
 * Penalty rebalancing =
 *     LinearConstraints.of(
 *         Polyhedral.box(d, 0, 0.1)
 *             .with(Row.sum("budget", d, 1, 1), new Row("return", means, 0.05, Double.POSITIVE_INFINITY))
 *             .withAbsoluteCosts(costs, today));
 * }</pre>
 */
public final class LinearConstraints implements Penalty {
  /** Projections of the prox itself: entries far larger than the bounds hide them at first. */
  private static final int MOST_PROJECTIONS = 3;

  private final Polyhedral structure;

  private LinearConstraints(Polyhedral structure) {
    this.structure = structure;
  }

  /** The penalty of this structure. Its arrays are kept as they are, not copied. */
  public static LinearConstraints of(Polyhedral structure) {
    return new LinearConstraints(structure);
  }

  @Override
  public double value(double[] x) {
    return isFeasible(x) ? structure.cost(x) : Double.POSITIVE_INFINITY;
  }

  private boolean isFeasible(double[] x) {
    for (int k = 0; k < x.length; k++) {
      double off = Math.max(structure.lower()[k] - x[k], x[k] - structure.upper()[k]);
      if (!(off <= Budget.ROUNDING * (1 + Math.abs(x[k])))) {
        return false;
      }
    }
    for (Row row : structure.rows()) {
      var sum = new Sum(row.coefficients(), x);
      double off = Math.max(row.least() - sum.value(), sum.value() - row.most());
      if (!(off <= Budget.ROUNDING * (1 + sum.absolute()))) {
        return false;
      }
    }
    return true;
  }

  /** Values that are not all finite are left as they are. */
  @Override
  public void prox(double[] v, double eta) {
    if (!Arrays.stream(v).allMatch(Double::isFinite)) {
      return;
    }
    minimise(v, eta);
    for (int i = 0; i < MOST_PROJECTIONS && !isFeasible(v); i++) {
      minimise(v, 0);
    }
  }

  /** v ← argmin_u ½|u − v|² + eta·h(u). */
  private void minimise(double[] v, double eta) {
    double[] costs = times(eta, structure.absoluteCosts());
    Polyhedral scaled =
        structure
            .withAbsoluteCosts(costs, structure.centres())
            .withSquares(times(eta, structure.squares()));
    double[] ones = new double[v.length];
    Arrays.fill(ones, 1);
    var solution = QuadraticProgram.diagonal(ones, times(-1, v), scaled).solve(v);
    if (solution.status() == QuadraticProgram.Status.INFEASIBLE) {
      requireFeasible(v.length);
    }
    System.arraycopy(solution.z(), 0, v, 0, v.length);
  }

  private static double[] times(double factor, double[] values) {
    return Arrays.stream(values).map(each -> factor * each).toArray();
  }

  @Override
  public void requireFeasible(int dimension) {
    if (structure.dimension() != dimension) {
      throw new IllegalArgumentException(
          "constraints on %d entries, but there are %d"
              .formatted(structure.dimension(), dimension));
    }
    Separable.none().within(structure.lower(), structure.upper()).requireFeasible(dimension);
    List<Row> clash = clashing(structure.rows());
    if (clash.isEmpty()) {
      return;
    }
    for (Row row : clash) { // what is left without each of them: a least set that still clashes
      List<Row> fewer = new ArrayList<>(clash);
      fewer.remove(row);
      if (!clashing(fewer).isEmpty()) {
        clash = fewer;
      }
    }
    throw new IllegalArgumentException(
        "the constraints clash: within the bounds of the entries there is no point with "
            + clash.stream().map(LinearConstraints::wanted).collect(Collectors.joining(" and ")));
  }

  /** Of these rows, those with a part in a proof that no point is feasible. */
  private List<Row> clashing(List<Row> rows) {
    double[] zero = new double[structure.dimension()];
    Polyhedral set = new Polyhedral(structure.lower(), structure.upper(), rows, zero, zero, zero);
    var proof = QuadraticProgram.diagonal(zero, zero, set).infeasibility();
    if (proof == null) {
      return List.of();
    }
    return IntStream.range(0, rows.size())
        .filter(i -> proof.rowMultipliers()[i] != 0)
        .mapToObj(rows::get)
        .toList();
  }

  private static String wanted(Row row) {
    return row.name()
        + (row.least() == row.most()
            ? " = " + Figures.digits(row.most())
            : " " + Figures.range(row.least(), row.most()));
  }

  @Override
  public Polyhedral polyhedral(int dimension) {
    return structure;
  }

  @Override
  public String fingerprint() {
    var all = new Fingerprint("linear constraints").add(structure.dimension());
    all.add(structure.lower()).add(structure.upper());
    all.add(structure.absoluteCosts()).add(structure.centres()).add(structure.squares());
    for (Row row : structure.rows()) {
      all.add(row.least()).add(row.most()).add(row.coefficients());
    }
    return all.toString();
  }

  @Override
  public String toString() {
    boolean costs =
        Arrays.stream(structure.absoluteCosts()).anyMatch(each -> each > 0)
            || Arrays.stream(structure.squares()).anyMatch(each -> each > 0);
    return "%s%d linear rows on %d entries within bounds"
        .formatted(
            costs ? "separable costs, " : "", structure.rows().size(), structure.dimension());
  }
}
