package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.Methods;
import org.fogopt.method.Parameter.Range;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.newton.Newton;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters, the values given to them, and the catalogue of methods. */
class SettingsTest {
  private static final Parameter RATE = Parameter.number("rate", "how fast", 0.5, Range.POSITIVE);
  private static final Parameter SIZE = Parameter.count("size", "how many", 20);
  private static final Parameter LENGTH = Parameter.chosenCount("length", "how long", "long");
  private static final Parameter EXTRA = Parameter.chosenCountOrNone("extra", "more", "none");
  private static final Parameter TUNE = Parameter.chosen("tune", "by ear", "x", Range.FRACTION);
  private static final Parameter ON = Parameter.switched("on", "do it", true);
  private static final Parameter OFF = Parameter.switched("off", "do that", false);
  private static final List<Parameter> ALL = List.of(RATE, SIZE, LENGTH, EXTRA, TUNE, ON, OFF);

  @ParameterizedTest
  @CsvSource({
    "POSITIVE, 1e-300, true",
    "POSITIVE, 0, false",
    "POSITIVE, -1, false",
    "NOT_NEGATIVE, 0, true",
    "NOT_NEGATIVE, -1e-300, false",
    "AT_LEAST_ONE, 1, true",
    "AT_LEAST_ONE, 0.999, false",
    "AT_LEAST_ONE, 1e12, true",
    "FRACTION, 0, false",
    "FRACTION, 1e-9, true",
    "FRACTION, 1, true",
    "FRACTION, 1.0001, false",
    "FRACTION, -1e-9, false",
    "BELOW_ONE, 0, true",
    "BELOW_ONE, -1e-300, false",
    "BELOW_ONE, 0.999999, true",
    "BELOW_ONE, 1, false",
    "BELOW_ONE, NaN, false",
    "NOT_NEGATIVE, 1e12, true",
    "YES_OR_NO, -1, false",
    "YES_OR_NO, 0, true",
    "YES_OR_NO, 1, true",
    "YES_OR_NO, 0.5, false",
    "YES_OR_NO, 2, false",
    "POSITIVE, Infinity, false",
    "NOT_NEGATIVE, NaN, false",
    "AT_LEAST_ONE, Infinity, false",
    "FRACTION, NaN, false",
    "YES_OR_NO, NaN, false",
    "POSITIVE, NaN, false"
  })
  void aRangeAllowsWhatItsWordsSay(Range range, double value, boolean allowed) {
    assertThat(range.allows(value)).isEqualTo(allowed);
  }

  @Test
  void theWordsOfARangeAreForUsers() {
    assertThat(Range.values())
        .extracting(Range::toString)
        .containsExactly(
            "positive",
            "at least 0",
            "at least 1",
            "above 0 and at most 1",
            "at least 0 and below 1",
            "0 or 1");
  }

