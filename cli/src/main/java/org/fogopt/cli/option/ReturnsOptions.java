package org.fogopt.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.ExampleReturns;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.returns.Request;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.output.Words;
import org.fogopt.linalg.MappedRows;
import org.fogopt.linalg.MappedRows.Storage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which portfolio problem: the returns, the risk aversion and where to begin. */
public final class ReturnsOptions {
  public static final String RETURNS = "--returns";
  public static final String START = "--start";
  private static final String PRICES = "--prices";

  private static final Set<String> START_WORDS = Set.of("equal", "ones", "zeros");

  public static boolean isStartWord(String text) {
    return START_WORDS.contains(text.toLowerCase(Locale.ROOT));
  }

  @ArgGroup(exclusive = true)
  private @Nullable Source source;

  /** Where returns come from. */
  static final class Source {
    @Option(
        names = RETURNS,
        paramLabel = "FILE",
        converter = AddressConverter.class,
        description = "File of returns.")
    @Nullable String returns;

    @Option(
        names = PRICES,
        paramLabel = "FILE",
        description = "File of prices, to be turned into returns; laid out as one of returns.")
    @Nullable Path prices;

    @Option(
        names = "--synthetic",
        paramLabel = "T,N,K",
        converter = SyntheticConverter.class,
        description =
            "Generate the paper's: T periods, N assets, |N(0, S)|, S of condition number K.")
    @Nullable SyntheticReturns synthetic;
  }

  @Mixin private SeriesOptions series;

  @Option(
      names = "--table",
      paramLabel = "WHICH",
      description =
          "Table of a file that holds several: its number, a part of its title, or a MATLAB variable."
              + " Default: the first.")
  private @Nullable String table;

  @Option(
      names = "--missing",
      paramLabel = "HOW",
      defaultValue = "refuse",
      converter = MissingConverter.class,
      description =
          "Missing values: refuse, drop-rows or drop-assets that have one. Default:"
              + " ${DEFAULT-VALUE}.")
  private Missing missing;

  @Option(
      names = "--storage",
      paramLabel = "HOW",
      defaultValue = "double",
      converter = StorageConverter.class,
      description =
          "Keep returns as double or as float: half the memory, seven digits. Computing is in"
              + " double either way. Default: ${DEFAULT-VALUE}.")
  private Storage storage;

  @Option(
      names = "--risk-aversion",
      paramLabel = "LAMBDA",
      defaultValue = "1",
      description = "Weight of the risk against the mean return. Default: ${DEFAULT-VALUE}.")
  private double riskAversion;

  @Option(
      names = START,
      paramLabel = "WHERE",
      defaultValue = "equal",
      description =
          "Where to begin: equal (1/N each), ones, zeros, or a file of weights as --out writes it."
              + " Default: ${DEFAULT-VALUE}.")
  private String start;

  public Map<String, @Nullable Path> inputs() {
    if (isPrices()) {
      return Collections.singletonMap(PRICES, file());
    }
    return Collections.singletonMap(RETURNS, file());
  }

  /** What was read: {@code returns}, {@code prices}, {@code synthetic} or {@code example}. */
  public String content() {
    if (source == null) {
      return "example";
    }
    return source.synthetic != null ? "synthetic" : isPrices() ? "prices" : "returns";
  }

  /** Whether returns are made of prices. */
  public boolean isPrices() {
    return source != null && source.prices != null;
  }

  private @Nullable Path file() {
    if (source == null || source.prices != null) {
      return source == null ? null : source.prices;
    }
    return source.returns == null ? null : Words.file(source.returns);
  }

  /** Where returns are, as given; null if no place was. */
  public @Nullable String address() {
    return source == null ? null : source.returns;
  }

  /** Which table of the file was asked for. */
  public @Nullable String table() {
    return table;
  }

  public Missing missing() {
    return missing;
  }

  /** The decimal mark, if it was given. */
  public @Nullable Character decimal() {
    return series.decimal();
  }

  /** What the numbers are said to be. */
  public Request request() {
    Request asked = series.request(isPrices());
    boolean isMadeUp = source != null && source.synthetic != null;
    return isMadeUp ? asked.with(Request.Content.SURELY_RETURNS) : asked;
  }

  public double riskAversion() {
    return riskAversion;
  }

  /** Refuses logarithmic returns where wealth follows from simple ones. */
  public void requireSimple(String what) {
    series.requireSimple(what);
  }

  /** Refuses, before any work is done, values that make no sense. */
  public void check() {
    RunOptions.require("--risk-aversion", riskAversion > 0, "a positive number", riskAversion);
    series.check(isPrices());
    requireStart();
  }

  /**
   * The returns, of assets that all vary.
   *
   * @param seed of generated ones
   * @param note receives what was left out
   */
  public Table read(long seed, Consumer<String> note) {
    return read(seed, note, null, false).table();
  }

