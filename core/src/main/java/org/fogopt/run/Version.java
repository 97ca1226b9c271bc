package org.fogopt.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Fog that is running. */
public final class Version {
  private Version() {}

  /** The version, such as {@code 0.1.0}, that the build wrote into the jar. */
  public static String current() {
    try (var in = Version.class.getResourceAsStream("/org/fogopt/version.properties")) {
      if (in == null) {
        throw new IllegalStateException("version.properties is missing from the jar");
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