  @Test
  void whatIsNotGivenHasItsDefault() {
    assertThat(Settings.NONE.get(RATE)).isEqualTo(0.5);
    assertThat(Settings.NONE.count(SIZE)).isEqualTo(20);
    assertThat(Settings.NONE.is(ON)).isTrue();
    assertThat(Settings.NONE.is(OFF)).isFalse();
    assertThat(Settings.NONE.find(TUNE)).isNull();
    assertThat(Settings.NONE.count(LENGTH, 77)).isEqualTo(77);
    assertThatThrownBy(() -> Settings.NONE.get(TUNE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("tune has no default");
  }

  @Test
  void whatIsGivenIsRead() {
    Settings settings =
        Settings.parse(
            Map.of("rate", "2.5", "size", "3", "length", "1e3", "extra", "0", "on", "0"), ALL);
    assertThat(settings.get(RATE)).isEqualTo(2.5);
    assertThat(settings.count(SIZE)).isEqualTo(3);
    assertThat(settings.count(LENGTH, 5)).isEqualTo(1000);
    assertThat(settings.count(EXTRA, 5)).isZero();
    assertThat(settings.is(ON)).isFalse();
    assertThat(Settings.parse(Map.of(), ALL).find(RATE)).isEqualTo(0.5);
  }

  @Test
  void addingAValueLeavesTheOldSettingsAlone() {
    Settings first = Settings.NONE.with(RATE, 1);
    Settings second = first.with(RATE, 2).with(SIZE, 4);
    assertThat(first.get(RATE)).isEqualTo(1);
    assertThat(first.count(SIZE)).isEqualTo(20);
    assertThat(second.get(RATE)).isEqualTo(2);
    assertThat(Settings.NONE.get(RATE)).isEqualTo(0.5);
  }

  @Test
  void aDefaultBatchShrinksToWhatThereIsAGivenOneIsRefused() {
    assertThat(Settings.NONE.batch(SIZE, 7)).isEqualTo(7);
    assertThat(Settings.NONE.batch(SIZE, 100)).isEqualTo(20);
    Settings given = Settings.NONE.with(SIZE, 30);
    assertThat(given.batch(SIZE, 7)).isEqualTo(30);
    given.requireAtMost("m", 30, SIZE, LENGTH);
    assertThatThrownBy(() -> given.requireAtMost("m", 29, LENGTH, SIZE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("size = 30 is more than the m = 29 components there are");
    Settings.NONE.requireAtMost("m", 1, SIZE); // 20 was not given
  }

  @Test
  void refusalsNameTheParameterAndWhatWasExpected() {
    assertThatThrownBy(() -> Settings.NONE.with(RATE, 0))
        .hasMessage("rate (how fast) must be positive, not 0");
    assertThatThrownBy(() -> Settings.NONE.with(RATE, Double.NEGATIVE_INFINITY))
        .hasMessage("rate (how fast) must be positive, not -Infinity");
    assertThatThrownBy(() -> Settings.NONE.with(TUNE, 1e30))
        .hasMessage("tune (by ear) must be above 0 and at most 1, not 1.0E30");
    assertThatThrownBy(() -> Settings.NONE.with(SIZE, 2.5))
        .hasMessage("size (how many) must be at least 1 and whole, not 2.5");
    assertThatThrownBy(() -> Settings.NONE.with(EXTRA, -3))
        .hasMessage("extra (more) must be at least 0 and whole, not -3");
    assertThatThrownBy(() -> Settings.NONE.with(ON, 7))
        .hasMessage("on (do it) must be 0 or 1, not 7");
    assertThatThrownBy(() -> Settings.NONE.with(ON, 0.5))
        .hasMessage("on (do it) must be 0 or 1, not 0.5");
    assertThatThrownBy(() -> Settings.NONE.with(RATE, -999_999_999_999_999.0))
        .hasMessage("rate (how fast) must be positive, not -999999999999999");
    assertThatThrownBy(() -> Settings.NONE.with(RATE, -1e15))
        .hasMessage("rate (how fast) must be positive, not -1.0E15");
    assertThatThrownBy(() -> Settings.parse(Map.of("speed", "1"), ALL))
        .hasMessage(
            "there is no parameter \"speed\"; expected one of rate, size, length, extra, tune, on, off");
    assertThatThrownBy(() -> Settings.parse(Map.of("rate", "fast"), ALL))
        .hasMessage("rate must be a number, not \"fast\"")
        .hasCauseInstanceOf(NumberFormatException.class);
  }

  @Test
  void parametersAreDescribedInWords() {
    assertThat(RATE.otherwise()).isEqualTo("0.5");
    assertThat(SIZE.otherwise()).isEqualTo("20");
    assertThat(ON.otherwise()).isEqualTo("1 (yes)");
    assertThat(OFF.otherwise()).isEqualTo("0 (no)");
    assertThat(LENGTH.otherwise()).isEqualTo("long");
    assertThat(List.of(SIZE, LENGTH, EXTRA, ON)).allMatch(Parameter::whole);
    assertThat(List.of(RATE, TUNE)).noneMatch(Parameter::whole);
    assertThat(List.of(SIZE, LENGTH)).allMatch(p -> p.range() == Range.AT_LEAST_ONE);
    assertThat(EXTRA.range()).isEqualTo(Range.NOT_NEGATIVE);
    assertThat(EXTRA.otherwise()).isEqualTo("none");
    assertThat(TUNE.otherwise()).isEqualTo("x");
    assertThat(TUNE.range()).isEqualTo(Range.FRACTION);
    assertThat(List.of(ON, OFF)).allMatch(p -> p.range() == Range.YES_OR_NO);
    assertThat(SIZE.standard()).isEqualTo(20);
    assertThat(RATE.standard()).isEqualTo(0.5);
    assertThat(ON.standard()).isEqualTo(1);
    assertThat(OFF.standard()).isEqualTo(0);
  }

  @Test
  void aParameterIsMadeOfWhatIsSaidOfIt() {
    assertThat(Parameter.number("a", "b", 0.25, Range.BELOW_ONE))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", 0.25, "0.25", false, Range.BELOW_ONE));
    assertThat(Parameter.count("a", "b", 7))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", 7.0, "7", true, Range.AT_LEAST_ONE));
    assertThat(Parameter.switched("a", "b", true))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", 1.0, "1 (yes)", true, Range.YES_OR_NO));
    assertThat(Parameter.switched("a", "b", false))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", 0.0, "0 (no)", true, Range.YES_OR_NO));
    assertThat(Parameter.chosen("a", "b", "c", Range.POSITIVE))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", null, "c", false, Range.POSITIVE));
    assertThat(Parameter.chosenCount("a", "b", "c"))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", null, "c", true, Range.AT_LEAST_ONE));
    assertThat(Parameter.chosenCountOrNone("a", "b", "c"))
        .usingRecursiveComparison()
        .isEqualTo(new Parameter("a", "b", null, "c", true, Range.NOT_NEGATIVE));
  }

  @Test
  void parametersAreKnownByTheirNames() {
    assertThat(RATE).isEqualTo(Parameter.count("rate", "other", 3)).isNotEqualTo(SIZE);
    assertThat(RATE).hasSameHashCodeAs(Parameter.count("rate", "other", 3));
    assertThat((Object) RATE).isNotEqualTo("rate");
    assertThat(RATE.hashCode()).isNotEqualTo(SIZE.hashCode());
  }

  // The catalogue

  @Test
  void namesAreUniqueAndFoundInAnyCase() {
    Set<String> names = new HashSet<>();
    for (Method method : Methods.ALL) {
      assertThat(names.add(method.name())).as(method.name()).isTrue();
      assertThat(Methods.named(method.name())).isSameAs(method);
      assertThat(Methods.named(method.name().toUpperCase(java.util.Locale.ROOT))).isSameAs(method);
      assertThat(method.with(Settings.NONE).name()).isEqualTo(method.name());
    }
    assertThat(names).hasSameSizeAs(Methods.ALL);
  }

  @Test
  void anUnknownNameIsRefusedWithTheOnesThereAre() {
    assertThatThrownBy(() -> Methods.named("adam"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "there is no algorithm \"adam\"; expected one of auto, sarah-c, newton, lbfgs, gd, agd, ")
        .hasMessageEndingWith(", scsc, storm-c");
  }

  @Test
  void everyMethodIsDescribed() {
    for (Method method : Methods.ALL) {
      assertThat(method.title()).isNotBlank();
      assertThat(method.calls()).isNotBlank();
      assertThat(method.output()).isNotBlank();
      if (!method.equals(Automatic.METHOD)) { // which nobody proposed
        assertThat(method.reference()).matches(".*\\b(1847|19|20)\\d*.*");
      }
      boolean choosesSteps =
          List.of(Automatic.METHOD, Newton.METHOD, Lbfgs.METHOD).contains(method);
      if (!choosesSteps) {
        assertThat(method.parameters().get(0).name()).isIn("eta", "alpha");
      }
      Set<String> names = new HashSet<>();
      for (Parameter parameter : method.parameters()) {
        assertThat(names.add(parameter.name())).isTrue();
        assertThat(parameter.meaning()).isNotBlank();
        assertThat(parameter.otherwise()).isNotBlank();
        Double standard = parameter.standard();
        if (standard != null) {
          assertThat(parameter.require(standard)).isEqualTo(standard);
        }
      }
    }
  }
}
