package org.fogopt.theory;

/** The sizes of the batches of a step: S1 for g, S2 for ∂g, S3 for ∇f. S2 = 0 where g is affine. */
public record Batches(long s1, long s2, long s3) {
  public Batches {
    if (s1 < 1 || s2 < 0 || s3 < 1) {
      throw new IllegalArgumentException(
          "batches must be S1 >= 1, S2 >= 0, S3 >= 1, not %d,%d,%d".formatted(s1, s2, s3));
    }
  }

  public long sum() {
    return s1 + s2 + s3;
  }
}
