package org.fogopt.apps.embedding.grid;

import java.util.Arrays;
import org.fogopt.apps.embedding.grid.Fft.Block;
import org.fogopt.oracle.Workers;

/**
 * The product of a block Toeplitz matrix, that of an even kernel between the nodes of a square
 * grid, with a field on the grid: a Fourier transform of twice the size each way.
 *
 * <p>The field is real, and so are sums of it: two columns are transformed as one complex sequence,
 * and of the frequencies along columns half are kept.
 */
final class Convolution {
  /** Sequences transformed by a thread in one go: two blocks of them fit into the cache. */
  private static final int SEQUENCES = 64;

  private final int nodes;
  private final Fft fft;
  private final Block down; // along columns: row r, column c of the field, two columns a sequence
  private final Block downScratch;
  private final Block across; // along rows: column c, frequency f
  private final Block acrossScratch;
  private final double[][] spectrum; // [frequency along rows][along columns], both up to nodes

  /** Values of a kernel at differences of nodes, both in [0, nodes]. */
  interface Kernel {
    double at(int rows, int columns);
  }

  /** The frequency response that the spectrum is multiplied by, at angles in [0, π]. */
  interface Filter {
    double at(double angle);
  }

  /**
   * @param nodes of a side; half of a length that {@link Fft#lengthFor} gives
   */
  Convolution(int nodes, Kernel kernel, Filter filter, Workers workers) {
    this.nodes = nodes;
    fft = new Fft(2 * nodes);
    down = new Block(2 * nodes, nodes / 2);
    downScratch = new Block(2 * nodes, nodes / 2);
    across = new Block(2 * nodes, nodes + 1);
    acrossScratch = new Block(2 * nodes, nodes + 1);
    spectrum = spectrum(kernel, filter, workers);
  }

  int nodes() {
    return nodes;
  }

  /**
   * The transform of a real and even sequence is real and even: the two directions need nothing but
   * real numbers.
   */
  private double[][] spectrum(Kernel kernel, Filter filter, Workers workers) {
    double[][] values = new double[nodes + 1][nodes + 1];
    blocks(
        nodes + 1,
        1,
        workers,
        (from, to) -> {
          for (int c = 0; c <= nodes; c++) {
            values[from][c] = kernel.at(from, c);
          }
        });
    double[][] once = evenTransforms(values, workers);
    double[][] twice = evenTransforms(transposed(once), workers);
    double[] factors = new double[nodes + 1];
    for (int f = 0; f <= nodes; f++) {
      factors[f] =
          filter.at(StrictMath.PI * f / nodes) / (2 * nodes); // 2·nodes undo the transforms
    }
    for (int r = 0; r <= nodes; r++) {
      for (int c = 0; c <= nodes; c++) {
        twice[r][c] *= factors[r] * factors[c];
      }
    }
    return twice;
  }

  /** Of every column c, given as entries 0 … nodes of an even sequence. */
  private double[][] evenTransforms(double[][] values, Workers workers) {
    for (int r = 0; r < 2 * nodes; r++) {
      System.arraycopy(values[r <= nodes ? r : 2 * nodes - r], 0, across.re[r], 0, nodes + 1);
      Arrays.fill(across.im[r], 0);
    }
    transform(across, acrossScratch, false, nodes + 1, workers);
    Block result = fft.result(across, acrossScratch);
    double[][] out = new double[nodes + 1][];
    for (int r = 0; r <= nodes; r++) {
      out[r] = result.re[r].clone();
    }
    return out;
  }

  private static double[][] transposed(double[][] a) {
    double[][] b = new double[a.length][a.length];
    for (int r = 0; r < a.length; r++) {
      for (int c = 0; c < a.length; c++) {
        b[c][r] = a[r][c];
      }
    }
    return b;
  }

