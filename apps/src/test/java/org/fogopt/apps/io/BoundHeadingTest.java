package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundHeadingTest {
  private static final List<String> ASSETS = List.of("A", "B");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"asset,most,least\nA,0.1,\n", "asset,Max weight,Min weight\nA,0.1,\n"})
  void boundsInTheOtherOrderAreRefused(String text) throws IOException {
    assertThatThrownBy(() -> AssetRows.bounds(file(text), ASSETS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1, column 2")
        .hasMessageContaining("asset,least,most");
  }

  @Test
  void linearRowsInTheOtherOrderAreRefused() throws IOException {
    assertThatThrownBy(() -> AssetRows.linear(file("row,upper,lower,A\nr,0.1,,1\n"), ASSETS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row,least,most");
  }

  @ParameterizedTest
  @ValueSource(strings = {"asset,group,floor\nA,X,0.2\n", "asset,group,min,max\nA,X,0.2,\n"})
  void aFloorInThePlaceOfTheCapOfAGroupIsRefused(String text) throws IOException {
    assertThatThrownBy(() -> GroupsFile.read(file(text), ASSETS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 1, column 3")
        .hasMessageContaining("asset,group,cap,floor");
  }

  @Test
  void aCapInPercentIsRefusedWithItsRemedy() throws IOException {
    assertThatThrownBy(() -> GroupsFile.read(file("asset,group,cap\nA,X,30%\n"), ASSETS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("0.25 for 25 %");
  }

  @Test
  void otherWordsForTheBoundsAreRead() throws IOException {
    assertThat(AssetRows.bounds(file("asset,min,max\nA,0.1,\n"), ASSETS).get(0).least())
        .isEqualTo(0.1);
    assertThat(GroupsFile.read(file("asset,sector,limit\nA,X,0.2\n"), ASSETS)).hasSize(1);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("bounds.csv"), text);
  }
}