  /**
   * The returns.
   *
   * @param seed of generated ones
   * @param note receives what was left out
   * @param periodsPerYear how many rows make a year; null to tell it from the dates
   * @param mayHoldCash whether an asset may be without risk
   */
  public ReturnSeries read(
      long seed, Consumer<String> note, @Nullable Double periodsPerYear, boolean mayHoldCash) {
    return read(seed, note, periodsPerYear, mayHoldCash, null);
  }

  /**
   * The returns.
   *
   * @param rowWeights the column that holds weights of the periods; null for none
   */
  public ReturnSeries read(
      long seed,
      Consumer<String> note,
      @Nullable Double periodsPerYear,
      boolean mayHoldCash,
      @Nullable String rowWeights) {
    Request request = request().withPeriodsPerYear(periodsPerYear).withRowWeights(rowWeights);
    ReturnSeries read = ReturnSeries.of(returns(seed, note), request);
    if (!mayHoldCash) {
      read.table().requireVarying("remove the column; it is cash where there is a --budget");
    }
    return read.with(stored(read.table()));
  }

  /** Another file, read as that of the returns is. */
  ReturnSeries readAlike(Path file, ReturnSeries returns) {
    ReadOptions options = ReadOptions.defaults().withMissing(missing).withDecimal(series.decimal());
    return ReturnSeries.read(file, options, request().withPeriodsPerYear(returns.periodsPerYear()));
  }

  /** A file that is mapped stays where it is. */
  private Table stored(Table returns) {
    boolean isMapped = returns.rows() instanceof MappedRows;
    return storage == Storage.FLOAT && !isMapped ? returns.inSinglePrecision() : returns;
  }

  public Storage storage() {
    return storage;
  }

  public MeanVariance meanVariance(Table returns) {
    return new MeanVariance(returns.rows(), riskAversion);
  }

  private Table returns(long seed, Consumer<String> note) {
    Path file = file();
    if (file != null) {
      ReadOptions options =
          ReadOptions.defaults()
              .withMissing(missing)
              .withTable(table)
              .withDecimal(series.decimal());
      Table read = TableReader.read(file, options);
      tellDropped(read, note);
      return read;
    }
    if (source != null && source.synthetic != null) {
      var rows = source.synthetic.draw(seed);
      List<String> names =
          IntStream.rangeClosed(1, rows.columns()).mapToObj(k -> "asset" + k).toList();
      return new Table(names, List.of(), rows, "synthetic returns, seed " + seed);
    }
    return ExampleReturns.read();
  }

  private static void tellDropped(Table read, Consumer<String> note) {
    if (read.droppedRows() > 0) {
      note.accept("left out " + Words.count(read.droppedRows(), "row") + " with missing values");
    }
    if (!read.droppedColumns().isEmpty()) {
      note.accept("left out for missing values: " + String.join(", ", read.droppedColumns()));
    }
  }

  private void requireStart() {
    if (!isStartWord(start) && !Files.exists(Path.of(start))) {
      throw new IllegalArgumentException(
          "--start: expected equal, ones, zeros or a file of weights, found \""
              + start
              + "\", which does not exist");
    }
  }

  public double[] startingPoint(List<String> names) {
    double[] x = new double[names.size()];
    switch (start.toLowerCase(Locale.ROOT)) {
      case "equal" -> Arrays.fill(x, 1.0 / x.length);
      case "ones" -> Arrays.fill(x, 1);
      case "zeros" -> Arrays.fill(x, 0);
      default -> {
        return WeightsFile.read(Path.of(start), names);
      }
    }
    return x;
  }

  /** A path; as text, because the address of a remote file is none. */
  static final class AddressConverter implements CommandLine.ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return text.contains("://") ? text : Words.file(text).toString();
    }
  }

  /** {@code 2000,200,20}. */
  static final class SyntheticConverter implements CommandLine.ITypeConverter<SyntheticReturns> {
    @Override
    public SyntheticReturns convert(String text) {
      String[] parts = text.split(",", -1);
      try {
        if (parts.length == 3) {
          return new SyntheticReturns(
              Integer.parseInt(parts[0].strip()),
              Integer.parseInt(parts[1].strip()),
              Double.parseDouble(parts[2].strip()));
        }
      } catch (NumberFormatException e) {
        // reported below
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      throw new TypeConversionException(
          "expected periods, assets and condition number such as 2000,200,20, found \""
              + text
              + "\"");
    }
  }

  /** {@code float}. */
  public static final class StorageConverter implements CommandLine.ITypeConverter<Storage> {
    @Override
    public Storage convert(String text) {
      return Words.oneOf(Storage.class, text);
    }
  }

  /** {@code drop-rows}. */
  public static final class MissingConverter implements CommandLine.ITypeConverter<Missing> {
    @Override
    public Missing convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "refuse" -> Missing.REFUSE;
        case "drop-rows" -> Missing.DROP_ROWS;
        case "drop-assets" -> Missing.DROP_ASSETS;
        default ->
            throw new TypeConversionException(
                "expected refuse, drop-rows or drop-assets, found \"" + text + "\"");
      };
    }
  }
}
