package org.fogopt.lab.paper;

/**
 * The budget of the experiments.
 *
 * @param name of the scale
 * @param seeds how many
 * @param periods of synthetic returns
 * @param assets of synthetic returns
 * @param days of generated returns that stand in for real ones
 * @param states of the MDP
 * @param features of the MDP
 * @param points of the map, at most
 * @param choices whether all choices of batches are tried, or two
 * @param powers steps are searched from 2^-powers to 2^powers times a measured one
 * @param budget what the budgets of passes are multiplied by
 * @param simulations of the counterexample to the lemma
 */
public record Scale(
    String name,
    int seeds,
    int periods,
    int assets,
    int days,
    int states,
    int features,
    int points,
    boolean choices,
    int powers,
    double budget,
    int simulations) {
  /** The paper's sizes. */
  public static final Scale FULL =
      new Scale("full", 5, 2000, 200, 7240, 400, 100, 2000, true, 5, 1, 20_000);

  /** About two minutes on two cores: smaller budgets, fewer seeds and steps, a smaller map. */
  public static final Scale QUICK =
      new Scale("quick", 3, 2000, 200, 7240, 400, 100, 200, true, 3, 0.5, 4_000);

  /** To see that everything works. */
  public static final Scale TINY = new Scale("tiny", 2, 60, 6, 80, 30, 4, 30, false, 1, 0.03, 500);

  long[] seedNumbers() {
    long[] numbers = new long[seeds];
    for (int k = 0; k < seeds; k++) {
      numbers[k] = k + 1L;
    }
    return numbers;
  }
}
