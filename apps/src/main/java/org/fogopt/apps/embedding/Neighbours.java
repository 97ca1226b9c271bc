package org.fogopt.apps.embedding;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.fogopt.linalg.RowPanels;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;

/**
 * The nearest points of every point, by comparing all: products of blocks of points, of which the
 * best are kept. The distances of those are computed again, from differences. Where rounding of the
 * products may have lost a nearer point, as with clusters that are small beside the distances
 * between them, all distances are.
 */
final class Neighbours {
  /** Panels of points that are asked together, and of those they are compared with. */
  private static final int ASKED = 4;

  private static final int COMPARED = 64;

  /** Points kept beyond those wanted: products round, and may change places of the last ones. */
  private static final int SPARE = 16;

  /** Relative, of the square: which of two points as near as that is taken does not matter. */
  private static final double EQUALLY_NEAR = 1e-6;

  private static final double ROUNDING = Math.ulp(1.0) / 2;

  private final Rows asked;
  private final Rows points;
  private final boolean isSame; // then a point is not its own neighbour
  private final int kept;
  private final RowPanels askedPanels;
  private final RowPanels panels;
  private final double[] centre; // the median: outliers do not move it
  private final double[] halves; // −|z|²/2
  private final int[] nearest;
  private final int each;

  private Neighbours(Rows asked, Rows points, int each) {
    this.asked = asked;
    this.points = points;
    this.each = each;
    isSame = asked == points;
    kept = Math.min(points.rows() - (isSame ? 1 : 0), each + SPARE);
    if (each > kept) {
      throw new IllegalArgumentException(
          "%d neighbours of %d points".formatted(each, points.rows()));
    }
    centre = new double[points.columns()];
    double[] column = new double[points.rows()];
    for (int k = 0; k < centre.length; k++) {
      int c = k;
      Arrays.setAll(column, i -> points.get(i, c));
      Arrays.sort(column);
      centre[k] = column[column.length / 2];
    }
    panels = RowPanels.of(points, centre);
    askedPanels = isSame ? panels : RowPanels.of(asked, centre);
    halves = new double[panels.count() * RowPanels.WIDTH];
    Arrays.fill(halves, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < points.rows(); i++) {
      halves[i] = -squaredNorm(points, i) / 2;
    }
    nearest = new int[Math.multiplyExact(asked.rows(), each)];
  }

  /** Of a point, from the centre. */
  private double squaredNorm(Rows of, int i) {
    double sum = 0;
    for (int k = 0; k < centre.length; k++) {
      double d = of.get(i, k) - centre[k];
      sum += d * d;
    }
    return sum;
  }

  /**
   * The {@code each} nearest points of every point, itself left out, in order of their index; of
   * equally near ones those of the lower index. Those of point t begin at t·each.
   */
  static int[] of(Rows points, int each, Workers workers, Preparation preparation) {
    return of(points, points, each, workers, preparation);
  }

  /** The nearest points of every point asked, where these are others. */
  static int[] of(Rows asked, Rows points, int each, Workers workers, Preparation preparation) {
    Neighbours search = new Neighbours(asked, points, each);
    int blocks = (search.askedPanels.count() + ASKED - 1) / ASKED;
    AtomicInteger done = new AtomicInteger();
    workers
        .parallel()
        .forEach(
            blocks,
            block -> {
              search.find(block);
              preparation.reached("nearest neighbours", done.incrementAndGet() / (double) blocks);
            });
    return search.nearest;
  }

