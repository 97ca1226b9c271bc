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

  int number(String text) {
    String name = plain(text);
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
    return numbers.getOrDefault(plain(name), -1);
  }

  /** 2 for 2.0: programs write whole numbers so in a column where one is missing. */
  private static String plain(String name) {
    return name.endsWith(".0") && name.matches("-?[0-9]+\\.0")
        ? name.substring(0, name.length() - 2)
        : name;
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
   * size, others as they were seen; {@link ChainFile#END} last.
   */
  int[] order() {
    boolean whole = names.stream().allMatch(name -> isEnd(name) || name.matches("-?\\d{1,18}"));
    Comparator<Integer> order = Comparator.comparing(k -> isEnd(names.get(k)));
    if (whole) {
      order = order.thenComparingLong(k -> isEnd(names.get(k)) ? 0 : Long.parseLong(names.get(k)));
    }
    return IntStream.range(0, names.size())
        .boxed()
        .sorted(order)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static boolean isEnd(String name) {
    return name.equals(ChainFile.END);
  }
}
