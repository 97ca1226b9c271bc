package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns that are not what they look like: each is said, left out or refused with its place. */
class AwkwardColumnsTest {
  private static final int ROWS = 24;

  private static DataTable.Numbers numbers(String name, IntToDoubleFunction value) {
    return new DataTable.Numbers(name, IntStream.range(0, ROWS).mapToDouble(value).toArray());
  }

  private static DataTable.Texts texts(String name, List<String> levels) {
    int[] codes = IntStream.range(0, ROWS).map(i -> i % levels.size()).toArray();
    return new DataTable.Texts(name, codes, levels);
  }

  private static DataTable table(DataTable.Column... columns) {
    int[] lines = IntStream.range(2, ROWS + 2).toArray();
    return new DataTable(List.of(columns), lines, null, "t.csv", List.of());
  }

  /** A column beside another that is a feature, and what is said of it. */
  private static String said(DataTable.Column column) {
    DataTable data = table(numbers("x", i -> i * 7 % 11), column);
    List<String> notes = new ArrayList<>();
    Features features =
        new FeatureFit(true, false, 0).features(data, data.allRows(), Set.of(), notes);
    return features.inputs().size() + " " + String.join("; ", notes);
  }

  @Test
  void keysAndDatesAreLeftOutAndCountsAreNot() {
    assertThat(said(numbers("customer_id", i -> 9000 + i * 7 % ROWS))).startsWith("1 customer_id");
    assertThat(said(numbers("day", i -> 20240101 + i))).startsWith("1 day").contains("dates");
    assertThat(said(numbers("store_id", i -> i % 5))).isEqualTo("2 ");
    assertThat(said(numbers("year", i -> 2000 + i))).isEqualTo("2 ");
    assertThat(said(numbers("sold", i -> 20240101 + 50 * i))).isEqualTo("2 ");
  }

  @ParameterizedTest
  @CsvSource({"id", "'#'", "No.", "rownames", "Unnamed: 0"})
  void aColumnThatNumbersTheRowsIsLeftOut(String name) {
    assertThat(said(numbers(name, i -> i + 1)))
        .startsWith("1 " + name)
        .contains("numbers the rows");
    assertThat(said(numbers(name + "s", i -> i + 1))).isEqualTo("2 ");
  }

  @Test
  void numbersWithUnitsAreSaidToBeCategories() {
    assertThat(said(texts("weight", List.of("5 kg", "10 kg"))))
        .startsWith("2 weight")
        .contains("5 kg");
    assertThat(said(texts("city", List.of("Rome", "Oslo")))).isEqualTo("2 ");
  }

  /** Of -5 to 15 the quartiles are 0 and 10, so that Tukey's outer fence is 0 - 3 * 10 = -30. */
  @Test
  void markersOfMissingValuesThatRecurFarBelowTheRestAreSaid() {
    assertThat(said(numbers("x2", i -> i < 3 ? -999 : i * i)))
        .startsWith("2 x2: -999 in 3 of 24 rows is taken as a number")
        .contains("leave these cells empty");
    assertThat(said(numbers("x2", i -> i < 2 ? -99.99 : i == 2 ? -999 : i - 8)))
        .contains("-999 or -99.99 in 3 of 24 rows");
    assertThat(said(numbers("x2", i -> i < 1 ? -999 : i * i))).isEqualTo("2 ");
    assertThat(said(numbers("x2", i -> i < 3 ? -999 : 500 * (i - 12)))).isEqualTo("2 ");
    assertThat(said(numbers("x2", i -> i < 3 ? -999 : 90 * (i - 14)))).isEqualTo("2 ");
  }

  /** 1e300 squared is no number: neither a feature nor a target can have it. */
  @Test
  void aNumberTooLargeIsRefusedWithItsPlace() {
    DataTable data = table(numbers("x", i -> i), numbers("y", i -> i == 4 ? 1e300 : i * i));
    assertThatThrownBy(
            () ->
                new FeatureFit(true, false, 0)
                    .features(data, data.allRows(), Set.of(), new ArrayList<>()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 6, column 2 (\"y\")")
        .hasMessageContaining("1.0E300");
    assertThatThrownBy(() -> Target.of(data, "y", data.allRows(), null, false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("row 6, column 2 (\"y\")");
  }

  @Test
  void aTargetOfDatesIsRefusedUnlessClassesAreMeant() {
    DataTable data = table(texts("y", List.of("2024-01-01", "2024-01-02", "2024-01-03")));
    assertThatThrownBy(() -> Target.of(data, "y", data.allRows(), null, false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("holds dates, such as 2024-01-01");
    assertThat(Target.of(data, "y", data.allRows(), "softmax", false).target().classes())
        .hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"3, --loss softmax if its 3 values are classes", "20, the target is a number"})
  void fewDifferentNumbersMayBeClasses(int values, String reason) {
    DataTable data = table(numbers("y", i -> i % values));
    assertThat(Target.of(data, "y", data.allRows(), null, false).reason()).endsWith(reason);
  }

  private static List<String> leaks(IntToDoubleFunction x) {
    DataTable data = table(numbers("x", x), numbers("y", i -> i * 5 % 17 - 8));
    Target target = Target.of(data, "y", data.allRows(), null, false).target();
    return Leaks.of(data, target, data.allRows(), Set.of("y"));
  }

  @Test
  void aFunctionOfTheTargetThatOnlyRisesOrFallsIsPointedOut() {
    assertThat(leaks(i -> Math.exp(i * 5 % 17))).singleElement().asString().contains("--drop x");
    assertThat(leaks(i -> -Math.pow(i * 5 % 17, 3))).hasSize(1);
    assertThat(leaks(i -> Math.pow(i * 5 % 17 - 8, 2))).isEmpty();
    assertThat(leaks(i -> i == 3 ? 1e9 : Math.exp(i * 5 % 17))).isEmpty();
    assertThat(leaks(i -> Math.floorDiv(i * 5 % 17, 2))).isEmpty();
  }
}
