package org.fogopt.apps.value;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A chain that needs no file: a machine that wears out while demand comes and goes, and is repaired
 * when it breaks down or has worn too far. The numbers are invented; the file is also a template
 * for one's own.
 */
public final class ExampleChain {
  private static final String RESOURCE = "example-machine.csv";

  private ExampleChain() {}

  public static RewardChain read() {
    try (InputStream in = ExampleChain.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the jar");
      }
      Path copy = Files.createTempFile("fog-example", ".csv");
      try {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        RewardChain chain = ChainFile.read(copy, null, null, false).chain();
        return new RewardChain(
            chain.states(), chain.transitions(), chain.rewards(), "the built-in example");
      } finally {
        Files.delete(copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
