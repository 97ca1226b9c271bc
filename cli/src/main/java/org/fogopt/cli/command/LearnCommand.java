package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.table.Evaluation;
import org.fogopt.apps.learn.table.Leaks;
import org.fogopt.apps.learn.table.LearnedModel;
import org.fogopt.apps.learn.table.Payoff;
import org.fogopt.apps.learn.table.Study;
import org.fogopt.apps.learn.table.Target;
import org.fogopt.apps.learn.table.Trainer;
import org.fogopt.cli.option.CheckpointOptions;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.LearnOptions;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.LearnOutcome;
import org.fogopt.cli.output.LearnPage;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fog learn}. */
@Command(
    name = "learn",
    header =
        "A model from a table: regression or classification, under the mean or a risk of the losses.",
    description = {
      "",
      "Fits a linear model or a network to the columns of a table. The objective may be the mean of",
      "the losses or one that guards against the worst rows or groups. Numbers, categories and missing",
      "cells are taken as they come; the model keeps how, and 'fog predict' applies it.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog learn train.csv --target price --out model.json",
      "  fog learn train.csv --target price --validate folds:5 --report report.html",
      "  fog learn train.csv --target sold --objective cvar:0.9 --test test.csv",
      "  fog learn train.csv --target sold --objective group:city --l2 0.01 --json summary.json",
      "  fog learn --data rows.libsvm --l1 0.001",
      "  fog predict new.csv --model model.json --out predictions.csv",
      "",
      "Files are known by their content:",
      "  CSV, also packed    a header, then numbers and text; empty cells and NA are missing",
      "  LIBSVM              label column:value column:value; stays sparse, scaled but not centred",
      "  others              .mat, HDF5 and .fogrows, which hold numbers alone"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class LearnCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private LearnOptions learn;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the model as JSON, for 'fog predict' and for people.")
  private @Nullable Path out;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write a summary: objective, calls, passes, seconds and figures.")
  private @Nullable Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Write a page, .html, that opens offline in a browser: losses, curves, groups, coefficients"
              + " and whether the objective paid beside the mean.")
  private @Nullable Path report;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing but errors.")
  private boolean quiet;

  @Override
  public Integer call() {
    Map<String, @Nullable Path> outputs = new LinkedHashMap<>();
    outputs.put("--out", out);
    outputs.put("--json", json);
    outputs.put("--report", report);
    OutputOptions.requireApart(learn.inputs(), outputs);
    OutputOptions.requireJson("--out", out);
    OutputOptions.requireJson("--json", json);
    OutputOptions.requireHtml(report);
    run.usually(LearnRuns.PASSES);
    run.check();
    learn.check();
    try (var keeping = checkpoints.open(spec, quiet);
        var interruption = new Interruption();
        var runs = new LearnRuns(spec, run, keeping, interruption, quiet)) {
      return learn(keeping, interruption, runs);
    }
  }

  private int learn(Keeping keeping, Interruption interruption, LearnRuns runs) {
    DataTable data = learn.read();
    int[] rows = Target.known(data, learn.target(data));
    if (rows.length < 2) {
      throw new InputException(
          Place.in(data.source()),
          "has %s with a target".formatted(rows.length == 1 ? "1 row" : "no rows"),
          "expected at least 2");
    }
    List<String> notes = new ArrayList<>(data.notes());
    if (rows.length < data.rows()) {
      notes.add("%d rows without a target are left out".formatted(data.rows() - rows.length));
    }
    Target.Inferred target = learn.target(data, rows);
    Trainer.Setup setup = learn.setup(data, target.target().loss(), run.seed());
    var trainer = new Trainer(data, setup, runs::fit);
    Objective objective = learn.objective();
    notes.addAll(Leaks.of(data, target.target(), rows, trainer.others(objective)));
    Path test = learn.test();
    Trainer other = test == null ? null : new Trainer(learn.readTest(test, data), setup, runs::fit);
    Study study = study(trainer, objective, rows, notes);
    notes.addAll(study.remarks());
    Evaluation evaluation = evaluation(study, trainer, other, objective, notes);
    boolean isDiverged = runs.diverged() && !study.trained().fit().converged();
    Evaluation beside = null;
    if (report != null && objective.kind() != Objective.Kind.MEAN && !interruption.getAsBoolean()) {
      beside = ofMean(trainer, other, rows);
    }
    var outcome =
        new LearnOutcome(
            data,
            target.reason(),
            objective,
            study,
            evaluation,
            notes,
            learn.l2Reason(),
            runs.total());
    LearnPage page = report == null || interruption.getAsBoolean() ? null : page(outcome, beside);
    if (interruption.getAsBoolean() && study.selection() != null) {
      complain("interrupted before the model was fitted; nothing was written");
      keeping.ended(true);
      return ExitCode.INTERRUPTED;
    }
    write(outcome, page);
    keeping.ended(interruption.getAsBoolean());
    if (isDiverged) {
      complain(study.trained().fit().reason());
      return ExitCode.DIVERGED;
    }
    return ExitCode.DONE;
  }

  private Study study(Trainer trainer, Objective objective, int[] rows, List<String> notes) {
    LearnOptions.Validation held = learn.validation();
    Study.Plan plan = Study.Plan.NONE;
    if (held != null) {
      // As many rows for the choice as for the report, which come off first.
      double share = learn.test() == null ? held.share() : 0;
      plan = new Study.Plan(share, held.share() / (1 - share), held.folds());
    }
    return Study.of(
        trainer, objective, rows, plan, learn.l2(rows.length), learn.l1(), run.seed(), notes);
  }

  private static Evaluation evaluation(
      Study study,
      Trainer trainer,
      @Nullable Trainer other,
      Objective objective,
      List<String> notes) {
    if (other != null) {
      return study.onTest(other, objective, notes);
    }
    return study.held().length > 0
        ? study.onHeld(trainer, objective, notes)
        : study.onTraining(trainer, objective);
  }

  /** What the objective is after fitting for the mean, with which the report compares. */
  private Evaluation ofMean(Trainer trainer, @Nullable Trainer other, int[] rows) {
    Objective objective = learn.objective();
    // Under the mean the groups' column is no feature either.
    Study plain =
        study(trainer.withDropped(objective.column()), Objective.MEAN, rows, new ArrayList<>());
    return evaluation(plain, trainer, other, objective, new ArrayList<>());
  }

  private LearnPage page(LearnOutcome outcome, @Nullable Evaluation beside) {
    if (beside == null) {
      return new LearnPage(outcome, null, null);
    }
    try (var workers = new Workers(run.threads())) {
      Payoff payoff =
          Payoff.of(
              learn.objective(), outcome.evaluation(), beside, run.seed(), workers.parallel());
      return new LearnPage(outcome, beside, payoff);
    }
  }

  private void write(LearnOutcome outcome, @Nullable LearnPage page) {
    var saving = new Saving();
    LearnedModel model = outcome.model();
    saving.write(out, model::save);
    saving.write(json, file -> outcome.writeJson(file, page == null ? null : page.payoff()));
    if (page != null) {
      saving.write(report, file -> page.write(file, spec, learn.inputs()));
    }
    if (!quiet) {
      PrintWriter o = spec.commandLine().getOut();
      outcome.print(o);
      if (page != null) {
        page.print(o);
      }
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
  }

  private void complain(String problem) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + Objects.requireNonNull(problem));
    err.flush();
  }
}
