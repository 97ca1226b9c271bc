package org.fogopt.apps.embedding;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.LabelsFile;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.matrix.IdxFile;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.learn.table.Features;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Points to be mapped.
 *
 * @param rows one for each
 * @param labels one for each, empty where it is missing, or none at all
 * @param labelled the heading of the column of labels; null where they had none
 * @param source the file, for messages
 * @param notes how its columns were understood
 * @param columns the names of columns that are taken as they stand; empty where there is no header
 * @param features how columns became numbers, where they are not taken as they stand
 */
public record Points(
    Rows rows,
    List<String> labels,
    @Nullable String labelled,
    String source,
    List<String> notes,
    List<String> columns,
    @Nullable Features features) {
  /** As many different numbers are no names of kinds, but a quantity. */
  private static final int MANY_LABELS = 20;

  /** Squares of distances, summed, leave the range of a double with numbers not far beyond. */
  private static final double MOST = 1e70;

  /** Of the built-in example. */
  private static final int CLUSTERS = 5;

  private static final int OF_EACH = 60;
  private static final int COLUMNS = 10;

  public Points {
    labels = List.copyOf(labels);
    notes = List.copyOf(notes);
    columns = List.copyOf(columns);
  }

  /** Whether labels name kinds of points, rather than being absent or a quantity. */
  public boolean haveKinds() {
    if (new HashSet<>(labels).size() <= MANY_LABELS) {
      return labels.stream().anyMatch(label -> !label.isEmpty());
    }
    try {
      return labels.stream()
          .filter(label -> !label.isEmpty())
          .anyMatch(label -> !Double.isFinite(Double.parseDouble(label)));
    } catch (NumberFormatException e) {
      return true;
    }
  }

  /** The name of every column of the rows. */
  public List<String> columnNames() {
    List<String> known = features == null ? columns : features.names();
    return known.size() == rows.columns()
        ? known
        : IntStream.rangeClosed(1, rows.columns()).mapToObj(k -> "column " + k).toList();
  }

  /**
   * These, if they have the columns of others in the same order, as far as both have names.
   *
   * @throws InputException naming the first column that differs, or that their number does
   */
  public Points requireColumnsOf(Points others) {
    if (rows.columns() != others.rows.columns()) {
      throw new InputException(
          Place.in(source),
          "has %d columns of numbers, the points of the map %d"
              .formatted(rows.columns(), others.rows.columns()),
          "give the same columns in the same order"
              + (others.columns.isEmpty() ? "" : ": " + DataTable.listed(others.columns)));
    }
    for (int k = 0; k < Math.min(columns.size(), others.columns.size()); k++) {
      if (!columns.get(k).equals(others.columns.get(k))) {
        throw new InputException(
            Place.in(source),
            "column %s stands where the points of the map have %s"
                .formatted(
                    InputException.quote(columns.get(k)),
                    InputException.quote(others.columns.get(k))),
            "give the same columns in the same order");
      }
    }
    return this;
  }

  /**
   * Reads points from CSV, IDX or any file of returns, plain or gzipped, known by their content.
   *
   * @param labels a file of labels, or for CSV a column: its name, {@code first} or {@code last};
   *     null: a column named label, class or target, or a first or last one of texts that recur
   * @param how what becomes of the columns
   * @param most how many points at most, the first ones; null: all
   * @param scale what to multiply every number by
   * @throws InputException if a file is not what it should be
   */
  public static Points read(
      Path data, @Nullable String labels, Columns how, @Nullable Integer most, double scale) {
    return read(data, labels, false, how, most, scale);
  }

  /**
   * Other points, read as these were.
   *
   * @param labels as for these, but a column of that name may be lacking; null: the same as of
   *     these
   * @throws InputException if a file is not what it should be
   */
  public Points readMore(Path data, @Nullable String labels, Columns how, double scale) {
    return read(data, labels == null ? labelled : labels, true, how.as(features), null, scale)
        .requireColumnsOf(this);
  }

  private static Points read(
      Path data,
      @Nullable String labels,
      boolean mayLackLabels,
      Columns how,
      @Nullable Integer most,
      double scale) {
    boolean isFile = labels != null && !mayLackLabels && Files.exists(Path.of(labels));
    Path file = isFile ? Path.of(labels) : null;
    PointsFile.Contents all =
        contents(data, file == null ? labels : null, mayLackLabels, how, most);
    int n = most == null ? all.rows().rows() : Math.min(most, all.rows().rows());
    Rows rows = scaled(all.rows(), n, scale);
    requireSquares(rows, data);
    List<String> names =
        file != null
            ? LabelsFile.read(file, n, most == null)
            : all.labels().isEmpty() ? List.of() : all.labels().subList(0, n);
    return new Points(
        rows, names, all.labelled(), data.toString(), all.notes(), all.columns(), all.features());
  }

  /**
   * These, if they are enough for a map, and not all the same.
   *
   * @throws InputException if not
   */
  public Points requireMap() {
    int n = rows.rows();
    if (n < Similarities.LEAST_POINTS) {
      throw new InputException(
          Place.in(source),
          "holds only %d row%s".formatted(n, n == 1 ? "" : "s"),
          "a map needs at least %d".formatted(Similarities.LEAST_POINTS));
    }
    double[] first = new double[rows.columns()];
    double[] row = new double[rows.columns()];
    rows.copyTo(0, first);
    for (int i = 1; i < n; i++) {
      rows.copyTo(i, row);
      if (!Arrays.equals(first, row)) {
        return this;
      }
    }
    throw new InputException(
        Place.in(source),
        "all %d points are the same".formatted(n),
        "a map needs points that differ");
  }

  /** Refuses points whose distances leave the range of a double. */
  private static void requireSquares(Rows rows, Path data) {
    double[] row = new double[rows.columns()];
    double largest = 0;
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyTo(i, row);
      for (double value : row) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    if (largest > MOST || (largest > 0 && largest < 1 / MOST)) {
      throw new InputException(
          Place.in(data),
          "the largest number is %.1e: squares of distances are no numbers".formatted(largest),
          "multiply all by a constant with --scale");
    }
  }

  private static PointsFile.Contents contents(
      Path data,
      @Nullable String labels,
      boolean mayLackLabels,
      Columns how,
      @Nullable Integer most) {
    Place place = Place.in(data);
    InputFile.require(data, place);
    boolean isIdx = IdxFile.looksLike(data);
    try {
      if (!isIdx
          && (!Files.isRegularFile(data)
              || TableReader.isPlainCsv(data, place, ReadOptions.defaults()))) {
        return Files.isRegularFile(data) && DataReader.isSparse(data, place)
            ? sparse(DataReader.read(data, name -> null), labels, how)
            : PointsFile.read(data, labels, mayLackLabels, how);
      }
    } catch (IOException e) {
      throw InputFile.failure(place, e);
    }
    if (labels != null && !mayLackLabels) {
      throw new InputException(
          Place.in(labels),
          "does not exist",
          "name a file of labels: these points have no columns");
    }
    Rows rows =
        isIdx
            ? IdxFile.read(data, most == null ? Integer.MAX_VALUE : most)
            : Rows.of(
                TableReader.read(data, ReadOptions.defaults().withMissing(Missing.KEEP)).rows());
    return PointsFile.of(rows, place, how);
  }

  /** Sparse rows as points, zeros and all; each row begins with its label. */
  private static PointsFile.Contents sparse(DataTable data, @Nullable String labels, Columns how) {
    Place file = Place.in(data.source());
    DataTable.Column label = data.columns().get(0);
    if (labels != null && !labels.equals("first") && !labels.equals(label.name())) {
      throw new InputException(
          file,
          "has no column " + InputException.quote(labels),
          "leave --labels out: the first number of each row is its label");
    }
    var points = PointsFile.of(Rows.of(Objects.requireNonNull(data.sparse())), file, how);
    List<String> notes = new ArrayList<>(data.notes());
    notes.addAll(points.notes());
    notes.add("labels: the first number of each row");
    List<String> names = Arrays.stream(data.allRows()).mapToObj(label::text).toList();
    return new PointsFile.Contents(
        points.rows(), names, label.name(), notes, points.columns(), points.features());
  }

  private static Rows scaled(Rows all, int n, double scale) {
    if (scale == 1 && n == all.rows()) {
      return all;
    }
    double[] values = new double[n * all.columns()];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < all.columns(); k++) {
        values[i * all.columns() + k] = scale * all.get(i, k);
      }
    }
    return Rows.of(n, all.columns(), values);
  }

  /** An example that needs no file: five clusters of sixty points in ten dimensions. */
  public static Points example() {
    Random random = new Random(20);
    double[] values = new double[CLUSTERS * OF_EACH * COLUMNS];
    List<String> labels = new ArrayList<>();
    double[][] centres = new double[CLUSTERS][COLUMNS];
    for (double[] centre : centres) {
      for (int k = 0; k < COLUMNS; k++) {
        centre[k] = 2.5 * random.nextGaussian();
      }
    }
    for (int i = 0; i < CLUSTERS * OF_EACH; i++) {
      int cluster = i % CLUSTERS;
      labels.add(String.valueOf((char) ('A' + cluster)));
      for (int k = 0; k < COLUMNS; k++) {
        values[i * COLUMNS + k] = centres[cluster][k] + random.nextGaussian();
      }
    }
    return new Points(
        Rows.of(CLUSTERS * OF_EACH, COLUMNS, values),
        labels,
        null,
        "the built-in example",
        List.of(),
        List.of(),
        null);
  }

  @Override
  public String toString() {
    return "Points[%s: %d of %d columns]".formatted(source, rows.rows(), rows.columns());
  }
}
