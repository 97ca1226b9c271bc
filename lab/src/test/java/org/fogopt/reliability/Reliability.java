package org.fogopt.reliability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Runs the campaigns named, or all: {@code [name…] [--short]}. Exit code 1 if one fails. */
public final class Reliability {
  static final List<Campaign> ALL =
      List.of(
          new DeterminismCampaign(),
          new FaultCampaign(),
          new DivergenceCampaign(),
          new OptimaCampaign());

  /** Of a campaign, what its short form does. */
  static final double SHORT = 0.02;

  private Reliability() {}

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    List<String> names = new ArrayList<>(Arrays.asList(arguments));
    double share = names.remove("--short") ? SHORT : 1;
    boolean cleared = true;
    for (String name : names) {
      if (ALL.stream().noneMatch(c -> c.name().equals(name))) {
        System.err.println("there is no campaign \"" + name + "\"");
        System.exit(2);
      }
    }
    for (Campaign campaign : ALL) {
      if (names.isEmpty() || names.contains(campaign.name())) {
        long start = System.nanoTime();
        boolean ok = campaign.run(share, System.out);
        System.out.printf(
            "%s: %s, %.0f s%n",
            campaign.name(), ok ? "passed" : "FAILED", 1e-9 * (System.nanoTime() - start));
        cleared &= ok;
      }
    }
    System.exit(cleared ? 0 : 1);
  }
}
