package org.fogopt.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.planning.Sheet;
import org.fogopt.run.Version;
import org.fogopt.theory.Batches;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Plan;
import org.fogopt.theory.Variances;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What every form of {@code fog plan} takes, and how plans are printed. */
public final class PlanOptions {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Option(
      names = "--batch",
      paramLabel = "S1,S2,S3",
      converter = RunOptions.BatchesConverter.class,
      description = "Batches to plan for. Default: single samples, and those of the corollaries.")
  public @Nullable Batches batch;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the constants and all plans as JSON.")
  @Nullable Path json;

  /**
   * What a plan is made of.
   *
   * @param source where the constants come from
   * @param set where they hold, and other remarks, a sentence each
   * @param practice how theory compares with practice
   */
  public record Origin(String source, List<String> set, String practice) {}

  public void check() {
    if (json != null) {
      AtomicFile.requireWritable(json);
    }
  }

  /** Prints the plans and writes the file. */
  public void print(PrintWriter out, Origin origin, Sheet sheet) {
    if (json != null) {
      write(json, origin, sheet);
    }
    Sheet.Question q = sheet.question();
    Constants c = q.constants();
    advice(out, origin, sheet);
    out.println(origin.source());
    origin.set().forEach(line -> Words.hanging(out, "  ", line));
    out.println();
    out.printf(
        "M_g %s  L_g %s  M_f %s  L_f %s  Delta %s%n",
        number(c.jacobianBound()),
        number(c.jacobianLipschitz()),
        number(c.gradientBound()),
        number(c.gradientLipschitz()),
        number(c.gap()));
    out.printf(
        "a = M_g^2 L_f = %s  b = M_f L_g = %s  L = a + b = %s%n",
        number(c.a()), number(c.b()), number(c.smoothness()));
    Variances h = q.variances();
    if (h != null) {
      out.printf(
          "H1 %s  H2 %s  H3 %s%n",
          number(h.outerGradient()), number(h.jacobian()), number(h.value()));
    }
    out.printf(
        "epsilon %s%s%n",
        number(q.epsilon()), q.m() > 0 ? "  m %d  n %d".formatted(q.m(), q.n()) : "");
    for (Sheet.Theorem theorem : sheet.theorems()) {
      print(out, theorem);
    }
    Report.written(out, json);
    out.flush();
  }

  /** What to do with a plan, before how it came about. */
  private static void advice(PrintWriter out, Origin origin, Sheet sheet) {
    out.println("What to do");
    Words.hanging(
        out,
        "  To solve the problem: ",
        "leave the method and its steps to fog: " + origin.practice());
    sheet.theorems().stream()
        .flatMap(theorem -> theorem.columns().stream())
        .filter(column -> column.mode() == Plan.Mode.CORRECTED)
        .min(Comparator.comparingDouble(column -> column.plan().paperCalls()))
        .map(Sheet.Column::plan)
        .ifPresent(
            plan ->
                Words.hanging(
                    out,
                    "  To run what is guaranteed: ",
                    ("--algorithm sarah-c --step %s --epoch %d --batch %s --tolerance 0 --output"
                            + " random, %s steps and %s calls: the corrected plan of fewest calls.")
                        .formatted(
                            number(plan.eta()),
                            plan.q(),
                            sizes(plan.batches()),
                            plan.steps(),
                            whole(plan.paperCalls()))));
    out.println();
  }

  private static void print(PrintWriter out, Sheet.Theorem theorem) {
    out.printf("%nTheorem %d, %s%n", theorem.number(), theorem.promise());
    row(out, theorem, "batches", c -> c.batches());
    row(out, theorem, "constants", c -> c.mode().name().toLowerCase(Locale.ROOT));
    row(out, theorem, "S1,S2,S3", c -> sizes(c.plan().batches()));
    if (theorem.number() == 2) {
      row(out, theorem, "restart", c -> sizes(c.plan().restart()));
    }
    row(out, theorem, "S_o", c -> number(c.plan().variance()));
    row(out, theorem, "q", c -> Long.toString(c.plan().q()));
    row(out, theorem, "eta", c -> number(c.plan().eta()));
    row(out, theorem, "T", c -> Long.toString(c.plan().steps()));
    row(out, theorem, "restarts", c -> Long.toString(c.plan().restarts()));
    row(out, theorem, "calls", c -> whole(c.plan().paperCalls()));
    row(out, theorem, "strict calls", c -> whole(c.plan().strictCalls()));
    row(out, theorem, "bound", c -> c.plan().boundHolds() ? tenths(c.plan().bound()) : "-");
    for (String caveat : theorem.caveats()) {
      Words.hanging(out, "  note: ", caveat);
    }
  }

