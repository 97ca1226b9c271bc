package org.fogopt.apps.learn;

import org.fogopt.Fog;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.method.Algorithm;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.newton.Newton;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/**
 * Fits a linear model or a network to a sample: minimises an {@link Objective} of the rows' losses
 * + (C/2)|w|² + λ|w|₁.
 *
 * <pre>{@code
 * Learner learner = Learner.of(sample).loss(Loss.LOGISTIC).objective(Objective.parse("kl:1")).l2(0.01);
 * Fit fit = learner.fit();
 * double[] scores = learner.scores(newRows, fit.parameters());
 * }</pre>
 *
 * Parameters: for each output (one, or one for each class) its weights, then its intercept. Of a
 * network, layer by layer from the first: for each unit its weights, then its bias; the units of
 * the last layer are the outputs. Intercepts and biases are not penalised.
 */
public final class Learner {
  /**
   * The gradient norm, relative to the first, at which a linear model of up to {@link
   * Newton#MOST_DENSE} parameters is done. Newton's last step gets there from far above, and
   * coefficients of correlated columns are off by much more than the gradient.
   */
  private static final double EXACT = 1e-9;

  /** Full gradients without a lower objective or gradient after which nothing more is to come. */
  private static final int PATIENCE = 20;

  /** The limit of a fit. */
  private static final double MOST_PASSES = 3000;

  private final Sample sample;
  private Loss loss = Loss.SQUARED;
  private Objective objective = Objective.MEAN;
  private Network network = Network.LINEAR;
  private boolean hasIntercept = true;
  private double l1;
  private double l2;
  private long seed = 1;
  private int threads = Runtime.getRuntime().availableProcessors();
  private double tolerance = Double.NaN; // the usual one
  private double @Nullable [] start;
  private Algorithm algorithm = Automatic.METHOD.byDefault();

  private Learner(Sample sample) {
    this.sample = sample;
  }

  /** A linear least-squares fit with an intercept, until said otherwise. */
  public static Learner of(Sample sample) {
    return new Learner(sample);
  }

  public Learner loss(Loss other) {
    other.requireTargets(sample);
    loss = other;
    return this;
  }

  public Learner objective(Objective other) {
    if (other.kind() == Objective.Kind.GROUP && sample.groups() == null) {
      throw new IllegalArgumentException("the objective %s needs groups".formatted(other));
    }
    objective = other;
    return this;
  }

  /** λ of λ|w|₁. */
  public Learner l1(double lambda) {
    l1 = requireNotNegative("l1", lambda);
    return this;
  }

  /** C of (C/2)|w|². */
  public Learner l2(double c) {
    l2 = requireNotNegative("l2", c);
    return this;
  }

  private static double requireNotNegative(String what, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(what + " must be at least 0, not " + value);
    }
    return value;
  }

  public Learner network(Network other) {
    network = other;
    return this;
  }

  /** A network with hidden layers of these sizes and tanh units; none: a linear model. */
  public Learner hidden(int... sizes) {
    return network(new Network(sizes, Activation.TANH));
  }

  /** Whether outputs have an intercept; hidden units always have a bias. */
  public Learner intercept(boolean isWanted) {
    hasIntercept = isWanted;
    return this;
  }

  /** Of all draws, a network's first parameters included. */
  public Learner seed(long other) {
    seed = other;
    return this;
  }

  /** Changes the speed and nothing else. */
  public Learner threads(int count) {
    threads = count;
    return this;
  }

  /** The gradient norm at which a fit is done, relative to the first one, if none was given. */
  public double usualTolerance() {
    return network.isLinear() && parameters() <= Newton.MOST_DENSE ? EXACT : Fog.TOLERANCE;
  }

  private double tolerance() {
    return Double.isNaN(tolerance) ? usualTolerance() : tolerance;
  }

  /** The gradient norm at which a fit is done, relative to the first one. */
  public Learner tolerance(double relative) {
    tolerance = relative;
    return this;
  }

  public Learner startingAt(double[] parameters) {
    if (parameters.length != model().parameters()) {
      throw new IllegalArgumentException(
          "%d parameters to start at, but the model has %d"
              .formatted(parameters.length, model().parameters()));
    }
    start = parameters.clone();
    return this;
  }

  /** The method in place of the automatic one. */
  public Learner method(Algorithm other) {
    algorithm = other;
    return this;
  }

  /** How many parameters the model has. */
  public int parameters() {
    return model().parameters();
  }

  /** The parameters that a fit begins with: zeros, or a network's random weights. */
  public double[] start() {
    return start == null ? model().start(seed) : start.clone();
  }

  /**
   * The first run of a fit, and the only one of most objectives; an objective that is not smooth is
   * replaced by a smooth one in it.
   */
  public Stage firstStage() {
    return fitting().first(tolerance());
  }

  /** What the first run minimises; its first unknowns are the parameters. */
  public Problem problem() {
    return firstStage().problem();
  }

  /** The fitted model. */
  public Fit fit() {
    return fit(this::run);
  }

  /** The same by runs of the caller's: one, or several where the objective needs them. */
  public Fit fit(Stage.Runner runner) {
    return fitting().fit(runner, tolerance());
  }

  private Result run(Stage stage) {
    return Run.of(stage.problem(), stage.algorithm())
        .threads(threads)
        .seed(seed)
        .untraced()
        .from(stage.from())
        .stop(StopRule.tolerance(stage.tolerance()))
        .stop(StopRule.noProgress(PATIENCE))
        .stop(StopRule.passes(stage.passes(MOST_PASSES)))
        .go();
  }

  private Fitting fitting() {
    return new Fitting(task(), algorithm, start());
  }

  /** The exact objective, penalties included. */
  public double objective(double[] parameters) {
    return task().value(parameters, losses(parameters));
  }

  /** The loss of each row of the sample. */
  public double[] losses(double[] parameters) {
    return task().scan(parameters).losses;
  }

  /** Scores of other rows, as many for each as there are outputs; no target is needed. */
  public double[] scores(RowMatrix x, double[] parameters) {
    Model model = model(x);
    int outputs = model.outputs();
    Model.Pass pass = model.at(parameters);
    double[] all = new double[Math.multiplyExact(x.rows(), outputs)];
    double[] some = new double[RiskInner.BLOCK * outputs];
    for (int from = 0; from < x.rows(); from += RiskInner.BLOCK) {
      int to = Math.min(x.rows(), from + RiskInner.BLOCK);
      pass.scores(Batch.range(from, to), some);
      System.arraycopy(some, 0, all, from * outputs, (to - from) * outputs);
    }
    return all;
  }

  private Model model() {
    return model(sample.x());
  }

  private Model model(RowMatrix x) {
    int outputs = loss.outputs(sample);
    return network.isLinear()
        ? new LinearModel(x, outputs, hasIntercept)
        : new NetworkModel(x, network, outputs, hasIntercept);
  }

  private Task task() {
    return new Task(sample, model(), loss, objective, l1, l2, threads);
  }
}
