package org.fogopt;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.learn.Activation;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.table.FeatureFit;
import org.fogopt.apps.learn.table.Features;
import org.fogopt.apps.learn.table.Trainer;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap;
import org.fogopt.apps.value.ExampleChain;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.lab.compare.Contender;
import org.fogopt.lab.compare.Steps;
import org.fogopt.lab.report.Section;
import org.fogopt.lab.report.Text;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.fogopt.method.Settings;
import org.fogopt.method.newton.Newton;
import org.fogopt.penalty.Hinges;
import org.fogopt.run.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a public record prints is of use: no identity of an array or a lambda, and not endless. */
class RecordsTest {
  private static final int LONG = 1000;
  private static final int MOST_CHARACTERS = 2000;

  /** Lists that are as long as the data; others are short. */
  private static final Set<String> AS_LONG_AS_DATA =
      Set.of("names", "labels", "states", "dates", "places", "spots", "points");

  /** Of classes that are no records, or whose constructor asks for parts that go together. */
  private static final Map<Class<?>, Supplier<Object>> SAMPLES =
      Map.ofEntries(
          Map.entry(Rows.class, () -> Rows.of(LONG, 2, new double[2 * LONG])),
          Map.entry(RowMatrix.class, () -> Rows.of(LONG, 2, new double[2 * LONG])),
          Map.entry(Table.class, RecordsTest::table),
          Map.entry(DataTable.Column.class, () -> new DataTable.Numbers("a", new double[LONG])),
          Map.entry(DataTable.Numbers.class, () -> new DataTable.Numbers("a", new double[LONG])),
          Map.entry(
              SparseRows.class, () -> SparseRows.of(1, 1, new int[2], new int[0], new double[0])),
          Map.entry(Features.class, () -> new Features(List.of())),
          Map.entry(Trainer.class, RecordsTest::trainer),
          Map.entry(Loss.class, () -> Loss.SQUARED),
          Map.entry(Objective.class, () -> Objective.parse("cvar:0.9")),
          Map.entry(Network.class, () -> new Network(new int[] {32, 32}, Activation.TANH)),
          Map.entry(RewardChain.class, ExampleChain::read),
          Map.entry(Trace.class, Trace::new),
          Map.entry(Settings.class, () -> Settings.NONE),
          Map.entry(Steps.class, Steps.Automatic::new),
          Map.entry(Contender.class, RecordsTest::contender),
          Map.entry(Section.class, () -> new Text("title", List.of("words"))),
          Map.entry(BlockBootstrap.class, () -> new BlockBootstrap(20, 2, 1)),
          Map.entry(
              Hinges.class,
              () -> new Hinges(1, new double[LONG], new double[LONG], new double[LONG])));

  private static Contender contender() {
    return new Contender("newton", Newton.METHOD, List.of(Map.of()), new Steps.Automatic());
  }

  private static Trainer trainer() {
    var column = new DataTable.Numbers("y", new double[LONG]);
    var data = new DataTable(List.of(column), new int[LONG], null, "train.csv", List.of());
    var setup =
        new Trainer.Setup(
            "y",
            null,
            new FeatureFit(true, false, 0),
            false,
            Network.LINEAR,
            true,
            null,
            Set.of(),
            1);
    return new Trainer(data, setup, Learner::fit);
  }

  private static Table table() {
    List<String> names = IntStream.range(0, LONG).mapToObj(k -> "asset " + k).toList();
    return new Table(names, List.of(), Rows.of(2, LONG, new double[2 * LONG]), "returns.csv");
  }

  private static final List<Class<?>> RECORDS =
      new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .importPackages("org.fogopt")
              .stream()
              .filter(JavaClass::isRecord)
              .<Class<?>>map(JavaClass::reflect)
              .filter(RecordsTest::isPublic)
              .filter(type -> !type.getName().startsWith("org.fogopt.cli.")) // a program's own
              .sorted(Comparator.comparing(Class::getName))
              .toList();

  static List<Class<?>> records() {
    return RECORDS;
  }

  private static boolean isPublic(Class<?> type) {
    return Stream.<Class<?>>iterate(type, c -> c != null, Class::getEnclosingClass)
        .allMatch(c -> Modifier.isPublic(c.getModifiers()));
  }

  @Test
  void thereAreMany() {
    assertThat(records()).hasSizeGreaterThan(60);
  }

  @ParameterizedTest
  @MethodSource("records")
  void aRecordPrintsUsefully(Class<?> type) throws Exception {
    String printed = sample(type, type.getSimpleName()).toString();
    assertThat(printed)
        .isNotBlank()
        .doesNotContain("$$Lambda", "[D@", "[I@")
        .doesNotContainPattern("@[0-9a-f]{4,}")
        .hasSizeLessThan(MOST_CHARACTERS);
  }

  private static Object sample(Type type, String name) throws Exception {
    if (type instanceof ParameterizedType generic) {
      return container(generic, name);
    }
    var raw = (Class<?>) type;
    if (SAMPLES.containsKey(raw)) {
      return SAMPLES.get(raw).get();
    }
    if (raw.isArray()) {
      Object array = Array.newInstance(raw.getComponentType(), LONG);
      for (int k = 0; k < LONG; k++) {
        Array.set(array, k, sample(raw.getComponentType(), name));
      }
      return array;
    }
    if (raw.isEnum()) {
      return raw.getEnumConstants()[0];
    }
    if (raw.isRecord()) {
      RecordComponent[] parts = raw.getRecordComponents();
      Object[] values = new Object[parts.length];
      for (int k = 0; k < parts.length; k++) {
        values[k] = sample(parts[k].getGenericType(), parts[k].getName());
      }
      Class<?>[] types =
          Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return raw.getDeclaredConstructor(types).newInstance(values);
    }
    if (raw.isInterface()) {
      return Proxy.newProxyInstance(
          raw.getClassLoader(),
          new Class<?>[] {raw},
          (proxy, method, words) ->
              method.getName().equals("toString")
                  ? "User$$Lambda@12345678" // as a lambda would print itself
                  : sample(method.getReturnType(), method.getName()));
    }
    return plain(raw, name);
  }

  private static Object plain(Class<?> raw, String name) {
    if (raw == String.class) {
      return name;
    }
    if (raw == double.class || raw == Double.class) {
      return 1.25;
    }
    if (raw == long.class || raw == Long.class) {
      return 2L;
    }
    if (raw == int.class || raw == Integer.class) {
      return 2;
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return true;
    }
    if (raw == char.class || raw == Character.class) {
      return ',';
    }
    if (raw == Number.class) {
      return 1.25;
    }
    if (raw == LocalDate.class) {
      return LocalDate.of(2024, 1, 2);
    }
    if (raw == Throwable.class) {
      return new IllegalStateException(name);
    }
    throw new IllegalStateException("no sample of " + raw);
  }

  private static Object container(ParameterizedType generic, String name) throws Exception {
    Type[] of = generic.getActualTypeArguments();
    if (generic.getRawType() == Map.class) {
      return Map.of(sample(of[0], name), sample(of[1], name));
    }
    if (generic.getRawType() == Set.class) {
      return Set.of(sample(of[0], name));
    }
    return Collections.nCopies(AS_LONG_AS_DATA.contains(name) ? LONG : 3, sample(of[0], name));
  }
}
