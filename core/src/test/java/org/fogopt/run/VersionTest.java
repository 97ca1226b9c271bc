package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {
  @Test
  void theBuildFillsInTheVersion() {
    assertThat(Version.current()).matches("\\d+\\.\\d+\\.\\d+.*");
  }
}
