package org.fogopt.problem;

import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the components of an {@link Inner} or an {@link Outer} are kept and how they are reached:
 * nothing of it changes a value.
 *
 * <pre>{@code
 * Placement placement =
 *     Placement.HERE.withGrain(128).withFingerprint(() -> new Fingerprint("mine").add(data).toString());
 * }</pre>
 */
public final class Placement {
  /** In memory, 1024 components to a chunk, without a fingerprint. */
  public static final Placement HERE = new Placement(1024, () -> "", null, null);

  private final int grain;
  private final Supplier<String> fingerprint;
  private final @Nullable ToDoubleFunction<Batch> prefetch;
  private final @Nullable RemoteData remote;

  private Placement(
      int grain,
      Supplier<String> fingerprint,
      @Nullable ToDoubleFunction<Batch> prefetch,
      @Nullable RemoteData remote) {
    this.grain = grain;
    this.fingerprint = fingerprint;
    this.prefetch = prefetch;
    this.remote = remote;
  }

  /**
   * With so many components in a chunk, when a long batch is shared among threads: a power of two,
   * the fewer the dearer a component is. It fixes the order of sums, so it must not depend on the
   * machine.
   */
  public Placement withGrain(int components) {
    return new Placement(components, fingerprint, prefetch, remote);
  }

  /**
   * With a name for the data and parameters behind the components, by {@link
   * org.fogopt.linalg.Fingerprint}: two that differ in a bit of them differ in it. Without it
   * {@link Problem#fingerprint()} goes by name and sizes alone.
   */
  public Placement withFingerprint(Supplier<String> name) {
    return new Placement(grain, name, prefetch, remote);
  }

  /**
   * With components out of cache, which pays to be fetched some steps before they are needed, all
   * of a batch at once and with nothing computed of them. The function returns a number that
   * depends on everything it read, for what nobody could ask for the compiler leaves out.
   */
  public Placement withPrefetch(ToDoubleFunction<Batch> function) {
    return new Placement(grain, fingerprint, function, remote);
  }

  /** With data on other machines; sums over all components are computed there. */
  public Placement withRemote(RemoteData there) {
    return new Placement(grain, fingerprint, prefetch, there);
  }

  public int grain() {
    return grain;
  }

  public String fingerprint() {
    return fingerprint.get();
  }

  /** How to fetch components ahead of time; null where that does not pay. */
  public @Nullable ToDoubleFunction<Batch> prefetch() {
    return prefetch;
  }

  /** Where the data is, if not here. */
  public @Nullable RemoteData remote() {
    return remote;
  }
}