  private static void row(
      PrintWriter out, Sheet.Theorem theorem, String name, Function<Sheet.Column, String> cell) {
    var line = new StringBuilder("  %-14s".formatted(name));
    for (Sheet.Column column : theorem.columns()) {
      line.append(" %15s".formatted(cell.apply(column)));
    }
    out.println(line);
  }

  private static String sizes(Batches s) {
    return s.s1() + "," + s.s2() + "," + s.s3();
  }

  private static String number(double value) {
    return "%.6g"
        .formatted(value)
        .replaceFirst("(\\.\\d*?)0+($|e)", "$1$2")
        .replace(".e", "e")
        .replaceFirst("\\.$", "");
  }

  private static String tenths(double value) {
    return value < 1e12 ? "%.1f".formatted(value) : "%.4g".formatted(value);
  }

  private static String whole(double value) {
    return value < 1e15 ? "%.0f".formatted(value) : "%.4g".formatted(value);
  }

  private static void write(Path file, Origin origin, Sheet sheet) {
    Sheet.Question q = sheet.question();
    Constants c = q.constants();
    ObjectNode root = JSON.createObjectNode();
    root.put("source", origin.source());
    var remarks = root.putArray("remarks");
    origin.set().forEach(remarks::add);
    remarks.add(origin.practice());
    ObjectNode constants = root.putObject("constants");
    constants.put("Mg", c.jacobianBound()).put("Lg", c.jacobianLipschitz());
    constants.put("Mf", c.gradientBound()).put("Lf", c.gradientLipschitz());
    constants.put("Delta", c.gap()).put("L", c.smoothness());
    Variances h = q.variances();
    if (h != null) {
      constants.put("H1", h.outerGradient()).put("H2", h.jacobian()).put("H3", h.value());
    }
    root.put("epsilon", q.epsilon());
    if (q.m() > 0) {
      root.put("m", q.m()).put("n", q.n());
    }
    var plans = root.putArray("plans");
    for (Sheet.Theorem theorem : sheet.theorems()) {
      for (Sheet.Column column : theorem.columns()) {
        Plan plan = column.plan();
        ObjectNode node = plans.addObject();
        node.put("theorem", theorem.number());
        node.put("batches", column.batches());
        node.put("mode", column.mode().name().toLowerCase(Locale.ROOT));
        node.put("S1", plan.batches().s1()).put("S2", plan.batches().s2());
        node.put("S3", plan.batches().s3());
        node.put("S1L", plan.restart().s1()).put("S2L", plan.restart().s2());
        node.put("S3L", plan.restart().s3());
        node.put("So", plan.variance()).put("q", plan.q()).put("eta", plan.eta());
        node.put("T", plan.steps()).put("restarts", plan.restarts());
        node.put("callsPaper", plan.paperCalls()).put("callsStrict", plan.strictCalls());
        node.put("bound", plan.bound()).put("boundHolds", plan.boundHolds());
        var notes = node.putArray("notes");
        plan.notes().forEach(notes::add);
      }
    }
    var caveats = root.putArray("caveats");
    List<String> distinct = new ArrayList<>();
    for (Sheet.Theorem theorem : sheet.theorems()) {
      for (String caveat : theorem.caveats()) {
        if (!distinct.contains(caveat)) {
          distinct.add(caveat);
        }
      }
    }
    distinct.forEach(caveats::add);
    root.put("version", Version.current());
    AtomicFile.write(file, out -> out.write(JSON.writeValueAsString(root) + "\n"));
  }
}
