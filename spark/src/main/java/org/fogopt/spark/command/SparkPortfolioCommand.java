package org.fogopt.spark.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.returns.Request;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.command.PortfolioCommand;
import org.fogopt.cli.command.Returns;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.linalg.MappedRows.Storage;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.spark.RowFiles;
import org.fogopt.spark.SparkRows;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fog-spark portfolio}. */
@Command(
    name = "portfolio",
    header = "Weights of least risk for their return, from a folder of returns.",
    description = {
      "",
      "fog portfolio with its options, over rows in a cluster. The same rows give the same weights,",
      "for any number of partitions.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog-spark portfolio --returns returns --master local[2] --partitions 8 --out weights.csv",
      "  fog-spark portfolio --returns s3a://bucket/returns --long-only --budget 1 --passes 50",
      "",
      "--returns is a file, a folder or the URI of one that Hadoop knows: CSV files as fog reads them,",
      "each read by one task, or Parquet files, a column per asset and perhaps dates in the first.",
      "Rows are in the order of the files' names. --exact brings every row to the driver."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class SparkPortfolioCommand extends PortfolioCommand {
  @Spec private CommandSpec spec;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark's master, such as local[2] or spark://host:7077. Default: as spark-submit says,"
              + " otherwise local[*].")
  private @Nullable String master;

  @Option(
      names = "--partitions",
      paramLabel = "K",
      defaultValue = "0",
      description =
          "Parts to keep the rows in; no more than there are chunks of 1024 rows. Default: two for"
              + " each core, or one for 64 MB.")
  private int partitions;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "Set a property of Spark. May be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Override
  protected Map<String, @Nullable Path> inputs() {
    return Map.of(); // a folder, perhaps remote: no file that --out could overwrite
  }

  @Override
  protected void requireRisk() {
    throw new IllegalArgumentException(
        "--risk and the objectives, constraints and costs beside it take one convex program over"
            + " returns in memory: use fog portfolio; fog-spark minimises the variance less the mean");
  }

  @Override
  protected Returns open(ReturnsOptions data, boolean mayHoldCash) {
    for (String option : List.of("--risk-free", "--periods-per-year")) {
      RunOptions.refuse(
          spec, option, "figures of return and risk are left out; fog portfolio has them");
    }
    if (data.isPrices()) {
      throw new IllegalArgumentException(
          "--prices: files in a cluster hold returns; fog portfolio turns prices into returns");
    }
    String address = data.address();
    if (address == null) {
      throw new IllegalArgumentException(
          "--returns: expected a folder of CSV or Parquet files, or its URI; fog portfolio has"
              + " examples and synthetic returns");
    }
    if (data.table() != null) {
      throw new IllegalArgumentException(
          "--table: files in a cluster hold one table each; take the table out with fog");
    }
    if (data.storage() == Storage.FLOAT) {
      throw new IllegalArgumentException("--storage: rows in a cluster are kept as double");
    }
    if (partitions < 0) {
      throw new IllegalArgumentException(
          "--partitions: expected at least 1, or 0 to choose, found " + partitions);
    }
    RowFiles.Options options =
        RowFiles.Options.DEFAULT
            .withMissing(data.missing())
            .withDecimal(data.decimal())
            .withConstant(mayHoldCash)
            .withPartitions(partitions);
    return new InCluster(address, options, data.request());
  }

  /** Returns in the cluster, for as long as its session. */
  private final class InCluster implements Returns {
    private final Connection spark;
    private final LastWord lastWord;
    private final RowFiles files;
    private final SparkRows rows;

    InCluster(String address, RowFiles.Options options, Request request) {
      spark = Connection.open(master, properties);
      lastWord = new LastWord();
      try {
        files = RowFiles.open(spark.session(), address, options);
        rows = files.load();
        ReturnSeries.of(table(), request).remarks().forEach(SparkPortfolioCommand.this::note);
      } catch (RuntimeException e) {
        close();
        throw Connection.plain(e);
      }
      if (files.droppedRows() > 0) {
        note("left out " + files.droppedRows() + " rows with missing values");
      }
      if (!files.droppedColumns().isEmpty()) {
        note("left out for missing values: " + String.join(", ", files.droppedColumns()));
      }
    }

    /** All rows, of which the first are fetched to tell prices from returns. */
    private Table table() {
      return new Table(files.names(), List.of(), rows, files.name(), 0, List.of(), files.reading());
    }

    @Override
    public List<String> names() {
      return files.names();
    }

    @Override
    public SparkRows rows() {
      return rows;
    }

    @Override
    public String source() {
      return files.name();
    }

    @Override
    public Problem problem(MeanVariance meanVariance, Penalty penalty) {
      double lambda = meanVariance.riskAversion();
      return rows.problem(matrix -> new MeanVariance(matrix, lambda).problem(), penalty);
    }

    @Override
    public void close() {
      lastWord.close();
      spark.close();
    }
  }
}
