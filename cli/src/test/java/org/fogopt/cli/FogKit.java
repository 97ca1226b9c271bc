package org.fogopt.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs fog in this JVM, with a folder of the test's own for its files. */
final class FogKit {
  private static final Set<String> TAKE_A_FILE =
      Set.of(
          "--returns",
          "--data",
          "--map",
          "--transform",
          "--transitions",
          "--rewards",
          "--policy",
          "--features",
          "--weights",
          "--out",
          "--json",
          "--trace",
          "--plot",
          "--report",
          "--result",
          "--csv",
          "--prices",
          "--bounds",
          "--constraints",
          "--previous",
          "--jar",
          "--checkpoint",
          "--model",
          "--test",
          "resume");

  static final List<String> ASSETS = List.of("Alpha", "Beta", "Gamma", "Delta");

  private final Path folder;

  FogKit(Path folder) {
    this.folder = folder;
  }

  /** What a command left behind. */
  record Ran(int exit, String out, String err) {
    List<String> errLines() {
      return err.lines().toList();
    }
  }

  /**
   * Runs a command as one would type it. A name of a file means one in the kit's folder, which the
   * messages do not mention.
   */
  Ran run(String command) {
    return run(command.strip().split("\\s+"));
  }

  Ran run(String... words) {
    String[] args = Arrays.copyOfRange(words, words[0].endsWith("fog") ? 1 : 0, words.length);
    for (int k = 1; k < args.length; k++) {
      boolean isStartFile = args[k - 1].equals("--start") && args[k].endsWith(".csv");
      isStartFile |= args[k - 1].equals("--labels") && Files.exists(folder.resolve(args[k]));
      boolean isArgument = args[k].endsWith(".csv") && !args[k - 1].startsWith("-");
      boolean isFile =
          TAKE_A_FILE.contains(args[k - 1]) || args[k].endsWith(".fogrows") || isArgument;
      isFile &= !(args[0].equals("learn") && args[k - 1].equals("--weights")); // a column
      if ((isFile || isStartFile) && !args[k].isEmpty() && !args[k].startsWith("--")) {
        args[k] = folder.resolve(args[k]).toString();
      }
    }
    var out = new StringWriter();
    var err = new StringWriter();
    var stray = new ByteArrayOutputStream();
    PrintStream standardError = System.err;
    Locale locale = Locale.getDefault();
    System.setErr(new PrintStream(stray, true, StandardCharsets.UTF_8));
    Locale.setDefault(Locale.ROOT); // as main does
    int exit;
    try {
      exit =
          Fog.commandLine(args) // as main does
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err))
              .execute(args);
    } finally {
      System.setErr(standardError);
      Locale.setDefault(locale);
    }
    return new Ran(
        exit, plain(out.toString()), plain(err + stray.toString(StandardCharsets.UTF_8)));
  }

  private String plain(String text) {
    return text.replace(folder + "/", "");
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(path(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String read(String name) {
    try {
      return Files.readString(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode json(String name) {
    return JsonMapper.shared().readTree(read(name));
  }

  /** The names of all files, hidden ones too. */
  List<String> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A header and the cells below it, of a file without quotes. */
  List<String[]> cells(String name) {
    return read(name).lines().map(line -> line.split(",", -1)).toList();
  }

  /** The second column of weights.csv. */
  double[] weights(String name) {
    return cells(name).stream().skip(1).mapToDouble(row -> Double.parseDouble(row[1])).toArray();
  }

  /**
   * returns.csv: 60 days of four assets with a common factor, in percent. Seed 7.
   *
   * @return the numbers in it
   */
  double[][] writeReturns() {
    var random = new Random(7);
    var values = new double[60][ASSETS.size()];
    var text = new StringBuilder("date," + String.join(",", ASSETS) + "\n");
    for (int i = 0; i < values.length; i++) {
      double market = random.nextGaussian();
      text.append("2024%02d%02d".formatted(1 + i / 28, 1 + i % 28));
      for (int k = 0; k < values[i].length; k++) {
        double value = 0.1 * (k + 1) + market + (1 + 0.3 * k) * random.nextGaussian();
        String cell = String.format(Locale.ROOT, "%.3f", value);
        values[i][k] = Double.parseDouble(cell);
        text.append(',').append(cell);
      }
      text.append('\n');
    }
    write("returns.csv", text.toString());
    return values;
  }

  /** prices.csv: ten weeks of three prices, day by day. */
  double[][] writePrices() {
    var random = new Random(8);
    double[][] prices = new double[50][3];
    double[] price = {100, 52.5, 1.085};
    var text = new StringBuilder("date,Shares,Bonds,EURUSD\n");
    LocalDate day = LocalDate.of(2024, 1, 1);
    for (int i = 0; i < prices.length; i++) {
      text.append(day);
      for (int k = 0; k < 3; k++) {
        price[k] *= 1 + 0.001 * (k + 1) + 0.004 * (3 - k) * random.nextGaussian();
        String cell = String.format(Locale.ROOT, "%.4f", price[k]);
        prices[i][k] = Double.parseDouble(cell);
        text.append(',').append(cell);
      }
      text.append('\n');
      day = day.plusDays(day.getDayOfWeek() == DayOfWeek.FRIDAY ? 3 : 1);
    }
    write("prices.csv", text.toString());
    return prices;
  }

  /**
   * The files of the help and of docs/value.md: a frog on three stones. From "left" it jumps to
   * "middle" and gets 1; from "middle" to either side, for 0 or 4; from "right" back to "middle"
   * for 2, in all files but the log with these probabilities:
   */
  static final double[][] JUMPS = {{0, 1, 0}, {0.25, 0, 0.75}, {0, 1, 0}};

  static final double[][] GAINS = {{0, 1, 0}, {0, 0, 4}, {0, 2, 0}};

  static final List<String> STONES = List.of("left", "middle", "right");

  void writeChains() {
    write(
        "transitions.csv",
        """
        state,next,probability,reward
        left,middle,1,1
        middle,left,0.25,0
        middle,right,0.75,4
        right,middle,1,2
        """);
    write(
        "mdp.csv",
        """
        state,action,next,probability,reward
        left,jump,middle,1,1
        middle,back,left,1,0
        middle,ahead,right,1,4
        right,jump,middle,1,2
        """);
    write(
        "policy.csv",
        """
        state,action,probability
        left,jump,1
        middle,back,0.25
        middle,ahead,0.75
        right,jump,1
        """);
    write(
        "log.csv",
        """
        time,state,reward,next_state
        1,left,1,middle
        2,middle,4,right
        3,right,2,middle
        4,middle,0,left
        5,left,1,middle
        6,middle,4,right
        7,right,2,middle
        8,middle,4,right
        9,right,2,middle
        """);
    write("P.csv", "state,left,middle,right\nleft,0,1,0\nmiddle,0.25,0,0.75\nright,0,1,0\n");
    write("R.csv", "0,1,0\n0,0,4\n0,2,0\n");
    write("weights.json", "{\"weights\": {\"one\": 20, \"place\": 1}}\n");
    write("features.csv", "state,one,place\nmiddle,1,0\nright,1,1\nleft,1,-1\n");
  }

  /**
   * A table to learn from, train.csv and table.csv: price = 2 size + 10 rooms + 30 in Rome + noise
   * below 1; sold with a chance that falls with the price; some rooms are missing.
   */
  void writeTable() {
    var random = new Random(11);
    var text = new StringBuilder("id,size,rooms,city,price,sold\n");
    for (int i = 1; i <= 120; i++) {
      int size = 20 + random.nextInt(80);
      int rooms = 1 + random.nextInt(5);
      String city = List.of("Rome", "Oslo", "Bern").get(random.nextInt(3));
      double price = 2 * size + 10 * rooms + (city.equals("Rome") ? 30 : 0) + random.nextDouble();
      boolean isSold = price + 120 * random.nextGaussian() < 160;
      text.append(
          "%d,%d,%s,%s,%.3f,%s%n"
              .formatted(i, size, i % 17 == 0 ? "" : rooms, city, price, isSold ? "yes" : "no"));
    }
    write("table.csv", text.toString());
    write("train.csv", text.toString());
    write("test.csv", text.toString());
    write("rows.libsvm", "1 1:2 3:1\n-1 2:1\n1 1:3\n-1 2:2 3:1\n");
    write("new.csv", "city,rooms,size,sold\nRome,3,50,yes\nOslo,,80,no\n");
  }

  /** points.csv: sixty points in three clusters, with a column of texts. Seed 8. */
  void writePoints() {
    var random = new Random(8);
    List<String> colours = List.of("red", "green", "blue");
    var text = new StringBuilder("colour,a,b,c,d\n");
    for (int i = 0; i < 60; i++) {
      text.append(colours.get(i % 3));
      for (int k = 0; k < 4; k++) {
        double value = (k == i % 3 ? 8 : 0) + random.nextGaussian();
        text.append(',').append(String.format(Locale.ROOT, "%.3f", value));
      }
      text.append('\n');
    }
    write("points.csv", text.toString());
  }
}
