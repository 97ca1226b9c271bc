package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.DataTable.Kind;
import org.fogopt.apps.io.table.DataTable.Numbers;
import org.fogopt.apps.io.table.DataTable.Texts;
import org.fogopt.linalg.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataReaderTest {
  @TempDir private Path folder;

  private DataTable read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), text);
    return DataReader.read(file, name -> null);
  }

  private static double[] numbers(DataTable table, String name) {
    return ((Numbers) Objects.requireNonNull(table.find(name))).values();
  }

  @Test
  void columnsHoldNumbersOrText() throws IOException {
    DataTable table = read("age,city,ok\n42,Rome,true\n,Oslo,false\n1e1,NA,true\n");
    assertThat(table.names()).containsExactly("age", "city", "ok");
    assertThat(table.rows()).isEqualTo(3);
    assertThat(numbers(table, "age")).containsExactly(42, Double.NaN, 10);
    Texts city = (Texts) Objects.requireNonNull(table.find("city"));
    assertThat(city.levels()).containsExactly("Rome", "Oslo");
    assertThat(city.codes()).containsExactly(0, 1, -1);
    assertThat(table.place(1, "city")).hasToString(folder + "/t.csv: row 3, column 2 (\"city\")");
  }

  @Test
  void numbersAreWrittenAsInOtherTables() throws IOException {
    DataTable table = read("a;b\n1.234,5;x\n-2,25;y\n");
    assertThat(numbers(table, "a")).containsExactly(1234.5, -2.25);
    assertThat(table.notes()).containsExactly("decimal commas", "thousands separators");
  }

  @ParameterizedTest
  @ValueSource(strings = {"#N/A", "#NA", "#N/D", "#NV"})
  void aRowThatBeginsWithAMissingMarkerOfASpreadsheetIsNoComment(String marker) throws IOException {
    DataTable table = read("a,b\n1,u\n" + marker + ",\"x, y\"\n# half-way, 1\n3,v\n");
    assertThat(numbers(table, "a")).containsExactly(1, Double.NaN, 3);
    assertThat(((Texts) Objects.requireNonNull(table.find("b"))).levels())
        .containsExactly("u", "x, y", "v");
    assertThat(table.lines()).containsExactly(2, 3, 5);
  }

  @Test
  void anErrorOfASpreadsheetInTheFirstColumnIsRefusedLikeInOthers() {
    assertThatThrownBy(() -> read("a,b\n1,2\n#DIV/0!,3\n4,5\n"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 3, column 1")
        .hasMessageContaining("#DIV/0!");
  }

  @Test
  void aHeaderMayBeginWithANumberSign() throws IOException {
    DataTable table = read("#,size,price\n1,2,3\n2,5,4\n");
    assertThat(table.names()).containsExactly("#", "size", "price");
    assertThat(numbers(table, "price")).containsExactly(3, 4);
  }

  @Test
  void commentsThatLookLikeRowsAreReported() throws IOException {
    assertThat(read("tag,b\nred,1\n#blue,2\n#green,3\nred,4\n").notes())
        .singleElement()
        .asString()
        .contains("2 of them")
        .contains("quote the first cell");
    assertThat(read("# from, afar\ntag,b\nred,1\n# half-way, so far\n#end\nred,4\n").notes())
        .isEmpty();
    assertThat(read("tag,b\nred,1\n\"#blue\",2\n").rows()).isEqualTo(2);
  }

  @Test
  void aNumberThatCanBeReadInTwoWaysIsRefusedWithARemedy() {
    assertThatThrownBy(() -> read("a,b\n\"9,019\",x\n\"1,250\",y\n"))
        .hasMessageContaining("9.019 or 9019")
        .hasMessageContaining("--decimal point or --decimal comma");
  }

  @Test
  void valuesThatMarkMissingReturnsAreNumbersHere() throws IOException {
    assertThat(numbers(read("a,b\n-999,1\n-99.99,2\n"), "a")).containsExactly(-999, -99.99);
  }

  @Test
  void aSlipOfThePenIsRefusedAndNamed() throws IOException {
    StringBuilder rows = new StringBuilder("a,b\n");
    for (int i = 0; i < 3000; i++) {
      rows.append(i).append(",1\n");
    }
    for (int line : new int[] {40, 2900}) { // among the first rows, and after them
      String text = rows.toString().replace("\n" + line + ",", "\n" + line + "o,");
      assertThatThrownBy(() -> read(text))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("row %d, column 1 (\"a\")".formatted(line + 2))
          .hasMessageContaining("\"" + line + "o\"")
          .hasMessageContaining("--category");
    }
  }

  @Test
  void numbersWithZerosInFrontAreText() throws IOException {
    DataTable table =
        read(
            "shop,zip,share,minute,zero,time,change\n01,007,0.5,00,0,00:30,-05\n10,170,0,15,-0,10:00,+0\n");
    assertThat(table.columns().stream().filter(c -> c instanceof Texts).map(c -> c.name()))
        .containsExactly("shop", "zip", "time");
    assertThat(((Texts) Objects.requireNonNull(table.find("shop"))).levels())
        .containsExactly("01", "10");
    assertThat(table.notes())
        .containsExactly(
            "shop has numbers with zeros in front: read as text",
            "zip has numbers with zeros in front: read as text");
  }

  @Test
  void whatIsKnownOfAColumnIsNotToldFromTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "zip,a\n007,1\n7,2\n");
    DataTable table = DataReader.read(file, name -> name.equals("zip") ? Kind.TEXT : null);
    assertThat(((Texts) Objects.requireNonNull(table.find("zip"))).levels())
        .containsExactly("007", "7");
    assertThatThrownBy(
            () ->
                DataReader.read(
                    Files.writeString(folder.resolve("u.csv"), "a\nx\ny\n"), n -> Kind.NUMBER))
        .hasMessageContaining("expected a finite number")
        .hasMessageNotContaining("--category");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,2\n3\n",
        "a,b\n1\n",
        "a,a\n1,2\n",
        "a,b\n",
        "a,b\ninf,1\n2,3\n",
        "a\n1\n2\n3o\n"
      })
  void whatIsNoTableIsRefused(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class);
  }

  @Test
  void sparseRowsStaySparse() throws IOException {
    String text = "# made\n+1 1:0.5 40000:2\n\n-1 3:-1 # last\n0\n";
    DataTable table = read(text);
    assertThat(table.names()).containsExactly("label");
    assertThat(numbers(table, "label")).containsExactly(1, -1, 0);
    SparseRows rows = Objects.requireNonNull(table.sparse());
    assertThat(rows.columns()).isEqualTo(40000);
    assertThat(rows.nonZeros()).isEqualTo(3);
    double[] ones = new double[40000];
    java.util.Arrays.fill(ones, 1);
    assertThat(List.of(rows.dot(0, ones), rows.dot(1, ones), rows.dot(2, ones)))
        .containsExactly(2.5, -1.0, 0.0);
    assertThat(table.lines()).containsExactly(2, 4, 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 1:1\n1 2:1 2:3\n", "1 1:1\n1 0:1\n", "1 1:1\n1 1:x\n", "1 1:1\n1 7\n"})
  void sparseRowsAreCheckedAndNamed(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 2");
  }

  @Test
  void packedFilesAndTablesOfNumbersAreReadToo() throws IOException {
    Path packed = folder.resolve("t.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("a,b\n1,x\n2,y\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(numbers(DataReader.read(packed, name -> null), "a")).containsExactly(1, 2);
    Path rows = folder.resolve("t.fogrows");
    Conversion.of(
        Files.writeString(folder.resolve("n.csv"), "a,b\n1,2\n3,4\n"),
        org.fogopt.apps.io.table.ReadOptions.defaults(),
        rows,
        org.fogopt.linalg.MappedRows.Storage.DOUBLE);
    assertThat(numbers(DataReader.read(rows, name -> null), "b")).containsExactly(2, 4);
  }

  @Test
  void aTableWithoutAHeaderHasNumberedColumns() throws IOException {
    DataTable table = read("5.1,3.5,setosa\n4.9,3.5,setosa\n6.3,,virginica\n6.4,3.2,setosa\n");
    assertThat(table.names()).containsExactly("column1", "column2", "column3");
    assertThat(numbers(table, "column1")).containsExactly(5.1, 4.9, 6.3, 6.4);
    assertThat(((Texts) Objects.requireNonNull(table.find("column3"))).codes())
        .containsExactly(0, 0, 1, 0);
    assertThat(table.notes())
        .containsExactly("no header: the columns are called column1 to column3");
    assertThat(numbers(read("1,1,0\n2,2,1\n"), "column2")).containsExactly(1, 2);
  }

  @Test
  void columnsNumberedFromZeroAreAHeader() throws IOException {
    DataTable table = read("0,1,2\n5,6,7\n8,9,9\n");
    assertThat(table.names()).containsExactly("0", "1", "2");
    assertThat(table.rows()).isEqualTo(2);
  }

  @Test
  void numbersOfAMappedFileMayBeCategories() throws IOException {
    Path rows = folder.resolve("t.fogrows");
    Conversion.of(
        Files.writeString(folder.resolve("n.csv"), "a,b\n7,2\n3,4\n7,5.5\n"),
        org.fogopt.apps.io.table.ReadOptions.defaults(),
        rows,
        org.fogopt.linalg.MappedRows.Storage.DOUBLE);
    DataTable table = DataReader.read(rows, name -> name.equals("a") ? Kind.TEXT : null);
    Texts a = (Texts) Objects.requireNonNull(table.find("a"));
    assertThat(a.levels()).containsExactly("7", "3");
    assertThat(a.codes()).containsExactly(0, 1, 0);
  }
}
