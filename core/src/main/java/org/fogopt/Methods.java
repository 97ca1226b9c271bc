package org.fogopt;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.fogopt.method.Method;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.baseline.AccScgd;
import org.fogopt.method.baseline.AcceleratedGradient;
import org.fogopt.method.baseline.AscPg;
import org.fogopt.method.baseline.Civr;
import org.fogopt.method.baseline.CompositionalSvrg1;
import org.fogopt.method.baseline.CompositionalSvrg2;
import org.fogopt.method.baseline.GradientDescent;
import org.fogopt.method.baseline.Nasa;
import org.fogopt.method.baseline.ScScsg;
import org.fogopt.method.baseline.Scgd;
import org.fogopt.method.baseline.Scsc;
import org.fogopt.method.baseline.Scvr;
import org.fogopt.method.baseline.Scvrg;
import org.fogopt.method.baseline.StormCompositional;
import org.fogopt.method.baseline.VrscPg;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.newton.Newton;
import org.fogopt.method.sarah.SarahParameters;

/** The catalogue of methods. */
public final class Methods {
  /**
   * All of them: the automatic choice, SARAH-Compositional, then full gradients, then the baselines
   * by age.
   */
  public static final List<Method> ALL =
      List.of(
          Automatic.METHOD,
          SarahParameters.METHOD,
          Newton.METHOD,
          Lbfgs.METHOD,
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
