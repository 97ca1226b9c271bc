package org.fogopt.apps.learn;

import java.util.Arrays;

/**
 * A model's shape.
 *
 * @param hidden the sizes of the hidden layers, first to last; none: a linear model
 */
public record Network(int[] hidden, Activation activation) {
  public static final Network LINEAR = new Network(new int[0], Activation.TANH);

  public Network {
    hidden = hidden.clone();
    if (Arrays.stream(hidden).anyMatch(units -> units < 1)) {
      throw new IllegalArgumentException("a hidden layer needs at least one unit");
    }
  }

  public boolean isLinear() {
    return hidden.length == 0;
  }

  @Override
  public String toString() {
    return isLinear()
        ? "linear"
        : "hidden layers of %s, %s"
            .formatted(
                Arrays.toString(hidden).replaceAll("[\\[\\]]", ""),
                activation.name().toLowerCase(java.util.Locale.ROOT));
  }
}
