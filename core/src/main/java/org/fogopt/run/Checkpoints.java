package org.fogopt.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * A folder in which a run is kept while it goes on, so that it can be killed at any moment and
 * resumed: it then ends with the same bits as if nothing had happened. The last two checkpoints are
 * kept, each written whole or not at all.
 *
 * <pre>{@code
 * try (var checkpoints = Checkpoints.begin(folder).every(Duration.ofMinutes(5))) {
 *   Run.of(problem, algorithm).stop(StopRule.passes(100)).checkpoint(checkpoints).go();
 *   checkpoints.finished();
 * }
 * // later, after a kill, with the same problem, algorithm, start and seed:
 * try (var checkpoints = Checkpoints.resume(folder)) {
 *   Run.of(problem, algorithm).stop(StopRule.passes(100)).checkpoint(checkpoints).go();
 *   checkpoints.finished();
 * }
 * }</pre>
 */
public final class Checkpoints implements AutoCloseable {
  /** Time between two checkpoints, unless another is given. */
  public static final Duration USUAL = Duration.ofSeconds(30);

  private static final Pattern NAME = Pattern.compile("checkpoint-(\\d{1,18})\\.fog(\\.tmp)?");
  private static final String FINISHED = "finished";
  private static final String LOCK = "lock";

  private final Path folder;
  private final @Nullable FileChannel lock;
  private final List<String> command = new ArrayList<>();
  private @Nullable Consumer<String> notes;
  private final List<String> early = new ArrayList<>(); // notes from before anyone listened
  private long every = USUAL.toNanos();
  private long last = System.nanoTime();
  private long next; // number of the next checkpoint
  private @Nullable Path newest; // the last good one
  private boolean hasState; // whether it holds more than the command
  private long stepOfNewest;
  private boolean failing;

  private Checkpoints(Path folder, @Nullable FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Begins a run's folder, creating it if need be.
   *
   * @throws CheckpointException if it holds a run that has not {@link #finished()}, or is in use
   */
  public static Checkpoints begin(Path folder) {
    return begin(folder, false, List.of());
  }

  /**
   * The same.
   *
   * @param overwrite whether the checkpoints of an unfinished run may be lost
   * @param command words to be kept with every checkpoint, for whoever resumes
   */
  public static Checkpoints begin(Path folder, boolean overwrite, List<String> command) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new CheckpointException(
          "%s: is no folder, and cannot be made one; choose another place".formatted(folder), e);
    }
    Checkpoints checkpoints = new Checkpoints(folder, lock(folder));
    try {
      checkpoints.start(overwrite, command);
      return checkpoints;
    } catch (RuntimeException e) {
      checkpoints.close();
      throw e;
    }
  }

  private void start(boolean overwrite, List<String> words) {
    if (!overwrite && holdsUnfinished()) {
      throw new CheckpointException(
          "%s: holds a run that has not ended; resume it, or choose another folder"
              .formatted(folder));
    }
    command.addAll(words);
    try {
      Files.deleteIfExists(folder.resolve(FINISHED));
      removeAllBut(null, null);
      write(0, s -> {});
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Whether work would be lost; a run that was killed before its first step has done none. */
  private boolean holdsUnfinished() {
    if (numbered().isEmpty() || Files.exists(folder.resolve(FINISHED))) {
      return false;
    }
    Checkpoints there = new Checkpoints(folder, null);
    try {
      there.find();
      return there.hasState;
    } catch (CheckpointException e) {
      return true; // of a newer version, or damaged: not for this class to decide
    }
  }

  /**
   * Opens a run's folder to go on from its newest good checkpoint.
   *
   * @throws CheckpointException if there is none, or the folder is in use
   */
  public static Checkpoints resume(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new CheckpointException("%s: there is no such folder".formatted(folder));
    }
    Checkpoints checkpoints = new Checkpoints(folder, lock(folder));
    try {
      checkpoints.find();
      Files.deleteIfExists(folder.resolve(FINISHED));
      return checkpoints;
    } catch (IOException e) {
      checkpoints.close();
      throw checkpoints.unwritable(e);
    } catch (RuntimeException e) {
      checkpoints.close();
      throw e;
    }
  }

  /** The words kept with the newest good checkpoint. */
  public static List<String> command(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new CheckpointException("%s: there is no such folder".formatted(folder));
    }
    Checkpoints checkpoints = new Checkpoints(folder, null);
    checkpoints.find();
    return List.copyOf(checkpoints.command);
  }

  private void find() {
    NavigableMap<Long, Path> all = numbered();
    List<String> damaged = new ArrayList<>();
    for (Path file : all.descendingMap().values()) {
      try {
        CheckpointFile.read(file, this::head);
        newest = file;
        next = all.lastKey() + 1;
        if (!damaged.isEmpty()) {
          tell(
              "%s; %s, the one before, is taken"
                  .formatted(String.join("; ", damaged), file.getFileName()));
        }
        return;
      } catch (CheckpointFile.Damaged e) {
        damaged.add("%s is damaged: %s".formatted(file.getFileName(), e.why()));
      } catch (IOException e) {
        damaged.add("%s cannot be read (%s)".formatted(file.getFileName(), e.getMessage()));
      }
    }
    throw new CheckpointException(
        damaged.isEmpty()
            ? "%s: holds no checkpoint; name the folder that --checkpoint was given"
                .formatted(folder)
            : "%s: no checkpoint is whole: %s".formatted(folder, String.join("; ", damaged)));
  }

