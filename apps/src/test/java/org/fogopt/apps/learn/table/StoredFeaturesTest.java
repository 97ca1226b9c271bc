package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.fogopt.apps.io.Conversion;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.DataTable.Kind;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.linalg.MappedRows;
import org.fogopt.linalg.RowMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredFeaturesTest {
  @TempDir private Path folder;
  private final List<String> notes = new ArrayList<>();

  private DataTable mapped(String header, int columns) throws IOException {
    var text = new StringBuilder(header).append('\n');
    var random = new SplittableRandom(5);
    for (int i = 0; i < 400; i++) {
      for (int k = 0; k < columns; k++) {
        text.append(k == 1 ? i % 3 : random.nextGaussian()).append(k + 1 < columns ? "," : "\n");
      }
    }
    Path file = folder.resolve("t.fogrows");
    Conversion.of(
        Files.writeString(folder.resolve("t.csv"), text),
        ReadOptions.defaults(),
        file,
        MappedRows.Storage.DOUBLE);
    return DataReader.read(file, name -> name.equals("kind") ? Kind.TEXT : null);
  }

  private RowMatrix computed(Features features, DataTable data, int[] rows, boolean fill) {
    return new StoredFeatures(
            Objects.requireNonNull(data.stored()), new Features.Encoder(data, rows, fill, notes))
        .matrix(features);
  }

  @Test
  void rowsAreTheNumbersThatWouldBeKept() throws IOException {
    DataTable data = mapped("a,kind,b,y", 4);
    int[] rows = {3, 1, 399, 7};
    Features features =
        new FeatureFit(true, false, 0).features(data, data.allRows(), Set.of("y"), notes);
    RowMatrix kept = features.encode(data, rows, false, notes);
    RowMatrix computed = computed(features, data, rows, false);
    assertThat(computed.columns()).isEqualTo(5); // a, three kinds, b
    assertThat(computed.fingerprint()).isEqualTo(kept.fingerprint());
  }

  @Test
  void aFitHasTheSameBits() throws IOException {
    DataTable data = mapped("a,kind,b,c,y", 5);
    Features features =
        new FeatureFit(true, false, 0).features(data, data.allRows(), Set.of("y"), notes);
    double[] y = ((DataTable.Numbers) data.column("y", "")).values();
    RowMatrix kept = features.encode(data, data.allRows(), false, notes);
    Fit inMemory = fit(kept, y);
    Fit computed = fit(computed(features, data, data.allRows(), false), y);
    assertThat(computed.parameters()).isEqualTo(inMemory.parameters());
    assertThat(computed.calls()).isEqualTo(inMemory.calls());
  }

  private static Fit fit(RowMatrix x, double[] y) {
    return Learner.of(Sample.of(x, y)).objective(Objective.parse("kl:1")).l2(0.01).fit();
  }

  @Test
  void columnsThatAreMissingAreFilledOrRefused() throws IOException {
    DataTable data = mapped("a,kind,b,y", 4);
    var features =
        new Features(
            List.of(
                new Input.Numeric("a", 1, 2, 3, false, null),
                new Input.Numeric("other", 1, 2, 5, true, null)));
    int[] rows = {0, 1};
    assertThatThrownBy(() -> computed(features, data, rows, false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has no column \"other\"");
    double[] row = new double[3];
    computed(features, data, rows, true).copyTo(1, row);
    assertThat(row[1]).isEqualTo(2); // the median 5, standardised
    assertThat(row[2]).isEqualTo(1);
    assertThat(notes).anyMatch(note -> note.contains("other: not in the file"));
  }
}
