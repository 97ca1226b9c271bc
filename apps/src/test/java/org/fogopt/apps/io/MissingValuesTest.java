package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fogopt.apps.io.FileKit.values;

import java.nio.file.Path;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Missing values are refused, or left out as asked and counted. */
class MissingValuesTest {
  private static final ReadOptions DROP_ROWS =
      ReadOptions.defaults().withMissing(Missing.DROP_ROWS);
  private static final ReadOptions DROP_ASSETS =
      ReadOptions.defaults().withMissing(Missing.DROP_ASSETS);

  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "NA",
        "N/A",
        "NaN",
        "nan",
        "-nan",
        "#N/A",
        "null",
        "-99.99",
        "-99.9900",
        "-999",
        "-999.00"
      })
  void theFirstMissingValueIsNamedWithTheRemedies(String cell) {
    var e = kit.refusal("date,A,B\n20200101,1,2\n20200102,3," + cell + "\n20200103,,6\n");
    assertThat(kit.said(e))
        .isEqualTo(
            "t.csv: row 3, column 3 (\"B\"): the value is missing (empty, NA, NaN, -99.99 or"
                + " -999); fill it in, or use --missing drop-rows or --missing drop-assets");
  }

  @Test
  void aValueNearTheMarkerIsAValue() {
    assertThat(values(kit.read("A,B\n-99.98,-999.5\n1,2\n")))
        .isDeepEqualTo(new double[][] {{-99.98, -999.5}, {1, 2}});
  }

  @Test
  void rowsWithMissingValuesAreDroppedWithTheirLabels() {
    Table table = kit.read("date,A,B\nd1,1,2\nd2,,4\nd3,5,6\nd4,7,NA\n", DROP_ROWS);
    assertThat(table.labels()).containsExactly("d1", "d3");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{1, 2}, {5, 6}});
    assertThat(table.droppedRows()).isEqualTo(2);
    assertThat(table.droppedColumns()).isEmpty();
  }

  @Test
  void columnsWithMissingValuesAreDroppedAndNamed() {
    Table table = kit.read("date,A,B,C\nd1,1,2,3\nd2,,5,6\nd3,7,8,NA\n", DROP_ASSETS);
    assertThat(table.names()).containsExactly("B");
    assertThat(table.labels()).containsExactly("d1", "d2", "d3");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{2}, {5}, {8}});
    assertThat(table.droppedRows()).isZero();
    assertThat(table.droppedColumns()).containsExactly("A", "C");
  }

  @Test
  void aMissingValueInAnUnlabelledFirstColumnIsOne() {
    Table table = kit.read("A,B\n0.1,2\n,4\n0.5,6\n", DROP_ROWS);
    assertThat(values(table)).isDeepEqualTo(new double[][] {{0.1, 2}, {0.5, 6}});
    assertThat(kit.refusal("A,B\n,4\n0.5,6\n").getMessage()).contains("row 2, column 1 (\"A\")");
  }

  @Test
  void anEmptyRowWithinTheTableIsARowOfMissingValues() {
    assertThat(kit.refusal("A,B\n1,2\n,\n5,6\n").getMessage()).contains("row 3, column 1");
    assertThat(kit.read("A,B\n1,2\n,\n5,6\n", DROP_ROWS).droppedRows()).isEqualTo(1);
  }

  @Test
  void nothingLeftIsRefused() {
    assertThat(kit.refusal("A,B\n1,\n,4\n5,\n", DROP_ROWS).getMessage())
        .contains("--missing drop-rows leaves 0 of 3 rows")
        .contains("try --missing drop-assets");
    assertThat(kit.refusal("A,B\n1,\n,4\n5,\n", DROP_ASSETS).getMessage())
        .contains("--missing drop-assets leaves no column: all 2 have missing values");
  }

  @Test
  void aFileWithoutMissingValuesIsKeptWhole() {
    Table table = kit.read("A,B\n1,2\n3,4\n", DROP_ROWS);
    assertThat(table.droppedRows()).isZero();
    assertThat(kit.read("A,B\n1,2\n3,4\n", DROP_ASSETS).droppedColumns()).isEmpty();
  }
}
