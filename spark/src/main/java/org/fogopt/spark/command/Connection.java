package org.fogopt.spark.command;

import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.sql.SparkSession;
import org.fogopt.apps.io.file.InputException;
import org.jspecify.annotations.Nullable;

/** Spark for the length of a command. */
final class Connection implements AutoCloseable {
  private final SparkSession session;
  private final boolean isOurs;

  private Connection(SparkSession session, boolean isOurs) {
    this.session = session;
    this.isOurs = isOurs;
  }

  /**
   * Starts or finds Spark.
   *
   * @param master null: as spark-submit says, or this machine
   */
  static Connection open(@Nullable String master, Map<String, String> properties) {
    if (SparkSession.getDefaultSession().isDefined()) { // within another program
      return new Connection(SparkSession.getDefaultSession().get(), false);
    }
    var known = new SparkConf();
    var builder = SparkSession.builder().appName("fog");
    if (master != null) {
      builder.master(master);
    } else if (!known.contains("spark.master")) {
      builder.master("local[*]");
    }
    if (!known.contains("spark.ui.enabled") && !known.contains("spark.master")) {
      builder.config("spark.ui.enabled", false); // nobody asked for a web server
    }
    builder.config("spark.ui.showConsoleProgress", false);
    properties.forEach(builder::config);
    SparkSession session;
    try {
      session = builder.getOrCreate();
    } catch (RuntimeException e) {
      throw plain(e);
    }
    if (!properties.containsKey("spark.log.level")) {
      session.sparkContext().setLogLevel("FATAL"); // a task that is tried again is no news
    }
    return new Connection(session, true);
  }

  SparkSession session() {
    return session;
  }

  @Override
  public void close() {
    if (isOurs) {
      session.stop();
    }
  }

  /** What Spark complains about, in one line that a user can act on. */
  static RuntimeException plain(RuntimeException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InputException input) {
        return input;
      }
    }
    if (e instanceof InputException || e instanceof IllegalArgumentException) {
      return e;
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkException) {
        String message = String.valueOf(cause.getMessage());
        return new IllegalArgumentException(
            "Spark failed: "
                + message.lines().findFirst().orElse("no reason given")
                + "; --conf spark.log.level=WARN shows more",
            e);
      }
    }
    return e;
  }
}
