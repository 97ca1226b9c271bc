package org.fogopt.apps.returns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Files as people have them: none is read wrongly, and no good one refused. The files and what is
 * in them were written by make_awkward.py, which has the numbers before it writes them.
 */
class AwkwardFilesTest {
  /** Of returns that are quotients of prices. */
  private static final double ROUNDING = 1e-12;

  private record Case(String kind, String file, String options, List<String> lines) {
    static Case of(String block) {
      List<String> lines = block.lines().toList();
      String[] words = lines.get(0).split(" ", 3);
      return new Case(words[0], words[1], words[2], lines.subList(1, lines.size()));
    }

    List<String> values(String name) {
      return lines.stream()
          .filter(line -> line.startsWith(name + " "))
          .map(line -> line.substring(name.length() + 1))
          .filter(value -> !value.isBlank())
          .toList();
    }

    String value(String name) {
      return values(name).get(0);
    }
  }

  private static Path folder() throws URISyntaxException {
    return Path.of(Objects.requireNonNull(AwkwardFilesTest.class.getResource("awkward")).toURI());
  }

  private static List<Case> cases() throws IOException, URISyntaxException {
    String all = Files.readString(folder().resolve("expected.txt"));
    return Arrays.stream(all.split("\n\n")).map(Case::of).toList();
  }

  @TestFactory
  Stream<DynamicTest> eachIsReadRightlyOrRefusedWithItsRemedy() throws Exception {
    return cases().stream()
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.file + " " + c.options,
                    () -> {
                      if (c.kind.equals("read")) {
                        isRead(c);
                      } else {
                        isRefused(c);
                      }
                    }));
  }

  @Test
  void thereAreEnoughOfThem() throws Exception {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(200);
    assertThat(cases().stream().filter(c -> c.kind.equals("read")).count())
        .isGreaterThanOrEqualTo(80);
    assertThat(cases().stream().map(c -> c.file.replaceAll("^\\d+-|\\.csv$", "")).distinct())
        .hasSizeGreaterThanOrEqualTo(20);
  }

  private static ReturnSeries read(Case c) throws URISyntaxException {
    var options = ReadOptions.defaults();
    var request = Request.returns();
    for (String option : c.options.split(" ", -1)) {
      String value = option.substring(option.indexOf('=') + 1).toUpperCase(Locale.ROOT);
      switch (option.replaceFirst("=.*", "")) {
        case "prices" -> request = request.with(Request.Content.PRICES);
        case "as-returns" -> request = request.with(Request.Content.SURELY_RETURNS);
        case "return-type" -> request = request.with(ReturnType.valueOf(value));
        case "units" -> request = request.withUnits(Units.valueOf(value));
        case "missing" -> options = options.withMissing(Missing.valueOf(value.replace('-', '_')));
        case "decimal" -> options = options.withDecimal(value.equals("COMMA") ? ',' : '.');
        default -> assertThat(option).isEmpty();
      }
    }
    return ReturnSeries.read(folder().resolve(c.file), options, request);
  }

  private static void isRead(Case c) throws Exception {
    ReturnSeries series = read(c);
    assertThat(String.join("|", series.table().names())).isEqualTo(c.value("names"));
    List<String> rows = c.values("row");
    assertThat(series.table().rows().count()).isEqualTo(rows.size());
    double[] row = new double[series.table().names().size()];
    for (int i = 0; i < rows.size(); i++) {
      series.table().rows().copyTo(i, row);
      double[] expected =
          Arrays.stream(rows.get(i).split(" ")).mapToDouble(Double::parseDouble).toArray();
      double tolerance = c.options.contains("prices") ? ROUNDING * series.units().one() : 0;
      assertThat(row).as("row " + i).hasSameSizeAs(expected);
      for (int k = 0; k < row.length; k++) {
        assertThat(Math.abs(row[k] - expected[k])).as("%s %s", i, k).isLessThanOrEqualTo(tolerance);
      }
    }
    if (!c.value("units").equals("-")) {
      String units = series.units() == null ? "unclear" : series.units().name();
      assertThat(units).as(series.unitsReason()).isEqualToIgnoringCase(c.value("units"));
    }
    assertThat(dates(series)).isEqualTo(c.value("dates"));
    assertThat(series.remarks()).as("remarks").isNotNull();
    for (String said : c.values("says")) {
      assertThat(String.join("; ", series.remarks())).contains(said);
    }
  }

  private static String dates(ReturnSeries series) {
    var dates = series.dates();
    List<String> words = new ArrayList<>();
    words.add(dates.isEmpty() ? "-" : dates.get(0).toString());
    words.add(dates.isEmpty() ? "-" : dates.get(dates.size() - 1).toString());
    Double periods = series.periodsPerYear();
    words.add(periods == null ? "-" : Long.toString(Math.round(periods)));
    return String.join(" ", words);
  }

  private static void isRefused(Case c) throws Exception {
    var e = catchThrowableOfType(InputException.class, () -> read(c));
    assertThat(e).as("refused").isNotNull();
    for (String said : c.values("says")) {
      assertThat(e.getMessage().replace(c.file, "")).contains(said);
    }
    assertThat(e.row() + " " + e.column()).as(e.getMessage()).isEqualTo(c.value("at"));
  }
}
