package org.fogopt.oracle;

import org.jspecify.annotations.Nullable;

/**
 * A component that gave no number, or threw.
 *
 * @param call what was asked of it
 * @param component its index
 * @param gave NaN, Infinity, or what it threw, in words
 * @param thrown what it threw, if it did
 */
public record FaultyComponent(Call call, long component, String gave, @Nullable Throwable thrown) {
  /** What an oracle can be asked. */
  public enum Call {
    INNER_VALUE("the value of inner component "),
    INNER_JACOBIAN("the Jacobian of inner component "),
    OUTER_GRADIENT("the gradient of outer component "),
    OUTER_VALUE("the value of outer component ");

    private final String words;

    Call(String words) {
      this.words = words;
    }
  }

  /** Such as {@code the Jacobian of inner component 17 is NaN}. */
  @Override
  public String toString() {
    return call.words + component + (thrown == null ? " is " : " threw ") + gave;
  }
}
