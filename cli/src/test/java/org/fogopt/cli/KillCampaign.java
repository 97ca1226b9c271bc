package org.fogopt.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Kills fog with SIGKILL, resumes it, kills it again, and compares what it leaves in the end with
 * what it leaves when left alone. Checkpoints are written every millisecond, and many kills hit one
 * that is being written: its temporary file is then still there.
 */
final class KillCampaign {
  /** Each of a second or so of steps, over all kinds of state that there are. */
  static final List<String> COMMANDS =
      List.of(
          "portfolio --algorithm sarah-c --synthetic 2000,60,20 --tolerance 0 --patience 0 --passes 4000",
          "value --random-mdp 300,3,40,1 --nonlinear --algorithm sarah-c --tolerance 0 --patience 0"
              + " --passes 1500",
          "embed --kernel student --tolerance 0 --patience 0 --passes 400",
          "portfolio --synthetic 1000,40,20 --long-only --budget 1 --algorithm vrsc-pg --output"
              + " average --tolerance 0 --patience 0 --passes 6000",
          "value --random-mdp 60,3,8,1 --online --algorithm sarah-c --restart 300,300,30 --tolerance 0 --patience 0"
              + " --passes 15000",
          "embed --tolerance 0 --patience 0 --passes 150");

  private static final int KILLS_OF_A_TRIAL = 25;
  private static final int WAIT_SECONDS = 300;

  /**
   * What happened.
   *
   * @param kills SIGKILLs that met a living process
   * @param whileWriting those that left a temporary file behind
   * @param runs that were killed and resumed until they ended
   * @param identical those that left the same bits as when left alone
   */
  record Tally(int kills, int whileWriting, int runs, int identical) {
    Tally plus(Tally other) {
      return new Tally(
          kills + other.kills,
          whileWriting + other.whileWriting,
          runs + other.runs,
          identical + other.identical);
    }
  }

  private final Path folder;
  private final Random random;
  private final PrintStream log;

  KillCampaign(Path folder, long seed, PrintStream log) {
    this.folder = folder;
    this.random = new Random(seed);
    this.log = log;
    log.printf("seed %d%n", seed);
  }

  /** At least so many kills, over as many of the commands as that takes. */
  Tally kill(int kills) throws IOException, InterruptedException {
    Tally all = new Tally(0, 0, 0, 0);
    for (int trial = 0; all.kills < kills; trial++) {
      String command = COMMANDS.get(trial % COMMANDS.size());
      Path alone = folder.resolve("alone-" + trial % COMMANDS.size());
      if (!Files.exists(alone)) {
        Files.createDirectories(alone);
        require(start(alone, words(command, alone)));
      }
      Tally one = trial(command, alone, Math.min(KILLS_OF_A_TRIAL, kills - all.kills), trial);
      all = all.plus(one);
      log.printf("%s  %s  so far %s%n", command, one, all);
      log.flush();
    }
    return all;
  }

  private Tally trial(String command, Path alone, int most, int trial)
      throws IOException, InterruptedException {
    Path place = folder.resolve("killed-" + trial);
    Path kept = place.resolve("run");
    Files.createDirectories(place);
    List<String> words = words(command, place);
    words.addAll(List.of("--checkpoint", kept.toString(), "--every", "1ms"));
    List<String> resume = new ArrayList<>(List.of("resume", kept.toString()));
    int kills = 0;
    int whileWriting = 0;
    boolean ended = false;
    while (!ended && kills < most) {
      Process process = start(place, kills == 0 ? words : resume);
      waitForTheMoment(process, kept, kills == 0);
      ended = !process.isAlive();
      if (ended) {
        require(process);
      } else {
        process.destroyForcibly().waitFor();
        kills++;
        whileWriting += isWriting(kept) ? 1 : 0;
      }
    }
    if (!ended) {
      List<String> rest = new ArrayList<>(resume);
      rest.addAll(List.of("--every", "30s"));
      require(start(place, rest));
    }
    boolean identical = true;
    for (String file : List.of("out.csv", "trace.csv", "summary.json")) {
      identical &= timeless(place.resolve(file)).equals(timeless(alone.resolve(file)));
    }
    if (identical) {
      delete(place);
    }
    return new Tally(kills, whileWriting, 1, identical ? 1 : 0);
  }

  /**
   * One kill in four comes at any moment, the others once the process has written a checkpoint: one
   * of these after a while, two when the next is seen being written.
   */
  private void waitForTheMoment(Process process, Path kept, boolean first)
      throws IOException, InterruptedException {
    int kind = random.nextInt(4);
    if (kind == 0 && !first) {
      process.waitFor(random.nextInt(1500), TimeUnit.MILLISECONDS);
      return;
    }
    String before = newest(kept);
    while (process.isAlive() && newest(kept).equals(before)) {
      process.waitFor(5, TimeUnit.MILLISECONDS);
    }
    process.waitFor(random.nextInt(250), TimeUnit.MILLISECONDS);
    while (kind > 1 && process.isAlive() && !isWriting(kept)) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
  }

  private static String newest(Path kept) throws IOException {
    return names(kept).filter(name -> name.endsWith(".fog")).max(String::compareTo).orElse("");
  }

  private static boolean isWriting(Path kept) throws IOException {
    return names(kept).anyMatch(name -> name.endsWith(".tmp"));
  }

  private static Stream<String> names(Path kept) throws IOException {
    if (!Files.isDirectory(kept)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(kept)) {
      return files.map(file -> file.getFileName().toString()).toList().stream();
    }
  }

  private static List<String> words(String command, Path place) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--threads", "1", "--quiet"));
    for (String[] file :
        new String[][] {
          {"--out", "out.csv"}, {"--trace", "trace.csv"}, {"--json", "summary.json"}
        }) {
      words.add(file[0]);
      words.add(place.resolve(file[1]).toString());
    }
    return words;
  }

  static Process start(Path place, List<String> words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Fog.class.getName()));
    command.addAll(words);
    return new ProcessBuilder(command)
        .directory(place.toFile())
        .redirectOutput(place.resolve("stdout").toFile())
        .redirectError(place.resolve("stderr").toFile())
        .start();
  }

  private static void require(Process process) throws InterruptedException {
    if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(
          "%s did not end well".formatted(process.info().commandLine().orElse("fog")));
    }
  }

  /** A file without its seconds, the only thing that may differ. */
  private static List<String> timeless(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    int column = List.of(lines.get(0).split(",")).indexOf("seconds");
    return lines.stream()
        .filter(line -> !line.contains("\"seconds\""))
        .map(line -> column < 0 ? line : without(column, line))
        .toList();
  }

  private static String without(int column, String line) {
    List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
    cells.remove(column);
    return String.join(",", cells);
  }

  private static void delete(Path place) throws IOException {
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The campaign alone: number of kills, and a folder for what differs. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of(args[1]));
    Tally all =
        new KillCampaign(folder, System.nanoTime(), System.out).kill(Integer.parseInt(args[0]));
    System.out.println(all);
    if (all.identical != all.runs) {
      throw new IllegalStateException("some runs differ; see " + folder);
    }
  }
}
