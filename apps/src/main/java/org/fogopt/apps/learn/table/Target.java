package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.fogopt.apps.io.csv.DateText;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Loss;
import org.jspecify.annotations.Nullable;

/**
 * What is to be predicted.
 *
 * @param name of the column
 * @param loss of a prediction
 * @param classes the levels, in order: the second of two is the one whose probability is predicted;
 *     empty for a number
 * @param mean taken off a number; 0 if it is not standardised
 * @param scale what a number is divided by, the sample standard deviation of the training rows; 1
 *     if it is not standardised
 * @param percentSigns whether numbers had percent signs in training; null if it is not known
 */
public record Target(
    String name,
    Loss loss,
    List<String> classes,
    double mean,
    double scale,
    @Nullable Boolean percentSigns) {
  /** More levels than this are no classes. */
  private static final int MOST_CLASSES = 50;

  /** So few different numbers may be classes. */
  private static final int FEW = 10;

  /** Huber's constant: 95 % efficiency for normal errors of standard deviation 1 (Huber 1981). */
  private static final double HUBER = 1.345;

  /** Makes the median absolute deviation of a normal number its standard deviation: 1/Φ⁻¹(3/4). */
  private static final double NORMAL = 1.4826;

  public Target {
    classes = List.copyOf(classes);
  }

  /** A target without units. */
  public Target(String name, Loss loss, List<String> classes, double mean, double scale) {
    this(name, loss, classes, mean, scale, null);
  }

  /** Whether a class is predicted, and not a number. */
  public boolean isClass() {
    return !classes.isEmpty();
  }

  /** A target, and why its loss is what it is. */
  public record Inferred(Target target, String reason) {}

  /**
   * Tells the target from training rows.
   *
   * @param loss its name, such as huber:1.5; null to tell it from the values
   * @param standardise whether numbers are centred and scaled
   * @throws InputException if the values do not suit the loss
   */
  public static Inferred of(
      DataTable data, String name, int[] rows, @Nullable String loss, boolean standardise) {
    DataTable.Column column = data.column(name, "--target");
    List<String> levels = levels(column, rows);
    boolean isText = column instanceof DataTable.Texts;
    Place place = Place.in(data.source()).atColumn(0, name);
    if (levels.size() < 2) {
      throw new InputException(
          place, "the target is the same in all rows", "expected one that varies");
    }
    if (loss == null && isText && levels.stream().allMatch(DateText::isDate)) {
      throw new InputException(
          place,
          "the target holds dates, such as " + levels.get(0),
          "make it a number, such as days since some day; or give --loss softmax if each date is a"
              + " class");
    }
    if (column instanceof DataTable.Numbers numbers) {
      FeatureFit.requireSquares(data, numbers, rows);
    }
    String chosen = loss != null ? loss : usual(levels.size(), isText, place);
    String reason =
        loss != null
            ? "as asked for"
            : levels.size() == 2
                ? "the target has two values"
                : isText
                    ? "the target has %d texts".formatted(levels.size())
                    : levels.size() > FEW
                        ? "the target is a number"
                        : "the target is a number; --loss softmax if its %d values are classes"
                            .formatted(levels.size());
    if (chosen.equals("logistic") || chosen.equals("softmax")) {
      if (chosen.equals("logistic") && levels.size() != 2) {
        throw new InputException(
            place,
            "the target has %s values".formatted(count(levels.size())),
            "--loss logistic takes two; softmax takes more, squared takes numbers");
      }
      requireFew(levels.size(), place);
      return new Inferred(new Target(name, Loss.parse(chosen), levels, 0, 1), reason);
    }
    if (isText) {
      throw new InputException(
          place, "the target is text", "--loss logistic or softmax predicts classes");
    }
    var numbers = (DataTable.Numbers) column;
    if (!chosen.equals("huber")) {
      return new Inferred(number(numbers, rows, Loss.parse(chosen), standardise), reason);
    }
    double mad = deviation(numbers.values(), rows);
    double bend =
        HUBER * (mad > 0 ? NORMAL * mad : number(numbers, rows, Loss.SQUARED, true).scale);
    Target target = number(numbers, rows, Loss.SQUARED, standardise);
    return new Inferred(
        new Target(
            name,
            Loss.huber(bend / target.scale),
            List.of(),
            target.mean,
            target.scale,
            target.percentSigns),
        mad > 0
            ? "as asked for, with the bend at 1.345 robust standard deviations of the target, 1.4826"
                + " times the median absolute deviation"
            : "as asked for, with the bend at 1.345 standard deviations of the target, as half of its"
                + " values or more are the same");
  }

  /** The median absolute deviation from the median. */
  private static double deviation(double[] values, int[] rows) {
    double[] sorted = Arrays.stream(rows).mapToDouble(i -> values[i]).sorted().toArray();
    double centre = median(sorted);
    return median(Arrays.stream(sorted).map(y -> Math.abs(y - centre)).sorted().toArray());
  }

  private static double median(double[] sorted) {
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static String usual(int levels, boolean isText, Place place) {
    if (levels == 2) {
      return "logistic";
    }
    if (isText) {
      requireFew(levels, place);
    }
    return isText ? "softmax" : "squared";
  }

  /** Counting ends beyond the most classes. */
  private static String count(int levels) {
    return levels > MOST_CLASSES ? "more than " + MOST_CLASSES : Integer.toString(levels);
  }

  private static void requireFew(int levels, Place place) {
    if (levels > MOST_CLASSES) {
      throw new InputException(
          place,
          "the target has %s different values".formatted(count(levels)),
          "expected at most %d classes, or a number with --loss squared".formatted(MOST_CLASSES));
    }
  }

  private static Target number(
      DataTable.Numbers column, int[] rows, Loss loss, boolean standardise) {
    double[] values = column.values();
    double sum = 0;
    for (int i : rows) {
      sum += values[i];
    }
    double mean = sum / rows.length;
    double squares = 0;
    for (int i : rows) {
      squares += (values[i] - mean) * (values[i] - mean);
    }
    double deviation = Math.sqrt(squares / (rows.length - 1));
    double scale = standardise ? deviation : 1;
    return new Target(
        column.name(), loss, List.of(), standardise ? mean : 0, scale, column.percentSigns());
  }

  /** The different values, numbers in their order and text in the alphabet's. */
  private static List<String> levels(DataTable.Column column, int[] rows) {
    if (column instanceof DataTable.Numbers numbers) {
      Set<Double> values = new HashSet<>();
      for (int i : rows) {
        values.add(numbers.values()[i] + 0.0); // -0 is 0
        if (values.size() > MOST_CLASSES) {
          return Collections.nCopies(MOST_CLASSES + 1, "");
        }
      }
      double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      var texts = new DataTable.Numbers(numbers.name(), sorted);
      List<String> all = new ArrayList<>();
      for (int k = 0; k < sorted.length; k++) {
        all.add(texts.text(k));
      }
      return all;
    }
    return Arrays.stream(rows).mapToObj(column::text).collect(Collectors.toSet()).stream()
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  /** The rows that have a target. */
  public static int[] known(DataTable data, String name) {
    DataTable.Column column = data.column(name, "--target");
    return Arrays.stream(data.allRows()).filter(i -> !column.isMissing(i)).toArray();
  }

  /**
   * The targets of rows, as the engine takes them: standardised, or the number of the class.
   *
   * @throws InputException if a class is none of training, or a number is missing or in other units
   */
  public double[] encode(DataTable data, int[] rows) {
    DataTable.Column column = data.column(name, "--target");
    if (column instanceof DataTable.Numbers number) {
      FeatureFit.requireSameUnits(data, number, percentSigns);
    }
    double[] y = new double[rows.length];
    Map<String, Integer> numbers = new HashMap<>();
    classes.forEach(level -> numbers.put(level, numbers.size()));
    for (int i = 0; i < y.length; i++) {
      if (isClass()) {
        Integer of = numbers.get(column.text(rows[i]));
        if (of == null) {
          throw new InputException(
              data.place(rows[i], name),
              "expected a class of training, %s, found %s"
                  .formatted(DataTable.listed(classes), InputException.quote(column.text(rows[i]))),
              "correct it, or leave the row out");
        }
        y[i] = of;
      } else if (column instanceof DataTable.Numbers number) {
        y[i] = (number.values()[rows[i]] - mean) / scale;
      } else {
        throw new InputException(
            Place.in(data.source()).atColumn(0, name),
            "expected numbers, found text",
            "the model predicts a number");
      }
    }
    return y;
  }
}
