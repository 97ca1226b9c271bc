package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.problem.Penalty;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The published sets of returns: the bits and the ledger of the local run. */
@EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
class RealDataTest {
  private static final RowProblem PORTFOLIO = rows -> new MeanVariance(rows, 1).problem();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data_cov_4",
        "Asia_Pacific_ex_Japan_OP",
        "Europe_OP",
        "Global_OP",
        "Global_ex_US_OP",
        "Japan_OP",
        "North_America_OP"
      })
  void weightsAndLedgerAreThoseOfTheLocalRunForAnyNumberOfPartitions(String name) {
    Path file = Path.of(System.getenv("FOG_DATA"), "returns", name + ".csv.gz");
    Runs local =
        Runs.of(
            PORTFOLIO.over(TableReader.read(file, ReadOptions.defaults()).rows()),
            Automatic.METHOD.with(Settings.NONE),
            20);
    for (int partitions : new int[] {1, 4, 13}) {
      RowFiles.Options options = RowFiles.Options.DEFAULT.withPartitions(partitions);
      try (SparkRows rows = RowFiles.open(Session.spark(), file.toString(), options).load()) {
        assertThat(
                Runs.of(
                    rows.problem(PORTFOLIO, Penalty.NONE),
                    Automatic.METHOD.with(Settings.NONE),
                    20))
            .as("%d partitions", partitions)
            .isEqualTo(local);
      }
    }
  }
}
