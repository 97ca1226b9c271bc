package org.fogopt.cli.option;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.fogopt.run.CheckpointException;
import org.fogopt.run.Checkpoints;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A command's checkpoints while it runs; none if none were asked for. */
public final class Keeping implements AutoCloseable {
  /** Where, within the folder of a run, its result is. */
  private static final String END = "end";

  private final @Nullable Path folder;
  private final @Nullable Checkpoints checkpoints;
  private final CommandSpec command;
  private final boolean quiet;
  private final Parts parts;
  private final List<Checkpoints> kept = new ArrayList<>(); // of several runs
  private boolean wasInterrupted;
  private boolean
      goesOn; // whether one of several runs was not done at the kill // later runs begin elsewhere

  // than they will after a resume

  /**
   * How the runs of a command that makes several are kept.
   *
   * @param resuming whether they may be there
   * @param overwrite whether those of an unfinished command may be lost
   * @param every time between two checkpoints
   */
  record Parts(boolean resuming, boolean overwrite, Duration every) {}

  Keeping(
      @Nullable Path folder,
      @Nullable Checkpoints checkpoints,
      CommandSpec command,
      boolean quiet,
      Parts parts) {
    this.folder = folder;
    this.checkpoints = checkpoints;
    this.command = command;
    this.quiet = quiet;
    this.parts = parts;
  }

  public void apply(Run run) {
    if (checkpoints != null) {
      if (!quiet) {
        checkpoints.telling(this::say);
      }
      run.checkpoint(checkpoints);
    }
  }

  /** Goes on from what was kept, if anything was. */
  public void restore(Stateful work) {
    if (checkpoints != null) {
      if (!quiet) {
        checkpoints.telling(this::say);
      }
      checkpoints.restore(work);
    }
  }

  /**
   * Keeps what was done, if it is time.
   *
   * @param step how much that is
   */
  public synchronized void keep(long step, Stateful work) {
    if (checkpoints != null && checkpoints.due()) {
      checkpoints.save(step, work);
    }
  }

  /** To be called when the results of work without steps of a method are written. */
  public void ended() {
    if (checkpoints != null) {
      checkpoints.finished();
    }
  }

  /**
   * Makes the next of several runs, kept in a folder of its own within that of the command. One
   * that converged before a kill is not made again; the first other goes on from its last
   * checkpoint. With a larger budget it ends elsewhere, so those after it begin anew.
   *
   * @param of all that the result of a run that converges follows from
   */
  public Result next(Run run, Supplier<List<String>> of, Function<Run, Result> make) {
    if (wasInterrupted || folder == null) {
      return make.apply(run);
    }
    Path own = folder.resolve("run-" + (kept.size() + 1));
    List<String> wanted = of.get();
    kept.forEach(Checkpoints::close);
    Result before = parts.resuming ? end(own.resolve(END), wanted) : null;
    Checkpoints checkpoints = part(own);
    kept.add(checkpoints.every(parts.every));
    if (before != null) {
      return before;
    }
    goesOn = true;
    run.checkpoint(checkpoints);
    Result result = make.apply(run);
    wasInterrupted = result.stop().reason() == Stop.Reason.INTERRUPTED;
    if (result.converged()) {
      try (var end = Checkpoints.begin(own.resolve(END), true, List.of())) {
        end.save(result.steps(), new EndedRun(wanted, result));
      } catch (CheckpointException e) {
        throw KeptOptions.remedied(e, folder);
      }
    }
    return result;
  }

  private static @Nullable Result end(Path own, List<String> wanted) {
    if (!Files.isDirectory(own)) {
      return null;
    }
    try (var end = Checkpoints.resume(own)) {
      var ended = new EndedRun();
      end.restore(ended);
      return ended.result(wanted);
    } catch (CheckpointException e) {
      return null; // killed before it was whole: the run is made again
    }
  }

  private Checkpoints part(Path own) {
    if (parts.resuming && !goesOn && Files.isDirectory(own)) {
      try {
        return Checkpoints.resume(own);
      } catch (CheckpointException e) {
        // Killed before its first checkpoint was whole: it begins anew.
      }
    }
    try {
      return Checkpoints.begin(own, parts.resuming || parts.overwrite, List.of());
    } catch (CheckpointException e) {
      throw KeptOptions.remedied(e, folder);
    }
  }

  /** To be called when the results of several runs are written. */
  public void ended(boolean isInterrupted) {
    if (checkpoints == null) {
      return;
    }
    if (isInterrupted) {
      if (!quiet) {
        say("stopped; go on with: %s resume %s".formatted(command.root().name(), folder));
      }
      return;
    }
    kept.forEach(Checkpoints::finished);
    checkpoints.finished();
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
    kept.forEach(Checkpoints::close);
    if (checkpoints != null) {
      checkpoints.close();
    }
  }
}
