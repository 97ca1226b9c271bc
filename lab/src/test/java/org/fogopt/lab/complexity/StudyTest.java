package org.fogopt.lab.complexity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fogopt.lab.complexity.Findings.Mode;
import org.fogopt.lab.complexity.Study.Accuracies;
import org.fogopt.lab.complexity.Study.Scale;
import org.junit.jupiter.api.Test;

class StudyTest {
  private static final Scale TINY =
      new Scale(
          new long[] {64, 256, 1024},
          256,
          new Accuracies(new double[] {0.28, 0.2, 0.14}, 0.2, new double[] {0.36, 0.3, 0.25}, 0.3),
          new Accuracies(new double[] {0.14, 0.1, 0.07}, 0.1, new double[] {0.36, 0.3, 0.25}, 0.3),
          5_000_000);

  private static final List<String> FOUR = List.of("sarah-c", "vrsc-pg", "gd", "scgd");

  private static Findings.Series find(Findings all, Axis axis, Mode mode, String method) {
    return all.series().stream()
        .filter(s -> s.axis() == axis && s.mode() == mode && s.method().equals(method))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theTheorysExponentsShowAndNoRunNeedsMoreThanTheTheorem() {
    Findings all = new Study(TINY, FOUR, 2).run(1, (done, of) -> {});
    assertThat(exponent(all, Axis.COMPONENTS, "sarah-c")).isCloseTo(0.5, within(0.12));
    assertThat(exponent(all, Axis.COMPONENTS, "vrsc-pg")).isCloseTo(2.0 / 3, within(0.12));
    assertThat(exponent(all, Axis.COMPONENTS, "gd")).isCloseTo(1, within(1e-12));
    assertThat(exponent(all, Axis.ACCURACY, "sarah-c")).isCloseTo(2, within(0.25));
    assertThat(exponent(all, Axis.ACCURACY, "gd")).isCloseTo(2, within(0.25));
    assertThat(exponent(all, Axis.ONLINE, "sarah-c")).isCloseTo(3, within(0.4));
    assertThat(exponent(all, Axis.ONLINE, "scgd")).isGreaterThan(5);
    for (Axis axis : Axis.values()) {
      for (Findings.Point p : find(all, axis, Mode.THEORY, "sarah-c").points()) {
        assertThat(p.calls()).hasSize(2).allMatch(calls -> calls < p.predicted());
      }
    }
  }

  private static double exponent(Findings all, Axis axis, String method) {
    Fit fit = find(all, axis, Mode.THEORY, method).fit();
    assertThat(fit).isNotNull();
    return fit == null ? Double.NaN : fit.exponent();
  }

  @Test
  void tunedRunsCostNoMoreThanThoseOfTheTheory() {
    Scale same =
        new Scale(new long[] {64, 256, 1024}, 256, TINY.theory(), TINY.theory(), 5_000_000);
    Findings all = new Study(same, List.of("sarah-c", "gd"), 2).run(2, (done, of) -> {});
    for (String method : List.of("sarah-c", "gd")) {
      var theory = find(all, Axis.COMPONENTS, Mode.THEORY, method).points();
      var tuned = find(all, Axis.COMPONENTS, Mode.TUNED, method).points();
      for (int k = 0; k < theory.size(); k++) {
        assertThat(tuned.get(k).typical()).isLessThan(theory.get(k).typical());
      }
    }
  }

  @Test
  void threadsChangeNothing() {
    List<String> two = List.of("sarah-c", "scgd");
    assertThat(new Study(TINY, two, 2).run(3, (done, of) -> {}))
        .isEqualTo(new Study(TINY, two, 2).run(1, (done, of) -> {}));
  }

  @Test
  void gradientDescentArrivesWhereTheClosedFormSays() {
    // x_0 alone moves at first order; v = 2 eps x_0 falls by 4 eta eps^2 (1 + v^2)^{-3/2} a step.
    double epsilon = 0.1;
    double eta = 0.1;
    double v = 0;
    double sum = 0;
    long steps = 0;
    do {
      double slope = 2 * epsilon / Math.pow(1 + v * v, 1.5);
      sum += slope * slope;
      steps++;
      v += 2 * epsilon * eta * slope;
    } while (sum > steps * epsilon * epsilon);
    Pursuit run =
        Pursuit.of(
            Contender.GD.algorithm(java.util.Map.of("eta", eta), 1),
            new LongSlope(epsilon, 4, 2),
            epsilon,
            1,
            1_000_000);
    assertThat(run.arrived()).isTrue();
    // the walls, off which the start is, cost a few steps
    assertThat((double) run.steps()).isBetween(steps * 0.999, steps * 1.1);
    assertThat(run.calls()).isEqualTo(run.steps() * (2 * 4 + 2));
  }

  @Test
  void aBudgetThatIsTooSmallLeavesPointsOut() {
    Scale poor = new Scale(TINY.counts(), 256, TINY.theory(), TINY.tuned(), 1000);
    Findings all = new Study(poor, List.of("sarah-c"), 1).run(1, (done, of) -> {});
    var series = find(all, Axis.COMPONENTS, Mode.THEORY, "sarah-c");
    assertThat(series.points()).allMatch(p -> p.calls().isEmpty());
    assertThat(series.fit()).isNull();
    assertThat(ComplexityPage.words(series.fit())).isEqualTo("too few points");
  }

  @Test
  void unknownMethodsAreRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> Study.quick(List.of("civr"), 1))
        .hasMessageContaining("civr")
        .hasMessageContaining("sarah-c, gd, vrsc-pg");
  }
}
