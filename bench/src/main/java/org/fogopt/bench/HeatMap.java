package org.fogopt.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.fogopt.bench.Crossover.Cell;
import org.fogopt.bench.Crossover.Size;

/** The map as a picture: a panel for each gap, a box for each size in the winner's colour. */
final class HeatMap {
  private static final List<String> COLOURS =
      List.of("#4477aa", "#66ccee", "#228833", "#ee6677", "#bbbbbb"); // Tol 2021, "bright"

  private static final int BOX = 124;
  private static final int HEIGHT = 62;
  private static final int LEFT = 70;
  private static final int TOP = 70;

  private HeatMap() {}

  static String of(String family, List<Size> sizes) {
    List<Integer> components = sizes.stream().map(Size::m).distinct().sorted().toList();
    List<Integer> unknowns = sizes.stream().map(Size::d).distinct().sorted().toList();
    int panel = LEFT + Math.max(BOX * components.size(), 270); // the title is as wide
    int width = Crossover.GAPS.length * panel + 20;
    int height = TOP + HEIGHT * unknowns.size() + 70;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
            .formatted(width, height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    for (int g = 0; g < Crossover.GAPS.length; g++) {
      int left = g * panel + LEFT;
      String title =
          String.format(Locale.ROOT, "%s: first to a gap of %.0e", family, Crossover.GAPS[g]);
      text(svg, left, 24, "15", title);
      text(svg, left, 44, "12", "unknowns upwards, components to the right");
      for (int r = 0; r < unknowns.size(); r++) {
        text(
            svg,
            left - 52,
            TOP + HEIGHT * (unknowns.size() - r) - 26,
            "12",
            power(unknowns.get(r)));
      }
      for (int c = 0; c < components.size(); c++) {
        int y = TOP + HEIGHT * unknowns.size() + 18;
        text(svg, left + BOX * c + 36, y, "12", power(components.get(c)));
      }
      for (Size size : sizes) {
        int x = left + BOX * components.indexOf(size.m());
        int y = TOP + HEIGHT * (unknowns.size() - 1 - unknowns.indexOf(size.d()));
        box(svg, size, g, x, y);
      }
    }
    text(
        svg,
        LEFT,
        height - 16,
        "12",
        "below the winner: what auto chooses, and its time over the winner's");
    return svg.append("</svg>\n").toString();
  }

  private static void box(StringBuilder svg, Size size, int g, int x, int y) {
    Cell winner =
        size.cells().stream()
            .min(Comparator.comparingDouble(cell -> cell.seconds()[g]))
            .orElseThrow();
    double best = winner.seconds()[g];
    boolean isNone = Double.isInfinite(best);
    String colour = isNone ? "#ffffff" : COLOURS.get(Crossover.METHODS.indexOf(winner.method()));
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" fill-opacity=\"0.6\" stroke=\"black\"/>%n"
            .formatted(x, y, BOX - 3, HEIGHT - 3, colour));
    text(svg, x + 6, y + 18, "13", isNone ? "none in time" : winner.method());
    if (!isNone) {
      text(svg, x + 6, y + 34, "11", String.format(Locale.ROOT, "%.3g s", best));
    }
    double chosen =
        size.cells().stream()
            .filter(cell -> cell.method().equals(size.chosen()))
            .mapToDouble(cell -> cell.seconds()[g])
            .findFirst()
            .orElse(Double.NaN);
    String ratio =
        isNone
            ? ""
            : Double.isInfinite(chosen)
                ? " never"
                : String.format(Locale.ROOT, " %.1fx", chosen / best);
    text(svg, x + 6, y + 50, "11", "auto: " + size.chosen() + ratio);
  }

  private static void text(StringBuilder svg, int x, int y, String size, String words) {
    svg.append("<text x=\"%d\" y=\"%d\" font-size=\"%s\">%s</text>%n".formatted(x, y, size, words));
  }

  private static String power(int value) {
    String digits = Integer.toString(value);
    return digits.matches("10*") ? "10^" + (digits.length() - 1) : digits;
  }
}
