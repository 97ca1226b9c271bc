package org.fogopt.algorithm;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The catalogue of methods. */
public final class Methods {
  /** All of them: ours, then full gradients, then the rivals by age. */
  public static final List<Method> ALL =
      List.of(
          SarahCompositional.METHOD,
          GradientDescent.METHOD,
          AcceleratedGradient.METHOD,
          Scgd.METHOD,
          AccScgd.METHOD,
          AscPg.METHOD,
          CompositionalSvrg1.METHOD,
          CompositionalSvrg2.METHOD,
          Scvr.METHOD,
          ScScsg.METHOD,
          VrscPg.METHOD,
          Scvrg.METHOD,
          Civr.METHOD,
          Nasa.METHOD,
          Scsc.METHOD,
          StormCompositional.METHOD);

  private Methods() {}

  /**
   * The method of that name.
   *
   * @throws IllegalArgumentException listing the names there are
   */
  public static Method named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return ALL.stream()
        .filter(method -> method.name().equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no algorithm \"%s\"; expected one of %s"
                        .formatted(
                            name,
                            ALL.stream().map(Method::name).collect(Collectors.joining(", ")))));
  }
}
