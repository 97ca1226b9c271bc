package org.fogopt.apps.embedding;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/**
 * How good a map is, whatever made it. Of more than {@link #MOST_POINTS} points, evenly spaced ones
 * are asked for their neighbours among all.
 */
public final class Quality {
  /** Points asked: each costs a pass over all points. */
  public static final int MOST_POINTS = 2000;

  private static final int POINTS_PER_CHUNK = 16;

  private final double[] x;
  private final int n;
  private final int k;
  private final Workers workers;

  /**
   * @param x the map, by coordinate: x[c·n + t]
   * @param n the number of points
   */
  public Quality(double[] x, int n, Workers workers) {
    this.x = x;
    this.n = n;
    k = x.length / n;
    this.workers = workers;
  }

  /**
   * The trustworthiness of Venna and Kaski (2001): 1 if the nearest neighbours on the map are among
   * the nearest in truth, less by the ranks of those that are not. Points equally far have the same
   * rank: which of several duplicates is near on the map does not matter.
   *
   * @param neighbours fewer than half the points
   */
  public double trustworthiness(Rows points, int neighbours) {
    if (neighbours < 1 || 2 * neighbours >= n) {
      return Double.NaN;
    }
    int asked = Math.min(n, MOST_POINTS);
    double penalty =
        sum(
            asked,
            (t, near) -> {
              double[] d = new double[n];
              Similarities.squares(points, t, d);
              double sum = 0;
              for (int i : near) {
                int rank = 1;
                for (int j = 0; j < n; j++) {
                  rank += j != t && d[j] < d[i] ? 1 : 0;
                }
                sum += Math.max(0, rank - neighbours);
              }
              return sum;
            },
            neighbours);
    return 1 - 2 * penalty / ((double) asked * neighbours * (2.0 * n - 3.0 * neighbours - 1));
  }

  /**
   * How many of the nearest neighbours on the map are among as many nearest in truth, or as near as
   * the last of these: the mean share of them.
   *
   * @param counts of neighbours; NaN for those that are not fewer than half the points
   */
  public double[] neighboursKept(Rows points, int... counts) {
    int asked = Math.min(n, MOST_POINTS);
    double[] rows = new double[asked * points.columns()];
    double[] row = new double[points.columns()];
    for (int a = 0; a < asked; a++) {
      points.copyTo(point(a, asked), row);
      System.arraycopy(row, 0, rows, a * row.length, row.length);
    }
    // itself, or a duplicate in its place, is one of them
    int each = 1 + Arrays.stream(counts).filter(c -> 2 * c < n).max().orElse(0);
    int[] nearest =
        Neighbours.of(
            Rows.of(asked, points.columns(), rows), points, each, workers, Preparation.SILENT);
    double[] distances = new double[nearest.length]; // squared, of a point in ascending order
    for (int a = 0; a < asked; a++) {
      for (int q = a * each; q < (a + 1) * each; q++) {
        distances[q] = points.squaredDistance(point(a, asked), nearest[q]);
      }
      Arrays.sort(distances, a * each, (a + 1) * each);
    }
    return Arrays.stream(counts)
        .mapToDouble(c -> kept(points, c, asked, each, distances))
        .toArray();
  }

  private double kept(Rows points, int neighbours, int asked, int each, double[] distances) {
    if (neighbours < 1 || 2 * neighbours >= n) {
      return Double.NaN;
    }
    double kept =
        sum(
            asked,
            (t, near) -> {
              int a = (int) (((long) t * asked + n - 1) / n);
              int count = 0;
              for (int i : near) {
                boolean isNear = points.squaredDistance(t, i) <= distances[a * each + neighbours];
                count += isNear ? 1 : 0;
              }
              return count;
            },
            neighbours);
    return kept / ((double) asked * neighbours);
  }

