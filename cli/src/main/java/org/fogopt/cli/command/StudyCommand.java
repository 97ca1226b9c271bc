package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.FigureOptions;
import org.fogopt.cli.option.ResultOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.Saving;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** A command that chooses many portfolios by their risk, and shows them side by side. */
abstract class StudyCommand implements Callable<Integer> {
  @CommandLine.Spec CommandSpec spec;

  @Mixin ReturnsOptions data;

  @Mixin RiskOptions risk;

  @Mixin ConstraintOptions constraints;

  @Mixin FigureOptions figures;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; they change the speed, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  @Mixin ResultOptions files;

  private final Set<String> said = new HashSet<>();

  /**
   * Refuses, before anything is read, what makes no sense.
   *
   * @param noStart why there is no starting point
   * @return the files that are read, by option
   */
  Map<String, @Nullable Path> check(String noStart) {
    var inputs = constraints.inputs(risk.inputs(data.inputs()));
    files.check(inputs);
    data.check();
    RunOptions.refuse(spec, "--start", noStart);
    risk.check();
    constraints.check();
    figures.check();
    RunOptions.requireThreads(threads);
    return inputs;
  }

  /** The returns, and what is unusual about their file. */
  ReturnSeries read(long seed) {
    ReturnSeries series =
        data.read(seed, this::note, figures.periodsPerYear(), true, risk.rowWeights());
    series.remarks().forEach(remark -> note("the file: " + remark));
    return series;
  }

  Workers workers() {
    return new Workers(threads == null ? Runtime.getRuntime().availableProcessors() : threads);
  }

  /** Says something once, unless nothing is to be said. */
  void note(String message) {
    if (!files.isQuiet() && said.add(message)) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(spec.qualifiedName() + ": " + message);
      err.flush();
    }
  }

  /** Writes the files that were asked for, and prints. */
  void write(
      Consumer<Path> csv,
      Consumer<Path> json,
      Consumer<Path> plot,
      Consumer<Path> report,
      Consumer<PrintWriter> print) {
    var saving = new Saving();
    saving.write(files.out(), csv);
    saving.write(files.json(), json);
    saving.write(files.plot(), plot);
    saving.write(files.report(), report);
    if (!files.isQuiet()) {
      PrintWriter o = spec.commandLine().getOut();
      print.accept(o);
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
  }
}
