package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WeightedRowsTest {
  @Test
  void rowsWithoutWeightAreLeftOutAndTheOthersKeepTheirOrder() {
    double[] rows = {1, 2, 3, 4, 5, 6, 7, 8};
    double[] weights = {0, -2, 0, Double.NaN};
    assertThat(new WeightedRows(4, rows, weights).gather()).isEqualTo(2);
    assertThat(Arrays.copyOf(weights, 2)).containsExactly(-2, Double.NaN);
    assertThat(Arrays.copyOf(rows, 4)).containsExactly(3, 4, 7, 8);
  }

  @Test
  void noRowsAreNone() {
    assertThat(new WeightedRows(0, new double[0], new double[0]).gather()).isZero();
  }
}
