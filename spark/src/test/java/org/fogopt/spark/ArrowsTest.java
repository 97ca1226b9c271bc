package org.fogopt.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rows in a cluster are for programs too: only the command knows of commands. */
class ArrowsTest {
  private static final JavaClasses FOG =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.fogopt");

  @Test
  void onlyTheCommandUsesCliAndLab() {
    noClasses()
        .that()
        .resideInAPackage("org.fogopt.spark")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.fogopt.cli..", "org.fogopt.lab..", "org.fogopt.spark.command..", "picocli..")
        .check(FOG);
  }

  @Test
  void nobodyBeforeKnowsSpark() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.fogopt.spark..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.spark..", "org.fogopt.spark..")
        .check(FOG);
  }
}
