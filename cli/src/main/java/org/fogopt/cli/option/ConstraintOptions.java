package org.fogopt.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.GroupsFile;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What weights may be, and what they are charged for. */
public final class ConstraintOptions {
  @Option(names = "--long-only", description = "No weight below 0.")
  private boolean longOnly;

  @Option(
      names = "--budget",
      paramLabel = "B",
      description = "Weights sum to B; 1 is fully invested.")
  private @Nullable Double budget;

  @Option(names = "--max-weight", paramLabel = "W", description = "No weight above W.")
  private @Nullable Double most;

  @Option(names = "--min-weight", paramLabel = "W", description = "No weight below W.")
  private @Nullable Double least;

  @Option(
      names = "--group",
      paramLabel = "FILE",
      description =
          "Bounds on sums of weights, as CSV: asset,group,cap and, if any, floor; an asset may be in several groups, a row for each.")
  private @Nullable Path groups;

  @Option(
      names = "--l1",
      paramLabel = "LAMBDA",
      defaultValue = "0",
      description = "Add LAMBDA times the sum of |weights|, for few of them.")
  private double l1;

  @Option(
      names = "--l2",
      paramLabel = "LAMBDA",
      defaultValue = "0",
      description = "Add LAMBDA times the sum of squared weights, for even ones.")
  private double l2;

  public void check() {
    RunOptions.require("--l1", l1 >= 0 && l1 < Double.POSITIVE_INFINITY, "at least 0", l1);
    RunOptions.require("--l2", l2 >= 0 && l2 < Double.POSITIVE_INFINITY, "at least 0", l2);
    if (longOnly && least != null && least < 0) {
      throw new IllegalArgumentException(
          "--long-only and --min-weight clash: a weight of at least 0 cannot be as low as "
              + least);
    }
    if (most != null && !(lower() <= most)) {
      throw new IllegalArgumentException(
          "%s and --max-weight clash: no weight is at least %s and at most %s"
              .formatted(least != null ? "--min-weight" : "--long-only", lower(), most));
    }
  }

  /** The files that are read, by option, with others. */
  public Map<String, @Nullable Path> inputs(Map<String, @Nullable Path> others) {
    Map<String, @Nullable Path> all = new LinkedHashMap<>(others);
    all.put("--group", groups);
    return all;
  }

  /** Whether weights have a sum to keep, so that an asset without risk can be held. */
  public boolean hasBudget() {
    return budget != null;
  }

  private double lower() {
    return least != null ? least : longOnly ? 0 : Double.NEGATIVE_INFINITY;
  }

  /** What was asked for, of these assets. */
  public WeightConstraints of(List<String> names) {
    return new WeightConstraints(
        budget,
        lower(),
        most != null ? most : Double.POSITIVE_INFINITY,
        groups == null ? List.of() : GroupsFile.read(groups, names),
        l1,
        l2);
  }
}
