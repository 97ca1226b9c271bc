package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.table.Evaluation;
import org.fogopt.apps.learn.table.LearnedModel;
import org.fogopt.apps.learn.table.Payoff;
import org.fogopt.apps.learn.table.Selection;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Lines.Series;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Lines.Style;
import org.fogopt.lab.report.Page;
import org.fogopt.lab.report.Section;
import org.fogopt.lab.report.Text;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The report of a learned model.
 *
 * @param outcome the model
 * @param beside the model that was fitted for the mean, on the same rows; null if this one was
 * @param payoff whether the objective paid; null under the mean
 */
public record LearnPage(
    LearnOutcome outcome, @Nullable Evaluation beside, @Nullable Payoff payoff) {
  private static final int MOST_GROUPS = 20;
  private static final int FEWEST_IN_GROUP = 5;
  private static final int MOST_COEFFICIENTS = 100;

  /** The answer, for the terminal. */
  public void print(PrintWriter o) {
    if (payoff != null) {
      o.println();
      Words.wrapped(payoff.sentence(), 80).forEach(o::println);
    }
  }

  public void write(Path file, CommandSpec spec, Map<String, @Nullable Path> inputs) {
    Map<String, String> facts = new LinkedHashMap<>();
    LearnedModel model = outcome.study().trained().model();
    facts.put("data", outcome.data().source());
    facts.put("model", model.network() + ", " + outcome.loss());
    facts.put("objective", outcome.objective().toString());
    facts.putAll(RunReport.digests(inputs));
    facts.put("seconds", "%.3g".formatted(outcome.fit().seconds()));
    facts.put("version", "fog " + Version.current());
    HtmlReport.write(
        new Page(
            "Model of " + model.target().name(),
            Invocation.line(Invocation.of(spec)),
            facts,
            sections(model)),
        file);
  }

  private List<Section> sections(LearnedModel model) {
    List<Section> all = new ArrayList<>();
    all.add(new Text("In short", inShort()));
    all.add(figures());
    all.add(losses());
    Evaluation evaluation = outcome.evaluation();
    if (evaluation.predictions().classes() == 2) {
      all.addAll(new LearnCurves(evaluation, beside, name()).sections());
    } else if (!model.target().isClass()) {
      all.add(LearnCurves.fitted(evaluation, name()));
    }
    Grid groups = groups();
    if (!groups.rows().isEmpty()) {
      all.add(groups);
    }
    if (model.network().isLinear()) {
      all.add(coefficients(model));
    }
    if (outcome.study().selection() != null) {
      all.add(path(outcome.study().selection()));
    }
    if (!outcome.notes().isEmpty()) {
      all.add(new Text("How the table was read", outcome.notes()));
    }
    return all;
  }

  private String name() {
    return beside == null ? "model" : "for " + outcome.objective();
  }

  private List<String> inShort() {
    List<String> paragraphs = new ArrayList<>();
    if (payoff != null) {
      paragraphs.add(payoff.sentence());
    }
    if (outcome.evaluation().isFlat()) {
      paragraphs.add("On these rows " + LearnOutcome.FLAT + ".");
    }
    if (!outcome.evaluation().isFresh()) {
      paragraphs.add(
          "All figures are of the rows the model was fitted on. --validate 0.2 or --test FILE gives"
              + " figures of others.");
    }
    if (!outcome.fit().converged()) {
      paragraphs.add("Not converged: " + outcome.fit().reason() + ".");
    }
    paragraphs.add(
        "Objective %.8g on %s, penalties included.%s"
            .formatted(
                outcome.fit().objective(),
                Words.count(outcome.study().fitted().length, "training row"),
                outcome.gap().isEmpty() ? "" : " It is " + outcome.gap() + "."));
    return paragraphs;
  }

  private Grid figures() {
    Map<String, Double> own = outcome.figures();
    Map<String, Double> mean = new LinkedHashMap<>();
    List<String> header = new ArrayList<>(List.of("figure", name()));
    if (beside != null) {
      header.add("for mean");
      mean.put("objective", beside.value());
      mean.putAll(beside.metrics());
    }
    List<List<String>> rows = new ArrayList<>();
    own.forEach(
        (figure, value) -> {
          List<String> row = new ArrayList<>();
          row.add(
              figure.equals("objective")
                  ? outcome.objective().toString()
                  : LearnOutcome.words(figure));
          row.add(LearnOutcome.number(value));
          if (beside != null) {
            row.add(LearnOutcome.number(mean.getOrDefault(figure, Double.NaN)));
          }
          rows.add(row);
        });
    return new Grid("Figures", "On " + outcome.evaluation().where() + ".", header, rows);
  }

  /** The losses in order: how heavy the tail is, and for whom. */
  private Lines losses() {
    List<Series> all = new ArrayList<>();
    all.add(sorted(name(), outcome.evaluation().losses()));
    if (beside != null) {
      all.add(sorted("for mean", beside.losses()));
    }
    return new Lines(
        "Losses, row by row",
        "The losses of each model, sorted: the right end is the tail.",
        "share of the rows",
        "loss",
        false,
        false,
        all);
  }

  private static Series sorted(String name, double[] losses) {
    double[] sorted = losses.clone();
    Arrays.sort(sorted);
    List<Spot> spots = new ArrayList<>();
    for (int i : LearnCurves.some(sorted.length)) {
      spots.add(Spot.at((i + 1.0) / sorted.length, sorted[i]));
    }
    return new Series(name, name, Style.CURVE, spots);
  }

  private Grid groups() {
    Evaluation evaluation = outcome.evaluation();
    DataTable data = evaluation.trainer().data();
    Map<String, List<Integer>> members = new LinkedHashMap<>();
    for (DataTable.Column column : data.columns()) {
      boolean isGroup = column.name().equals(outcome.objective().column());
      boolean isClass =
          column.name().equals(evaluation.predictions().target().name())
              && evaluation.predictions().classes() > 0;
      if (column instanceof DataTable.Texts || isGroup || isClass) {
        for (int i = 0; i < evaluation.rows().length; i++) {
          int row = evaluation.rows()[i];
          String level = column.isMissing(row) ? "(missing)" : column.text(row);
          members.computeIfAbsent(column.name() + "=" + level, key -> new ArrayList<>()).add(i);
        }
      }
    }
    List<List<String>> rows = new ArrayList<>();
    members.entrySet().stream()
        .filter(group -> group.getValue().size() >= FEWEST_IN_GROUP)
        .sorted(Comparator.comparingDouble(g -> -mean(evaluation.losses(), g.getValue())))
        .limit(MOST_GROUPS)
        .forEach(
            group -> {
              List<String> row = new ArrayList<>();
              row.add(group.getKey());
              row.add(Integer.toString(group.getValue().size()));
              row.add(LearnOutcome.number(mean(evaluation.losses(), group.getValue())));
              if (beside != null) {
                row.add(LearnOutcome.number(mean(beside.losses(), group.getValue())));
              }
              rows.add(row);
            });
    List<String> header = new ArrayList<>(List.of("group", "rows", "mean loss " + name()));
    if (beside != null) {
      header.add("mean loss for mean");
    }
    return new Grid(
        "Worst groups",
        "Mean losses by category, the largest first; groups of at least %d rows."
            .formatted(FEWEST_IN_GROUP),
        header,
        rows);
  }

  private static double mean(double[] losses, List<Integer> rows) {
    return rows.stream().mapToDouble(i -> losses[i]).average().orElse(Double.NaN);
  }

  private static Grid coefficients(LearnedModel model) {
    double[][] all = model.coefficients();
    List<String> names = model.features().names();
    int width = names.size();
    int stride = width + (model.hasIntercept() ? 1 : 0);
    List<String> header = new ArrayList<>(List.of("feature"));
    for (int k = 0; k < all.length; k++) {
      header.add(all.length == 1 ? "coefficient" : model.target().classes().get(k));
    }
    header.add("largest standardised");
    List<List<String>> rows = new ArrayList<>();
    double[] sizes = new double[width];
    for (int j = 0; j < width; j++) {
      for (int k = 0; k < all.length; k++) {
        double w = model.parameters()[k * stride + j];
        sizes[j] = Math.abs(w) > Math.abs(sizes[j]) ? w : sizes[j];
      }
    }
    List<Integer> order =
        IntStream.range(0, width)
            .boxed()
            .sorted(Comparator.comparingDouble(j -> -Math.abs(sizes[j])))
            .limit(MOST_COEFFICIENTS)
            .toList();
    for (int j : order) {
      rows.add(row(names.get(j), all, j, LearnOutcome.number(sizes[j])));
    }
    rows.add(row("(intercept)", all, width, ""));
    return new Grid(
        "Coefficients",
        "In the units of the table; ordered by size for standardised features."
            + (width > MOST_COEFFICIENTS
                ? " The %d largest of %d.".formatted(MOST_COEFFICIENTS, width)
                : ""),
        header,
        rows);
  }

  private static List<String> row(String name, double[][] all, int j, String last) {
    List<String> row = new ArrayList<>(List.of(name));
    for (double[] output : all) {
      row.add(LearnOutcome.number(output[j]));
    }
    row.add(last);
    return row;
  }

  private Lines path(Selection selection) {
    List<Spot> spots = new ArrayList<>();
    boolean isL1 = LearnOutcome.isL1(selection);
    for (Selection.Point point : selection.path()) {
      double x = isL1 ? point.penalties().l1() : point.penalties().l2();
      spots.add(0, new Spot(x, point.value(), point.low(), point.high()));
    }
    double chosen = isL1 ? selection.chosen().l1() : selection.chosen().l2();
    return new Lines(
        "Penalty",
        "The objective on rows not fitted, by the penalty; the lowest was chosen, %s. Bars reach"
                .formatted(LearnOutcome.number(chosen))
            + " from the lowest to the highest of the parts held out.",
        isL1 ? "l1" : "l2",
        outcome.objective().toString(),
        true,
        false,
        List.of(new Series("held out", "held out", Style.LINE, spots)));
  }
}
