package org.fogopt;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which package may use which. Data goes one way: a package does not know those after it. */
class ArrowsTest {
  private static final JavaClasses FOG =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.fogopt");

  /** Each package below org.fogopt, with those it may use. A package may always use itself. */
  private static final Map<String, List<String>> MAY_USE = new TreeMap<>();

  static {
    MAY_USE.put("linalg", List.of());
    MAY_USE.put("theory", List.of());
    MAY_USE.put("state", List.of());
    MAY_USE.put("problem", List.of("linalg", "state"));
    MAY_USE.put("penalty", List.of("problem", "linalg"));
    MAY_USE.put("check", List.of("problem", "linalg"));
    MAY_USE.put("oracle", List.of("problem", "linalg", "state"));
    MAY_USE.put("method", List.of("oracle", "penalty", "problem", "linalg", "state", "theory"));
    MAY_USE.put("run", List.of("method", "oracle", "problem", "linalg", "state", "theory"));
    List<String> core = List.copyOf(MAY_USE.keySet());
    MAY_USE.put("apps", core);
    MAY_USE.put("lab", and(core, "apps"));
    MAY_USE.put("cli", and(core, "apps", "lab"));
  }

  @TestFactory
  Stream<DynamicTest> eachPackageUsesOnlyThoseBeforeIt() {
    return MAY_USE.keySet().stream()
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () ->
                        noClasses()
                            .that()
                            .resideInAPackage(inside(name))
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(forbidden(name))
                            .allowEmptyShould(true)
                            .check(FOG)));
  }

  @Test
  void thereIsNoPackageWithoutARule() {
    Assertions.assertThat(
            FOG.stream()
                .map(c -> c.getPackageName().replaceFirst("^org\\.fogopt\\.?", ""))
                .map(name -> name.replaceFirst("\\..*", ""))
                .filter(name -> !name.isEmpty()))
        .isSubsetOf(MAY_USE.keySet());
  }

  @Test
  void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("org.fogopt.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(FOG);
  }

  @Test
  void coreUsesNothingButTheJdk() {
    noClasses()
        .that()
        .resideInAnyPackage(
            MAY_USE.get("apps").stream().map(ArrowsTest::inside).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "org.fogopt..", "java..", "jdk.incubator.vector..", "org.jspecify..")
        .allowEmptyShould(true)
        .check(FOG);
  }

  @Test
  void onlyTheCommandLineEndsTheJvm() {
    noClasses()
        .that()
        .resideOutsideOfPackage(inside("cli"))
        .should()
        .callMethod(System.class, "exit", int.class)
        .allowEmptyShould(true)
        .check(FOG);
  }

  private static String[] forbidden(String name) {
    return MAY_USE.keySet().stream()
        .filter(other -> !other.equals(name) && !MAY_USE.get(name).contains(other))
        .map(ArrowsTest::inside)
        .toArray(String[]::new);
  }

  private static String inside(String name) {
    return "org.fogopt." + name + "..";
  }

  private static List<String> and(List<String> packages, String... more) {
    var all = new ArrayList<>(packages);
    all.addAll(List.of(more));
    return all;
  }
}
