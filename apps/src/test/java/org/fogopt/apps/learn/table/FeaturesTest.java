package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.SparseRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeaturesTest {
  private static final FeatureFit USUAL = new FeatureFit(true, false, 0);
  private static final String ROWS = "a,city,y\n1,Rome,0\n,Oslo,1\n4,Rome,2\n7,Bern,3\n3,Oslo,4\n";

  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();

  private DataTable table(String text) throws IOException {
    return DataReader.read(Files.writeString(folder.resolve("t.csv"), text), name -> null);
  }

  private DataTable categories(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("c.csv"), text);
    return DataReader.read(file, name -> name.equals("k") ? DataTable.Kind.TEXT : null);
  }

  private static double[][] rows(RowMatrix x) {
    double[][] all = new double[x.rows()][x.columns()];
    for (int i = 0; i < all.length; i++) {
      x.copyTo(i, all[i]);
    }
    return all;
  }

  private Features fit(DataTable data) {
    return USUAL.features(data, data.allRows(), Set.of("y"), notes);
  }

  /** a is 1, 3.5, 4, 7, 3 with its median filled in: mean 3.7, variance 3.76. */
  @Test
  void numbersAreFilledByTheMedianMarkedAndStandardised() throws IOException {
    DataTable data = table(ROWS);
    Features features = fit(data);
    assertThat(features.names())
        .containsExactly("a", "a=(missing)", "city=Oslo", "city=Rome", "city=(rare)");
    double[][] x = rows(features.encode(data, data.allRows(), false, notes));
    double s = Math.sqrt(3.76);
    double[] expected = {-2.7 / s, -0.2 / s, 0.3 / s, 3.3 / s, -0.7 / s};
    for (int i = 0; i < 5; i++) {
      assertThat(x[i][0]).isCloseTo(expected[i], within(1e-15));
      assertThat(x[i][1]).isEqualTo(i == 1 ? 1 : 0);
    }
    assertThat(x[0]).endsWith(0, 1, 0);
    assertThat(x[1]).endsWith(1, 0, 0);
    assertThat(x[3]).endsWith(0, 0, 1);
    assertThat(notes)
        .anyMatch(note -> note.contains("a: missing in 1 of 5 rows; the median 3.5"))
        .anyMatch(note -> note.contains("city: 1 of 3 levels, each in fewer than 2 rows"));
  }

  @Test
  void coefficientsComeBackInTheUnitsOfTheTable() throws IOException {
    DataTable data = table(ROWS);
    Features features = fit(data);
    double[] w = {0.5, -1, 2, 3, 4};
    double[] original = features.inOriginalUnits(w, 10);
    double[] row = rows(features.encode(data, new int[] {3}, false, notes))[0];
    double score = 10;
    for (int k = 0; k < w.length; k++) {
      score += w[k] * row[k];
    }
    // a = 7, city is rare
    assertThat(original[0] * 7 + original[4] + original[5]).isCloseTo(score, within(1e-14));
  }

  @Test
  void onlyTrainingRowsAreLookedAt() throws IOException {
    DataTable data = table("a,y\n1,0\n3,0\n100,0\n");
    Features features = USUAL.features(data, new int[] {0, 1}, Set.of("y"), notes);
    Input.Numeric a = (Input.Numeric) features.inputs().get(0);
    assertThat(List.of(a.mean(), a.scale(), a.median())).containsExactly(2.0, 1.0, 2.0);
  }

  @Test
  void aCellThatSaysMissingOrRareIsOfThatLevel() throws IOException {
    DataTable data =
        table("c,y\n(missing),0\n(missing),1\n(rare),2\n(rare),3\n,4\nonce,5\ntwice,6\n");
    Features features = fit(data);
    assertThat(features.names()).containsExactly("c=(missing)", "c=(rare)");
    double[][] x = rows(features.encode(data, data.allRows(), false, notes));
    assertThat(x[4]).containsExactly(1, 0);
    assertThat(x[6]).containsExactly(0, 1);
  }

  @Test
  void aLevelThatIsAWholeNumberMayBeWrittenWithAPointAndAZero() throws IOException {
    Features features = fit(categories("k,y\n1,0\n1,1\n2,2\n2,3\n"));
    DataTable other = categories("k,y\n2.0,0\n1,1\n01,2\n2.00,3\n");
    double[][] x = rows(features.encode(other, other.allRows(), false, notes));
    assertThat(x[0]).containsExactly(0, 1);
    assertThat(x[1]).containsExactly(1, 0);
    assertThat(x[2]).containsExactly(0, 0);
    assertThat(fit(categories("k,y\n1.0,0\n1.0,1\n2.5,2\n2.5,3\n")).inputs().get(0))
        .isInstanceOfSatisfying(Input.Category.class, input -> assertThat(input.of("1")).isZero());
  }

  @Test
  void columnsWithoutInformationAreLeftOut() throws IOException {
    DataTable data = table("id,same,name,a,y\n1,5,u,2,0\n2,5,v,3,0\n3,5,w,4,1\n");
    assertThat(fit(data).names()).containsExactly("a");
    assertThat(notes)
        .anyMatch(note -> note.startsWith("id: left out, as it numbers the rows"))
        .anyMatch(note -> note.startsWith("same: left out"))
        .anyMatch(note -> note.startsWith("name: left out, as each of its 3 texts"));
  }

  @Test
  void datesAreNoCategories() throws IOException {
    DataTable data =
        table(
            """
            when,month,a,y
            2024-01-31,jan,2,0
            2024-01-31,jan,3,1
            2024-02-28,feb,4,0
            2024-02-28,feb,5,1
            """);
    assertThat(fit(data).names()).containsExactly("month=feb", "month=jan", "a");
    assertThat(notes).anyMatch(note -> note.startsWith("when: left out, as it holds dates"));
  }

  @Test
  void missingCellsCanBeRefused() throws IOException {
    DataTable data = table(ROWS);
    var refusing = new FeatureFit(true, true, 0);
    assertThatThrownBy(() -> refusing.features(data, data.allRows(), Set.of("y"), notes))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 3, column 1 (\"a\"): the value is missing");
  }

  @Test
  void reorderedAndExtraColumnsChangeNothing() throws IOException {
    DataTable data = table(ROWS);
    Features features = fit(data);
    double[][] x = rows(features.encode(data, new int[] {2, 3}, false, notes));
    DataTable other = table("more,city,a\n9,Rome,4\n9,Bern,7\n");
    assertThat(rows(features.encode(other, other.allRows(), false, notes))).isDeepEqualTo(x);
    assertThat(features.unused(other, "y")).containsExactly("more");
  }

  @Test
  void aMissingColumnIsNamedUnlessTheModelKnowsIt() throws IOException {
    Features features = fit(table(ROWS));
    DataTable noCity = table("a\n1\n2\n");
    assertThatThrownBy(() -> features.encode(noCity, noCity.allRows(), true, notes))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has no column \"city\", which the model needs");
    DataTable noA = table("city\nRome\nOslo\n");
    assertThatThrownBy(() -> features.encode(noA, noA.allRows(), false, notes))
        .hasMessageContaining("has no column \"a\"")
        .hasMessageContaining("--missing fill");
    double[][] x = rows(features.encode(noA, noA.allRows(), true, notes));
    assertThat(x[0][0]).isCloseTo(-0.2 / Math.sqrt(3.76), within(1e-15));
    assertThat(x[0][1]).isEqualTo(1);
    assertThat(notes).anyMatch(note -> note.startsWith("a: not in the file"));
  }

  @Test
  void newLevelsAreRareAndSaid() throws IOException {
    Features features = fit(table(ROWS));
    notes.clear();
    DataTable other = table("a,city\n1,Lima\n2,Rome\n3,Lima\n");
    double[][] x = rows(features.encode(other, other.allRows(), false, notes));
    assertThat(x[0]).endsWith(0, 0, 1);
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).contains("city: 2 rows of levels", "(Lima)", "counted as rare");
  }

  @Test
  void cellsThatTrainingNeverMissedAreNamed() throws IOException {
    Features features = fit(table("a,y\n1,0\n3,1\n"));
    DataTable other = table("a,b\n1,1\n,1\n");
    assertThatThrownBy(() -> features.encode(other, other.allRows(), false, notes))
        .hasMessageContaining("row 3, column 1 (\"a\")");
    assertThat(rows(features.encode(other, other.allRows(), true, notes))[1][0]).isZero();
  }

  @Test
  void manyLevelsMakeASparseMatrixOfTheSameNumbers() throws IOException {
    StringBuilder text = new StringBuilder("a,city,y\n");
    for (int i = 0; i < 60; i++) {
      text.append(i * i).append(",c").append(i % 20).append(",").append(i).append("\n");
    }
    DataTable data = table(text.toString());
    Features features = fit(data);
    RowMatrix x = features.encode(data, data.allRows(), false, notes);
    assertThat(x).isInstanceOf(SparseRows.class);
    double[][] rows = rows(x);
    Input.Numeric a = (Input.Numeric) features.inputs().get(0);
    for (int i = 0; i < 60; i++) {
      assertThat(rows[i][0]).isEqualTo((i * i - a.mean()) / a.scale());
      for (int k = 1; k < 21; k++) {
        boolean isOwn = features.names().get(k).equals("city=c" + i % 20);
        assertThat(rows[i][k]).isEqualTo(isOwn ? 1 : 0);
      }
    }
  }

  /** Column 1 is 3, 0, 0: variance 3 − 1 = 2. */
  @Test
  void sparseColumnsAreScaledAndNotCentred() throws IOException {
    DataTable data = table("1 1:3 2:1\n0 2:1\n1 2:1\n");
    Features features = USUAL.features(data, data.allRows(), Set.of("label"), notes);
    RowMatrix x = features.encode(data, data.allRows(), false, notes);
    assertThat(x).isInstanceOf(SparseRows.class);
    assertThat(rows(x)[0]).containsExactly(3 / Math.sqrt(2), 1); // column 2 does not vary
    DataTable wider = table("1 2:5 9:1\n");
    assertThat(rows(features.encode(wider, wider.allRows(), false, notes))[0])
        .containsExactly(0, 5);
    assertThat(features.columns()).isEqualTo(2);
    assertThat(notes)
        .anyMatch(note -> note.contains("beyond 2, which training did not have: 1, ignored"));
  }

  @Test
  void theTargetUnderAnotherNameIsPointedOut() throws IOException {
    DataTable data =
        table("u,v,w,a,y\n1,3,1,5,1\n2,5,3,1,2\n3,7,2,8,3\n4,9,5,2,4\n5,11,4,9,5\n6,13,6,9,6\n");
    Target target = Target.of(data, "y", data.allRows(), null, false).target();
    List<String> found = Leaks.of(data, target, data.allRows(), Set.of("y"));
    assertThat(found).hasSize(2);
    assertThat(found.get(0)).startsWith("u equals the target").contains("--drop u");
    assertThat(found.get(1)).contains("v lies on a line", "-0.500000 + 0.500000");
    DataTable classes = table("k,a,y\nx,1,no\nz,2,yes\nx,3,no\nz,4,yes\nz,4,yes\n");
    Target yes = Target.of(classes, "y", classes.allRows(), null, false).target();
    assertThat(Leaks.of(classes, yes, classes.allRows(), Set.of("y")))
        .singleElement()
        .asString()
        .startsWith("k tells the class in every row");
  }

  @Test
  void theLossFollowsFromTheTarget() throws IOException {
    DataTable data = table("two,text,few,a\n1,u,1,1\n2,v,2,2\n1,w,3,2\n2,u,3,2\n");
    int[] all = data.allRows();
    assertThat(Target.of(data, "two", all, null, true).target())
        .isEqualTo(Target.of(data, "two", all, "logistic", true).target());
    assertThat(Target.of(data, "two", all, null, true).target().classes())
        .containsExactly("1", "2");
    assertThat(Target.of(data, "text", all, null, true).target().loss()).hasToString("softmax");
    Target few = Target.of(data, "few", all, null, true).target();
    assertThat(few.loss()).hasToString("squared");
    // 1, 2, 3, 3: mean 2.25, squares around it 2.75
    assertThat(few.mean()).isEqualTo(2.25);
    assertThat(few.scale()).isCloseTo(Math.sqrt(2.75 / 3), within(1e-15));
    assertThat(few.encode(data, all)[0]).isCloseTo(-1.25 / Math.sqrt(2.75 / 3), within(1e-15));
    assertThatThrownBy(() -> Target.of(data, "text", all, "squared", true))
        .hasMessageContaining("the target is text");
    assertThatThrownBy(() -> Target.of(data, "few", all, "logistic", true))
        .hasMessageContaining("the target has 3 values");
    assertThatThrownBy(() -> Target.of(data, "z", all, null, true))
        .hasMessageContaining("has no column \"z\"; --target takes one of two, text, few, a");
  }
}
