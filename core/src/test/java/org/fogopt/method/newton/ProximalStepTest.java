package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.linalg.Parallel;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where the model is not convex: in coordinates in which H is diagonal, so that the shift of each
 * shows in its step. A shift that makes −1 convex is at least 1, which slows −3/2 down to −3/(2+1)
 * or less.
 */
class ProximalStepTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /** Of a quadratic program's solution. */
  private static final double SAME = 1e-6;

  /** A penalty that is nothing but its structure. */
  private record Structured(Polyhedral set) implements Penalty {
    @Override
    public double value(double[] x) {
      return set.cost(x);
    }

    @Override
    public void prox(double[] v, double eta) {
      throw new UnsupportedOperationException("the step needs none");
    }

    @Override
    public Polyhedral polyhedral(int dimension) {
      return set;
    }
  }

  private static double[] step(
      Polyhedral set, double[][] h, double[] x, double[] g, double radius) {
    double[] p = new double[x.length];
    new ProximalStep(new Structured(set), x.length, Parallel.SERIAL)
        .solve(Families.hessian(h), x, g, radius, 0.1, p);
    return p;
  }

  private static double[][] diagonal(double scale, double... values) {
    double[][] h = new double[values.length][values.length];
    for (int k = 0; k < values.length; k++) {
      h[k][k] = scale * values[k];
    }
    return h;
  }

  private static Polyhedral box() {
    return Polyhedral.box(2, -10, 10);
  }

  // Bounds and kinks

  /** The first entry is at a bound and stays there; the second takes Newton's step, 3/2. */
  @ParameterizedTest
  @CsvSource({"-10, 1", "10, -1"})
  void negativeCurvatureAlongABindingEntryDoesNotSlowTheOthersDown(double bound, double slope) {
    double[] p =
        step(box(), diagonal(1, -1, 2), new double[] {bound, 0.5}, new double[] {slope, -3}, 5);
    assertThat(p).containsExactly(new double[] {0, 1.5}, within(SAME));
  }

  /** |x_1| has a kink at 0, which holds against slopes below its cost. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0x1p-20, 0x1p20})
  void neitherDoesItAlongAKinkWhateverTheUnitsOfTheObjective(double scale) {
    Polyhedral costs = box().withAbsoluteCosts(new double[] {scale, scale}, new double[2]);
    double[] x = {0, 0.5};
    double[] g = {0.5 * scale, -3 * scale};
    double[] p = step(costs, diagonal(scale, -1, 2), x, g, 5);
    assertThat(p).containsExactly(new double[] {0, 1}, within(SAME)); // −3 + 2p + 1 = 0
    double[] off = {0.25, 0.5}; // off the kink it is no use
    assertThat(step(costs, diagonal(scale, -1, 2), off, g, 5)[1]).isLessThan(2 / 3.0 + SAME);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0x1p-20, 0x1p20})
  void alongAFreeEntryItIsShiftedInAllDirections(double scale) {
    double[] x = {0, 0.5}; // 0 is the centre of no cost
    double[] g = {-0.5 * scale, -3 * scale};
    double[] p = step(box(), diagonal(scale, -1, 2), x, g, 5);
    assertThat(p[1]).isBetween(3 / (2 + 10.0), 1 + SAME); // shifts grow tenfold
    assertThat(p[0]).isPositive();
  }

  /** Only the squares of the penalty, 2q = 3, make it convex: no shift is needed. */
  @Test
  void squaresOfThePenaltyCountAsCurvature() {
    Polyhedral squares = box().withSquares(new double[] {1.5, 0});
    double[] p = step(squares, diagonal(1, -1, 2), new double[2], new double[] {-2, -3}, 50);
    assertThat(p).containsExactly(new double[] {1, 1.5}, within(SAME));
  }

  /** H = 0 is convex as it is: a linear program, which ends at the region. */
  @Test
  void noCurvatureAtAllEndsAtTheRegion() {
    double[] p = step(box(), diagonal(0, 1, 1), new double[2], new double[] {-2, 3}, 0.5);
    assertThat(p).containsExactly(new double[] {0.5, -0.5}, within(SAME));
  }

  // Rows

  /** 2uuᵀ − vvᵀ with u = (1, −1)/√2 and v = (1, 1)/√2. */
  private static final double[][] SADDLE = {{0.5, -1.5}, {-1.5, 0.5}};

  /** What the step gains along u, where Newton's has 3/2; the slope along v presses on the row. */
  private static double alongU(Row row, double[] x, double slopeAlongV) {
    double[] g = new double[2];
    g[0] = (-3 + slopeAlongV) / Math.sqrt(2);
    g[1] = (3 + slopeAlongV) / Math.sqrt(2);
    Polyhedral free = Polyhedral.box(2, -INFINITY, INFINITY);
    double[] p = step(free.with(row), SADDLE, x, g, 3);
    return (p[0] - p[1]) / Math.sqrt(2);
  }

  private static Row sum(double coefficient, double least, double most) {
    return new Row(
        "sum", new double[] {coefficient, coefficient}, coefficient * least, coefficient * most);
  }

  /** However the row is scaled. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-3, 1e3})
  void negativeCurvatureAcrossABindingRowDoesNotSlowTheStepAlongItDown(double scale) {
    double[] x = {0.75, 0.25};
    assertThat(alongU(sum(scale, 1, 1), x, 0)).isCloseTo(1.5, within(SAME));
    assertThat(alongU(sum(scale, -INFINITY, 1), x, -10)).isCloseTo(1.5, within(SAME));
    assertThat(alongU(sum(scale, 1, INFINITY), x, 10)).isCloseTo(1.5, within(SAME));
  }

  @Test
  void aRowThatDoesNotBindIsNoHelp() {
    double[] x = {0.75, 0.25};
    List<Row> slack = new ArrayList<>();
    slack.add(sum(1, -INFINITY, 1.01));
    slack.add(sum(1, 0.99, INFINITY));
    slack.add(sum(1, 0.9, 1.1));
    for (Row row : slack) {
      for (double slope : new double[] {-10, 10}) {
        assertThat(alongU(row, x, slope)).as("%s", row).isLessThanOrEqualTo(1 + SAME);
      }
    }
  }

  /** 1e-9 of the sizes in the sum: 2e-3 at 1e6, 1e-9 at 1. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5e-9, true",
    "0.5, -0.5e-9, true",
    "0.5, 1e-5, false",
    "0.5, -1e-5, false",
    "1e6, 1e-5, true",
    "1e6, -1e-5, true",
    "1e6, 0.1, false",
    "1e6, -0.1, false"
  })
  void aRowBindsUpToTheRoundingOfItsSum(double size, double off, boolean binds) {
    double[] x = {size, 1 - size};
    Row row =
        off > 0
            ? sum(1, -INFINITY, x[0] + x[1] + off) // a little below the upper bound
            : sum(1, x[0] + x[1] + off, INFINITY); // a little above the lower bound
    double gained = alongU(row, x, off > 0 ? -10 : 10);
    if (binds) {
      assertThat(gained).isCloseTo(1.5, within(1e-3));
    } else {
      assertThat(gained).isLessThanOrEqualTo(1 + 1e-3);
    }
  }

  // Without end

  @Test
  void aModelThatFallsWithoutEndTellsTheDirectionUntilTheNext() {
    Polyhedral quadrant = Polyhedral.box(2, 0, INFINITY);
    var rule = new ProximalStep(new Structured(quadrant), 2, Parallel.SERIAL);
    double[] p = new double[2];
    double[] x = {1, 1};
    assertThat(rule.recession()).isNull();
    rule.solve(Families.hessian(diagonal(1, 0, 2)), x, new double[] {-1, 1}, INFINITY, 0.1, p);
    double[] falls = rule.recession();
    assertThat(falls).isNotNull();
    assertThat(falls[0]).isPositive();
    assertThat(falls[1]).isCloseTo(0, within(1e-6 * falls[0]));
    rule.solve(Families.hessian(diagonal(1, 1, 2)), x, new double[] {-1, 1}, INFINITY, 0.1, p);
    assertThat(rule.recession()).isNull();
    assertThat(p).containsExactly(new double[] {1, -0.5}, within(SAME));
  }
}
