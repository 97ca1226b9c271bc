package org.fogopt.cli.option;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.fogopt.run.Checkpoints;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A command's checkpoints while it runs; none if none were asked for. */
public final class Keeping implements AutoCloseable {
  private final @Nullable Path folder;
  private final @Nullable Checkpoints checkpoints;
  private final CommandSpec command;
  private final boolean quiet;

  Keeping(
      @Nullable Path folder,
      @Nullable Checkpoints checkpoints,
      CommandSpec command,
      boolean quiet) {
    this.folder = folder;
    this.checkpoints = checkpoints;
    this.command = command;
    this.quiet = quiet;
  }

  public void apply(Run run) {
    if (checkpoints != null) {
      if (!quiet) {
        checkpoints.telling(this::say);
      }
      run.checkpoint(checkpoints);
    }
  }

  /** To be called when the results are written. */
  public void ended(Result result) {
    if (checkpoints == null) {
      return;
    }
    if (result.stop().reason() != Stop.Reason.INTERRUPTED) {
      checkpoints.finished();
    } else if (!quiet) {
      say(
          "stopped at step %d; go on with: %s resume %s"
              .formatted(result.steps(), command.root().name(), folder));
    }
  }

  private void say(String note) {
    PrintWriter err = command.commandLine().getErr();
    err.println(command.qualifiedName() + ": " + note);
    err.flush();
  }

  @Override
  public void close() {
    if (checkpoints != null) {
      checkpoints.close();
    }
  }
}
