package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fogopt.apps.io.FileKit.values;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plain CSV file may look like. */
class CsvTableTest {
  private static final double[][] NUMBERS = {{0.1, -2}, {3e-1, 4}};

  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  @Test
  void aHeaderNamesTheColumns() {
    Table table = kit.read("A,B\n0.1,-2\n3e-1,4\n");
    assertThat(table.names()).containsExactly("A", "B");
    assertThat(table.labels()).isEmpty();
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @Test
  void withoutAHeaderColumnsAreNumbered() {
    Table table = kit.read("0.1,-2\n3e-1,4\n");
    assertThat(table.names()).containsExactly("asset1", "asset2");
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A;B\n0.1;-2\n3e-1;4\n",
        "A\tB\n0.1\t-2\n3e-1\t4\n",
        "A,B\r\n0.1,-2\r\n3e-1,4\r\n",
        "A,B\r0.1,-2\r3e-1,4\r",
        "A,B\n0.1,-2\n3e-1,4",
        "A,B\n0.1,-2\n3e-1,4\n\n\n  \n",
        "A,B\n0.1,-2\n3e-1,4\n,\n,\n",
        "# made today, by hand\nA,B\n0.1,-2\n# half-way\n3e-1,4\n",
        "\n\nA,B\n0.1,-2\n\n3e-1,4\n",
        "\"A\",\"B\"\n\"0.1\",\"-2\"\n\"3e-1\",\"4\"\n",
        " A , B \n  0.1,  -2\n 3e-1 ,+4\n",
        "\uFEFFA,B\n0.1,-2\n3e-1,4\n"
      })
  void separatorsLineEndsQuotesBlanksAndCommentsDoNotMatter(String text) {
    Table table = kit.read(text);
    assertThat(table.names()).containsExactly("A", "B");
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @Test
  void aQuotedNameMayHoldTheSeparatorAndQuotes() {
    Table table = kit.read("\"A, Inc.\",\"the \"\"B\"\"\"\n1,2\n3,5\n");
    assertThat(table.names()).containsExactly("A, Inc.", "the \"B\"");
  }

  @Test
  void semicolonsMayBePartOfNamesInACommaFile() {
    assertThat(kit.read("A;x,B;y\n1,2\n3,5\n").names()).containsExactly("A;x", "B;y");
  }

  @Test
  void oneColumnIsATable() {
    Table table = kit.read("A\n0.5\n0.25\n");
    assertThat(table.names()).containsExactly("A");
    assertThat(values(table)).isDeepEqualTo(new double[][] {{0.5}, {0.25}});
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2020-01-31 2020-02-28",
        "2020/01/31 2020/02/28",
        "31.12.2020 31.01.2021",
        "20200131 20200228",
        "202001 202002",
        "20200228 20200131",
        "Monday Tuesday"
      })
  void aFirstColumnOfDatesOrTextLabelsTheRows(String labels) {
    String[] label = labels.split(" ");
    Table table = kit.read("x,A,B\n" + label[0] + ",0.1,-2\n" + label[1] + ",3e-1,4\n");
    assertThat(table.labels()).containsExactly(label);
    assertThat(table.names()).containsExactly("A", "B");
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2020-01-31", "31.12.2020", "20200131", "monday"})
  void aLabelledFileNeedsNoHeader(String label) {
    Table table = kit.read(label + ",0.1,-2\n" + label + ",3e-1,4\n");
    assertThat(table.labels()).containsExactly(label, label);
    assertThat(table.names()).containsExactly("asset1", "asset2");
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"date", "Date", "TIME", "", "\"\""})
  void theNameOfTheFirstColumnMaySayThatItLabels(String name) {
    Table table = kit.read(name + ",A,B\n7,0.1,-2\n5,3e-1,4\n");
    assertThat(table.labels()).containsExactly("7", "5");
    assertThat(table.names()).containsExactly("A", "B");
  }

  @Test
  void numberedColumnsUnderAnEmptyCornerAreAHeader() {
    Table table = kit.read(",0,1\n0,0.1,-2\n1,3e-1,4\n");
    assertThat(table.names()).containsExactly("0", "1");
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @Test
  void smallWholeNumbersInTheFirstColumnAreAnAsset() {
    Table table = kit.read("A,B\n1,2\n2,1\n");
    assertThat(table.names()).containsExactly("A", "B");
    assertThat(table.labels()).isEmpty();
  }

  @Test
  void gzipIsKnownByItsBytes() {
    Path file = kit.file("returns.csv", FileKit.gzip("A,B\n0.1,-2\n3e-1,4\n"));
    assertThat(values(TableReader.read(file, ReadOptions.defaults()))).isDeepEqualTo(NUMBERS);
  }

  @Test
  void plainTextCalledGzipIsReadAsText() {
    Path file = kit.file("returns.csv.gz", "A,B\n0.1,-2\n3e-1,4\n");
    assertThat(values(TableReader.read(file, ReadOptions.defaults()))).isDeepEqualTo(NUMBERS);
  }

  @Test
  void aZipFileWithOneTableIsRead() {
    Path file =
        kit.file(
            "returns.zip", FileKit.zip("readme.md", "hello", "a/R.CSV", "A,B\n0.1,-2\n3e-1,4\n"));
    assertThat(values(TableReader.read(file, ReadOptions.defaults()))).isDeepEqualTo(NUMBERS);
  }

  @Test
  void theFirstTableOfAPlainFileMayBeAskedFor() {
    Table table = kit.read("A,B\n0.1,-2\n3e-1,4\n", ReadOptions.defaults().withTable("1"));
    assertThat(table.names()).containsExactly("A", "B");
  }

  @Test
  void aByteOfAnotherEncodingInACommentDoesNoHarm() {
    byte[] text = "# © me\nA,B\n0.1,-2\n3e-1,4\n".getBytes(StandardCharsets.ISO_8859_1);
    Table table = TableReader.read(kit.file("t.csv", text), ReadOptions.defaults());
    assertThat(values(table)).isDeepEqualTo(NUMBERS);
  }

  @Test
  void everyNumberIsTheNearestDouble() {
    String[] numbers = {
      "0.1",
      "-0.0",
      "5.797344942626244",
      "123456789012345",
      "1234567890123456",
      "9007199254740993",
      "-.5",
      "5.",
      "1e-320",
      "4.9e-324",
      "1.7976931348623157e308",
      "0.000000000000001",
      "999999999999999.9",
      "00012.50",
      "2.2250738585072011e-308"
    };
    var text = new StringBuilder("x,A\n");
    for (String number : numbers) {
      text.append("row,").append(number).append('\n');
    }
    Table table = kit.read(text.toString());
    for (int i = 0; i < numbers.length; i++) {
      assertThat(Rows.of(table.rows()).get(i, 0))
          .as(numbers[i])
          .isEqualTo(Double.parseDouble(numbers[i]));
    }
  }
}
