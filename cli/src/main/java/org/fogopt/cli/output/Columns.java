package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table in columns as wide as their cells. */
public final class Columns {
  private Columns() {}

  public static void print(PrintWriter o, List<String> heads, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>(List.of(heads));
    all.addAll(rows);
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int k = 0; k < row.size(); k++) {
        int column = k;
        int width = all.stream().mapToInt(other -> other.get(column).length()).max().orElse(0);
        line.append(row.get(k)).append(" ".repeat(width - row.get(k).length() + 2));
      }
      o.println(line.toString().stripTrailing());
    }
  }
}
