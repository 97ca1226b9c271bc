package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.method.Method;

/** Batches worth trying, by method: a few sizes of each, over which its step is searched. */
public final class Choices {
  private static final Map<String, List<Map<String, String>>> BY_METHOD = byMethod();

  private Choices() {}

  /** Settings to try; of a method that is not listed only its own. */
  public static List<Map<String, String>> of(Method method) {
    return BY_METHOD.getOrDefault(method.name(), List.of(Map.of()));
  }

  private static Map<String, List<Map<String, String>>> byMethod() {
    Map<String, List<Map<String, String>>> all = new LinkedHashMap<>();
    List<Map<String, String>> sarah = new ArrayList<>();
    for (String[] s : new String[][] {{"5", "1"}, {"5", "5"}, {"5", "20"}, {"20", "20"}}) {
      sarah.add(Map.of("S1", s[0], "S3", s[1]));
    }
    all.put("sarah-c", sarah);
    for (String name : List.of("c-svrg-1", "c-svrg-2", "vrsc-pg")) {
      List<Map<String, String>> svrg = new ArrayList<>();
      svrg.add(Map.of());
      for (String[] s :
          new String[][] {{"5", "5", "400"}, {"5", "20", "200"}, {"20", "20", "100"}}) {
        svrg.add(Map.of("A", s[0], "C", s[1], "K", s[2]));
      }
      all.put(name, svrg);
    }
    for (String name : List.of("scgd", "acc-scgd", "asc-pg", "scsc")) {
      all.put(name, List.of(Map.of(), Map.of("a", "10", "b", "10")));
    }
    all.put("nasa", List.of(Map.of(), Map.of("Sg", "10", "Sf", "10")));
    all.put(
        "storm-c", List.of(Map.of(), Map.of("Sg", "5", "SG", "5", "Sf", "5"), Map.of("a", "0.1")));
    all.put("civr", List.of(Map.of(), Map.of("S", "10", "tau", "20"), Map.of("adaptive", "1")));
    all.put("scvrg", List.of(Map.of(), Map.of("C", "5"), Map.of("A", "20", "C", "20")));
    return all;
  }
}
