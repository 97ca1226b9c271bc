package org.fogopt.lab.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.Methods;
import org.fogopt.lab.compare.Choices;
import org.fogopt.lab.compare.Contender;
import org.fogopt.lab.compare.PaperGrids;
import org.fogopt.lab.compare.Steps;
import org.fogopt.method.Method;
import org.fogopt.method.auto.Automatic;
import org.jspecify.annotations.Nullable;

/**
 * The paper's four figures as comparisons. Its numbers, from the text: S1 = S2 = 5, S3 = 1, β = 0.9
 * for SCGD and ASC-PG, and
 *
 * <pre>
 *   figure 1  synthetic portfolios, 2000 × 200   restarts on 2000 (all)   q = 20
 *   figure 2  six sets of real returns, 7240 × 25  restarts on 2000       q = 50
 *   figure 3  values of 400 states               restarts on 100          q = 100
 *   figure 4  a map of 2000 digits               restarts on 1000         q = 10
 * </pre>
 *
 * What the text leaves open is taken from the published program: inner batches of SCGD and ASC-PG
 * as large as a restart's with one outer sample, the start, the dimension of the map. VRSC-PG with
 * restarts on samples is SC-SCSG.
 */
final class Figures {
  static final String SARAH = "SARAH-C";
  static final String AUTOMATIC = "Automatic";
  static final List<String> BASELINES = List.of("VRSC-PG", "SCGD", "ASC-PG");

  /** The step of the published program for figure 1; it is not in the printed grid. */
  private static final double RELEASED_STEP = 2e-5;

  private final PaperData data;
  private final Scale scale;

  Figures(PaperData data, Scale scale) {
    this.data = data;
    this.scale = scale;
  }

  /** The pieces of a figure, in order. */
  List<Piece> of(String figure) {
    return switch (figure) {
      case "figure1" -> figure1();
      case "figure2" -> figure2();
      case "figure3" -> figure3();
      case "figure4" -> figure4();
      default -> throw new IllegalArgumentException("there is no " + figure);
    };
  }

  private List<Piece> figure1() {
    data.requireSynthetic();
    List<Piece> pieces = new ArrayList<>();
    for (PaperData.Named set : data.synthetic()) {
      long all = scale.periods();
      // 430 passes on the paper's axis; 500 epochs, of 21 steps each, are really 1610
      pieces.add(
          piece(
              "figure1",
              Piece.Form.PRINTED,
              set,
              printed(20, null, all, PaperGrids.PORTFOLIO),
              430));
      Steps step = new Steps.Given(List.of(RELEASED_STEP));
      pieces.add(
          new Piece(
              "figure1",
              Piece.Form.RELEASED,
              set,
              printed(20, null, all, step).subList(0, 2),
              scale.budget() < 0.1 ? 30 : 1610,
              scale.seedNumbers()));
      pieces.add(piece("figure1", Piece.Form.BEST, set, best(), 200));
    }
    return pieces;
  }

  private List<Piece> figure2() {
    data.requireRegions();
    List<Piece> pieces = new ArrayList<>();
    long restart = Math.min(2000, scale.days() / 2);
    for (PaperData.Named set : data.regions()) {
      pieces.add(
          piece(
              "figure2",
              Piece.Form.PRINTED,
              set,
              printed(50, restart, restart, PaperGrids.PORTFOLIO),
              80));
      pieces.add(piece("figure2", Piece.Form.BEST, set, best(), 150));
    }
    return pieces;
  }

  private List<Piece> figure3() {
    long restart = scale.states() / 4;
    return List.of(
        piece(
            "figure3",
            Piece.Form.PRINTED,
            data.mdp(),
            printed(100, restart, restart, PaperGrids.VALUE),
            350),
        piece("figure3", Piece.Form.BEST, data.mdp(), best(), 300));
  }

  private List<Piece> figure4() {
    data.requireImages();
    long restart = data.mapSize() / 2;
    return List.of(
        new Piece(
            "figure4",
            Piece.Form.PRINTED,
            data.map(),
            printed(10, restart, restart, PaperGrids.EMBEDDING),
            21,
            scale.seedNumbers()),
        piece("figure4", Piece.Form.BEST, data.map(), bestOfMap(data.mapSize()), 60));
  }

