package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Portfolios go to a file and come back. */
class WeightsFileTest {
  private static final List<String> NAMES = List.of("A", "B, Inc.", "#C", "the \"D\"");

  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  private void assertRefused(String text, String message) {
    Path file = kit.file("w.csv", text);
    assertThatThrownBy(() -> WeightsFile.read(file, List.of("A", "B")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void weightsComeBackBitForBit() {
    double[] weights = {0.1 + 0.2, Double.MIN_VALUE, -0.0, -99.99};
    Path file = folder.resolve("w.csv");
    WeightsFile.write(file, NAMES, weights);
    assertThat(WeightsFile.read(file, NAMES)).isEqualTo(weights);
    assertThat(file).content().startsWith("asset,weight\nA,0.30000000000000004\n\"B, Inc.\",");
  }

  @Test
  void assetsMayComeInAnyOrderAndWithoutAHeader() {
    Path file = kit.file("w.csv", "B;0.75\nA;0.25\n");
    assertThat(WeightsFile.read(file, List.of("A", "B"))).containsExactly(0.25, 0.75);
  }

  @Test
  void anUnknownAssetIsNamed() {
    assertRefused(
        "asset,weight\nA,0.5\nX,0.5\n", "row 3, column 1 (\"asset\"): the asset \"X\" is not in");
  }

  @Test
  void aMissingAssetIsNamed() {
    assertRefused("asset,weight\nA,1\n", "has no weight for the asset \"B\"; add a row");
  }

  @Test
  void anAssetThatIsThereTwiceIsNamed() {
    assertRefused(
        "asset,weight\nA,0.5\nB,0.2\nA,0.3\n",
        "row 4, column 1 (\"asset\"): the asset \"A\" stands in row 2");
  }

  @Test
  void aWeightThatIsNoNumberIsNamed() {
    assertRefused(
        "asset,weight\nA,0.5\nB,half\n", "row 3, column 2 (\"weight\"): expected a finite number");
    assertRefused("A,half\nB,0.5\n", "row 1, column 2 (\"weight\")");
    assertRefused("asset,weight\nA,\nB,0.5\n", "row 2, column 2 (\"weight\")");
  }

  @Test
  void aThirdColumnIsRefused() {
    assertRefused(
        "asset,weight,x\nA,1,2\n", "row 1: expected 2 columns, asset and weight, found 3");
  }

  @Test
  void numbersOfSharesAreNoWeights() {
    assertRefused(
        "asset,Shares\nA,1\nB,0\n", "row 1, column 2 (\"weight\"): \"Shares\" are no weights");
  }
}
