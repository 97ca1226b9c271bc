package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and that the message says where and what to do. */
class CsvRefusalTest {
  @TempDir Path folder;
  private FileKit kit;

  @BeforeEach
  void setUp() {
    kit = new FileKit(folder);
  }

  @Test
  void aMessageNamesFileRowColumnExpectationAndRemedy() {
    var e = kit.refusal("A,B,C\n1,2,3\n# note\n4,5,abc\n");
    assertThat(kit.said(e))
        .isEqualTo(
            "t.csv: row 4, column 3 (\"C\"): expected a number, found \"abc\";"
                + " correct it, or leave the cell empty and use --missing drop-rows");
    assertThat(e.row()).isEqualTo(4);
    assertThat(e.column()).isEqualTo(3);
    assertThat(e.columnName()).isEqualTo("C");
    assertThat(e.file()).endsWith("t.csv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "1d", "1f", "0x1p3", "1e", "e5", "--1", "1 2", "1.2.3", "1_000"})
  void whatIsNoNumberIsText(String cell) {
    var e = kit.refusal("A,B\n1,2\n3," + cell + "\n");
    assertThat(e.getMessage()).contains("row 3, column 2 (\"B\"): expected a number, found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inf", "-Inf", "Infinity", "1e400", "-1e309"})
  void infiniteValuesAreRefusedWhateverIsDoneWithMissingOnes(String cell) {
    var options = ReadOptions.defaults().withMissing(Missing.DROP_ROWS);
    var e = kit.refusal("A,B\n1,2\n3," + cell + "\n4,5\n5,6\n", options);
    assertThat(e.getMessage()).contains("row 3, column 2 (\"B\")").contains("\"" + cell + "\"");
  }

  @Test
  void textInTheFirstColumnIsRefusedWhereItStands() {
    assertThat(kit.refusal("A,B\nabc,2\n0.3,4\n").getMessage())
        .contains("row 2, column 1 (\"A\")")
        .contains("\"abc\"");
    assertThat(kit.refusal("A,B\n0.1,2\nabc,4\n").getMessage())
        .contains("row 3, column 1 (\"A\")")
        .contains("\"abc\"");
    assertThat(kit.refusal("A,B\n20200131,2\nabc,4\n").getMessage())
        .contains("row 3, column 1 (\"A\")");
  }

  @Test
  void aFirstRowWithASlipIsNotTakenForAHeader() {
    assertThat(kit.said(kit.refusal("0.1,o.2,0.3\n1,2,3\n4,5,6\n")))
        .startsWith(
            "t.csv: row 1: expected a header or a row of numbers, found \"o.2\" in column 2");
  }

  @Test
  void raggedRowsAreRefused() {
    assertThat(kit.said(kit.refusal("A,B,C\n1,2,3\n4,5\n")))
        .isEqualTo(
            "t.csv: row 3: expected 3 columns as in row 1, found 2; check the separators in this"
                + " row");
  }

  @Test
  void rowsOfQuotedLinesAreCountedAsLinesOfTheFile() {
    assertThat(kit.refusal("\"A\nx\",B\n1,2\n3,abc\n").row()).isEqualTo(4);
  }

  @Test
  void decimalCommasInACommaFileAreSuspected() {
    assertThat(kit.refusal("A,B\n1,5,2,5\n3,5,4,5\n").getMessage())
        .contains("row 2: expected 2 columns as in row 1, found 4")
        .contains("decimal commas");
  }

  @Test
  void percentSignsOnSomeNumbersAreRefused() {
    assertThat(kit.refusal("A,B\n1.2%,2\n1,2\n").getMessage())
        .contains("row 2, column 2: \"2\" has no percent sign, numbers before it have one")
        .contains("write all numbers with or all without percent signs");
  }

  @Test
  void equalNamesAreRefused() {
    assertThat(kit.said(kit.refusal("A,B,A\n1,2,3\n4,5,6\n")))
        .isEqualTo(
            "t.csv: row 1, column 3: the name \"A\" stands in column 1 already;"
                + " give each column a name of its own");
  }

  @Test
  void anEmptyNameIsRefused() {
    assertThat(kit.refusal("A,,C\n1,2,3\n4,5,6\n").getMessage())
        .contains("row 1, column 2: the header has no name for this column");
    assertThat(kit.refusal(",B,C\n0.1,2,3\n0.4,5,6\n").getMessage())
        .contains("column 1: the column has numbers but no name");
  }

  @Test
  void datesOutOfOrderUnderAnotherNameAreRefused() {
    assertThat(kit.refusal("A,B\n20200131,2\n20200115,3\n20200228,4\n").getMessage())
        .contains("column 1 (\"A\"): the numbers look like dates, but are not in order");
  }

  @ParameterizedTest
  @CsvSource({"'', is empty", "'\n \n', is empty", "'A,B\n', no rows", "'A,B\n1,2\n', only 1 row"})
  void aTableNeedsTwoRows(String text, String problem) {
    assertThat(kit.refusal(text).getMessage()).contains(problem);
  }

  @Test
  void commentsOnlyAreNoTable() {
    assertThat(kit.refusal("# nothing\n").getMessage()).contains("holds no rows of numbers");
  }

  @Test
  void aConstantColumnIsNamedWhenAskedFor() {
    Table table = kit.read("A,B\n1,2\n3,2\n");
    assertThat(catchThrowable(() -> table.requireVarying("remove it")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column \"B\": expected values that vary, found 2.0 in every row");
    Table varying = kit.read("A,B\n1,2\n3,4\n");
    assertThat(varying.requireVarying("remove it")).isSameAs(varying);
  }

  @Test
  void zeroBytesAreRefusedAsNoText() {
    Path file = kit.file("t.csv", "A,B\n1,2\0\n".getBytes(StandardCharsets.UTF_8));
    assertThat(FileKit.refusal(file).getMessage()).contains("is not a text file in UTF-8");
  }

  /** The first characters decide on the encoding. */
  @Test
  void anotherEncodingFurtherDownIsRefusedWhereItIsMet() {
    String text = "A,B\n" + "1,2\n".repeat(20_000) + "3,ö\n";
    Path file = kit.file("t.csv", text.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(FileKit.refusal(file).getMessage())
        .contains("row 20002, column 2 (\"B\"): expected UTF-8 text, found a byte of another");
  }

  @Test
  void anUnclosedQuoteIsRefusedWithItsRow() {
    assertThat(kit.refusal("A,B\n1,2\n\"3,4\n5,6\n").getMessage())
        .contains("row 3: a quote is not closed");
  }

  @Test
  void aCellWithoutEndIsRefused() {
    var e = kit.refusal("A,B\n1," + "9".repeat(CsvCells.MAX_CELL + 1) + "\n");
    assertThat(e.getMessage()).contains("row 2").contains("longer than").hasSizeLessThan(400);
  }

  @Test
  void aRowWithoutEndIsRefused() {
    var e = kit.refusal(",".repeat(CsvCells.MAX_COLUMNS + 1) + "\n");
    assertThat(e.getMessage()).contains("row 1: has more than 100000 columns");
  }

  @Test
  void aFileThatUnpacksToMoreThanTheLimitIsRefused() {
    Path file = kit.file("t.csv.gz", FileKit.gzip("A,B\n" + "1,2\n".repeat(100_000)));
    assertThat(FileKit.refusal(file, ReadOptions.defaults().withMaxBytes(200_000)).getMessage())
        .contains("more than the limit of 200000 bytes when unpacked");
  }

  @Test
  void aCutOffGzipIsRefused() {
    byte[] whole = FileKit.gzip("A,B\n" + "1,2\n".repeat(1000));
    Path file = kit.file("t.csv.gz", Arrays.copyOf(whole, whole.length - 12));
    assertThat(FileKit.refusal(file).getMessage()).contains("it was cut short");
    Path shorter = kit.file("u.csv.gz", Arrays.copyOf(whole, 5));
    assertThat(FileKit.refusal(shorter).getMessage()).contains("it was cut short");
  }

  @Test
  void aDamagedGzipIsRefused() {
    byte[] bytes = FileKit.gzip("A,B\n" + "1,2\n".repeat(1000));
    Arrays.fill(bytes, 12, 30, (byte) 0xff);
    assertThat(FileKit.refusal(kit.file("t.csv.gz", bytes)).getMessage())
        .contains("holds damaged compressed data");
  }

  @Test
  void aZipFileWithNoOrTwoTablesIsRefused() {
    assertThat(FileKit.refusal(kit.file("a.zip", FileKit.zip("x.exe", "1,2\n3,4\n"))).getMessage())
        .contains("holds no .csv or .txt file");
    byte[] two = FileKit.zip("../../a.csv", "1,2\n", "b.csv", "3,4\n");
    assertThat(FileKit.refusal(kit.file("b.zip", two)).getMessage())
        .contains("found \"../../a.csv\", \"b.csv\"");
  }

  @Test
  void aDamagedZipFileIsRefused() {
    byte[] bytes = FileKit.zip("a.csv", "1,2\n3,4\n");
    Path file = kit.file("a.zip", Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(FileKit.refusal(file).getMessage()).contains("holds damaged compressed data");
  }

  @Test
  void aFilePackedTwiceIsRefused() {
    byte[] inner = FileKit.zip("a.csv", "1,2\n3,4\n");
    byte[] outer = FileKit.gzip(new String(inner, StandardCharsets.ISO_8859_1));
    assertThat(FileKit.refusal(kit.file("a.gz", outer)).getMessage()).contains("packed twice");
  }

  @Test
  void aMissingFileAndAFolderAreRefused() {
    assertThat(FileKit.refusal(folder.resolve("none.csv")).getMessage()).contains("does not exist");
    assertThat(FileKit.refusal(folder).getMessage()).contains("is a folder");
  }

  @Test
  void aFileWithoutPermissionIsRefused() throws Exception {
    Path file = kit.file("t.csv", "1,2\n3,4\n");
    assumeTrue(file.toFile().setReadable(false));
    assumeFalse(Files.isReadable(file), "run by root");
    assertThat(FileKit.refusal(file).getMessage()).contains("may not be read");
  }

  @Test
  void aTableOfAPlainFileCannotBeChosen() {
    var options = ReadOptions.defaults().withTable("daily");
    assertThat(kit.refusal("A,B\n1,2\n3,4\n", options).getMessage())
        .contains("holds one table, but --table asks for \"daily\"");
  }

  @Test
  void aMessageIsOneShortLineWhateverTheFileHolds() {
    var e = kit.refusal("A,B\n1,2\n3,\"a\nb\u001b[31m" + "x".repeat(5000) + "\"\n");
    assertThat(e.getMessage()).doesNotContain("\n", "\u001b");
    assertThat(e.getMessage().length()).isLessThan(400);
  }
}
