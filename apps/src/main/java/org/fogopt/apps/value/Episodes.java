package org.fogopt.apps.value;

import java.util.Arrays;

/**
 * The transitions of a log in its order, states by their place in the chain, and the episode that
 * each belongs to.
 *
 * @param from the state that was left
 * @param to the state that followed; an end if the episode terminated
 * @param rewards of the transitions
 * @param episode of each transition, from 0
 * @param count of the episodes
 */
public record Episodes(int[] from, int[] to, double[] rewards, int[] episode, int count) {

  /**
   * Numbers episodes by their ends: where {@code last} holds, the next transition opens another.
   */
  static int[] byEnds(boolean[] last) {
    int[] episode = new int[last.length];
    for (int k = 1; k < last.length; k++) {
      episode[k] = episode[k - 1] + (last[k - 1] ? 1 : 0);
    }
    return episode;
  }

  /** Of the transitions that a builder collected. */
  static Episodes of(ChainBuilder log, int[] order, int[] episode) {
    int size = episode.length;
    int count = Arrays.stream(episode).max().orElse(-1) + 1;
    int[] position = new int[order.length];
    for (int s = 0; s < order.length; s++) {
      position[order[s]] = s;
    }
    int[] from = new int[size];
    int[] to = new int[size];
    double[] rewards = new double[size];
    for (int k = 0; k < size; k++) {
      from[k] = position[log.from(k)];
      to[k] = position[log.to(k)];
      rewards[k] = log.reward(k);
    }
    return new Episodes(from, to, rewards, episode, count);
  }

  @Override
  public String toString() {
    return "Episodes[%d transitions in %d episodes]".formatted(from.length, count);
  }
}
