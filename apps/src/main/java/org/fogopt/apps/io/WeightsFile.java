package org.fogopt.apps.io;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.csv.Numeral;
import org.fogopt.apps.io.csv.Separator;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.OutputException;
import org.fogopt.apps.io.file.Place;

/**
 * A portfolio as a CSV file of two columns, {@code asset} and {@code weight}. A weight is written
 * with all its digits: what is read is, bit for bit, what was written.
 *
 * <pre>{@code
 * WeightsFile.write(Path.of("weights.csv"), names, weights);
 * double[] start = WeightsFile.read(Path.of("weights.csv"), names);
 * }</pre>
 */
public final class WeightsFile {
  private static final long MAX_BYTES = 1L << 28;
  private static final int MOST_LISTED = 5;
  private static final Set<String> NO_WEIGHTS =
      Set.of("shares", "quantity", "units", "contracts", "price");

  private final Place file;
  private final Map<String, Integer> positions = new HashMap<>();
  private final double[] weights;
  private final int[] lines;
  private boolean isFirst = true;

  private WeightsFile(Place file, List<String> names) {
    this.file = file;
    for (int k = 0; k < names.size(); k++) {
      positions.put(names.get(k), k);
    }
    if (positions.size() != names.size()) {
      throw new IllegalArgumentException("the names are not all different");
    }
    for (int k = 0; k < names.size(); k++) {
      positions.putIfAbsent(names.get(k).strip(), k); // as cells are read
    }
    this.weights = new double[names.size()];
    this.lines = new int[names.size()];
  }

  /**
   * Writes the weights, whole or not at all.
   *
   * @throws OutputException if the file cannot be written
   */
  public static void write(Path path, List<String> names, double[] weights) {
    if (names.size() != weights.length) {
      throw new IllegalArgumentException(names.size() + " names, " + weights.length + " weights");
    }
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          csv.writeRecord("asset", "weight");
          for (int k = 0; k < weights.length; k++) {
            csv.writeRecord(names.get(k), Double.toString(weights[k]));
          }
          csv.flush();
        });
  }

  /**
   * Reads the weights of these assets, which the file may hold in any order but must hold all.
   *
   * @return the weights in the order of {@code names}
   * @throws InputException if an asset is unknown, missing or there twice, or a weight is no number
   */
  public static double[] read(Path path, List<String> names) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    var weights = new WeightsFile(file, names);
    try (var text = TextSource.open(path, file, MAX_BYTES)) {
      char separator = Separator.of(text.sampleLines());
      CsvCells.forEach(text.reader(), separator, file, weights::add);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
    weights.requireAll(names);
    return weights.weights;
  }

  private void add(CsvCells cells) {
    if (cells.isBlank()) {
      return;
    }
    if (cells.count() != 2) {
      throw new InputException(
          cells.place(),
          "expected 2 columns, asset and weight, found " + cells.count(),
          "quote names that hold a separator");
    }
    boolean mayBeHeader = isFirst;
    isFirst = false;
    if (mayBeHeader
        && cells.kind(1) == Numeral.Kind.TEXT
        && !positions.containsKey(cells.text(0))) {
      if (NO_WEIGHTS.contains(cells.text(1).strip().toLowerCase(Locale.ROOT))) {
        throw new InputException(
            cells.place().atColumn(2, "weight"),
            InputException.quote(cells.text(1)) + " are no weights",
            "divide what each asset is worth by what all are worth, and call the column weight");
      }
      return;
    }
    String name = cells.text(0);
    Integer k = positions.get(name);
    if (k == null) {
      throw new InputException(
          cells.place().atColumn(1, "asset"),
          "the asset " + InputException.quote(name) + " is not in the table of returns",
          "remove the row, or correct the name");
    }
    if (lines[k] > 0) {
      throw new InputException(
          cells.place().atColumn(1, "asset"),
          "the asset " + InputException.quote(name) + " stands in row " + lines[k] + " already",
          "keep one of the two rows");
    }
    Place place = cells.place().atColumn(2, "weight");
    if (cells.kind(1) != Numeral.Kind.NUMBER || Double.isInfinite(cells.value(1))) {
      throw new InputException(
          place,
          "expected a finite number for the asset "
              + InputException.quote(name)
              + ", found "
              + InputException.quote(cells.text(1)),
          "write it with a decimal point, such as 0.25 for 25 %");
    }
    weights[k] = cells.value(1);
    lines[k] = cells.line();
  }

  private void requireAll(List<String> names) {
    List<String> absent = new ArrayList<>();
    for (int k = 0; k < lines.length; k++) {
      if (lines[k] == 0) {
        absent.add(InputException.quote(names.get(k)));
      }
    }
    if (absent.isEmpty()) {
      return;
    }
    String listed = String.join(", ", absent.subList(0, Math.min(MOST_LISTED, absent.size())));
    throw new InputException(
        file,
        "has no weight for "
            + (absent.size() == 1 ? "the asset " : absent.size() + " assets, such as ")
            + listed,
        "add a row for each, with 0 if it is not held");
  }
}