  /**
   * The mean silhouette of the labels (Rousseeuw 1987): (b − a)/max(a, b), with a the mean distance
   * on the map to others of the same label and b that to the nearest other label; 0 for a label of
   * one point. Points whose label is empty do not count.
   */
  public double silhouette(List<String> labels) {
    Map<String, Integer> index = new HashMap<>();
    int[] label = new int[n];
    for (int t = 0; t < n; t++) {
      String name = labels.get(t);
      label[t] = name.isEmpty() ? -1 : index.computeIfAbsent(name, any -> index.size());
    }
    int[] count = new int[index.size()];
    int labelled = 0;
    for (int l : label) {
      if (l >= 0) {
        count[l]++;
        labelled++;
      }
    }
    if (count.length < 2 || count.length >= labelled) {
      return Double.NaN;
    }
    int asked = Math.min(n, MOST_POINTS);
    int counted = 0;
    double[] d = new double[n];
    double total = 0;
    for (int a = 0; a < asked; a++) {
      int t = point(a, asked);
      if (label[t] < 0) {
        continue;
      }
      new Plane(n, k).negativeSquares(x, t, 0, n, d);
      double[] sums = new double[count.length];
      for (int i = 0; i < n; i++) {
        if (label[i] >= 0) {
          sums[label[i]] += Math.sqrt(-d[i]);
        }
      }
      total += silhouette(sums, count, label[t]);
      counted++;
    }
    return total / counted;
  }

  private static double silhouette(double[] sums, int[] count, int own) {
    if (count[own] == 1) {
      return 0;
    }
    double inside = sums[own] / (count[own] - 1);
    double outside = Double.POSITIVE_INFINITY;
    for (int l = 0; l < sums.length; l++) {
      outside = l == own ? outside : Math.min(outside, sums[l] / count[l]);
    }
    double larger = Math.max(inside, outside);
    return larger > 0 ? (outside - inside) / larger : 0;
  }

  /** The a-th of the points asked. */
  private int point(int a, int asked) {
    return (int) ((long) a * n / asked);
  }

  /**
   * The share of points whose label is that of most of their nearest neighbours on the map: how
   * often a vote of neighbours is right. Where m labels have as many votes, that counts 1/m. Points
   * whose label is empty neither vote nor count.
   */
  public double neighbourAgreement(List<String> labels, int neighbours) {
    if (neighbours < 1 || neighbours >= n) {
      return Double.NaN;
    }
    int asked = Math.min(n, MOST_POINTS);
    long counted =
        IntStream.range(0, asked).filter(a -> !labels.get(point(a, asked)).isEmpty()).count();
    double right =
        sum(
            asked,
            (t, near) -> {
              Map<String, Integer> votes = new HashMap<>();
              for (int i : near) {
                if (!labels.get(i).isEmpty()) {
                  votes.merge(labels.get(i), 1, Integer::sum);
                }
              }
              int own = votes.getOrDefault(labels.get(t), 0);
              if (own == 0 || own < Collections.max(votes.values())) {
                return 0;
              }
              return 1.0 / votes.values().stream().filter(count -> count == own).count();
            },
            neighbours);
    return right / counted;
  }

  @FunctionalInterface
  private interface Question {
    double of(int t, int[] near);
  }

  private double sum(int asked, Question question, int neighbours) {
    Plane plane = new Plane(n, k);
    double[] partial = new double[workers.threads()];
    double[] total = new double[1];
    workers.inOrder(
        (asked + POINTS_PER_CHUNK - 1) / POINTS_PER_CHUNK,
        (chunk, slot) -> {
          double[] d = new double[n];
          double sum = 0;
          int from = (int) chunk * POINTS_PER_CHUNK;
          for (int a = from; a < Math.min(asked, from + POINTS_PER_CHUNK); a++) {
            int t = point(a, asked);
            plane.negativeSquares(x, t, 0, n, d);
            for (int i = 0; i < n; i++) {
              d[i] = -d[i];
            }
            sum += question.of(t, Nearest.of(d, t, neighbours));
          }
          partial[slot] = sum;
        },
        (chunk, slot) -> total[0] += partial[slot]);
    return total[0];
  }
}
