package org.fogopt.apps.embedding;

/** Hears how far the work before the first step has come. Called from any thread. */
@FunctionalInterface
public interface Preparation {
  /** Nobody listens. */
  Preparation SILENT = (what, share) -> {};

  /**
   * Called now and then.
   *
   * @param what the part of the work, such as "nearest neighbours"
   * @param share of that part which is done, in [0, 1]
   */
  void reached(String what, double share);
}
