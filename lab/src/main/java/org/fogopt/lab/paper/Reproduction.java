package org.fogopt.lab.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.lab.ChartPlot;
import org.fogopt.lab.ChartPlot.Cost;
import org.fogopt.lab.ChartPlot.Measure;
import org.fogopt.lab.compare.Comparison;
import org.fogopt.lab.compare.MethodResult;
import org.fogopt.lab.compare.Outcome;
import org.fogopt.lab.compare.ProblemInstance;
import org.fogopt.lab.compare.ResultsFile;
import org.fogopt.lab.complexity.ComplexityPage;
import org.fogopt.lab.complexity.Findings;
import org.fogopt.lab.complexity.Study;
import org.fogopt.lab.paper.FigureClaims.Finished;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Page;
import org.fogopt.lab.report.Section;
import org.fogopt.lab.report.Text;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The paper's experiments, once with its settings and once with each method at its best, and its
 * claims against what came out. Finished pieces are kept as files and need not be done again.
 *
 * <pre>{@code
 * List<Claim> claims =
 *     new Reproduction(Scale.QUICK, null, Path.of("reproduction")).go(List.of("figure1"), "");
 * }</pre>
 */
public final class Reproduction {
  /** What can be reproduced, in order. */
  public static final List<String> PARTS =
      List.of("figure1", "figure2", "figure3", "figure4", "table1", "theory");

  private static final Map<String, String> TITLES =
      Map.of(
          "figure1", "Figure 1: portfolios of synthetic returns",
          "figure2", "Figure 2: portfolios of real returns",
          "figure3", "Figure 3: values of states",
          "figure4", "Figure 4: a map of points",
          "table1", "Table 1: how calls grow",
          "theory", "Theorems");

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Scale scale;
  private final PaperData data;
  private final Path out;
  private boolean resumes;
  private int threads = 1;
  private BooleanSupplier interrupted = () -> false;
  private Watch watch = new Watch() {};

  /**
   * Into a folder.
   *
   * @param data folder of the published files; null: data are generated
   * @param out folder for everything that is written; made if need be
   */
  public Reproduction(Scale scale, @Nullable Path data, Path out) {
    this.scale = scale;
    this.data = new PaperData(data, scale);
    this.out = out;
  }

  /** Receives its progress. */
  public interface Watch extends Comparison.Watch {
    /** A piece of work begins. */
    default void begins(String piece) {}

    /** A piece of work was found finished. */
    default void found(String piece) {}

    @Override
    default void advanced(String what, double done, double planned) {}
  }

  /** Takes finished pieces from the folder where their settings are the same. */
  public Reproduction resume(boolean resumes) {
    this.resumes = resumes;
    return this;
  }

  /** How many runs go side by side. */
  public Reproduction threads(int threads) {
    this.threads = threads;
    return this;
  }

  public Reproduction interruptedBy(BooleanSupplier asked) {
    interrupted = asked;
    return this;
  }

  public Reproduction watch(Watch watch) {
    this.watch = watch;
    return this;
  }

  /**
   * Does it.
   *
   * @param parts of {@link #PARTS}
   * @param command that does it again, for the report
   * @return the claims of these parts, checked
   * @throws java.util.concurrent.CancellationException if it was interrupted; what was finished
   *     stays
   */
  public List<Claim> go(List<String> parts, String command) {
    Figures figures = new Figures(data, scale);
    Map<String, List<Piece>> pieces = new LinkedHashMap<>();
    for (String part : PARTS) {
      if (parts.contains(part) && part.startsWith("figure")) {
        pieces.put(part, figures.of(part)); // complains of missing files before any work
      }
    }
    Archive archive = new Archive(out.resolve("pieces"));
    List<Claim> claims = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    List<Finished> all = new ArrayList<>();
    for (String part : PARTS) {
      if (!parts.contains(part)) {
        continue;
      }
      List<Claim> found = new ArrayList<>();
      List<Section> shown = new ArrayList<>();
      if (pieces.containsKey(part)) {
        List<Finished> finished = new ArrayList<>();
        for (Piece piece : pieces.getOrDefault(part, List.of())) {
          finished.add(finish(piece, archive, found));
        }
        found.addAll(0, FigureClaims.of(part, finished));
        shown.addAll(show(part, finished));
        all.addAll(finished);
      } else if (part.equals("table1")) {
        Findings findings = study(archive);
        found.addAll(TableClaims.of(findings));
        shown.addAll(ComplexityPage.of(findings, command, Map.of()).sections());
      } else if (part.equals("theory")) {
        watch.begins(part);
        found.addAll(TheoryClaims.of(scale.simulations()));
      }
      claims.addAll(found);
      sections.add(verdicts(TITLES.getOrDefault(part, part), found));
      sections.addAll(shown);
    }
    sections.add(0, verdicts("All claims", claims));
    write(claims, all, sections, command);
    return claims;
  }

  /** The smallest scale measures a single method, to see that it works. */
  private Findings study(Archive archive) {
    String key = Version.current() + " " + scale;
    Findings findings = resumes ? archive.find("table1", key, Findings.class) : null;
    if (findings != null) {
      watch.found("table1");
      return findings;
    }
    watch.begins("table1");
    List<String> methods = scale.equals(Scale.TINY) ? List.of("gd") : Study.METHODS;
    Study study =
        scale.equals(Scale.FULL)
            ? Study.full(methods, scale.seeds())
            : Study.quick(methods, scale.seeds());
    findings = study.run(threads, (done, all) -> watch.advanced("points", done, all));
    archive.keep("table1", key, findings);
    return findings;
  }

