package org.fogopt.spark;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.SparkSession;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.problem.Penalty;
import scala.Option;

/**
 * Runs on a cluster of two executors, each a process of its own, what {@link ClusterTest} compares
 * with a run on one machine. Arguments: the folder of returns and one for flags.
 *
 * <p>It is Spark's own stand-alone cluster with master and workers in this process, as its
 * "local-cluster" is. But there all workers have one host name, and Spark starts the second copy of
 * a slow task on another host only; so here this machine has two names.
 */
final class LocalCluster {
  private LocalCluster() {}

  public static void main(String[] args) {
    String flags = args[1];
    var events = new Events();
    SparkSession spark =
        SparkSession.builder()
            .master(start(flags))
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            .config("spark.executor.extraJavaOptions", String.join(" ", ClusterTest.SHORT_LIVED))
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.speculation", true)
            .config("spark.speculation.interval", "20ms")
            .config("spark.speculation.quantile", 0.5)
            .config("spark.speculation.multiplier", 1.1)
            .config("spark.speculation.minTaskRuntime", "50ms")
            .getOrCreate();
    spark.sparkContext().addSparkListener(events);
    RowFiles.Options options = RowFiles.Options.DEFAULT.withPartitions(6);
    try (SparkRows rows = RowFiles.open(spark, args[0], options).load()) {
      RowProblem slow =
          matrix -> {
            if (isFirst(Path.of(flags, "slow"), 2)) {
              sleep();
            }
            return new MeanVariance(matrix, 2).problem();
          };
      System.out.println("slow " + ClusterTest.run(rows.problem(slow, Penalty.NONE)));
      System.out.println("speculative tasks " + events.speculative.get());
      RowProblem deadly =
          matrix -> {
            if (isFirst(Path.of(flags, "dead"), 3)) {
              Runtime.getRuntime().halt(137); // as if killed: no word to anybody
            }
            return new MeanVariance(matrix, 2).problem();
          };
      System.out.println("deadly " + ClusterTest.run(rows.problem(deadly, Penalty.NONE)));
      System.out.println("executors lost " + events.lost.get());
    }
    spark.stop();
    System.exit(0); // master and workers have threads of their own
  }

  private static String start(String folder) {
    var conf = new SparkConf();
    var master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf);
    String[] url = {"spark://127.0.0.1:" + master._1().address().port()};
    for (String host : new String[] {"127.0.0.1", "localhost"}) {
      Worker.startRpcEnvAndEndpoint(
          host, 0, 0, 1, 640, url, folder, Option.empty(), conf, Option.empty());
    }
    return url[0];
  }

  /** Whether this is a task's first attempt at a partition, and nobody has said so before. */
  private static boolean isFirst(Path flag, int partition) {
    TaskContext task = TaskContext.get(); // none on the driver
    if (task == null || task.partitionId() != partition || task.attemptNumber() > 0) {
      return false;
    }
    try {
      Files.createFile(flag);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(10_000); // the copy takes less
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static final class Events extends SparkListener {
    final AtomicInteger speculative = new AtomicInteger();
    final AtomicInteger lost = new AtomicInteger();

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
      if (start.taskInfo().speculative()) {
        speculative.incrementAndGet();
      }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
      lost.incrementAndGet();
    }
  }
}
