package org.fogopt.apps.portfolio;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;

/**
 * A table of returns that needs no file: ten years of weekly returns, in percent, of twelve funds.
 * The numbers are invented (two common factors, heavy tails); the file is also a template for one's
 * own.
 */
public final class ExampleReturns {
  private static final String RESOURCE = "example-returns.csv";

  private ExampleReturns() {}

  public static Table read() {
    try (InputStream in = ExampleReturns.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the jar");
      }
      Path copy = Files.createTempFile("fog-example", ".csv");
      try {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        Table table = TableReader.read(copy, ReadOptions.defaults());
        return new Table(table.names(), table.labels(), table.rows(), "the built-in example");
      } finally {
        Files.delete(copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
