package org.fogopt.spark.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.spark.Estimate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fog-spark estimate}. */
@Command(
    name = "estimate",
    header = "What an epoch on a cluster costs: worked out, not measured.",
    description = {
      "",
      "Bytes that move and seconds that pass in an epoch of SARAH-Compositional with a given --step,",
      "two passes over all rows and the steps between. Without --step, epochs of a portfolio after the",
      "first take one pass. The speeds are assumptions; measure yours and give them.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
final class EstimateCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(names = "--rows", paramLabel = "N", required = true, description = "Rows.")
  private double rows;

  @Option(names = "--columns", paramLabel = "D", required = true, description = "Columns.")
  private int columns;

  @Option(
      names = "--executors",
      paramLabel = "E",
      required = true,
      description = "Executors of the cluster.")
  private int executors;

  @Option(
      names = "--cores",
      paramLabel = "C",
      defaultValue = "4",
      description = "Cores of an executor. Default: ${DEFAULT-VALUE}.")
  private int cores;

  @Option(
      names = "--memory",
      paramLabel = "GB",
      defaultValue = "16",
      description = "Memory of an executor for rows. Default: ${DEFAULT-VALUE}.")
  private double memory;

  @Option(
      names = "--speed",
      paramLabel = "GB",
      defaultValue = "1",
      description = "Rows that a core sums in a second. Default: ${DEFAULT-VALUE}.")
  private double speed;

  @Option(
      names = "--disk",
      paramLabel = "GB",
      defaultValue = "1",
      description = "What an executor reads from disk in a second. Default: ${DEFAULT-VALUE}.")
  private double disk;

  @Option(
      names = "--network",
      paramLabel = "GBIT",
      defaultValue = "10",
      description = "What the driver receives in a second. Default: ${DEFAULT-VALUE}.")
  private double network;

  @Option(
      names = "--steps",
      paramLabel = "Q",
      defaultValue = "1000",
      description = "Steps of an epoch. Default: ${DEFAULT-VALUE}.")
  private long steps;

  @Option(
      names = "--draws",
      paramLabel = "S",
      defaultValue = "25",
      description = "Rows that a step draws, S1+S2+S3. Default: ${DEFAULT-VALUE}.")
  private long draws;

  @Override
  public Integer call() {
    for (double positive : new double[] {executors, cores, memory, speed, disk, network}) {
      if (!(positive > 0)) {
        throw new IllegalArgumentException("expected positive numbers, found " + positive);
      }
    }
    var usual = Estimate.Cluster.of(executors);
    var cluster =
        new Estimate.Cluster(
            executors,
            cores,
            memory * 1e9,
            speed * 1e9,
            disk * 1e9,
            network * 1e9 / 8,
            usual.job(),
            usual.task(),
            usual.step());
    var estimate = new Estimate(new Estimate.Work((long) rows, columns, steps, draws), cluster);
    PrintWriter o = spec.commandLine().getOut();
    o.printf("rows             %.4g GB", estimate.dataBytes() / 1e9);
    o.printf("%s%n", estimate.fitsMemory() ? ", in memory" : ", more than memory: read from disk");
    o.printf(
        "chunks           %d, %.0f of %d cores busy%n",
        estimate.chunks(), estimate.busyCores(), (long) executors * cores);
    o.printf("driver sends     %.4g MB to %d executors%n", estimate.sentBytes() / 1e6, executors);
    o.printf("driver receives  %.4g MB%n", estimate.receivedBytes() / 1e6);
    o.printf("a pass           %.3g s%n", estimate.passSeconds());
    o.printf("an epoch         %.3g s%n", estimate.seconds());
    o.flush();
    return 0;
  }
}
