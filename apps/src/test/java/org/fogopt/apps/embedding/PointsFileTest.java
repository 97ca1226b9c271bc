package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.Missing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Points from CSV, with their labels wherever they stand. */
class PointsFileTest {
  @TempDir Path folder;

  private Points read(String text, String labels, Missing missing) throws IOException {
    Path file = Files.writeString(folder.resolve("p.csv"), text.replace("\\n", "\n"));
    return Points.read(file, labels, Columns.plain(missing), null, 1);
  }

  /** The same four points, labels u v u v, in every layout that needs no option. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "u,1,2\nv,3,4\nu,5,6\nv,7,8\n",
        "1,2,u\n3,4,v\n5,6,u\n7,8,v\n",
        "kind,a,b\nu,1,2\nv,3,4\nu,5,6\nv,7,8\n",
        "a,b,species\n1,2,u\n3,4,v\n5,6,u\n7,8,v\n",
        "a;label;b\n1;u;2\n3;v;4\n5;u;6\n7;v;8\n",
        "name,a,b,kind\np,1,2,u\nq,3,4,v\nr,5,6,u\ns,7,8,v\n",
        "label,0,1\nu,1,2\nv,3,4\nu,5,6\nv,7,8\n",
        ",a,b,kind\n0,1,2,u\n1,3,4,v\n2,5,6,u\n3,7,8,v\n",
        "index,a,b,kind\n6,1,2,u\n7,3,4,v\n8,5,6,u\n9,7,8,v\n",
        "a;b;kind\n1,0;2,0;u\n3,0;4,0;v\n5,0;6,0;u\n7,0;8,0;v\n",
      })
  void labelsAreFound(String text) throws IOException {
    Points points = read(text, null, Missing.REFUSE);
    assertThat(points.labels()).containsExactly("u", "v", "u", "v");
    assertThat(points.rows().columns()).isEqualTo(2);
    for (int i = 0; i < 4; i++) {
      assertThat(points.rows().get(i, 0)).isEqualTo(2 * i + 1);
      assertThat(points.rows().get(i, 1)).isEqualTo(2 * i + 2);
    }
  }

  /** As pandas writes a table without names, with its index and without; years; and no header. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        ",0,1,2\n0,1,2,9\n1,3,4,9\n2,5,6,9\n",
        "0,1,2\n1,2,9\n3,4,9\n5,6,9\n",
        "country,2019,2020,2021\nu,1,2,9\nv,3,4,9\nw,5,6,9\n",
        "1,2,9\n3,4,9\n5,6,9\n",
        "u,1,2,9\nv,3,4,9\nw,5,6,9\n",
      })
  void aHeaderOfNumbersIsNoPoint(String text) throws IOException {
    Points points = read(text, null, Missing.REFUSE);
    assertThat(numbers(points)).isEqualTo(new double[][] {{1, 2, 9}, {3, 4, 9}, {5, 6, 9}});
    boolean hasHeader = text.startsWith("c") || text.startsWith(",") || text.startsWith("0");
    assertThat(points.notes().stream().anyMatch(note -> note.contains("taken for a header")))
        .isEqualTo(hasHeader);
  }

  @Test
  void rowsThatGoOnCountingAreNoHeader() throws IOException {
    Points points = read("0,1,2\n3,4,5\n6,7,8\n", null, Missing.REFUSE);
    assertThat(points.rows().rows()).isEqualTo(3);
  }

  @Test
  void aFirstRowThatLacksAValueIsNoHeader() throws IOException {
    Points points = read("1,2,NA\n3,4,5\n6,7,8\n", null, Missing.DROP_ROWS);
    assertThat(numbers(points)).isEqualTo(new double[][] {{3, 4, 5}, {6, 7, 8}});
    assertThat(points.notes()).contains("1 of 3 rows dropped: a value is missing");
  }

  @ParameterizedTest
  @CsvSource({"a,1 3 5", "b,2 4 6", "first,1 3 5", "last,2 4 6"})
  void aColumnOfNumbersIsLabelsWhereItIsNamed(String labels, String expected) throws IOException {
    Points points = read("a,b\n1,2\n3,4\n5,6\n", labels, Missing.REFUSE);
    assertThat(points.labels()).containsExactly(expected.split(" "));
    assertThat(points.rows().columns()).isEqualTo(1);
  }

  @Test
  void aColumnNamedTargetIsNoCoordinate() throws IOException {
    Points points = read("a,b,target\n1,2,0\n3,4,1\n5,6,0\n", null, Missing.REFUSE);
    assertThat(points.labels()).containsExactly("0", "1", "0");
    assertThat(points.notes()).containsExactly("labels: column 3 (\"target\")");
  }

  @Test
  void missingValuesTakeTheirRowOrTheirColumnAlong() throws IOException {
    String text = "kind,a,b\nu,1,2\nv,NA,4\nu,5,6\nv,7,8\n";
    Points rows = read(text, null, Missing.DROP_ROWS);
    assertThat(rows.labels()).containsExactly("u", "u", "v");
    assertThat(rows.rows().get(1, 0)).isEqualTo(5);
    assertThat(rows.notes()).contains("1 of 4 rows dropped: a value is missing");
    Points columns = read(text, null, Missing.DROP_ASSETS);
    assertThat(columns.rows().columns()).isEqualTo(1);
    assertThat(columns.rows().get(1, 0)).isEqualTo(4);
    assertThat(columns.labels()).containsExactly("u", "v", "u", "v");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a,b\\n1,2\\n,4\\n         | | row 3, column 1 ("a"): the value is missing; fill it in, or use --missing fill, drop-rows or drop-columns
          a,b\\n1,2\\nx,4\\n        | | row 3, column 1 ("a"): expected a number, found "x"; correct it, or leave the cell empty and use --missing drop-rows
          a,b,c\\n1,x,2\\n3,y,4\\n  | | column 2 ("b"): holds text, such as "x"; remove the column, or name it with --labels if it holds labels
          a,b\\n1,2\\n3\\n          | | row 3: expected 2 columns as in the first row, found 1; check the separators in this row
          a,b\\n1,2\\n3,4\\n        | c | has no column "c", and there is no file of that name; its columns are a, b
          1,2\\n3,4\\n              | c | has no column "c", and there is no file of that name; give first or last, as the file has no header
          1,NA\\n3,4\\n             | | row 1, column 2: the value is missing; fill it in, or use --missing fill, drop-rows or drop-columns
          1,inf\\n3,4\\n            | | row 1, column 2: expected a finite number, found "inf"; correct it
          1,2\\n3,inf\\n            | | row 2, column 2: expected a finite number, found "inf"; correct it
          1.5,x\\n3,4\\n            | | row 1: expected a header or a row of numbers, found "x" in column 2 and "1.5" in column 1; name every column, or correct the text
          a,b\\n                    | | holds no points; expected a row of numbers for each
          """)
  void whatCannotBeReadIsRefused(String text, String labels, String said) {
    assertThatThrownBy(() -> read(text, labels, Missing.REFUSE))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith("p.csv: " + said);
  }

  private Points read(String text, Columns how) throws IOException {
    return Points.read(Files.writeString(folder.resolve("q.csv"), text), null, how, null, 1);
  }

  private static double[][] numbers(Points points) {
    double[][] all = new double[points.rows().rows()][points.rows().columns()];
    for (int i = 0; i < all.length; i++) {
      points.rows().copyTo(i, all[i]);
    }
    return all;
  }

  @Test
  void categoriesBecomeAColumnForEach() throws IOException {
    Points points =
        read("a,kind,b,label\n1,u,2,x\n3,v,4,y\n5,u,6,x\n7,v,8,y\n", Columns.plain(Missing.REFUSE));
    assertThat(points.labels()).containsExactly("x", "y", "x", "y");
    assertThat(numbers(points))
        .isEqualTo(new double[][] {{1, 1, 0, 2}, {3, 0, 1, 4}, {5, 1, 0, 6}, {7, 0, 1, 8}});
    assertThat(points.notes()).contains("column 2 (\"kind\") holds categories: a column for each");
  }

  @Test
  void numbersAreStandardisedByTheMeanAndDeviationOfAll() throws IOException {
    Points points = read("a,b\n1,10\n3,10\n5,40\n", new Columns(Missing.REFUSE, false, true, null));
    double a = 2 / Math.sqrt(8 / 3.0);
    double b = Math.sqrt(200);
    assertThat(numbers(points)[0]).containsExactly(new double[] {-a, -10 / b}, within(1e-15));
    assertThat(numbers(points)[2]).containsExactly(new double[] {a, 20 / b}, within(1e-15));
  }

  @Test
  void theMedianFillsAMissingCellBesideAColumnThatSaysSo() throws IOException {
    Columns fill = new Columns(Missing.REFUSE, true, false, null);
    Points points = read("a,b\n1,5\n,6\n2,7\n9,8\n", fill);
    assertThat(numbers(points))
        .isEqualTo(new double[][] {{1, 0, 5}, {2, 1, 6}, {2, 0, 7}, {9, 0, 8}});
    assertThatThrownBy(() -> read("a,b\n1,5\n,6\n2,7\n", Columns.plain(Missing.REFUSE)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--missing fill");
  }

  @Test
  void aCategoryMayBeginWithMissingCells() throws IOException {
    Columns fill = new Columns(Missing.REFUSE, true, false, null);
    Points points = read("a,kind,b\n1,,5\n2,u,6\n3,v,7\n4,u,8\n5,v,9\n6,u,1\n", fill);
    assertThat(numbers(points)[0]).containsExactly(1, 0, 0, 1, 5);
    assertThat(numbers(points)[2]).containsExactly(3, 0, 1, 0, 7);
  }

  @Test
  void newPointsAreReadAsTheFirstOnesWere() throws IOException {
    Columns standard = new Columns(Missing.REFUSE, false, true, null);
    Points first = read("a,kind\n1,u\n3,v\n5,u\n7,v\n", standard);
    assertThat(first.labels()).containsExactly("u", "v", "u", "v");
    Points named = read("kind,a,label\nu,1,p\nv,3,q\nu,5,p\nv,7,q\n", standard);
    Points more = read("a,kind,label\n4,v,p\n5,u,q\n1,v,p\n", standard.as(named.features()));
    assertThat(more.rows().columns()).isEqualTo(named.rows().columns());
    assertThat(numbers(more)[1]).isEqualTo(numbers(named)[2]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b,kind\n9,8,w\n", "a,b\n9,8\n"})
  void newPointsMayHaveOtherLabelsOrNone(String text) throws IOException {
    Columns plain = Columns.plain(Missing.REFUSE);
    Points first = read("a,b,kind\n1,2,u\n3,4,v\n5,6,u\n7,8,v\n", plain);
    Path file = Files.writeString(folder.resolve("new.csv"), text);
    for (String labels : new String[] {null, "kind"}) {
      Points more = first.readMore(file, labels, plain, 1);
      assertThat(numbers(more)).isEqualTo(new double[][] {{9, 8}});
      assertThat(more.labels()).isEqualTo(text.contains("w") ? List.of("w") : List.of());
    }
  }

  @Test
  void missingLabelsAreEmptyAndSaid() throws IOException {
    Points points = read("a,class\n1,u\n3,NA\n5,\n7,v\n", Columns.plain(Missing.REFUSE));
    assertThat(points.labels()).containsExactly("u", "", "", "v");
    assertThat(points.notes()).contains("labels: column 2 (\"class\"), missing in 2 rows");
    assertThat(read("a,class\n1,2.5\n3,\n5,1\n", Columns.plain(Missing.REFUSE)).haveKinds())
        .isTrue();
  }
}
