package org.fogopt.linalg;

/**
 * A copy of a dense matrix for products of its rows with those of another: eight rows lie side by
 * side in a panel, so that a tile of products stays in registers. The last panel is filled up with
 * zeros.
 *
 * <pre>{@code
 * RowPanels a = RowPanels.of(rows, new double[rows.columns()]);
 * double[] products = new double[RowPanels.WIDTH * RowPanels.WIDTH];
 * a.addProducts(0, a, 0, 1, products); // of the first eight rows with each other
 * }</pre>
 */
public final class RowPanels {
  /** Rows of a panel. */
  public static final int WIDTH = Tiles.WIDTH;

  private final int rows;
  private final int columns;
  private final double[] data;
  private final Tiles tiles;

  private RowPanels(int rows, int columns, Tiles tiles) {
    this.rows = rows;
    this.columns = columns;
    this.tiles = tiles;
    long size = (rows + WIDTH - 1L) / WIDTH * WIDTH * columns;
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d x %d numbers are more than one array can hold".formatted(rows, columns));
    }
    data = new double[(int) size];
  }

  /** Of all rows, less {@code origin}. */
  public static RowPanels of(RowMatrix matrix, double[] origin) {
    return of(matrix, origin, Kernels.TILES);
  }

  static RowPanels of(RowMatrix matrix, double[] origin, Tiles tiles) {
    RowPanels panels = new RowPanels(matrix.rows(), matrix.columns(), tiles);
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < panels.rows; i++) {
      matrix.copyTo(i, row);
      int at = i / WIDTH * WIDTH * panels.columns + i % WIDTH;
      for (int k = 0; k < row.length; k++) {
        panels.data[at + k * WIDTH] = row[k] - origin[k];
      }
    }
    return panels;
  }

  /** How many panels there are. */
  public int count() {
    return (rows + WIDTH - 1) / WIDTH;
  }

  /**
   * into[i·8c + j] += (row i of the panel)ᵀ(row j of the other's c panels from {@code first} on).
   * Each is a chain of fused multiply-adds in order of the columns, from the old value on.
   */
  public void addProducts(int panel, RowPanels other, int first, int c, double[] into) {
    int ld = WIDTH * c;
    int a = panel * WIDTH * columns;
    for (int q = 0; q < c; q++) {
      int b = (first + q) * WIDTH * columns;
      for (int i = 0; i < WIDTH; i += Tiles.HEIGHT) {
        tiles.multiply(columns, data, a + i, other.data, b, into, i * ld + q * WIDTH, ld);
      }
    }
  }
}