  private void find(int block) {
    int from = block * ASKED;
    int to = Math.min(askedPanels.count(), from + ASKED);
    Best[] best = new Best[(to - from) * RowPanels.WIDTH];
    Arrays.setAll(best, r -> new Best(kept));
    double[] products = new double[RowPanels.WIDTH * RowPanels.WIDTH * COMPARED];
    for (int first = 0; first < panels.count(); first += COMPARED) {
      int count = Math.min(COMPARED, panels.count() - first);
      int width = count * RowPanels.WIDTH;
      int start = first * RowPanels.WIDTH;
      for (int panel = from; panel < to; panel++) {
        for (int r = 0; r < RowPanels.WIDTH; r++) {
          System.arraycopy(halves, start, products, r * width, width);
        }
        askedPanels.addProducts(panel, panels, first, count, products);
        for (int r = 0; r < RowPanels.WIDTH; r++) {
          int t = panel * RowPanels.WIDTH + r;
          if (t < asked.rows()) {
            if (isSame && t >= start && t < start + width) {
              products[r * width + t - start] = Double.NEGATIVE_INFINITY;
            }
            best[(panel - from) * RowPanels.WIDTH + r].take(products, r * width, width, start);
          }
        }
      }
    }
    int first = from * RowPanels.WIDTH;
    for (int t = first; t < Math.min(asked.rows(), to * RowPanels.WIDTH); t++) {
      choose(t, best[t - first]);
    }
  }

  private void choose(int t, Best best) {
    int[] candidates = best.index;
    Arrays.sort(candidates);
    double[] d = new double[kept];
    for (int q = 0; q < kept; q++) {
      d[q] = squaredDistance(t, candidates[q]);
    }
    int[] chosen = Nearest.of(d, -1, each);
    double farthest = 0;
    for (int q = 0; q < each; q++) {
      nearest[t * each + q] = candidates[chosen[q]];
      farthest = Math.max(farthest, d[chosen[q]]);
    }
    if (!isCertain(t, best.score[0], farthest)) {
      double[] all = new double[points.rows()];
      Arrays.setAll(all, i -> squaredDistance(t, i));
      System.arraycopy(Nearest.of(all, isSame ? t : -1, each), 0, nearest, t * each, each);
    }
  }

  /**
   * Whether none that was left out is nearer than the farthest chosen. Its score zᵀz' − |z'|²/2 was
   * at most the least kept. If it were nearer, |z'| would be at most |z| + the farthest distance,
   * which bounds the rounding of its score: Higham 2002, section 3.1.
   */
  private boolean isCertain(int t, double leastScore, double farthest) {
    if (farthest == 0 || kept == points.rows() - (isSame ? 1 : 0)) {
      return true;
    }
    double square = squaredNorm(asked, t);
    double reach = Math.sqrt(square) + Math.sqrt(farthest);
    double error = 2 * (centre.length + 4) * ROUNDING * reach * reach;
    return square / 2 - leastScore - error >= (1 - EQUALLY_NEAR) * farthest / 2;
  }

  private double squaredDistance(int t, int i) {
    return isSame ? points.squaredDistance(t, i) : squaredDistance(asked, t, points, i);
  }

  static double squaredDistance(Rows a, int i, Rows b, int j) {
    double sum = 0;
    for (int k = 0; k < a.columns(); k++) {
      double d = a.get(i, k) - b.get(j, k);
      sum += d * d;
    }
    return sum;
  }

  /** The largest of the scores seen: a heap with the least on top, of equal ones the last. */
  private static final class Best {
    private final double[] score;
    private final int[] index;

    Best(int count) {
      score = new double[count];
      index = new int[count];
      Arrays.fill(score, Double.NEGATIVE_INFINITY);
    }

    void take(double[] scores, int o, int count, int first) {
      double least = score[0];
      for (int j = 0; j < count; j++) {
        if (scores[o + j] > least) {
          put(scores[o + j], first + j);
          least = score[0];
        }
      }
    }

    private void put(double s, int i) {
      int at = 0;
      for (int child = 1; child < score.length; child = 2 * at + 1) {
        if (child + 1 < score.length && isWorse(child + 1, score[child], index[child])) {
          child++;
        }
        if (!isWorse(child, s, i)) {
          break;
        }
        score[at] = score[child];
        index[at] = index[child];
        at = child;
      }
      score[at] = s;
      index[at] = i;
    }

    private boolean isWorse(int at, double s, int i) {
      return score[at] < s || (score[at] == s && index[at] > i);
    }
  }
}
