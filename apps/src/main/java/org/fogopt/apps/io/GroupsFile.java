package org.fogopt.apps.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.csv.Numeral;
import org.fogopt.apps.io.csv.Separator;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.penalty.Budget;

/**
 * Groups of assets with bounds on the sum of their weights, as a CSV file of three or four columns:
 * {@code asset}, {@code group}, {@code cap}, {@code floor}; with a floor, a cap may be left empty.
 * All rows of a group hold the same bounds. An asset may be in several groups, one row for each;
 * assets that are not listed are in none.
 */
public final class GroupsFile {
  private static final long MAX_BYTES = 1L << 28;

  private final Map<String, Integer> positions = new HashMap<>();
  private final Map<String, List<Integer>> members = new LinkedHashMap<>();
  private final Map<String, Double> caps = new HashMap<>();
  private final Map<String, Double> floors = new HashMap<>();
  private final Map<String, Integer> lines = new HashMap<>(); // by group and asset
  private boolean isFirst = true;

  private GroupsFile(List<String> names) {
    for (int k = 0; k < names.size(); k++) {
      positions.put(names.get(k), k);
    }
    for (int k = 0; k < names.size(); k++) {
      positions.putIfAbsent(names.get(k).strip(), k); // as cells are read
    }
  }

  /**
   * Reads the groups of these assets.
   *
   * @throws InputException naming the row if an asset is unknown or in a group twice, a bound is no
   *     number, two rows of a group differ in it, or its floor is above its cap
   */
  public static List<Budget.Group> read(Path path, List<String> names) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    var groups = new GroupsFile(names);
    try (var text = TextSource.open(path, file, MAX_BYTES)) {
      char separator = Separator.of(text.sampleLines());
      CsvCells.forEach(text.reader(), separator, file, groups::add);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
    if (groups.members.isEmpty()) {
      throw new InputException(
          file, "has no groups", "write rows of asset,group,cap or asset,group,cap,floor");
    }
    return groups.toList();
  }

  private void add(CsvCells cells) {
    if (cells.isBlank()) {
      return;
    }
    if (cells.count() != 3 && cells.count() != 4) {
      throw new InputException(
          cells.place(),
          "expected 3 or 4 columns, asset, group, cap and floor, found " + cells.count(),
          "quote names that hold a separator");
    }
    boolean mayBeHeader = isFirst;
    isFirst = false;
    String asset = cells.text(0);
    if (mayBeHeader && cells.kind(2) == Numeral.Kind.TEXT && !positions.containsKey(asset)) {
      BoundHeading.require(cells, 2, true, "asset,group,cap,floor");
      if (cells.count() == 4) {
        BoundHeading.require(cells, 3, false, "asset,group,cap,floor");
      }
      return;
    }
    Integer k = positions.get(asset);
    if (k == null) {
      throw new InputException(
          cells.place().atColumn(1, "asset"),
          "the asset " + InputException.quote(asset) + " is not in the table of returns",
          "remove the row, or correct the name");
    }
    String group = cells.text(1);
    Integer before = lines.put(group + '\n' + k, cells.line());
    if (before != null) {
      throw new InputException(
          cells.place().atColumn(1, "asset"),
          "the asset %s stands in row %d for the group %s already"
              .formatted(InputException.quote(asset), before, InputException.quote(group)),
          "keep one of the two rows");
    }
    boolean hasFloor = cells.count() == 4 && !cells.text(3).isEmpty();
    if (!hasFloor || !cells.text(2).isEmpty()) {
      bound(cells, 2, "cap", group, caps);
    }
    if (hasFloor) {
      bound(cells, 3, "floor", group, floors);
    }
    requireRoom(cells, group);
    members.computeIfAbsent(group, name -> new ArrayList<>()).add(k);
  }

  private static void bound(
      CsvCells cells, int column, String name, String group, Map<String, Double> bounds) {
    Place cell = cells.place().atColumn(column + 1, name);
    if (cells.kind(column) != Numeral.Kind.NUMBER || Double.isInfinite(cells.value(column))) {
      throw new InputException(
          cell,
          "expected a finite number, found " + InputException.quote(cells.text(column)),
          "write it with a decimal point, such as 0.25 for 25 %");
    }
    Double before = bounds.putIfAbsent(group, cells.value(column));
    if (before != null && before != cells.value(column)) {
      throw new InputException(
          cell,
          "the group %s has the %s %s already".formatted(InputException.quote(group), name, before),
          "give all rows of a group the same " + name);
    }
  }

  private void requireRoom(CsvCells cells, String group) {
    Double floor = floors.get(group);
    Double cap = caps.get(group);
    if (floor != null && cap != null && floor > cap) {
      throw new InputException(
          cells.place(),
          "the group %s has the floor %s and the cap %s"
              .formatted(InputException.quote(group), floor, cap),
          "give a floor that is not above the cap");
    }
  }

  private List<Budget.Group> toList() {
    List<Budget.Group> all = new ArrayList<>();
    members.forEach(
        (name, indices) ->
            all.add(
                new Budget.Group(
                    name,
                    indices.stream().mapToInt(Integer::intValue).toArray(),
                    floors.getOrDefault(name, Double.NEGATIVE_INFINITY),
                    caps.getOrDefault(name, Double.POSITIVE_INFINITY))));
    return all;
  }
}
