package org.fogopt.cli.output;

import org.fogopt.linalg.Kernels;
import org.fogopt.run.Version;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class VersionLine implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "fog %s (Java %s, SIMD %s)"
          .formatted(
              Version.current(), System.getProperty("java.version"), Kernels.simd() ? "on" : "off")
    };
  }
}
