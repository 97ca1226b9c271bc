package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowPanelsTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "8, 3", "9, 50", "30, 7", "17, 0"})
  void productsAreThoseOfTheRowsLessTheOrigin(int n, int columns) {
    Random random = new Random(n);
    Rows rows = Rows.of(n, columns, random.doubles((long) n * columns).toArray());
    double[] origin = random.doubles(columns).toArray();
    RowPanels panels = RowPanels.of(rows, origin);
    int count = panels.count();
    int width = count * RowPanels.WIDTH;
    for (int panel = 0; panel < count; panel++) {
      double[] products = new double[RowPanels.WIDTH * width];
      panels.addProducts(panel, panels, 0, count, products);
      double[] scalar = new double[products.length];
      RowPanels.of(rows, origin, new ScalarTiles()).addProducts(panel, panels, 0, count, scalar);
      assertThat(products).isEqualTo(scalar);
      for (int r = 0; r < Math.min(RowPanels.WIDTH, n - panel * RowPanels.WIDTH); r++) {
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < columns; k++) {
            sum +=
                (rows.get(panel * RowPanels.WIDTH + r, k) - origin[k])
                    * (rows.get(j, k) - origin[k]);
          }
          assertThat(products[r * width + j]).isCloseTo(sum, within(1e-13));
        }
      }
    }
  }
}