  private Finished finish(Piece piece, Archive archive, List<Claim> more) {
    ProblemInstance instance = piece.set().instance().get();
    String key = piece.key(instance);
    Outcome outcome = resumes ? archive.find(piece.name(), key, Outcome.class) : null;
    if (outcome == null) {
      watch.begins(piece.figure() + ", " + piece.title());
      outcome =
          piece.comparison(instance).threads(threads).interruptedBy(interrupted).watch(watch).go();
      archive.keep(piece.name(), key, outcome);
    } else {
      watch.found(piece.figure() + ", " + piece.title());
    }
    Finished finished = new Finished(piece, outcome);
    if (piece.figure().equals("figure4") && piece.form() == Piece.Form.PRINTED) {
      more.add(FigureClaims.separates(finished, divergenceInOnePlace(instance)));
    }
    return finished;
  }

  private static double divergenceInOnePlace(ProblemInstance instance) {
    Double least = instance.least();
    try (var workers = new Workers(1)) {
      double[] place = new double[instance.start().length];
      return new Evaluator(instance.problem(), workers).at(place, 1).objective()
          - (least == null ? 0 : least);
    }
  }

  private static Grid verdicts(String title, List<Claim> claims) {
    return new Grid(
        title,
        "",
        List.of("part", "settings", "claim of the paper", "measured here", "verdict"),
        claims.stream()
            .map(
                c ->
                    List.of(
                        c.part(), c.settings(), c.statement(), c.measured(), c.verdict().words()))
            .toList());
  }

  private List<Section> show(String figure, List<Finished> finished) {
    List<Section> sections = new ArrayList<>();
    for (Finished f : finished) {
      String title = TITLES.getOrDefault(figure, figure) + ": " + f.piece().title();
      sections.add(chart(f, title));
      sections.add(
          f.outcome()
              .grid(title, "Medians over the seeds; the calls of trial runs are counted apart."));
    }
    return sections;
  }

  /** Of a map the gap is a divergence. */
  private static Chart chart(Finished f, String title) {
    Chart chart = f.outcome().chart(title);
    return f.piece().figure().equals("figure4")
        ? new Chart(chart.title(), chart.note(), "Kullback-Leibler divergence", chart.curves())
        : chart;
  }

  private void write(
      List<Claim> claims, List<Finished> all, List<Section> sections, String command) {
    Path curves = AtomicFile.makeFolder(out.resolve("curves"));
    for (Finished f : all) {
      for (MethodResult result : f.outcome().results()) {
        String name = f.piece().name() + "-" + result.label().replaceAll("[^\\w.-]+", "_");
        ResultsFile.writeCurve(curves.resolve(name + ".csv"), result);
      }
    }
    if (!all.isEmpty()) {
      ResultsFile.write(out.resolve("results.csv"), all.stream().map(Finished::outcome).toList());
    }
    for (String figure : all.stream().map(f -> f.piece().figure()).distinct().toList()) {
      draw(figure, all.stream().filter(f -> f.piece().figure().equals(figure)).toList());
    }
    writeVerdicts(claims, all, command);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("scale", scale.name());
    facts.put("data", data.origin());
    facts.put("seeds", "1 to " + scale.seeds());
    facts.put("version", Version.current());
    sections.add(
        1,
        new Text(
            "How to read this",
            List.of(
                "As printed: the settings of the paper's text, each method with the best step of the"
                    + " paper's grid. As released: the step of the published program. At its best: the"
                    + " best of a few batches and of steps that differ by factors of two.",
                "One method is ahead of another if it reaches a relative gap of 1e-8 with at least 5 %"
                    + " fewer calls, or, where not both reach it, if it ends with a gap lower by"
                    + " 5 % and the quartiles of the two do not overlap. A claim holds if SARAH-C is ahead in"
                    + " every comparison, in part if it is ahead more often than behind.",
                "Passes are calls in the paper's accounting and of second order over the number of"
                    + " inner components. Objectives and gradients are exact; they are evaluated, and"
                    + " a run is ended by them, outside the count.")));
    HtmlReport.write(
        new Page("The paper's experiments and claims", command, facts, sections),
        out.resolve("report.html"));
  }

  /** A panel for each piece, those of a set in one row; two sets where there are many. */
  private void draw(String figure, List<Finished> finished) {
    List<ChartPlot> panels =
        finished.stream()
            .map(f -> ChartPlot.of(chart(f, f.piece().title()), Cost.PASSES, Measure.GAP))
            .toList();
    long forms = finished.stream().map(f -> f.piece().form()).distinct().count();
    int columns = (int) (panels.size() > 6 ? 2 * forms : forms);
    for (String ending : List.of(".svg", ".png")) {
      ChartPlot.write(out.resolve(figure + ending), panels, columns);
    }
  }

  /** No timings: a repetition writes the same bytes. */
  private void writeVerdicts(List<Claim> claims, List<Finished> all, String command) {
    ObjectNode root = JSON.createObjectNode();
    root.put("command", command);
    root.put("version", Version.current());
    root.put("scale", scale.name());
    root.put("data", data.origin());
    ObjectNode fingerprints = root.putObject("fingerprints");
    all.forEach(f -> fingerprints.put(f.piece().name(), f.outcome().fingerprint()));
    var list = root.putArray("claims");
    for (Claim claim : claims) {
      list.addObject()
          .put("part", claim.part())
          .put("settings", claim.settings())
          .put("claim", claim.statement())
          .put("measured", claim.measured())
          .put("verdict", claim.verdict().words());
    }
    AtomicFile.write(
        out.resolve("verdicts.json"), file -> file.write(JSON.writeValueAsString(root) + "\n"));
  }
}
