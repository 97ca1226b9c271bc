package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Activation;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.table.Trainer.Penalties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedModelTest {
  @TempDir private Path folder;

  /** y = 2a − 3, and 1 more in Rome; its sign, with noise; three kinds. */
  private DataTable data() throws IOException {
    var random = new Random(5);
    StringBuilder text = new StringBuilder("a,b,city,y,sign,kind\n");
    for (int i = 0; i < 90; i++) {
      double a = random.nextGaussian();
      double y = 2 * a - 3 + (i % 3 == 0 ? 1 : 0) + 0.1 * random.nextGaussian();
      text.append(a).append(',').append(i % 7 == 0 ? "" : "" + random.nextInt(9)).append(',');
      text.append(i % 3 == 0 ? "Rome" : "Oslo").append(',').append(y).append(',');
      text.append(y + random.nextGaussian() > -3 ? "up" : "down").append(",k");
      text.append(random.nextInt(3)).append('\n');
    }
    return DataReader.read(Files.writeString(folder.resolve("t.csv"), text), name -> null);
  }

  private static Trainer trainer(DataTable data, String target) {
    var setup =
        new Trainer.Setup(
            target,
            null,
            new FeatureFit(true, false, 0),
            true,
            Network.LINEAR,
            true,
            null,
            Set.of("y", "sign", "kind"),
            1);
    return new Trainer(data, setup, Learner::fit);
  }

  private static LearnedModel model(DataTable data, String target) {
    return trainer(data, target)
        .prepare(Objective.MEAN, data.allRows(), new ArrayList<>())
        .fit(new Penalties(1e-3, 0), null)
        .model();
  }

  @ParameterizedTest
  @ValueSource(strings = {"y", "sign", "kind"})
  void aModelReadAgainPredictsTheSameBits(String target) throws IOException {
    DataTable data = data();
    LearnedModel model = model(data, target).measured("rows", Map.of("rmse", 0.1 + 0.2));
    Path file = folder.resolve("m.json");
    model.save(file);
    LearnedModel again = LearnedModel.load(file);
    assertThat(again.parameters()).containsExactly(model.parameters());
    assertThat(again.features().inputs()).isEqualTo(model.features().inputs());
    assertThat(again.target()).isEqualTo(model.target());
    assertThat(again.training()).isEqualTo(model.training());
    assertThat(again.predict(data, false, new ArrayList<>()).scores())
        .containsExactly(model.predict(data, false, new ArrayList<>()).scores());
    assertThat(Files.readString(file)).contains("\"city=Rome\"", "\"format\" : \"fog-model\"");
  }

  @Test
  void aNetworkReadAgainPredictsTheSameBits() throws IOException {
    DataTable data = data();
    var setup =
        new Trainer.Setup(
            "kind",
            null,
            new FeatureFit(true, false, 0),
            true,
            new Network(new int[] {3, 2}, Activation.TANH),
            false,
            null,
            Set.of("y", "sign"),
            1);
    LearnedModel model =
        new Trainer(data, setup, Learner::fit)
            .prepare(Objective.MEAN, data.allRows(), new ArrayList<>())
            .fit(new Penalties(0.01, 0), null)
            .model();
    Path file = folder.resolve("m.json");
    model.save(file);
    LearnedModel again = LearnedModel.load(file);
    assertThat(again.parameters()).containsExactly(model.parameters());
    assertThat(again.network().hidden()).containsExactly(3, 2);
    assertThat(again.predict(data, false, new ArrayList<>()).scores())
        .containsExactly(model.predict(data, false, new ArrayList<>()).scores());
  }

  @Test
  void coefficientsOfTheTableGiveThePrediction() throws IOException {
    DataTable data = data();
    LearnedModel model = model(data, "y");
    double[] c = model.coefficients()[0];
    List<String> names = model.features().names();
    double expected = c[names.size()] + 0.5 * c[names.indexOf("a")] + 4 * c[names.indexOf("b")];
    expected += c[names.indexOf("city=Rome")];
    Predictions one = model.predict(Map.of("a", 0.5, "b", 4, "city", "Rome"));
    assertThat(one.values()[0]).isCloseTo(expected, within(1e-12)).isCloseTo(-1, within(0.1));
    assertThatThrownBy(() -> model.predict(Map.of("b", 4, "city", "Rome")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"a\"");
  }

  @Test
  void probabilitiesSumToOneAndTheLargestIsPredicted() throws IOException {
    DataTable data = data();
    for (String target : List.of("sign", "kind")) {
      Predictions all = model(data, target).predict(data, false, new ArrayList<>());
      assertThat(all.rows()).isEqualTo(90);
      for (int i = 0; i < all.rows(); i++) {
        double sum = 0;
        for (int k = 0; k < all.classes(); k++) {
          sum += all.probability(i, k);
          assertThat(all.probability(i, k)).isLessThanOrEqualTo(all.probability(i, all.classOf(i)));
        }
        assertThat(sum).isCloseTo(1, within(1e-14));
      }
    }
  }

  @Test
  void lossesAreThoseOfThePredictions() throws IOException {
    DataTable data = data();
    LearnedModel model = model(data, "sign");
    Predictions all = model.predict(data, false, new ArrayList<>());
    double[] truth = model.target().encode(data, data.allRows());
    double[] losses = model.losses(data, data.allRows());
    for (int i = 0; i < losses.length; i++) {
      assertThat(losses[i]).isCloseTo(-all.logProbability(i, (int) truth[i]), within(1e-13));
    }
    Map<String, Double> metrics = Metrics.of(model.target(), all, truth);
    assertThat(metrics.get("logLoss"))
        .isCloseTo(Arrays.stream(losses).average().orElseThrow(), within(1e-13));
    assertThat(metrics).containsKeys("accuracy", "auc", "averagePrecision", "brier");
  }

  /** By hand: 0.9+, 0.8−, 0.8+, 0.3+, 0.1−; the two of 0.8 are taken together. */
  @Test
  void rankingsAreCountedWithTies() {
    var ranking = new Ranking(new double[] {0.3, 0.8, 0.9, 0.8, 0.1}, new double[] {1, 0, 1, 1, 0});
    assertThat(ranking.auc()).isCloseTo((2 + 1.5 + 1) / 6, within(1e-15));
    assertThat(ranking.averagePrecision()).isCloseTo((1 + 2.0 / 3 + 3.0 / 4) / 3, within(1e-15));
  }

  /** Scores of a constant model, which differ by rounding, rank nothing: half of the pairs. */
  @Test
  void roundingRanksNothing() {
    double[] scores = {0.3, 0.3 + 1e-16, 0.3 - 1e-16, 0.1 + 0.2};
    assertThat(new Ranking(scores, new double[] {1, 0, 1, 0}).auc()).isEqualTo(0.5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b\n1,2\n",
        "{}",
        "{\"format\":\"fog-model\",\"formatVersion\":9}",
        "{\"format\":\"fog-model\",\"formatVersion\":1}"
      })
  void otherFilesAreNoModels(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("m.json"), text);
    assertThatThrownBy(() -> LearnedModel.load(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("m.json");
  }

  @Test
  void thePenaltyIsChosenOnRowsThatWereNotFitted() throws IOException {
    DataTable data = data();
    Trainer trainer = trainer(data, "y");
    int[] rows = data.allRows();
    Parts parts = Parts.deal(new int[rows.length], 3, 1);
    Selection found = Selection.choose(trainer, Objective.MEAN, rows, parts, 3, null, 0.0);
    assertThat(found.path()).hasSize(15);
    Selection.Point at =
        found.path().stream()
            .filter(p -> p.penalties().equals(found.chosen()))
            .findFirst()
            .orElseThrow();
    assertThat(found.path()).allMatch(p -> p.value() >= at.value());
    // The same by fits that begin anew
    double sum = 0;
    for (int fold = 0; fold < 3; fold++) {
      var cold =
          trainer
              .prepare(Objective.MEAN, parts.others(fold), new ArrayList<>())
              .fit(found.chosen(), null);
      double[] losses = cold.model().losses(data, parts.rows(fold));
      sum += Arrays.stream(losses).average().orElseThrow() / 3;
    }
    assertThat(at.value()).isCloseTo(sum, within(1e-7 * sum));
  }

  @Test
  void partsHoldEveryClassAlike() {
    int[] classes = new int[100];
    Arrays.fill(classes, 0, 20, 1);
    int[] held = Parts.hold(classes, 0.25, 3).rows(0);
    assertThat(held).hasSize(25);
    assertThat(Arrays.stream(held).filter(i -> classes[i] == 1).count()).isEqualTo(5);
    Parts five = Parts.deal(classes, 5, 3);
    for (int k = 0; k < 5; k++) {
      int[] part = five.rows(k);
      assertThat(part).hasSize(20);
      assertThat(Arrays.stream(part).filter(i -> classes[i] == 1).count()).isEqualTo(4);
    }
  }

  /** Models fitted on the other rows would not know the class. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void noPartHasAllRowsOfAClass(int rare) {
    int[] classes = new int[30];
    Arrays.fill(classes, 0, rare, 1);
    for (long seed = 1; seed <= 20; seed++) {
      for (Parts parts :
          List.of(Parts.hold(classes, 2 / 3.0, seed), Parts.deal(classes, 5, seed))) {
        for (int k = 0; k < 5; k++) {
          boolean isHeldOut = k == 0 || Arrays.stream(parts.of()).max().orElseThrow() > 1;
          if (isHeldOut) {
            assertThat(Arrays.stream(parts.others(k)).anyMatch(i -> classes[i] == 1)).isTrue();
          }
        }
      }
    }
  }
}