  private Piece piece(
      String figure,
      Piece.Form form,
      PaperData.Named set,
      List<Contender> contenders,
      double passes) {
    return new Piece(
        figure,
        form,
        set,
        contenders,
        Math.max(12, Math.rint(passes * scale.budget())),
        scale.seedNumbers());
  }

  /**
   * The settings of the text.
   *
   * @param q steps from restart to restart
   * @param restart samples of a restart; null: all
   * @param inner samples of SCGD and ASC-PG
   */
  private static List<Contender> printed(int q, @Nullable Long restart, long inner, Steps steps) {
    Map<String, String> sarah = settings("q", q, "S1", 5, "S2", 5, "S3", 1);
    Map<String, String> svrg = settings("K", q, "A", 5, "B", 5, "C", 1);
    if (restart != null) {
      sarah.putAll(settings("S1L", restart, "S2L", restart, "S3L", restart));
      svrg.putAll(settings("D1", restart, "D2", restart, "D3", restart));
    }
    Map<String, String> tracking =
        settings("alphaPower", 0, "beta", 0.9, "betaPower", 0, "a", inner, "b", 1);
    return List.of(
        new Contender(SARAH, Methods.named("sarah-c"), List.of(sarah), steps),
        new Contender(
            BASELINES.get(0),
            Methods.named(restart == null ? "vrsc-pg" : "sc-scsg"),
            List.of(svrg),
            steps),
        new Contender(BASELINES.get(1), Methods.named("scgd"), List.of(tracking), steps),
        new Contender(BASELINES.get(2), Methods.named("asc-pg"), List.of(tracking), steps));
  }

  private static Map<String, String> settings(Object... namesAndValues) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      settings.put(namesAndValues[k].toString(), namesAndValues[k + 1].toString());
    }
    return settings;
  }

  /** Full restarts, the best of a few batches, the best step; and what needs no choice. */
  private List<Contender> best() {
    Steps steps = new Steps.Powers(-scale.powers(), scale.powers());
    List<Contender> contenders = new ArrayList<>();
    contenders.add(best(SARAH, "sarah-c", steps));
    contenders.add(automatic());
    contenders.add(best(BASELINES.get(0), "vrsc-pg", steps));
    contenders.add(best(BASELINES.get(1), "scgd", steps));
    contenders.add(best(BASELINES.get(2), "asc-pg", steps));
    contenders.add(best("GD", "gd", steps));
    return contenders;
  }

  /**
   * The same for a map, whose steps cost about as much as full gradients whatever they draw:
   * batches of a twentieth, and half of f's components.
   */
  private List<Contender> bestOfMap(long n) {
    Steps steps = new Steps.Powers(-scale.powers(), scale.powers());
    long few = Math.max(1, n / 20);
    long half = Math.max(1, n / 2);
    List<Contender> contenders = new ArrayList<>();
    Map<String, String> usual = settings("S1", few, "S2", few, "S3", half);
    contenders.add(
        new Contender(
            SARAH,
            Methods.named("sarah-c"),
            List.of(usual, settings("S1", few, "S2", few, "S3", few)),
            steps));
    contenders.add(automatic());
    contenders.add(
        new Contender(
            BASELINES.get(0),
            Methods.named("vrsc-pg"),
            List.of(
                settings("A", few, "B", few, "C", half, "K", 5),
                settings("A", few, "B", few, "C", few, "K", 20)),
            steps));
    for (int k = 1; k < BASELINES.size(); k++) {
      contenders.add(
          new Contender(
              BASELINES.get(k),
              Methods.named(k == 1 ? "scgd" : "asc-pg"),
              List.of(settings("a", few, "b", few), settings("a", half, "b", half)),
              steps));
    }
    contenders.add(best("GD", "gd", steps));
    return contenders;
  }

  private static Contender automatic() {
    return new Contender(AUTOMATIC, Automatic.METHOD, List.of(Map.of()), new Steps.Automatic());
  }

  private Contender best(String label, String name, Steps steps) {
    Method method = Methods.named(name);
    List<Map<String, String>> choices = Choices.of(method);
    int few = Math.min(choices.size(), 2);
    // of SARAH-C's the middle two: (5, 5) and (5, 20)
    int from = choices.size() == 4 ? 1 : 0;
    return new Contender(
        label, method, scale.choices() ? choices : choices.subList(from, from + few), steps);
  }
}
