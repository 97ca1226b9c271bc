package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.table.Evaluation;
import org.fogopt.apps.learn.table.LearnedModel;
import org.fogopt.apps.learn.table.Payoff;
import org.fogopt.apps.learn.table.Selection;
import org.fogopt.apps.learn.table.Study;
import org.fogopt.apps.learn.table.Target;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A learned model as text and JSON.
 *
 * @param lossReason why the loss is what it is
 * @param evaluation on the rows that are reported on
 * @param notes how the table was understood
 * @param l2Reason why the penalty is what it is; may be empty
 * @param total what all fits took, those of the choice and of the report included
 */
public record LearnOutcome(
    DataTable data,
    String lossReason,
    Objective objective,
    Study study,
    Evaluation evaluation,
    List<String> notes,
    String l2Reason,
    Total total) {
  static final String FLAT =
      "the model predicts nearly the same throughout: no column helps, or the penalty is too strong";

  /** What several fits took. */
  public record Total(int fits, double passes, double seconds) {}

  public LearnOutcome {
    notes = List.copyOf(notes);
  }

  /** The model, with its figures. */
  public LearnedModel model() {
    return study.trained().model().measured(evaluation.where(), figures());
  }

  Fit fit() {
    return study.trained().fit();
  }

  private Target target() {
    return study.trained().model().target();
  }

  String loss() {
    Loss loss = target().loss();
    return (loss.delta() > 0 ? "huber:%.6g".formatted(loss.delta()) : loss) + " loss";
  }

  /** The objective and the metrics on the rows that are reported on. */
  Map<String, Double> figures() {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("objective", evaluation.value());
    all.putAll(evaluation.metrics());
    return all;
  }

  /** A metric as people write it; files have it in camel case. */
  public static String words(String metric) {
    return switch (metric) {
      case "rmse" -> "RMSE";
      case "mae" -> "MAE";
      case "r2" -> "R²";
      case "logLoss" -> "log loss";
      case "auc" -> "AUC";
      case "averagePrecision" -> "average precision";
      case "brier" -> "Brier score";
      case "mean" -> "mean loss";
      default -> metric;
    };
  }

  public void print(PrintWriter o) {
    Fit fit = fit();
    if (!fit.converged()) {
      o.printf("not converged: %s%n", fit.reason());
    }
    LearnedModel model = study.trained().model();
    o.printf(
        "%s: %s, %s from %s, target %s%s%n",
        data.source(),
        Words.count(study.fitted().length + study.held().length, "row"),
        Words.count(model.features().width(), "feature"),
        Words.count(model.features().columns(), "column"),
        target().name(),
        classes());
    notes.forEach(note -> Words.hanging(o, "  ", note));
    List<String> classes = target().classes();
    String second = classes.size() == 2 ? " for the probability of " + classes.get(1) : "";
    o.printf("%s, %s%s: %s%n", model.network(), loss(), second, lossReason);
    o.printf(
        "minimises %s%s%n%n",
        words(objective.toString()), penalties(model.training().l2(), model.training().l1()));
    o.printf("objective      %.10g%s%n", fit.objective(), gap().isEmpty() ? "" : ", " + gap());
    o.printf(
        "cost           %.1f passes = %d calls (%d strict) + %d of second order, %d steps, %.3f s%n",
        fit.passes(),
        fit.callsPaper(),
        fit.calls(),
        fit.secondOrderCalls(),
        fit.steps(),
        fit.seconds());
    if (total.fits() > 1) {
      o.printf(
          "all fits       %d, %.1f passes, %.3f s%n",
          total.fits(), total.passes(), total.seconds());
    }
    o.printf("method         %s%n", fit.method());
    o.printf("stopped        %s%n", fit.reason());
    printPath(o);
    o.printf(
        "%non %s%s:%n",
        evaluation.where(), evaluation.isFresh() ? ", not used for fitting or choosing" : "");
    figures()
        .forEach(
            (name, value) ->
                o.printf(
                    "  %-20s %s%n",
                    words(name.equals("objective") ? objective.toString() : name), number(value)));
    if (evaluation.isFlat()) {
      Words.hanging(o, "  ", FLAT);
    }
    if (!evaluation.isFresh()) {
      o.println("  rows not used for fitting say more: --validate 0.2 or --test FILE");
    }
    printCoefficients(o, model);
  }

  /** How far above its minimum the objective is at most; empty where that is not known. */
  String gap() {
    double gap = fit().gapBound();
    if (Double.isNaN(gap)) {
      return "";
    }
    return gap == 0 ? "the minimum, to rounding" : "at most %.1e above the minimum".formatted(gap);
  }

  private String classes() {
    List<String> classes = target().classes();
    return classes.isEmpty() ? "" : ": one of " + DataTable.listed(classes);
  }

  private String penalties(double l2, double l1) {
    String text = "";
    if (l2 > 0) {
      text += String.format(Locale.ROOT, " + (%.4g/2)|w|²%s", l2, l2Reason);
    }
    if (l1 > 0) {
      text += String.format(Locale.ROOT, " + %.4g |w|₁", l1);
    }
    return text;
  }

  private void printPath(PrintWriter o) {
    Selection selection = study.selection();
    if (selection == null) {
      return;
    }
    o.printf("%nthe penalty was chosen by %s on rows not fitted:%n", objective);
    List<List<String>> rows = new ArrayList<>();
    boolean isL1 = isL1(selection);
    for (Selection.Point point : selection.path()) {
      rows.add(
          List.of(
              "  " + number(isL1 ? point.penalties().l1() : point.penalties().l2()),
              number(point.value()),
              point.penalties().equals(selection.chosen()) ? "chosen" : ""));
    }
    Columns.print(o, List.of(isL1 ? "  l1" : "  l2", objective.toString(), ""), rows);
  }

  static boolean isL1(Selection selection) {
    return selection.path().stream().mapToDouble(p -> p.penalties().l1()).distinct().count() > 1;
  }

  private void printCoefficients(PrintWriter o, LearnedModel model) {
    if (!model.network().isLinear()) {
      return;
    }
    double[][] all = model.coefficients();
    List<String> names = new ArrayList<>(model.features().names());
    int stride = names.size() + (model.hasIntercept() ? 1 : 0);
    for (int k = 0; k < all.length; k++) {
      double[] standardised =
          Arrays.copyOfRange(model.parameters(), k * stride, k * stride + names.size());
      List<List<String>> rows = new ArrayList<>();
      for (int j : Report.largest(standardised, Report.MOST_SHOWN)) {
        rows.add(List.of("  " + names.get(j), number(all[k][j]), number(standardised[j])));
      }
      rows.add(List.of("  (intercept)", number(all[k][names.size()]), ""));
      o.printf(
          "%ncoefficients%s, in the units of the table and standardised:%n", of(k, all.length));
      Columns.print(o, List.of("  feature", "coefficient", "standardised"), rows);
      if (names.size() > Report.MOST_SHOWN) {
        o.printf("  and %d more%n", names.size() - Report.MOST_SHOWN);
      }
    }
  }

  private String of(int k, int outputs) {
    return outputs == 1 ? "" : " of " + target().classes().get(k);
  }

  static String number(double value) {
    return Double.isNaN(value) ? "not known" : String.format(Locale.ROOT, "%.6g", value);
  }

  /** {@code summary.json}. */
  public void writeJson(Path file, @Nullable Payoff payoff) {
    Fit fit = fit();
    LearnedModel model = study.trained().model();
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("source", data.source());
    root.put("rows", study.fitted().length);
    root.put("features", model.features().width());
    root.put("target", target().name());
    root.put("model", model.network().toString());
    root.put("loss", target().loss().toString());
    root.put("lossReason", lossReason);
    root.put("goal", objective.toString());
    put(root, "l2", model.training().l2());
    put(root, "l1", model.training().l1());
    put(root, "objective", fit.objective());
    put(root, "gapBound", fit.gapBound());
    root.put("calls", fit.calls());
    root.put("callsPaper", fit.callsPaper());
    root.put("secondOrderCalls", fit.secondOrderCalls());
    put(root, "passes", fit.passes());
    root.put("steps", fit.steps());
    put(root, "seconds", fit.seconds());
    root.put("converged", fit.converged());
    root.put("algorithm", fit.method());
    root.put("stopDetail", fit.reason());
    root.put("decisions", fit.decisions());
    root.put("fits", total.fits());
    put(root, "allPasses", total.passes());
    put(root, "allSeconds", total.seconds());
    root.put("measuredOn", evaluation.where());
    root.put("unusedRows", evaluation.isFresh());
    root.put("nearlyConstant", evaluation.isFlat());
    Map<String, @Nullable Object> metrics = new LinkedHashMap<>();
    figures().forEach((name, value) -> put(metrics, name, value));
    root.put("metrics", metrics);
    root.put("path", path());
    if (payoff != null) {
      root.put("payoff", payoff.sentence());
    }
    root.put("notes", notes);
    root.put("version", Version.current());
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    AtomicFile.write(file, out -> out.write(json.writeValueAsString(root) + "\n"));
  }

  private List<Map<String, @Nullable Object>> path() {
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    if (study.selection() != null) {
      for (Selection.Point point : study.selection().path()) {
        Map<String, @Nullable Object> one = new LinkedHashMap<>();
        put(one, "l2", point.penalties().l2());
        put(one, "l1", point.penalties().l1());
        put(one, "objective", point.value());
        all.add(one);
      }
    }
    return all;
  }

  /** JSON has no NaN: what is not known is null. */
  private static void put(Map<String, @Nullable Object> node, String name, double value) {
    node.put(name, Double.isFinite(value) ? value : null);
  }
}
