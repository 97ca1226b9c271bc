package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.fogopt.apps.io.table.DataTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bend of Huber's loss, in the units of the table. */
class TargetTest {
  private static Target.Inferred huber(boolean standardise, double... values) {
    int[] lines = IntStream.rangeClosed(2, values.length + 1).toArray();
    var column = new DataTable.Numbers("y", values);
    var data = new DataTable(List.of(column), lines, null, "t.csv", List.of());
    return Target.of(data, "y", data.allRows(), "huber", standardise);
  }

  private static double bend(Target target) {
    return target.loss().delta() * target.scale();
  }

  @Test
  void outliersDoNotMoveIt() {
    Random random = new Random(12);
    double[] y = DoubleStream.generate(random::nextGaussian).limit(4000).toArray();
    for (int i = 0; i < y.length; i += 100) {
      y[i] = 1e4;
    }
    // The median of |y| is uncertain by 1.17/√4000, 1.9 %, and 1 % of outliers move it by 1.3 %.
    assertThat(bend(huber(true, y).target())).isCloseTo(1.345, within(1.345 * (3 * 0.019 + 0.013)));
  }

  /** The median is 3, that of the distances 2, 1, 0, 1, 997 is 1. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itIsOfTheMedianAbsoluteDeviation(boolean standardise) {
    Target.Inferred found = huber(standardise, 1, 2, 3, 4, 1000);
    assertThat(bend(found.target())).isCloseTo(1.345 * 1.4826, within(1e-12));
    assertThat(found.reason()).contains("median absolute deviation");
  }

  /** Mean 1, squares 4 · 1 + 16 over 4 degrees of freedom. */
  @Test
  void whereHalfAreTheSameItIsOfTheStandardDeviationAndSaid() {
    Target.Inferred found = huber(true, 0, 0, 5, 0, 0);
    assertThat(bend(found.target())).isCloseTo(1.345 * Math.sqrt(5), within(1e-12));
    assertThat(found.reason()).contains("half of its values or more are the same");
  }
}
