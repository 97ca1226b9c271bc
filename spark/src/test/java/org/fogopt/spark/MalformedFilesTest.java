package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors name the file and the line. */
class MalformedFilesTest {
  @TempDir Path temp;

  private SparkRows load(Path folder) {
    return RowFiles.open(Session.spark(), folder.toString(), RowFiles.Options.DEFAULT).load();
  }

  private Path write(String name, String text) throws IOException {
    Path folder = Files.createDirectories(temp.resolve("returns"));
    Files.writeString(folder.resolve(name), text);
    return folder;
  }

  @Test
  void aCellThatIsNoNumberNamesFileAndLine() throws IOException {
    write("a.csv", "A,B\n1,2\n3,5\n");
    Path folder = write("b.csv", "A,B\n1,2\n3,oops\n4,5\n");
    assertThatThrownBy(() -> load(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("b.csv: row 3, column 2")
        .hasMessageContaining("\"oops\"");
  }

  @Test
  void ofTwoBadFilesTheFirstIsNamed() throws IOException {
    for (String name : new String[] {"c.csv", "b.csv", "d.csv"}) {
      write(name, "A,B\n1,2\n3\n");
    }
    Path folder = write("a.csv", "A,B\n1,2\n3,5\n");
    assertThatThrownBy(() -> load(folder)).hasMessageContaining("b.csv: row 3");
  }

  @Test
  void filesOfOtherColumnsAreRefused() throws IOException {
    write("a.csv", "A,B\n1,2\n3,5\n");
    Path folder = write("b.csv", "A,C\n1,2\n3,5\n");
    assertThatThrownBy(() -> load(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("b.csv: its columns are not those of")
        .hasMessageContaining("a.csv");
  }

  @Test
  void rowsWithMissingValuesCanBeLeftOut() throws IOException {
    write("a.csv", "A,B\n1,2\n,5\n2,7\n");
    Path folder = write("b.csv", "A,B\n1,-99.99\n3,5\n4,4\n");
    assertThatThrownBy(() -> load(folder)).hasMessageContaining("a.csv: row 3, column 1");
    RowFiles files =
        RowFiles.open(
            Session.spark(),
            folder.toString(),
            RowFiles.Options.DEFAULT.withMissing(Missing.DROP_ROWS));
    assertThat(files.count()).isEqualTo(4);
    assertThat(files.droppedRows()).isEqualTo(2);
    try (SparkRows rows = files.load()) {
      double[] row = new double[2];
      rows.copyTo(2, row);
      assertThat(row).containsExactly(3, 5);
    }
  }

  @Test
  void aNullInAParquetFileNamesFileAndRow() {
    Rows rows = new SyntheticReturns(3000, 3, 20).draw(1);
    String folder = temp.resolve("parquet").toString();
    Session.table(rows)
        .selectExpr("P1", "if(P2 = %s, null, P2) P2".formatted(rows.get(2500, 1)), "P3")
        .coalesce(1)
        .write()
        .parquet(folder);
    assertThatThrownBy(() -> load(Path.of(folder)))
        .isInstanceOf(InputException.class)
        .hasMessageMatching(
            ".*/part-[^/]*\\.parquet: row 2501, column 2 \\(\"P2\"\\): .*missing.*");
  }

  @Test
  void aColumnOfOneNumberIsRefused() throws IOException {
    Path folder = write("a.csv", "A,B\n1,2\n3,2\n");
    assertThatThrownBy(() -> load(folder)).hasMessageContaining("column \"B\": expected values");
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> load(temp.resolve("nowhere")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nowhere: does not exist");
  }

  @Test
  void changedFilesAreAnotherMatrix() throws IOException {
    Path folder = write("a.csv", "A,B\n1,2\n3,5\n");
    String before;
    try (SparkRows rows = load(folder)) {
      before = rows.fingerprint();
    }
    try (SparkRows again = load(folder)) {
      assertThat(again.fingerprint()).isEqualTo(before);
    }
    write("a.csv", "A,B\n1,2\n3,5.5\n");
    try (SparkRows changed = load(folder)) {
      assertThat(changed.fingerprint()).isNotEqualTo(before);
    }
  }
}