  /** field[r·nodes + c] becomes Σ kernel(|r − r'|, |c − c'|)·field[r'·nodes + c'], filtered. */
  void apply(double[] field, Workers workers) {
    int half = nodes / 2;
    for (int r = 0; r < 2 * nodes; r++) {
      if (r < nodes) {
        System.arraycopy(field, r * nodes, down.re[r], 0, half);
        System.arraycopy(field, r * nodes + half, down.im[r], 0, half);
      } else {
        Arrays.fill(down.re[r], 0);
        Arrays.fill(down.im[r], 0);
      }
    }
    transform(down, downScratch, false, half, workers);
    separate(fft.result(down, downScratch), workers);
    transform(across, acrossScratch, false, nodes + 1, workers);
    Block product = fft.result(across, acrossScratch);
    multiply(product, workers);
    Block other = product == across ? acrossScratch : across;
    transform(product, other, true, nodes + 1, workers);
    join(fft.result(product, other), workers);
    transform(down, downScratch, true, half, workers);
    Block result = fft.result(down, downScratch);
    for (int r = 0; r < nodes; r++) {
      System.arraycopy(result.re[r], 0, field, r * nodes, half);
      System.arraycopy(result.im[r], 0, field, r * nodes + half, half);
    }
  }

  private void transform(Block x, Block scratch, boolean isInverse, int count, Workers workers) {
    blocks(count, SEQUENCES, workers, (from, to) -> fft.transform(x, scratch, isInverse, from, to));
  }

  /** Column c and column c + half were transformed as real and imaginary part of a sequence. */
  private void separate(Block z, Workers workers) {
    int half = nodes / 2;
    blocks(
        half,
        SEQUENCES / 4,
        workers,
        (from, to) -> {
          for (int f = 0; f <= nodes; f++) {
            int g = f == 0 ? 0 : 2 * nodes - f;
            double[] zr = z.re[f], zi = z.im[f], yr = z.re[g], yi = z.im[g];
            for (int c = from; c < to; c++) {
              across.re[c][f] = 0.5 * (zr[c] + yr[c]);
              across.im[c][f] = 0.5 * (zi[c] - yi[c]);
              across.re[c + half][f] = 0.5 * (zi[c] + yi[c]);
              across.im[c + half][f] = 0.5 * (yr[c] - zr[c]);
            }
          }
        });
    for (int c = nodes; c < 2 * nodes; c++) {
      Arrays.fill(across.re[c], 0);
      Arrays.fill(across.im[c], 0);
    }
  }

  private void multiply(Block product, Workers workers) {
    blocks(
        2 * nodes,
        SEQUENCES,
        workers,
        (from, to) -> {
          for (int c = from; c < to; c++) {
            double[] factors = spectrum[c <= nodes ? c : 2 * nodes - c];
            double[] re = product.re[c];
            double[] im = product.im[c];
            for (int f = 0; f <= nodes; f++) {
              re[f] *= factors[f];
            }
            for (int f = 0; f <= nodes; f++) {
              im[f] *= factors[f];
            }
          }
        });
  }

  /** The reverse of {@link #separate}. */
  private void join(Block a, Workers workers) {
    int half = nodes / 2;
    blocks(
        half,
        SEQUENCES / 4,
        workers,
        (from, to) -> {
          for (int f = 0; f <= nodes; f++) {
            int g = f == 0 ? 0 : 2 * nodes - f;
            double[] zr = down.re[f], zi = down.im[f], yr = down.re[g], yi = down.im[g];
            for (int c = from; c < to; c++) {
              double ar = a.re[c][f], ai = a.im[c][f];
              double br = a.re[c + half][f], bi = a.im[c + half][f];
              yr[c] = ar + bi;
              yi[c] = br - ai;
              zr[c] = ar - bi; // last: at f = 0 the two are one, and ai and bi are 0
              zi[c] = ai + br;
            }
          }
        });
  }

  @FunctionalInterface
  private interface Part {
    void run(int from, int to);
  }

  /** Parts write to places of their own, so it matters not who runs them. */
  private static void blocks(int count, int each, Workers workers, Part part) {
    workers
        .parallel()
        .forEach(
            (count + each - 1) / each, b -> part.run(b * each, Math.min(count, (b + 1) * each)));
  }
}
