package org.fogopt.apps.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.fogopt.apps.embedding.Columns;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.value.ChainFile;
import org.fogopt.apps.value.RewardChain;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Logs, points and tables as people have them: none is read wrongly, and no good one refused. The
 * files and what is in them were written by make_awkward.py, which has the numbers before it writes
 * them.
 */
class AwkwardTablesTest {
  private static final double DISCOUNT = 0.9;

  /** Of values by iteration, whose error is below 0.9^1000 of the first. */
  private static final double ROUNDING = 1e-12;

  private record Case(String kind, String file, String option, List<String> lines) {
    static Case of(String block) {
      List<String> lines = block.lines().toList();
      String[] words = lines.get(0).split(" ", 3);
      return new Case(words[0], words[1], words[2], lines.subList(1, lines.size()));
    }

    List<String> values(String name) {
      return lines.stream()
          .filter(line -> line.startsWith(name + " "))
          .map(line -> line.substring(name.length() + 1))
          .toList();
    }
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(Objects.requireNonNull(AwkwardTablesTest.class.getResource("awkward")).toURI());
  }

  private static List<Case> cases() throws IOException, URISyntaxException {
    String all = Files.readString(folder().resolve("expected.txt"));
    return Arrays.stream(all.split("\n\n")).map(Case::of).toList();
  }

  @TestFactory
  Stream<DynamicTest> eachIsReadRightlyOrRefusedWithItsRemedy() throws Exception {
    return cases().stream()
        .map(c -> DynamicTest.dynamicTest(c.kind + " " + c.file, () -> check(c)));
  }

  private static void check(Case c) throws Exception {
    switch (c.kind) {
      case "values" -> values(c);
      case "points" -> points(c);
      case "table" -> table(c);
      default -> isRefused(c);
    }
  }

  private static Points readPoints(Case c) throws URISyntaxException {
    boolean drops = c.option.equals("missing=drop-rows");
    @Nullable String labels = drops || c.option.isEmpty() || c.option.equals("-") ? null : c.option;
    var columns = Columns.plain(drops ? Missing.DROP_ROWS : Missing.REFUSE);
    return Points.read(folder().resolve(c.file), labels, columns, null, 1);
  }

  private static DataTable readTable(Case c) throws URISyntaxException {
    return DataReader.read(folder().resolve(c.file), name -> null);
  }

  private static ChainFile.Contents readChain(Case c) throws URISyntaxException {
    return ChainFile.read(folder().resolve(c.file), null, null, false);
  }

  private static void values(Case c) throws Exception {
    ChainFile.Contents contents = readChain(c);
    RewardChain chain = contents.chain();
    double[] expected = chain.expectedRewards();
    double[] value = new double[chain.size()];
    for (int t = 0; t < 1000; t++) {
      double[] before = value.clone();
      Arrays.setAll(value, s -> expected[s] + DISCOUNT * chain.transitions().dot(s, before));
    }
    List<String> states = c.values("state");
    assertThat(chain.named()).as("%s", chain.states()).isEqualTo(states.size());
    for (String state : states) {
      int blank = state.lastIndexOf(' ');
      int s = chain.states().indexOf(state.substring(0, blank));
      assertThat(s).as("%s in %s", state, chain.states()).isNotNegative();
      double wanted = Double.parseDouble(state.substring(blank + 1));
      assertThat(Math.abs(value[s] - wanted)).as("%s: %s", state, value[s]).isLessThan(ROUNDING);
    }
    says(c, contents.notes());
  }

  private static void points(Case c) throws Exception {
    Points points = readPoints(c);
    assertThat(String.join("|", points.columns())).isEqualTo(c.values("names").get(0));
    assertThat(String.join("|", points.labels())).isEqualTo(c.values("labels").get(0));
    List<String> found = new ArrayList<>();
    double[] row = new double[points.rows().columns()];
    for (int i = 0; i < points.rows().rows(); i++) {
      points.rows().copyTo(i, row);
      found.add(String.join(" ", Arrays.stream(row).mapToObj(Double::toString).toList()));
    }
    assertThat(found).isEqualTo(c.values("row"));
    says(c, points.notes());
  }

  private static void table(Case c) throws Exception {
    DataTable table = readTable(c);
    List<String> found = new ArrayList<>();
    for (DataTable.Column column : table.columns()) {
      List<String> cells = new ArrayList<>();
      cells.add(column.name());
      cells.add(column instanceof DataTable.Texts ? "text" : "numbers");
      for (int i = 0; i < table.rows(); i++) {
        String cell =
            column instanceof DataTable.Numbers numbers
                ? Double.toString(numbers.values()[i])
                : column.text(i);
        cells.add(column.isMissing(i) ? "" : cell);
      }
      found.add(String.join("|", cells));
    }
    assertThat(found).isEqualTo(c.values("column"));
    says(c, table.notes());
  }

  private static void says(Case c, List<String> notes) {
    for (String said : c.values("says")) {
      assertThat(String.join("; ", notes)).contains(said);
    }
  }

  private static void isRefused(Case c) throws Exception {
    var e =
        catchThrowableOfType(
            InputException.class,
            () -> {
              switch (c.kind) {
                case "refuse-values" -> readChain(c);
                case "refuse-points" -> readPoints(c);
                default -> readTable(c);
              }
            });
    assertThat(e).as("refused").isNotNull();
    for (String said : c.values("says")) {
      assertThat(e.getMessage().replace(c.file, "")).contains(said);
    }
    assertThat(e.row() + " " + e.column()).as(e.getMessage()).isEqualTo(c.values("at").get(0));
  }
}
