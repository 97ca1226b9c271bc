package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.learn.table.LearnedModel;
import org.fogopt.apps.learn.table.Predictions;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LearnTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    fog.writeTable();
  }

  private Ran done(String command) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  private JsonNode json(String name) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(folder.resolve(name)));
  }

  @Test
  void aModelPredictsANewTableWhateverItsOrder() throws IOException {
    Ran ran =
        done("learn table.csv --target price --drop sold --out model.json --json summary.json");
    assertThat(ran.out())
        .contains("squared loss: the target is a number")
        .contains("rooms: missing in")
        .contains("id: left out");
    JsonNode summary = json("summary.json");
    assertThat(summary.path("converged").asBoolean()).isTrue();
    assertThat(summary.path("metrics").path("r2").doubleValue()).isGreaterThan(0.95);
    assertThat(summary.path("calls").asLong()).isPositive();
    fog.write("new.csv", "city,extra,rooms,size\nRome,1,3,50\nOslo,2,,80\nBaku,2,2,20\n");
    Ran predicted = done("predict new.csv --model model.json --out p.csv");
    assertThat(predicted.out())
        .contains("3 predictions of price", "columns not used: extra", "Baku");
    List<String> lines = Files.readAllLines(folder.resolve("p.csv"));
    assertThat(lines.get(0)).isEqualTo("row,prediction");
    assertThat(lines).hasSize(4);
    LearnedModel model = LearnedModel.load(folder.resolve("model.json"));
    Predictions one = model.predict(Map.of("size", 50, "rooms", 3, "city", "Rome"));
    assertThat(lines.get(1)).isEqualTo("1," + one.values()[0]);
    // 2 size + 10 rooms + 30 in Rome, with noise below 1 (FogKit)
    assertThat(one.values()[0]).isCloseTo(160, within(5.0));
  }

  /** 1, 2, 4, 7: median 3, absolute deviations 2, 1, 1, 4, whose median is 1.5. */
  @Test
  void figuresHaveSixDigitsAndNames() {
    fog.write("few.csv", "x,y\n1,1\n2,2\n3,4\n4,7\n");
    assertThat(done("learn few.csv --target y --loss huber").out())
        .contains("linear, huber:%.6g loss: ".formatted(1.345 * 1.4826 * 1.5))
        .contains("minimises mean loss + ", "\n  mean loss  ");
  }

  @Test
  void missingColumnsAndCellsAreNamed() {
    done("learn table.csv --target price --drop sold --out model.json -q");
    fog.write("a.csv", "size,rooms\n1,2\n");
    Ran noCity = fog.run("predict a.csv --model model.json --missing fill");
    assertThat(noCity.exit()).isEqualTo(2);
    assertThat(noCity.err()).contains("a.csv: has no column \"city\", which the model needs");
    fog.write("b.csv", "size,city\n1,Rome\n");
    assertThat(fog.run("predict b.csv --model model.json").err()).contains("--missing fill");
    Ran filled = done("predict b.csv --model model.json --missing fill");
    assertThat(filled.out()).startsWith("row,prediction\n1,");
    assertThat(filled.err()).contains("rooms: not in the file");
    fog.write("c.csv", "size,city,rooms\n,Rome,2\n");
    assertThat(fog.run("predict c.csv --model model.json").err())
        .contains("row 2, column 1 (\"size\"): the value is missing");
    fog.write("d.csv", "size,city,rooms\nbig,Rome,2\n");
    assertThat(fog.run("predict d.csv --model model.json").err())
        .contains("column 1 (\"size\")", "found \"big\"");
  }

  /** y = 2x. The row without x is taken for the median, 3, and predicted 4 below its 10. */
  @Test
  void whatWasFilledInRowsReportedOnIsSaid() throws IOException {
    fog.write("train.csv", "x,y\n1,2\n2,4\n3,6\n4,8\n5,10\n");
    fog.write("later.csv", "x,y\n2,4\n,10\n");
    String learn = "learn train.csv --target y --l2 0 --test later.csv --json s.json";
    assertThat(done(learn).out().replaceAll("\\s+", " "))
        .contains("x: missing in 1 row, and never in training; the median 3.0 stands for it");
    assertThat(json("s.json").path("metrics").path("rmse").doubleValue())
        .isCloseTo(Math.sqrt(16 / 2.0), within(1e-6));
    Ran refused = fog.run(learn + " --missing refuse");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("later.csv: row 3, column 1 (\"x\"): the value is missing");
  }

  /** Wherever it falls. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void aMissingCellIsRefusedInRowsHeldOutToo(int seed) {
    fog.write("gap.csv", "x,y\n1,2\n2,4\n,6\n4,8\n5,10\n3,7\n");
    Ran ran = fog.run("learn gap.csv --target y --missing refuse --validate 0.4 --seed " + seed);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("row 4, column 1 (\"x\"): the value is missing");
  }

  @Test
  void aTestFileHasTheColumnsOfTheModel() {
    fog.write("train.csv", "x,z,y\n1,1,2\n2,,4\n3,2,6\n4,4,8\n5,3,10\n");
    fog.write("later.csv", "x,y\n2,4\n3,6\n");
    Ran ran = fog.run("learn train.csv --target y --test later.csv");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("later.csv: has no column \"z\", which the model needs");
  }

  @Test
  void thePenaltyIsChosenAndReportedOnOtherRows() throws IOException {
    String command =
        "learn table.csv --target sold --drop price --objective kl:0.5 --validate folds:3"
            + " --report r.html --json ";
    Ran ran = done(command + "s.json");
    assertThat(ran.out())
        .containsPattern("logistic loss for the probability of \\w+: the target has two values")
        .contains("40 rows held out, not used for fitting or choosing")
        .contains("On 40 rows not used for fitting, the objective kl:0.5 is");
    assertThat(Files.readString(folder.resolve("r.html")))
        .contains("Calibration", "Worst groups", "Coefficients", "Losses, row by row", "95 %");
    JsonNode summary = json("s.json");
    assertThat(summary.path("path")).hasSize(15);
    assertThat(summary.path("unusedRows").asBoolean()).isTrue();
    // The same bits again, and with other threads
    done(command + "t.json --threads 1");
    assertThat(json("t.json").path("metrics")).isEqualTo(summary.path("metrics"));
  }

  @Test
  void groupsMakeTheObjectiveAndAreNoFeature() throws IOException {
    done("learn table.csv --target price --objective group:city --out model.json --json s.json");
    LearnedModel model = LearnedModel.load(folder.resolve("model.json"));
    assertThat(model.features().names()).noneMatch(name -> name.startsWith("city"));
    assertThat(json("s.json").path("goal").asString()).isEqualTo("group:city");
  }

  @Test
  void aLeakIsPointedOut() throws IOException {
    StringBuilder text = new StringBuilder("a,copy,y\n");
    for (int i = 0; i < 20; i++) {
      text.append(i * 7 % 5).append(',').append(3 + 2 * i).append(',').append(i).append('\n');
    }
    fog.write("leak.csv", text.toString());
    Ran ran = done("learn leak.csv --target y");
    assertThat(ran.out()).contains("copy lies on a line with the target").contains("--drop copy");
    assertThat(done("learn leak.csv --target y --drop copy").out()).doesNotContain("on a line");
  }

  /**
   * A penalty that leaves the intercept alone; the target has a long tail, so that CVaR differs.
   */
  @Test
  void aConstantModelIsNotPraised() throws IOException {
    StringBuilder text = new StringBuilder("a,y\n");
    for (int i = 0; i < 400; i++) {
      text.append(i * 7 % 13).append(',').append(Math.exp(i * 31 % 400 / 80.0)).append('\n');
    }
    fog.write("noise.csv", text.toString());
    String command =
        "learn noise.csv --target y --l1 1e4 --validate 0.2 --json s.json --report r.html";
    for (String objective : List.of("mean", "cvar:0.9")) {
      Ran ran = done(command + " --objective " + objective);
      assertThat(ran.out().replaceAll("\\s+", " "))
          .contains("predicts nearly the same throughout")
          .doesNotContain("It paid. ");
      assertThat(json("s.json").path("nearlyConstant").asBoolean()).isTrue();
      assertThat(Files.readString(folder.resolve("r.html"))).contains("nearly the same throughout");
    }
    assertThat(done("learn table.csv --target price").out()).doesNotContain("nearly the same");
  }

  /** 40 rows: the ball of radius 4 > log 40 holds the worst of them alone. */
  @Test
  void aBallThatReachesTheLargestLossEndsWell() throws IOException {
    StringBuilder text = new StringBuilder("a,y\n");
    for (int i = 0; i < 40; i++) {
      text.append(i).append(',').append(i + (i * 7 % 11)).append('\n');
    }
    fog.write("few.csv", text.toString());
    Ran ran = done("learn few.csv --target y --objective kl-ball:4 --l2 0.01 --json s.json");
    assertThat(ran.out()).doesNotContain("not converged");
    assertThat(json("s.json").path("converged").asBoolean()).isTrue();
    double objective = json("s.json").path("objective").doubleValue();
    assertThat(json("s.json").path("gapBound").doubleValue()).isBetween(0.0, 1e-7 * objective);
  }

  @Test
  void sparseRowsAndClassesAreLearned() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      text.append(i % 2 == 0 ? "+1" : "-1").append(" 1:").append(i % 2 == 0 ? 2 : -1);
      text.append(' ').append(2 + i % 30).append(":1\n");
    }
    fog.write("rows.libsvm", text.toString());
    Ran ran = done("learn --data rows.libsvm --out model.json");
    assertThat(ran.out())
        .contains(
            "target label: one of -1, 1",
            "loss for the probability of 1: ",
            "accuracy             1.0");
    assertThat(done("predict --data rows.libsvm --model model.json").out().lines()).hasSize(61);
    Ran three = done("learn table.csv --target city --l1 0.01");
    assertThat(three.out())
        .contains("softmax loss: the target has 3 texts", "coefficients of Rome");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "learn table.csv | --target: which column",
        "learn table.csv --target nothing | has no column \"nothing\"; --target takes one of id",
        "learn --target price | --data: which table",
        "learn table.csv --target price --objective best | 'best' is no objective",
        "learn table.csv --target price --loss absolute | --loss: 'absolute' is no loss",
        "learn table.csv --target price --loss logistic | the target has",
        "learn table.csv --target city --loss squared | the target is text",
        "learn table.csv --target price --l2 auto | --l2: expected --validate beside it",
        "learn table.csv --target price --l2 -1 | expected at least 0 or auto",
        "learn table.csv --target price --validate 0.9 | expected a share up to 0.4",
        "learn table.csv --target price --drop nothing | --drop takes one of",
        "learn table.csv --target price --missing refuse | the value is missing",
        "learn table.csv --target price --weights city | expected a weight of at least 0",
        "learn table.csv --target size --objective group:price | makes",
        "learn table.csv --target price --report r.txt | --report: expected a name that ends in .html",
        "learn table.csv --target price --out table.csv | is the file of --data",
        "predict table.csv --model new.csv | is no JSON"
      })
  void whatCannotBeDoneIsSaidInOneLine(String command, String message) {
    Ran ran = fog.run(command.strip());
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).singleElement().asString().contains(message.strip());
  }

  @Test
  void aRunIsKeptAndResumed() throws IOException {
    done(
        "learn table.csv --target price --validate 0.2 --checkpoint run --every 1ms --json a.json");
    assertThat(folder.resolve("run/run-1")).isDirectory();
    Files.delete(folder.resolve("run/finished"));
    done("resume run");
    JsonNode resumed = json("a.json");
    done("learn table.csv --target price --validate 0.2 --json b.json");
    JsonNode plain = json("b.json");
    for (String name : List.of("objective", "metrics", "path", "calls")) {
      assertThat(resumed.path(name)).as(name).isEqualTo(plain.path(name));
    }
  }

  /** Seconds are measured, so that only fits that were not made again take the same. */
  @Test
  void fitsThatEndedBeforeAKillAreNotMadeAgain() throws IOException {
    done("learn table.csv --target price --validate folds:3 --checkpoint run --json a.json");
    JsonNode first = json("a.json");
    Files.delete(folder.resolve("run/finished"));
    done("resume run");
    for (String name : List.of("allSeconds", "allPasses", "fits", "objective", "metrics")) {
      assertThat(json("a.json").path(name)).as(name).isEqualTo(first.path(name));
    }
  }

  /** The first round goes further, so that the next begin elsewhere than before. */
  @ParameterizedTest
  @ValueSource(ints = {6, 20})
  void severalRoundsGoOnPastTheirBudget(int passes) throws IOException {
    String learn = "learn table.csv --target price --objective cvar:0.9 --json a.json --passes ";
    fog.run(learn + passes + " --checkpoint run");
    assertThat(json("a.json").path("converged").booleanValue()).isFalse();
    assertThat(folder.resolve("run/run-2")).isDirectory();
    done("resume run --passes 3000");
    double resumed = json("a.json").path("objective").doubleValue();
    done(learn + 3000);
    assertThat(resumed).isCloseTo(json("a.json").path("objective").doubleValue(), within(1e-7));
  }

  @Test
  void fitsForTheReportAreCounted() throws IOException {
    done("learn table.csv --target price --objective kl:1 --standardise both --json a.json");
    done(
        "learn table.csv --target price --objective kl:1 --standardise both --report r.html --json"
            + " b.json");
    assertThat(json("a.json").path("fits").intValue()).isEqualTo(1);
    assertThat(json("b.json").path("fits").intValue()).isEqualTo(2);
    assertThat(json("b.json").path("allPasses").doubleValue())
        .isGreaterThan(json("a.json").path("allPasses").doubleValue());
  }

  @Test
  void aTableWithoutAHeaderIsLearned() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      rows.append("%d,%d,%d%n".formatted(i % 7, i % 5, 3 * (i % 7) - (i % 5) + i % 2));
    }
    fog.write("plain.csv", rows.toString());
    assertThat(done("learn plain.csv --target column3 --out m.json").out())
        .contains("no header: the columns are called column1 to column3");
    fog.write("new.csv", "1,2\n3,4\n");
    done("predict new.csv --model m.json --out p.csv");
    assertThat(Files.readAllLines(folder.resolve("p.csv"))).hasSize(3);
  }

  /** What is 1,234 in a file that says nothing else is said on the command line. */
  @Test
  void theDecimalMarkOfATableCanBeSaid() throws IOException {
    fog.write("train.csv", "x,y\n\"1,234.5\",1\n\"2,500.25\",2\n\"1,000.5\",4\n\"3,000.5\",3\n");
    fog.write("new.csv", "x;z\n1,234;a\n2,345;b\n");
    fog.write("german.csv", "x;z\n1.234;a\n2.345;b\n");
    fog.write("plain.csv", "x;z\n1234;a\n2345;b\n");
    done("learn train.csv --target y --loss squared --out m.json");
    String predict = "predict %s.csv --model m.json --out %s.csv";
    for (String ambiguous : List.of("new", "german")) {
      Ran refused = fog.run(predict.formatted(ambiguous, "p"));
      assertThat(refused.exit()).isNotZero();
      assertThat(refused.err()).contains(ambiguous + ".csv: row 2, column 1", "--decimal point");
    }
    done(predict.formatted("plain", "p"));
    done(predict.formatted("new", "q") + " --decimal point");
    done(predict.formatted("german", "r") + " --decimal comma");
    List<String> expected = Files.readAllLines(folder.resolve("p.csv"));
    assertThat(Files.readAllLines(folder.resolve("q.csv"))).isEqualTo(expected);
    assertThat(Files.readAllLines(folder.resolve("r.csv"))).isEqualTo(expected);
    fog.write("whole.csv", "x;y\n1,234;1\n2,500;2\n1,000;4\n");
    assertThat(fog.run("learn whole.csv --target y").err()).contains("--decimal point");
    assertThat(done("learn whole.csv --target y --loss squared --decimal point").out())
        .contains("thousands separators");
  }

  /** 0.1128 and 11.28% are the same and 100 times apart as numbers. */
  @ParameterizedTest
  @CsvSource({"%,'',no percent signs", "'',%,have percent signs"})
  void numbersInOtherUnitsThanThoseOfTrainingAreRefused(String trained, String now, String problem)
      throws IOException {
    StringBuilder rows = new StringBuilder("rate,yield\n");
    StringBuilder others = new StringBuilder("rate,yield\n");
    for (int i = 1; i <= 20; i++) {
      rows.append("%d%s,%d%s%n".formatted(i, trained, 2 * i + i % 3, trained));
      others.append("%d%s,%d%s%n".formatted(i, now, 2 * i, trained));
    }
    fog.write("train.csv", rows.toString());
    fog.write("other.csv", others.toString());
    done("learn train.csv --target yield --out m.json");
    String place = "other.csv: column 1 (\"rate\"): its numbers ";
    for (String command :
        List.of(
            "predict other.csv --model m.json",
            "learn train.csv --target yield --test other.csv")) {
      Ran refused = fog.run(command);
      assertThat(refused.exit()).isNotZero();
      assertThat(refused.err()).contains(place, problem, "write them as in training");
    }
    fog.write("same.csv", "rate,yield\n0,0\n7%s,9%s\n".formatted(trained, now)); // 0 is 0%
    assertThat(done("predict same.csv --model m.json --out p.csv").out())
        .contains("no figures: ", "column 2 (\"yield\")", problem);
    // A model of before says nothing of it
    String model = Files.readString(folder.resolve("m.json")).replace("percentSigns", "unknown");
    fog.write("old.json", model);
    done("predict other.csv --model old.json --out p.csv");
  }

  /** Objectives by an independent solver. */
  @ParameterizedTest
  @EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
  @CsvSource(
      delimiter = '|',
      value = {
        "yacht | mean | 0.16624644",
        "yacht | variance:0.5 | 0.19451519",
        "yacht | cvar:0.5,1 | 0.19419635",
        "yacht | kl:1 | 0.20008814",
        "energy | cvar:0.5,1 | 0.06484414",
        "power | kl:0.2 | 0.31904473"
      })
  void regressionsReachTheReferences(String name, String objective, double expected)
      throws IOException {
    Path file = Path.of(System.getenv("FOG_DATA"), "learn", name + "-train.csv.gz");
    int rows = Map.of("yacht", 244, "energy", 614, "power", 7654).get(name);
    List<String> words = new ArrayList<>(List.of("learn", "--data", file.toString()));
    words.addAll(List.of("--target", "y", "--objective", objective, "--standardise", "both"));
    words.addAll(List.of("--no-intercept", "--l2", Double.toString(1.0 / rows)));
    words.addAll(List.of("--json", "s.json"));
    Ran ran = fog.run(words.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(json("s.json").path("objective").doubleValue()).isCloseTo(expected, within(1e-8));
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
  void classesReachTheReferences() throws IOException {
    Path data = Path.of(System.getenv("FOG_DATA"), "learn");
    Ran ran =
        fog.run(
            "learn",
            "--data",
            data.resolve("cancer-train.csv.gz").toString(),
            "--target",
            "malignant",
            "--test",
            data.resolve("cancer-test.csv.gz").toString(),
            "--json",
            "s.json",
            "--out",
            "m.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    JsonNode summary = json("s.json");
    assertThat(summary.path("objective").doubleValue()).isCloseTo(0.0382479591, within(1e-10));
    JsonNode metrics = summary.path("metrics");
    assertThat(metrics.path("auc").doubleValue()).isCloseTo(0.9970, within(5e-5));
    assertThat(metrics.path("averagePrecision").doubleValue()).isCloseTo(0.9948, within(5e-5));
    assertThat(metrics.path("logLoss").doubleValue()).isCloseTo(0.1298, within(5e-5));
    double[] w = LearnedModel.load(folder.resolve("m.json")).parameters();
    // The reference ended at a gradient norm of 1e-4 or so
    assertThat(w[0]).isCloseTo(0.20794752, within(5e-5));
    assertThat(w[30]).isCloseTo(-6.03765863, within(5e-4));
  }
}
