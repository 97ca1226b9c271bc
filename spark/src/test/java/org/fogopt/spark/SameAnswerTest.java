package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run on Spark is the run on one machine, for any number of partitions. */
class SameAnswerTest {
  static final RowProblem PORTFOLIO = rows -> new MeanVariance(rows, 2).problem();

  /** 20 chunks of 1024 rows, the last one short. */
  static final Rows RETURNS = new SyntheticReturns(20_000, 8, 20).draw(3);

  @TempDir static Path temp;
  private static Path folder;
  private static Runs local;

  @BeforeAll
  static void writeFiles() throws IOException {
    folder = Session.csv(temp.resolve("returns"), RETURNS, 7001, 13, 5000);
    local = Runs.of(PORTFOLIO.over(RETURNS));
  }

  private static SparkRows open(int partitions) {
    return Session.open(folder, partitions);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 13})
  void aPortfolioHasTheBitsAndTheLedgerOfTheLocalRun(int partitions) {
    try (SparkRows rows = open(partitions)) {
      assertThat(rows.partitions()).isEqualTo(partitions);
      assertThat(Runs.of(rows.problem(PORTFOLIO, Penalty.NONE))).isEqualTo(local);
    }
  }

  @Test
  void aTaskThatFailsOnceInEveryPartitionOfEveryJobChangesNothing() {
    RowProblem failing =
        rows -> {
          TaskContext task = TaskContext.get(); // none on the driver
          if (task != null && task.attemptNumber() == 0) {
            throw new IllegalStateException("lost");
          }
          return PORTFOLIO.over(rows);
        };
    try (SparkRows rows = open(4)) {
      assertThat(Runs.of(rows.problem(failing, Penalty.NONE))).isEqualTo(local);
    }
  }

  @Test
  void aParquetFolderIsTheSameMatrixHoweverSparkCutsItsFiles() {
    Dataset<Row> table = Session.table(RETURNS);
    String parquet = temp.resolve("parquet").toString();
    table.coalesce(1).write().option("parquet.block.size", 200_000).parquet(parquet);
    String before = Session.spark().conf().get("spark.sql.files.maxPartitionBytes");
    try {
      Session.spark().conf().set("spark.sql.files.maxPartitionBytes", "100000");
      RowFiles files = RowFiles.open(Session.spark(), parquet, RowFiles.Options.DEFAULT);
      try (SparkRows rows = files.load();
          SparkRows csv = open(3)) {
        assertThat(rows.fingerprint()).isEqualTo(csv.fingerprint());
        assertThat(Runs.of(rows.problem(PORTFOLIO, Penalty.NONE))).isEqualTo(local);
      }
    } finally {
      Session.spark().conf().set("spark.sql.files.maxPartitionBytes", before);
    }
  }

  @Test
  void aDatasetIsReadInTheOrderOfItsPartitions() {
    try (SparkRows rows =
            RowFiles.of(Session.table(RETURNS), "table", RowFiles.Options.DEFAULT).load();
        SparkRows csv = open(2)) {
      assertThat(rows.fingerprint()).isEqualTo(csv.fingerprint());
    }
  }

  @Test
  void anEpochIsTwoJobsAndAStepIsNone() {
    long q = 150;
    var steady =
        SarahParameters.METHOD.with(
            Settings.NONE.with(SarahParameters.ETA, 1e-3).with(SarahParameters.Q, q));
    var context = Session.spark().sparkContext();
    try (SparkRows rows = open(4)) {
      context.setJobGroup("steady", "a run with a fixed epoch", false);
      Runs run = Runs.of(rows.problem(PORTFOLIO, Penalty.NONE), steady, 40);
      long epochs = (run.steps() + q - 1) / q;
      assertThat(epochs).isGreaterThan(5);
      // Four more for objective and gradient at the end, once for the result and once for the
      // trace, and two in the first epoch, whose length is not known before.
      assertThat(rows.jobs()).isBetween(2 * epochs, 2 * epochs + 6);
      assertThat(context.statusTracker().getJobIdsForGroup("steady"))
          .hasSize(Math.toIntExact(rows.jobs()));
    }
  }

  /** The rows of all its probes are drawn before, and come together. */
  @Test
  void measuringAStepSizeTakesAFewJobs() {
    try (SparkRows rows = open(4)) {
      Problem problem = rows.problem(PORTFOLIO, Penalty.NONE);
      Run.of(problem, SarahParameters.METHOD.byDefault()).stop(StopRule.steps(1)).untraced().go();
      assertThat(rows.jobs()).isLessThan(12);
    }
  }

  @Test
  void aSmallCacheOnTheDriverOnlyCostsJobs() {
    RowFiles.Options little = RowFiles.Options.DEFAULT.withPartitions(4).withCacheBytes(1);
    try (SparkRows rows = RowFiles.open(Session.spark(), folder.toString(), little).load()) {
      Runs here = Runs.of(PORTFOLIO.over(RETURNS), SarahParameters.METHOD.byDefault(), 6);
      assertThat(
              Runs.of(rows.problem(PORTFOLIO, Penalty.NONE), SarahParameters.METHOD.byDefault(), 6))
          .isEqualTo(here);
    }
  }
}
