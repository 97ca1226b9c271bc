package org.fogopt.apps.value;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Numbers for names, in the order in which they are first seen. */
final class StateNames {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    numbers.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  /** The number of a name, or −1. */
  int find(String name) {
    return numbers.getOrDefault(name, -1);
  }

  String name(int number) {
    return names.get(number);
  }

  int size() {
    return names.size();
  }

  /** All names by number. */
  List<String> list() {
    return List.copyOf(names);
  }

  /**
   * The numbers in the order in which states are to be listed: names that are all whole numbers by
   * size, others as they were seen.
   */
  int[] order() {
    boolean whole = names.stream().allMatch(name -> name.matches("-?\\d{1,18}"));
    IntStream all = IntStream.range(0, names.size());
    return whole
        ? all.boxed()
            .sorted(Comparator.comparingLong((Integer k) -> Long.parseLong(names.get(k))))
            .mapToInt(Integer::intValue)
            .toArray()
        : all.toArray();
  }
}
