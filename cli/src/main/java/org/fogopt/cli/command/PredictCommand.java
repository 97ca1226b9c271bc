package org.fogopt.cli.command;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.table.LearnedModel;
import org.fogopt.apps.learn.table.Metrics;
import org.fogopt.apps.learn.table.Predictions;
import org.fogopt.apps.learn.table.Target;
import org.fogopt.cli.option.LearnOptions;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.SeriesOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.LearnOutcome;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fog predict}. */
@Command(
    name = "predict",
    header = "Predictions for new rows, by a model of 'fog learn'.",
    description = {
      "",
      "Applies a model to a table, whose columns may come in any order and others beside them. Writes",
      "a row for each: the prediction, and for classes their probabilities. If the table has the",
      "target, the figures of the predictions are printed.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog predict new.csv --model model.json --out predictions.csv",
      "  fog predict new.csv --model model.json --missing fill --keep id --out predictions.csv"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class PredictCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      required = true,
      description = "The model, as 'fog learn --out' wrote it.")
  private Path model;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      required = true,
      description = "The rows to predict.")
  private Path data;

  @Option(
      names = "--missing",
      paramLabel = "HOW",
      defaultValue = "refuse",
      converter = LearnOptions.MissingConverter.class,
      description =
          "Cells and columns that are missing, where training had none missing: refuse, or fill"
              + " cells by the median or a rare level. A column that is not there needs fill, and a"
              + " model whose training had missing cells in it. Default: refuse.")
  private LearnOptions.MissingCells missing;

  @Option(
      names = "--decimal",
      paramLabel = "MARK",
      converter = SeriesOptions.MarkConverter.class,
      description = "Decimal mark of the table: point or comma. Default: inferred from the file.")
  private @Nullable Character decimal;

  @Option(
      names = "--keep",
      paramLabel = "COLUMNS",
      split = ",",
      hideParamSyntax = true,
      description = "Columns of the table to write beside the predictions, separated by commas.")
  private List<String> keep = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the predictions as CSV. Default: the standard output.")
  private @Nullable Path out;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  @Override
  public Integer call() {
    Map<String, @Nullable Path> inputs = new HashMap<>();
    inputs.put("--model", model);
    inputs.put("--data", data);
    Map<String, @Nullable Path> outputs = new HashMap<>();
    outputs.put("--out", out);
    OutputOptions.requireApart(inputs, outputs);
    OutputOptions.requireCsv("--out", out);
    LearnedModel learned = LearnedModel.load(model);
    DataTable table = learned.table(data, decimal);
    keep.forEach(name -> table.column(name, "--keep"));
    List<String> notes = new ArrayList<>(table.notes());
    Predictions found = learned.predict(table, missing == LearnOptions.MissingCells.FILL, notes);
    List<String> unused = learned.features().unused(table, learned.target().name());
    if (!unused.isEmpty()) {
      notes.add("columns not used: " + DataTable.listed(unused));
    }
    if (out == null) {
      PrintWriter o = spec.commandLine().getOut();
      write(o, table, found);
      o.flush();
      say(spec.commandLine().getErr(), learned, table, found, notes);
      return ExitCode.DONE;
    }
    AtomicFile.write(out, o -> write(o, table, found));
    say(spec.commandLine().getOut(), learned, table, found, notes);
    return ExitCode.DONE;
  }

  private void write(Writer o, DataTable table, Predictions found) {
    var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(o);
    List<String> header = new ArrayList<>(List.of("row"));
    header.addAll(keep);
    header.add("prediction");
    found.target().classes().forEach(level -> header.add("probability of " + level));
    try {
      csv.writeRecord(header);
      for (int i = 0; i < found.rows(); i++) {
        List<String> cells = new ArrayList<>();
        cells.add(Integer.toString(i + 1));
        for (String name : keep) {
          cells.add(table.column(name, "--keep").text(i));
        }
        cells.add(found.text(i));
        for (int k = 0; k < found.classes(); k++) {
          cells.add(Double.toString(found.probability(i, k)));
        }
        csv.writeRecord(cells);
      }
      csv.flush();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void say(
      PrintWriter o, LearnedModel learned, DataTable table, Predictions found, List<String> notes) {
    if (quiet) {
      return;
    }
    o.printf(
        "%s: %s of %s%n",
        table.source(), Words.count(found.rows(), "prediction"), learned.target().name());
    notes.forEach(note -> Words.hanging(o, "  ", note));
    DataTable.Column truth = table.find(learned.target().name());
    int[] known = truth == null ? new int[0] : Target.known(table, learned.target().name());
    if (known.length == table.rows()) {
      try {
        Metrics.of(learned.target(), found, learned.target().encode(table, known))
            .forEach(
                (name, value) ->
                    o.printf(Locale.ROOT, "  %-20s %.6g%n", LearnOutcome.words(name), value));
      } catch (InputException e) { // a class that training did not have
        Words.hanging(o, "  ", "no figures: " + e.getMessage());
      }
    } else if (truth != null) {
      Words.hanging(
          o,
          "  ",
          "no figures: %s is missing in %s"
              .formatted(learned.target().name(), Words.count(table.rows() - known.length, "row")));
    }
    if (out != null) {
      o.printf("wrote %s%n", out);
    }
    o.flush();
  }
}
