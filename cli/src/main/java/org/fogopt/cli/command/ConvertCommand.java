package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.fogopt.apps.io.Conversion;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.UniformReturns;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.linalg.MappedRows.Storage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code fog convert}. */
@Command(
    name = "convert",
    header = "Make a .fogrows file, for data larger than memory.",
    description = {
      "",
      "Writes a table as a file that other commands map into memory: it takes no space in the heap,",
      "and a run on it gives the same bits. CSV may be of any size. Dates and other labels of rows",
      "are left out.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog convert returns.csv returns.fogrows",
      "  fog portfolio --returns returns.fogrows",
      "  fog convert --storage float returns.csv.gz half.fogrows",
      "  fog convert --synthetic 1000000x50,1 big.fogrows",
      "  fog convert --check big.fogrows"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class ConvertCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "FILE",
      description = "The file to read, unless --synthetic is given, and the file to write.")
  private Path[] paths;

  @Option(
      names = "--storage",
      paramLabel = "HOW",
      defaultValue = "double",
      converter = ReturnsOptions.StorageConverter.class,
      description =
          "Keep numbers as double or as float: half the size, seven digits."
              + " Default: ${DEFAULT-VALUE}.")
  private Storage storage;

  @Option(
      names = "--missing",
      paramLabel = "HOW",
      defaultValue = "refuse",
      converter = ReturnsOptions.MissingConverter.class,
      description =
          "Missing values: refuse, drop-rows or drop-assets that have one. Default:"
              + " ${DEFAULT-VALUE}.")
  private Missing missing;

  @Option(
      names = "--table",
      paramLabel = "WHICH",
      description = "Table of a file that holds several, as for 'fog portfolio'.")
  private @Nullable String table;

  @Option(
      names = "--synthetic",
      paramLabel = "TxN,SEED",
      converter = UniformConverter.class,
      description =
          "Read nothing, and make up T rows of N numbers, uniform on [-0.9, 1.1): for measurements.")
  private @Nullable UniformReturns synthetic;

  @Option(
      names = "--check",
      description = "Write nothing: read every number of a .fogrows file and report a change.")
  private boolean check;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  @Override
  public Integer call() throws Exception {
    int expected = check || synthetic != null ? 1 : 2;
    if (paths.length != expected) {
      throw new IllegalArgumentException(
          "expected %s, found %s"
              .formatted(
                  expected == 1 ? "one file" : "a file to read and a file to write",
                  Words.count(paths.length, "file")));
    }
    if (check) {
      Table table = RowFile.check(paths[0]);
      print(paths[0], table.rows().count(), table.rows().columns(), "not a bit has changed");
      return ExitCode.DONE;
    }
    Path out = paths[expected - 1];
    AtomicFile.requireWritable(out);
    if (!out.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".fogrows")) {
      throw new IllegalArgumentException(
          "expected a name that ends in .fogrows for the file to write, found \"" + out + "\"");
    }
    if (synthetic != null) {
      var names = IntStream.rangeClosed(1, synthetic.assets()).mapToObj(k -> "asset" + k).toList();
      RowFile.write(out, names, synthetic, storage);
      print(out, synthetic.periods(), synthetic.assets(), "written");
      return ExitCode.DONE;
    }
    if (Files.exists(out) && Files.exists(paths[0]) && Files.isSameFile(paths[0], out)) {
      throw new IllegalArgumentException(out + " cannot be read and written at once");
    }
    ReadOptions options = ReadOptions.defaults().withMissing(missing).withTable(table);
    Conversion done = Conversion.of(paths[0], options, out, storage);
    if (done.droppedRows() > 0 && !quiet) {
      PrintWriter err = spec.commandLine().getErr();
      err.printf(
          "%s: left out %s with missing values%n",
          spec.qualifiedName(), Words.count(done.droppedRows(), "row"));
      err.flush();
    }
    print(out, done.rows(), done.names().size(), "written");
    return ExitCode.DONE;
  }

  private void print(Path file, long rows, int columns, String what) {
    if (!quiet) {
      PrintWriter o = spec.commandLine().getOut();
      o.printf(
          "%s: %s of %s, %s%n",
          file, Words.count(rows, "row"), Words.count(columns, "number"), what);
      o.flush();
    }
  }

  /** {@code 1000000x50,1}. */
  static final class UniformConverter implements CommandLine.ITypeConverter<UniformReturns> {
    @Override
    public UniformReturns convert(String text) {
      String[] parts = text.split("[x,]", -1);
      try {
        if (parts.length == 2 || parts.length == 3) {
          return new UniformReturns(
              Long.parseLong(parts[0].strip()),
              Integer.parseInt(parts[1].strip()),
              parts.length == 2 ? 1 : Long.parseLong(parts[2].strip()));
        }
      } catch (NumberFormatException e) {
        // reported below
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      throw new TypeConversionException(
          "expected rows, columns and a seed such as 1000000x50,1, found \"" + text + "\"");
    }
  }
}
