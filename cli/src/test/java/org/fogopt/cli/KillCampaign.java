package org.fogopt.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Kills fog with SIGKILL, resumes it, kills it again, and compares what it leaves in the end with
 * what it leaves when left alone. Checkpoints are written every millisecond, and many kills hit one
 * that is being written: its temporary file is then still there.
 */
final class KillCampaign {
  /** Each of a second or so of steps, over all kinds of state that there are; DATA is a table. */
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
          "embed --tolerance 0 --patience 0 --passes 150",
          "learn DATA --target y --objective kl:1 --hidden 12,12 --algorithm sarah-c --tolerance 0"
              + " --patience 0 --passes 4000",
          "learn DATA --target y --objective cvar:0.9 --validate folds:5",
          "learn DATA --target y --objective kl:1 --hidden 8 --validate folds:5",
          "backtest --synthetic 1000,12,20 --window 100 --every 1 --samples 20 --strategy equal"
              + " --strategy min-risk:evar:0.9 --strategy max-ratio:cvar:0.9 --costs 0.1");

  private static final int KILLS_OF_A_TRIAL = 25;
  private static final int WAIT_SECONDS = 300;
  private static final int ROWS = 400;
  private static final int COLUMNS = 6;

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
  private final Path table;
  private final Random random;
  private final PrintStream log;

  KillCampaign(Path folder, long seed, PrintStream log) throws IOException {
    this.folder = folder;
    this.table = table(folder.resolve("table.csv"));
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
    words.addAll(List.of("--checkpoint", kept.toString()));
    if (hasTimeBetweenCheckpoints(command)) {
      words.addAll(List.of("--every", "1ms"));
    }
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
      if (hasTimeBetweenCheckpoints(command)) {
        rest.addAll(List.of("--every", "30s"));
      }
      require(start(place, rest));
    }
    boolean identical = true;
    for (String file : outputs(command).values()) {
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
      throws InterruptedException {
    int kind = random.nextInt(4);
    if (kind == 0 && !first) {
      process.waitFor(random.nextInt(1500), TimeUnit.MILLISECONDS);
      return;
    }
    List<String> before = checkpoints(kept);
    while (process.isAlive() && checkpoints(kept).equals(before)) {
      process.waitFor(5, TimeUnit.MILLISECONDS);
    }
    process.waitFor(random.nextInt(250), TimeUnit.MILLISECONDS);
    while (kind > 1 && process.isAlive() && !isWriting(kept)) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
  }

  private static boolean hasTimeBetweenCheckpoints(String command) {
    return !command.startsWith("backtest"); // its --every is that of its choices
  }

  private static List<String> checkpoints(Path kept) {
    return names(kept).filter(name -> name.endsWith(".fog")).sorted().toList();
  }

  private static boolean isWriting(Path kept) {
    return names(kept).anyMatch(name -> name.endsWith(".tmp"));
  }

  /** Also in the folders of several fits; a folder may vanish meanwhile. */
  private static Stream<String> names(Path folder) {
    File[] files = folder.toFile().listFiles();
    return files == null
        ? Stream.empty()
        : Stream.of(files)
            .flatMap(file -> file.isFile() ? Stream.of(file.getPath()) : names(file.toPath()));
  }

  private List<String> words(String command, Path place) {
    List<String> words =
        new ArrayList<>(List.of(command.replace("DATA", table.toString()).split(" ")));
    words.addAll(List.of("--threads", "1", "--quiet"));
    outputs(command)
        .forEach((option, file) -> words.addAll(List.of(option, place.resolve(file).toString())));
    return words;
  }

  private static Map<String, String> outputs(String command) {
    if (command.startsWith("learn")) {
      return Map.of("--out", "model.json", "--json", "summary.json");
    }
    return command.startsWith("backtest")
        ? Map.of("--out", "out.csv", "--json", "summary.json")
        : Map.of("--out", "out.csv", "--trace", "trace.csv", "--json", "summary.json");
  }

  /** Rows of which no model gets all right. */
  static Path table(Path file) throws IOException {
    var random = new Random(3);
    var text = new StringBuilder("a,b,c,d,e,f,y\n");
    for (int row = 0; row < ROWS; row++) {
      double sum = random.nextGaussian();
      for (int column = 0; column < COLUMNS; column++) {
        double x = random.nextGaussian();
        sum += column % 2 == 0 ? x : x * x - 1;
        text.append(x).append(',');
      }
      text.append(sum > 0 ? 1 : 0).append('\n');
    }
    return Files.writeString(file, text);
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
        .filter(line -> !line.matches(".*\"(s|allS)econds\".*"))
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