  /** What every checkpoint begins with. */
  private void head(State s) {
    s.words("command", command);
    hasState = s.value("has state", hasState);
    stepOfNewest = s.value("step", stepOfNewest);
  }

  private static @Nullable FileChannel lock(Path folder) {
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new CheckpointException(
          "%s: may not be written; check the permissions of the folder".formatted(folder), e);
    }
    boolean held;
    try {
      held = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      held = false;
    } catch (IOException e) {
      held = true; // a file system without locks
    }
    if (!held) {
      release(channel);
      throw new CheckpointException(
          "%s: is in use by another run; wait for its end, or choose another folder"
              .formatted(folder));
    }
    return channel;
  }

  /** How often to write one; at every step if zero. */
  public Checkpoints every(Duration time) {
    every = time.toNanos();
    return this;
  }

  /** Words to be kept from now on in place of those read. */
  public Checkpoints command(List<String> words) {
    command.clear();
    command.addAll(words);
    return this;
  }

  /** Whom to inform of damaged checkpoints and of those that could not be written. */
  public Checkpoints telling(Consumer<String> listener) {
    notes = listener;
    early.forEach(listener);
    early.clear();
    return this;
  }

  private void tell(String note) {
    if (notes != null) {
      notes.accept(note);
    } else {
      early.add(note);
    }
  }

  /** Says that nothing will be missed of this run, so that another may have the folder. */
  public void finished() {
    try {
      Files.write(folder.resolve(FINISHED), new byte[0]);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Whether there is a state to go on from. */
  boolean hasState() {
    return hasState;
  }

  /** Restores the state of the newest checkpoint, if there is one. */
  public void restore(Stateful content) {
    try {
      if (newest != null && hasState) {
        CheckpointFile.read(
            newest,
            s -> {
              head(s);
              content.state(s);
            });
        tell("goes on from step %d".formatted(stepOfNewest));
      }
    } catch (CheckpointFile.Damaged e) {
      throw new CheckpointException("%s is damaged: %s".formatted(newest, e.why()), e);
    } catch (IOException e) {
      throw new CheckpointException("%s cannot be read: %s".formatted(newest, e.getMessage()), e);
    }
  }

  /** Whether it is time for one. */
  public boolean due() {
    return System.nanoTime() - last >= every;
  }

  /**
   * Writes one. A failure is reported, and the run goes on; but a run whose very first checkpoint
   * fails would only seem to be safe.
   *
   * @param step how much was done, for people
   */
  public void save(long step, Stateful content) {
    boolean first = !hasState;
    hasState = true;
    try {
      write(step, content);
      failing = false;
    } catch (IOException e) {
      if (first) {
        throw unwritable(e);
      }
      if (!failing) {
        tell(
            "the checkpoint of step %d could not be written (%s); the one of step %d is good"
                .formatted(step, e.getMessage(), stepOfNewest));
      }
      failing = true;
    }
    last = System.nanoTime();
  }

  private void write(long step, Stateful content) throws IOException {
    Path file = folder.resolve(String.format(Locale.ROOT, "checkpoint-%06d.fog", next));
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    long before = stepOfNewest;
    stepOfNewest = step;
    boolean written = false;
    try {
      CheckpointFile.write(
          file,
          temporary,
          s -> {
            head(s);
            content.state(s);
          });
      written = true;
    } finally {
      if (!written) {
        stepOfNewest = before;
        Files.deleteIfExists(temporary);
      }
    }
    next++;
    removeAllBut(newest, file);
    newest = file;
  }

  private void removeAllBut(@Nullable Path one, @Nullable Path other) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        boolean isCheckpoint = NAME.matcher(String.valueOf(file.getFileName())).matches();
        if (isCheckpoint && !file.equals(one) && !file.equals(other)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** The checkpoints there are, good or not, by number. */
  private NavigableMap<Long, Path> numbered() {
    NavigableMap<Long, Path> all = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.matches() && name.group(2) == null) {
          all.put(Long.parseLong(name.group(1)), file);
        }
      }
    } catch (IOException e) {
      throw new CheckpointException("%s: cannot be read (%s)".formatted(folder, e.getMessage()), e);
    }
    return all;
  }

  private CheckpointException unwritable(IOException e) {
    return new CheckpointException(
        "%s: a checkpoint could not be written (%s); check the disk space and the folder"
            .formatted(folder, e.getMessage()),
        e);
  }

  /** Lets others use the folder. */
  @Override
  public void close() {
    if (lock != null) {
      release(lock);
    }
  }

  private static void release(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // it was only held, never written
    }
  }
}
