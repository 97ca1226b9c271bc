package org.fogopt.apps.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.matrix.IdxFile;
import org.fogopt.apps.io.matrix.NpyFile;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.linalg.Rows;

/**
 * A label for each row of another file: IDX with one number per row, or text with one label per
 * line, of which the first may be a heading.
 */
public final class LabelsFile {
  private static final long MAX_BYTES = 1L << 28;

  private LabelsFile() {}

  /**
   * The labels of the first {@code rows} rows.
   *
   * @param whole whether the file may not hold more than them
   * @throws InputException if there are not as many
   */
  public static List<String> read(Path path, int rows, boolean whole) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    List<String> labels =
        IdxFile.looksLike(path)
            ? numbers(IdxFile.read(path, Integer.MAX_VALUE), file)
            : NpyFile.looksLike(path)
                ? numbers(Rows.of(TableReader.read(path, ReadOptions.defaults()).rows()), file)
                : text(path, file, rows, whole);
    if (labels.size() < rows || (whole && labels.size() > rows)) {
      throw new InputException(
          file,
          "holds %d labels for %d points".formatted(labels.size(), rows),
          "expected one for each");
    }
    return List.copyOf(labels.subList(0, rows));
  }

  private static List<String> numbers(Rows numbers, Place file) {
    if (numbers.columns() != 1) {
      throw new InputException(
          file,
          "holds %d numbers per row".formatted(numbers.columns()),
          "expected a file of labels, one number each");
    }
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < numbers.rows(); i++) {
      double label = numbers.get(i, 0);
      labels.add(label == Math.rint(label) ? Long.toString((long) label) : Double.toString(label));
    }
    return labels;
  }

  private static List<String> text(Path path, Place file, int rows, boolean whole) {
    List<String> labels = new ArrayList<>();
    try (var text = TextSource.open(path, file, MAX_BYTES)) {
      CsvCells.forEach(
          text.reader(),
          ',',
          file,
          cells -> {
            if (cells.isBlank()) {
              return;
            }
            if (cells.count() != 1) {
              throw new InputException(
                  cells.place(),
                  "expected one label, found " + cells.count() + " cells",
                  "give a file with one label per line");
            }
            labels.add(cells.text(0));
          });
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
    boolean hasHeading =
        whole
            ? labels.size() == rows + 1
            : labels.size() > rows && labels.get(0).equalsIgnoreCase("label");
    return hasHeading ? labels.subList(1, labels.size()) : labels;
  }
}
