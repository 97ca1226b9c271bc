package org.fogopt.lab.paper;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.fogopt.lab.compare.Comparison;
import org.fogopt.lab.compare.Contender;
import org.fogopt.lab.compare.ProblemInstance;
import org.fogopt.run.Version;

/**
 * One comparison of the experiments: one figure, one set, one kind of settings. The unit that is
 * kept when a reproduction is interrupted.
 *
 * @param figure it belongs to
 * @param form which settings
 * @param set its data
 * @param contenders who takes part
 * @param passes the budget
 * @param seeds of the runs
 */
record Piece(
    String figure,
    Form form,
    PaperData.Named set,
    List<Contender> contenders,
    double passes,
    long[] seeds) {

  /** Which settings. */
  enum Form {
    /** Those of the paper's text, with the best step of its grid. */
    PRINTED("as printed"),
    /** Those of the published program, step included. */
    RELEASED("as released"),
    /** Each method with the best batches and step found. */
    BEST("at its best");

    private final String words;

    Form(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** A name that can be that of a file. */
  String name() {
    return (figure + "-" + set.name() + "-" + form.words()).replaceAll("[^\\w.-]+", "_");
  }

  String title() {
    return set.name() + ", " + form.words();
  }

  /** What its outcome depends on, data included, as a digest. */
  String key(ProblemInstance instance) {
    StringBuilder all = new StringBuilder(Version.current());
    all.append('\n').append(instance.fingerprint()).append('\n').append(instance.least());
    all.append('\n').append(passes).append('\n').append(Arrays.toString(seeds));
    for (Contender contender : contenders) {
      all.append('\n').append(contender.label()).append(' ').append(contender.method().name());
      all.append(' ').append(contender.choices()).append(' ').append(contender.steps());
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(all.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  Comparison comparison(ProblemInstance instance) {
    Comparison comparison = new Comparison(instance).passes(passes).seeds(seeds);
    contenders.forEach(comparison::enter);
    return comparison;
  }
}
